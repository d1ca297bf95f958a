//! Leaving, dropping, resigning and coming back, in every order.

use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_server::limits::AWAY_MILLIS;
use ludo_table::{BotKind, Command, Control};

use crate::support::player::Reply;
use crate::support::{Host, Player, add_bot, name, quick};

/// What Ben may do, or what may happen to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Leave,
    Return,
    Resign,
    Drop,
    Reconnect,
    /// Two minutes pass.
    Wait,
}

const ALL: [Doing; 6] = [
    Doing::Leave,
    Doing::Return,
    Doing::Resign,
    Doing::Drop,
    Doing::Reconnect,
    Doing::Wait,
];

const LEFT: Control = Control::Bot(BotKind::Simple);

/// How Ben stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ben {
    control: Control,
    connected: bool,
    resigned: bool,
}

impl Ben {
    /// How he stands after it, and how a command for it is answered; nothing if it cannot be.
    fn after(self, doing: Doing) -> Option<(Self, Option<ErrorCode>)> {
        let own = Self {
            control: Control::Owner,
            ..self
        };
        let is_command = matches!(doing, Doing::Leave | Doing::Return | Doing::Resign);
        if is_command && !self.connected {
            return None;
        }
        Some(match doing {
            Doing::Leave if self.control == LEFT => (self, Some(ErrorCode::NoChange)),
            Doing::Leave => (
                Self {
                    control: LEFT,
                    ..self
                },
                None,
            ),
            Doing::Return if self.control == Control::Owner => (self, Some(ErrorCode::NoChange)),
            Doing::Return => (own, None),
            Doing::Resign if self.resigned => (self, Some(ErrorCode::OutOfPlay)),
            Doing::Resign => (
                Self {
                    resigned: true,
                    ..own
                },
                None,
            ),
            Doing::Drop if self.connected => (
                Self {
                    connected: false,
                    ..self
                },
                None,
            ),
            Doing::Reconnect if !self.connected => {
                let back = if self.control == Control::Autopilot {
                    own
                } else {
                    self
                };
                (
                    Self {
                        connected: true,
                        ..back
                    },
                    None,
                )
            }
            Doing::Drop | Doing::Reconnect => return None,
            Doing::Wait if !self.connected && self.control == Control::Owner => (
                Self {
                    control: Control::Autopilot,
                    ..self
                },
                None,
            ),
            Doing::Wait => (self, None),
        })
    }
}

async fn play(host: &Host, doings: &[Doing]) {
    let (mut ania, mut ben) = host.two(quick()).await;
    ania.does(add_bot(Seat::Blue)).await;
    ania.does(Command::Begin).await;
    ania.until(|ania| ania.table().position().is_some()).await;
    let member = ben.you;
    let mut stands = Ben {
        control: Control::Owner,
        connected: true,
        resigned: false,
    };
    for (n, &doing) in doings.iter().enumerate() {
        let Some((next, refused)) = stands.after(doing) else {
            break;
        };
        stands = next;
        let command = match doing {
            Doing::Leave => Some(Command::Leave),
            Doing::Return => Some(Command::Return),
            Doing::Resign => Some(Command::Resign),
            Doing::Drop | Doing::Reconnect | Doing::Wait => None,
        };
        if let Some(command) = command {
            match (ben.ask(command).await, refused) {
                (Reply::Done(_), None) => {}
                (Reply::Refused(code), Some(expected)) => assert_eq!(code, expected, "{doings:?}"),
                other => panic!("{doings:?} {n}: {other:?}"),
            }
        }
        match doing {
            Doing::Drop => {
                ben.socket.close().await;
                ania.until(|ania| !ania.here[Seat::Yellow]).await;
            }
            Doing::Reconnect => {
                ben.reconnect(host.address).await;
                ania.until(|ania| ania.here[Seat::Yellow]).await;
            }
            Doing::Wait => host.hands.advance(AWAY_MILLIS),
            Doing::Leave | Doing::Return | Doing::Resign => {}
        }
        // The seat is as it should be, and stays so.
        ania.until(|ania| ania.table().chair(Seat::Yellow).control() == Some(stands.control))
            .await;
        ania.does(Command::Rename {
            name: name(&format!("Ania {n}")),
        })
        .await;
        let chair = ania.table().chair(Seat::Yellow);
        assert_eq!(
            (chair.member(), chair.control()),
            (member, Some(stands.control)),
            "{doings:?}"
        );
    }
    // Whoever is gone, or has given up, holds nobody up.
    if stands.control != Control::Owner || stands.resigned {
        ania.play_until(|ania| ania.turn().is_some()).await;
    }
    // When the last person leaves, the table ends.
    if stands.connected && stands.control != LEFT {
        ben.does(Command::Leave).await;
        ania.send(Command::Leave).await;
        assert_eq!(ania.until_closed().await.1, 1000);
    } else if stands.control == LEFT {
        ania.send(Command::Leave).await;
        assert_eq!(ania.until_closed().await.1, 1000);
    }
}

#[tokio::test]
async fn b044_b045_b047_b053_leaving_dropping_resigning_and_coming_back_in_every_order() {
    let (host, _) = Host::in_memory().await;
    for first in ALL {
        for second in ALL {
            for third in ALL {
                play(&host, &[first, second, third]).await;
            }
        }
    }
}

#[tokio::test]
async fn b045_whoever_is_in_turn_and_comes_anew_is_still_in_turn() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.against_a_bot(quick()).await;
    for _ in 0..10 {
        ania.play_until(|ania| ania.turn().is_some()).await;
        if ania.is_over() {
            break;
        }
        let before = ania.table().clone();
        let turn = ania.turn();
        ania.socket.close().await;
        // A reload: nothing is known but the cookie.
        let mut reloaded = Player::connect(ania.browser.clone(), ania.code).await;
        let seq = ania.seq;
        reloaded.until(|player| player.seq >= seq).await;
        assert!(*reloaded.table() == before);
        assert_eq!(reloaded.turn(), turn);
        ania = reloaded;
        ania.does(turn.unwrap()).await;
    }
}
