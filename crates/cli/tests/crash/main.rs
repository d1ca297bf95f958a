//! The real server, killed at random moments while people play, again and again on the same data.
//!
//! Nobody is told anything that is lost: every command that was answered has the same answer after the kill, none counts
//! twice, every command that had no answer gets exactly one, and all people see the same events, with numbers without a
//! gap and dice that are right (every player folds all of them into a table, which checks).
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod ledger;
mod line;
mod player;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::mpsc::channel;

use common::{Site, serve};
use ludo_rules::Seat;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use ledger::Ledger;
use player::Player;

/// Tables that are played at at once; four people each.
const TABLES: usize = 3;

/// Answers after which the server is killed at the latest.
const ANSWERS: u64 = 80;

/// The longest wait after that, in turns of an empty loop: so that a kill can meet any moment of an append.
const SPINS: u64 = 200_000;

/// Nobody reads what it says in all its lives.
fn start(data: &Path) -> Site {
    Site::start_as(serve(data, 0).stderr(Stdio::null()))
}

fn kill_again_and_again(kills: u32, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let data = tempfile::tempdir().unwrap();
    let ledger = Arc::new(Ledger::new(TABLES));
    let server = start(data.path());
    let mut players: Vec<Player> = (0..TABLES)
        .flat_map(|table| {
            let cookies: Vec<String> = Seat::ALL.iter().map(|_| server.session()).collect();
            let code = server.open_table(&cookies[0], r#"{"auto_move":false}"#);
            let people = Seat::ALL.into_iter().zip(cookies);
            people
                .map(|(seat, cookie)| {
                    Player::new(table, seat, code.clone(), cookie, ledger.clone())
                })
                .collect::<Vec<_>>()
        })
        .collect();
    for player in &mut players {
        player.sit(&server.address);
    }
    let mut server = Some(server);
    let (mut flying, mut carried_out) = (0, 0);
    for _ in 0..kills {
        let running = server.take().unwrap();
        let answers = 1 + random.next_u64() % ANSWERS;
        let spins = random.next_u64() % SPINS;
        let (progress, answered) = channel();
        let address = running.address.clone();
        std::thread::scope(|scope| {
            for player in &mut players {
                let (address, progress) = (address.as_str(), progress.clone());
                scope.spawn(move || player.play(address, &progress));
            }
            drop(progress);
            // Without an end of the progress: somebody's connection broke before the kill.
            for _ in 0..answers {
                answered.recv().unwrap();
            }
            for _ in 0..spins {
                std::hint::spin_loop();
            }
            running.kill();
        });
        let again = start(data.path());
        for player in &mut players {
            let (asked, before) = player.ask_again(&again.address);
            flying += asked;
            carried_out += before;
        }
        server = Some(again);
    }
    let server = server.take().unwrap();
    for player in &mut players {
        player.look(&server.address);
    }
    for table in 0..TABLES {
        let here: Vec<&Player> = players
            .iter()
            .filter(|player| player.table == table)
            .collect();
        ledger.has_each_once(table, &here);
        let views: BTreeSet<_> = here.iter().map(|player| player.view_text()).collect();
        assert_eq!(views.len(), 1, "all see the same table");
    }
    let answers: usize = players.iter().map(Player::answers).sum();
    println!(
        "{kills} kills, seed {seed}: {answers} commands answered, and answered the same again; {flying} were in flight at a kill, \
         of them {carried_out} on disk; {} events, the same for everybody",
        ledger.events()
    );
    assert!(flying > 0, "the kills met nobody");
    drop(server);
}

#[test]
fn b101_nothing_acknowledged_is_lost_or_done_twice_by_20_kills() {
    kill_again_and_again(20, 1);
}

#[test]
#[ignore = "long"]
fn b101_nothing_acknowledged_is_lost_or_done_twice_by_200_kills() {
    kill_again_and_again(200, 2);
}
