//! Bots that do not work.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use ludo_rules::{Move, Position, Rules, Seat};
use ludo_server::Bots;
use ludo_table::{BotKind, Event, Options};

use crate::support::Host;
use crate::support::host::Differences;

/// Each of its thoughts goes wrong in another way.
struct Broken {
    thoughts: AtomicU32,
    /// Blocks until the test is over.
    never: Mutex<mpsc::Receiver<()>>,
}

impl Bots for Broken {
    fn choose(&self, _: BotKind, _: &Rules, _: &Position, _: [u8; 32]) -> Option<Move> {
        let thought = self.thoughts.fetch_add(1, Ordering::SeqCst);
        match thought % 4 {
            0 => panic!("this bot is broken"),
            1 => Some(Move::Pass),
            2 if thought < 12 => {
                let _ = self.never.lock().map(|never| never.recv());
                None
            }
            _ => None,
        }
    }
}

#[tokio::test]
async fn b036_a_bot_that_dies_hangs_or_cheats_is_played_by_the_autopilot() {
    let (end, never) = mpsc::channel();
    let broken = Arc::new(Broken {
        thoughts: AtomicU32::new(0),
        never: Mutex::new(never),
    });
    let differences = Differences {
        bots: Some(broken.clone()),
        bot_time: Some(Duration::from_millis(20)),
        ..Differences::default()
    };
    let (host, _) = Host::in_memory_with(differences).await;
    let every_choice = Options {
        auto_move: false,
        ..Options::default()
    };
    let mut ania = host.against_a_bot(every_choice).await;
    ania.play_until(|_| false).await;
    assert!(ania.is_over());
    assert!(broken.thoughts.load(Ordering::SeqCst) > 8);
    assert!(
        ania.happened(|event| matches!(
            event,
            Event::Moved {
                seat: Seat::Yellow,
                ..
            }
        )) > 8
    );
    drop(end);
}
