//! Random commands by random people and a random driver: whatever comes, the table stays whole.

use ludo_dice::{GameId, Link, Tip};
use ludo_rules::Seat;
use ludo_table::{
    Actor, BotKind, CloseReason, Command, Control, DriverCommand, Event, Member, Options, Phase,
    Table, Wants,
};
use proptest::prelude::*;

use crate::desk::{Desk, name};

/// One thing that somebody does, right or wrong.
pub(crate) fn something(desk: &mut Desk) -> Result<Vec<Event>, ludo_table::Refusal> {
    let seat = Seat::ALL[desk.below(4)];
    let member = Member(u32::try_from(desk.below(6)).unwrap());
    let actor = if desk.below(5) == 0 {
        Actor::Newcomer
    } else {
        Actor::Member(member)
    };
    let bot = if desk.below(2) == 0 {
        BotKind::Random
    } else {
        BotKind::Simple
    };
    let command = match desk.below(40) {
        0..=2 => Command::Sit {
            seat,
            name: Some(name("Somebody")),
            game: None,
            tip: None,
        },
        3 => Command::Sit {
            seat,
            name: None,
            game: Some(desk.table.game()),
            tip: Some(Tip([9; 32])),
        },
        4 if desk.table.seat_of(member).is_some()
            && matches!(desk.table.phase(), Phase::Waiting) =>
        {
            desk.bring_chain(member);
            Command::Rename {
                name: name("Chained"),
            }
        }
        4 => Command::Chain {
            game: GameId([3; 16]),
            tip: desk.table.server_tip(),
        },
        5 => Command::Rename {
            name: name(&format!("Name {}", desk.below(50))),
        },
        6..=7 => Command::AddBot { seat, bot },
        8 => Command::Clear { seat },
        9 => Command::SetOptions {
            options: Options {
                rules: ["classic", "modern", "mensch", "chinczyk", "parchis"][desk.below(5)]
                    .parse()
                    .unwrap(),
                auto_move: desk.below(2) == 0,
                move_time: ludo_table::MoveTime::ALL[desk.below(5)],
                ..Options::default()
            },
        },
        10..=11 => Command::Begin,
        12 => Command::Answer {
            game: desk.table.game(),
            link: Link([1; 32]),
        },
        13..=14 => match desk.devices.get(&member).and_then(|chain| chain.link(1)) {
            Some(link) => Command::Answer {
                game: desk.table.game(),
                link,
            },
            None => Command::Begin,
        },
        15 => Command::Roll {
            step: desk.table.step(),
            roll: 1,
            link: Some(Link([7; 32])),
        },
        16 if desk.table.dice().is_some() => desk.plain_roll(),
        17..=21 if desk.table.dice().is_some() => desk.roll_of(member),
        22..=24 => {
            let mv = desk
                .table
                .choices()
                .first()
                .copied()
                .unwrap_or("1-2".parse().unwrap());
            desk.move_to(mv)
        }
        25 if desk.below(8) == 0 => Command::Resign,
        26 if desk.below(3) == 0 => Command::Leave,
        27 => Command::Return,
        28 => Command::Rematch,
        n => {
            let command = match n {
                29 => DriverCommand::Draw,
                30..=33 => DriverCommand::Roll,
                34 => DriverCommand::Move {
                    mv: "1-2".parse().unwrap(),
                },
                35 | 36 if !desk.table.choices().is_empty() => {
                    let mv = match desk.table.actor() {
                        Some((_, Control::Autopilot)) => desk.table.autopilot().unwrap(),
                        _ => desk.any_choice(),
                    };
                    DriverCommand::Move { mv }
                }
                37 => DriverCommand::Away { seat },
                38 if desk.below(2) == 0 => DriverCommand::Back { seat },
                38 => {
                    desk.now = desk.now.plus(4_000);
                    DriverCommand::TimeOut { seat }
                }
                39 if desk.below(200) == 0 => DriverCommand::Abandon,
                39 if desk.below(20) == 0 => DriverCommand::Resume,
                39 if desk.below(500) == 0 => DriverCommand::Close(CloseReason::Idle),
                _ => DriverCommand::Draw,
            };
            return desk.drive(&command);
        }
    };
    desk.say(actor, &command)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_comes_the_table_stays_whole(seed: u64) {
        let mut desk = Desk::seeded(Options::default(), seed);
        for n in 0..3_000 {
            desk.now = desk.now.plus(50);
            if let Err(refusal) = something(&mut desk) {
                prop_assert_ne!(refusal.code(), "internal", "{}", refusal);
            }
            let table = &desk.table;
            let people = table.people();
            prop_assert!(table.host().is_none() || table.seat_of(table.host().unwrap()).is_some());
            let closed = matches!(table.phase(), Phase::Closed { .. });
            prop_assert!(table.host().is_some() || people.is_empty() || closed);
            prop_assert!(table.taken_seats().iter().all(|seat| table.options().seats.contains(seat)));
            if let Wants::Act { control, .. } = table.wants() {
                prop_assert_ne!(control, Control::Owner);
            }
            // Somebody can always go on: the driver, or a person who has a seat.
            if let Phase::Playing = table.phase() {
                prop_assert!(table.actor().is_some());
            }
            if n % 50 == 0 {
                let text = serde_json::to_string(table).unwrap();
                prop_assert!(text.len() < 8 * 1024, "{}", text.len());
                let read: Table = serde_json::from_str(&text).unwrap();
                prop_assert_eq!(&read, table);
                desk.table = read;
            }
            if let Phase::Closed { .. } = desk.table.phase() {
                break;
            }
        }
        // The log folds to the same table.
        let mut table = None;
        for (event, at) in &desk.log {
            table = Some(Table::fold(table, event, *at).unwrap());
        }
        prop_assert_eq!(table.as_ref(), Some(&desk.table));
    }
}

#[test]
fn random_tables_get_somewhere() {
    // The test above would show little if its games never got on.
    let (mut drawn, mut moved, mut over, mut rematches) = (0, 0, 0, 0);
    for seed in 0..12 {
        let mut desk = Desk::seeded(Options::default(), seed);
        for _ in 0..3_000 {
            desk.now = desk.now.plus(50);
            let _ = something(&mut desk);
        }
        for (event, _) in &desk.log {
            match event {
                Event::Drawn { .. } => drawn += 1,
                Event::Moved { .. } => moved += 1,
                Event::Over { .. } => over += 1,
                Event::Rematch { .. } => rematches += 1,
                _ => {}
            }
        }
    }
    assert!(
        drawn > 10 && moved > 200 && over > 5 && rematches > 2,
        "{drawn} {moved} {over} {rematches}"
    );
}
