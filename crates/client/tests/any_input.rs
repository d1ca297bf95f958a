//! No input makes a client fall over, loop, or ask for more than it is given.

#![allow(clippy::unwrap_used)]

mod common;

use base64ct::{Base64UrlUnpadded, Encoding};
use common::Chance;
use common::device::{effects, new_client};
use common::setup::{red_to_roll, to_my_roll};
use ludo_client::{Client, Effect, Input, Intent, Kept, SeatSecret};
use ludo_dice::GameId;
use ludo_protocol::Saying;
use ludo_rules::Seat;
use ludo_table::{BotKind, Options, Time};

/// What a server said in a part of a real game.
fn said() -> Vec<String> {
    let mut world = red_to_roll(1);
    for _ in 0..6 {
        world.intend(0, Intent::Say(Saying::Laugh));
        world.intend(0, Intent::Roll);
        world.run(500);
        to_my_roll(&mut world, 0);
    }
    world.intend(0, Intent::Resign);
    world.run(500);
    world.intend(0, Intent::Rematch);
    world.run(500);
    world.said
}

/// The text with some of its characters changed, lost or doubled; digits stay digits, so that much of it still parses.
fn garble(text: &str, chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..chance.below(4) {
        let at = chance.below(chars.len() as u64) as usize;
        match chance.below(8) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[at]),
            2 => chars[at] = '\u{fffd}',
            _ => {
                let digits: Vec<usize> = (0..chars.len())
                    .filter(|&at| chars[at].is_ascii_digit())
                    .collect();
                if let Some(&at) = chance.pick(&digits) {
                    chars[at] = char::from(b'0' + chance.below(10) as u8);
                }
            }
        }
        if chars.is_empty() {
            return String::new();
        }
    }
    chars.into_iter().collect()
}

fn intent(chance: &mut Chance, client: &Client) -> Intent {
    let seat = Seat::ALL[chance.below(4) as usize];
    match chance.below(13) {
        0 => Intent::Sit {
            seat,
            name: "Ania".parse().ok(),
        },
        1 => Intent::Leave,
        2 => Intent::AddBot {
            seat,
            bot: BotKind::Random,
        },
        3 => Intent::Clear { seat },
        4 => Intent::SetOptions(Options::default()),
        5 => Intent::Begin,
        6 | 7 => Intent::Roll,
        8 => client
            .choices()
            .first()
            .map_or(Intent::Resign, |mv| Intent::Move(*mv)),
        9 => Intent::Return,
        10 => Intent::Rematch,
        11 => Intent::Say(Saying::Hello),
        _ => Intent::Rename("Ola".parse().unwrap()),
    }
}

/// What was handed over, by whomever: of this game or another, at some roll or before all.
fn secret(chance: &mut Chance, client: &Client) -> Input {
    if let Some(secret) = client.seat_secret() {
        return Input::SeatSecret(secret);
    }
    let game = match client.table().filter(|_| !chance.one_in(4)) {
        Some(table) => table.game(),
        None => GameId(chance.bytes()),
    };
    let mut bytes = [0; 84];
    bytes[..16].copy_from_slice(&game.0);
    if chance.one_in(2) {
        bytes[19] = 1 + chance.below(20) as u8;
        bytes[20..52].copy_from_slice(&chance.bytes::<32>());
    }
    bytes[52..].copy_from_slice(&chance.bytes::<32>());
    let text = Base64UrlUnpadded::encode_string(&bytes);
    Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap())
}

#[test]
fn b114_nothing_makes_it_fall_over() {
    let said = said();
    for seed in 0..150 {
        let mut chance = Chance::new(seed);
        let mut client = new_client(&mut chance, Time(1000));
        let (mut now, mut next, mut kept) = (1000_u64, 0, None::<String>);
        let mut asked: Option<GameId> = None;
        for _ in 0..300 {
            now = match chance.below(60) {
                0 => now.saturating_add(chance.below(100_000)),
                1 => now.saturating_sub(chance.below(100_000)),
                2 => u64::MAX - chance.below(10),
                3 => 0,
                _ => now.saturating_add(chance.below(200)),
            };
            let input = match chance.below(30) {
                0 => Input::Connected,
                1 if chance.one_in(3) => Input::Disconnected,
                2 => Input::Entropy(chance.bytes()),
                3..6 => Input::Intent(intent(&mut chance, &client)),
                6 if chance.one_in(3) => Input::Hidden,
                6 => Input::Awake,
                7 if chance.one_in(2) => secret(&mut chance, &client),
                7..10 => Input::Tick,
                10 => match asked {
                    Some(game) => Input::Recalled {
                        game,
                        kept: kept.as_ref().and_then(|text| Kept::from_storage(text).ok()),
                    },
                    None => Input::NotRemembered(GameId([0; 16])),
                },
                11 | 12 => match kept.as_ref().and_then(|text| Kept::from_storage(text).ok()) {
                    Some(kept) => Input::Remembered(kept),
                    None => Input::Tick,
                },
                n => {
                    let at = if chance.one_in(20) {
                        chance.below(said.len() as u64) as usize
                    } else {
                        next
                    };
                    next = (at + 1) % said.len();
                    let text = &said[at];
                    Input::Frame(if n < 15 {
                        garble(text, &mut chance)
                    } else {
                        text.clone()
                    })
                }
            };
            client.handle(input, Time(now));
            let effects = effects(&mut client);
            assert!(effects.len() < 60, "{}", effects.len());
            for effect in effects {
                match effect {
                    Effect::Recall(game) => asked = Some(game),
                    Effect::Remember(new) => {
                        let old = kept.take().and_then(|text| Kept::from_storage(&text).ok());
                        kept = Some(new.settle(old).to_storage().to_string());
                    }
                    _ => {}
                }
            }
            let _ = (
                client.line(),
                client.part(),
                client.checks(),
                client.server_time(Time(now)),
                client.sitting(),
                client.clock(),
            );
            if client.stopped().is_some() {
                break;
            }
        }
    }
}
