//! Whole games, from the first seat taken to the last place.

use ludo_dice::{Dice, MAX_ROLLS};
use ludo_rules::{Due, Seat};
use ludo_table::{BotKind, Command, DriverCommand, End, Event, Options, Phase, Table, Wants};

use crate::desk::{Desk, names};

/// A table of `count` seats in which people, bots and absent people are mixed as the seed has it.
fn mixed(rules: &str, count: usize, seed: u64) -> Desk {
    let options: Options = serde_json::from_str(&format!("{{\"rules\":\"{rules}\"}}")).unwrap();
    let mut desk = Desk::seeded(options, seed);
    let mut seats = Seat::ALL.to_vec();
    seats.rotate_left(usize::try_from(seed % 4).unwrap());
    seats.truncate(count);
    let host = desk.sit_chained(seats[0]);
    for &seat in &seats[1..] {
        match desk.below(4) {
            0 => desk.add_bot(seat, BotKind::Random),
            1 => desk.add_bot(seat, BotKind::Simple),
            2 => {
                desk.sit(seat);
            }
            _ => {
                desk.sit_chained(seat);
            }
        }
    }
    assert_eq!(desk.table.host(), Some(host));
    desk.start();
    desk
}

#[test]
fn b012_b021_whole_games_end_with_every_place_taken_once() {
    let mut rolls = 0;
    for rules in [
        "classic",
        "modern",
        "mensch",
        "chinczyk",
        "parchis",
        "classic+own=block+capture=roll",
    ] {
        for count in 2..=4 {
            for seed in 0..4 {
                let mut desk = mixed(rules, count, seed);
                let seats = desk.table.dice().unwrap().seats();
                let mut last = Vec::new();
                while desk.is_playing() {
                    // Now and then somebody goes away or comes back.
                    if desk.below(50) == 0 {
                        let seat = Seat::ALL[desk.below(4)];
                        let _ = desk.drive(&DriverCommand::Away { seat });
                    }
                    if desk.below(50) == 0 {
                        let seat = Seat::ALL[desk.below(4)];
                        let _ = desk.drive(&DriverCommand::Back { seat });
                    }
                    last = desk.act();
                }
                assert!(
                    matches!(
                        last.last(),
                        Some(Event::Over {
                            end: End::Normal,
                            ..
                        })
                    ),
                    "{last:?}"
                );
                let mut places = desk.table.places().unwrap().to_vec();
                places.sort();
                assert_eq!(
                    places,
                    seats.iter().collect::<Vec<_>>(),
                    "{rules} {count} {seed}"
                );
                rolls += desk.table.dice().unwrap().rolls();
            }
        }
    }
    assert!(rolls > 10_000, "{rolls}");
}

#[test]
fn with_end_first_the_winner_alone_has_a_place() {
    let mut desk = mixed("classic+end=first", 4, 3);
    desk.play_out();
    assert_eq!(desk.table.places().unwrap().len(), 1);
}

#[test]
fn b020_the_events_of_a_game_prove_its_dice() {
    let mut desk = mixed("classic", 4, 7);
    desk.play_out();
    let begin = desk.table.begin().unwrap();
    let mut dice = None;
    let mut rolls = 0;
    for (event, _) in &desk.log {
        match event {
            Event::Drawn {
                server_link,
                links,
                first,
                ..
            } => {
                let (drawn, right) = Dice::draw(&begin, *server_link, links).unwrap();
                assert_eq!(right, *first);
                dice = Some(drawn);
            }
            Event::Rolled {
                roll,
                seat,
                face,
                server_link,
                link,
                ..
            } => {
                let dice = dice.as_mut().unwrap();
                assert_eq!(dice.next_roll(), *roll);
                assert_eq!(dice.roll(*seat, *server_link, *link).unwrap(), *face);
                rolls += 1;
            }
            _ => {}
        }
    }
    assert!(rolls > 50);
}

#[test]
fn b026_the_same_commands_make_the_same_game() {
    let game = || {
        let mut desk = mixed("modern", 3, 5);
        desk.play_out();
        (desk.log, desk.table)
    };
    assert_eq!(game(), game());
}

#[test]
fn the_last_person_may_resign_and_watch_the_bots_to_the_end() {
    let mut desk = Desk::new(Options::default());
    let host = desk.sit_chained(Seat::Red);
    desk.add_bot(Seat::Green, BotKind::Random);
    desk.add_bot(Seat::Blue, BotKind::Simple);
    desk.start();
    desk.act();
    assert_eq!(
        names(&desk.member_says(host, &Command::Resign).unwrap()),
        ["resigned"]
    );
    desk.play_out();
    assert_eq!(desk.table.places().unwrap()[2], Seat::Red);
}

/// The table of a game whose next roll is the last one, made by changing the count of its rolls.
fn at_the_last_roll() -> Desk {
    let mut desk = Desk::new(Options::default());
    // Without chains of players only the server's link has to be moved on.
    desk.sit(Seat::Red);
    desk.sit(Seat::Green);
    desk.sit(Seat::Yellow);
    desk.start();
    for _ in 0..60 {
        desk.act();
    }
    desk.play_until(|desk| matches!(desk.table.position().unwrap().due(), Due::Roll { .. }));
    let mut json = serde_json::to_value(&desk.table).unwrap();
    let dice = &mut json["stage"]["play"]["dice"];
    dice["rolls"] = (MAX_ROLLS - 1).into();
    dice["server"]["index"] = MAX_ROLLS.into();
    dice["server"]["link"] = serde_json::to_value(desk.server.link(MAX_ROLLS)).unwrap();
    desk.table = serde_json::from_value(json).unwrap();
    desk
}

#[test]
fn at_its_greatest_number_of_rolls_a_game_ends() {
    let mut desk = at_the_last_roll();
    let resigned = desk.in_turn();
    desk.member_says(resigned, &Command::Resign).unwrap();
    let events = desk.play_out();
    assert_eq!(
        names(&events)
            .iter()
            .filter(|&&name| name == "rolled")
            .count(),
        1,
        "roll 4000 is played out"
    );
    let Some(Event::Over {
        places,
        end: End::Limit,
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(places.len(), 3);
    let position = desk.table.position().unwrap();
    assert!(position.is_over());
    let progress = |seat| {
        position
            .tokens(seat)
            .map(|tokens| tokens.iter().map(|&token| u32::from(token)).sum::<u32>())
    };
    assert!(
        progress(places[0]) >= progress(places[1]),
        "by the sum of progress"
    );
    assert_eq!(
        progress(places[2]),
        None,
        "who resigned keeps the last place"
    );
    assert_eq!(desk.table.dice().unwrap().rolls(), MAX_ROLLS);
    assert_eq!(
        (desk.table.wants(), desk.table.server_link()),
        (Wants::Nothing, None)
    );
    assert_eq!(
        desk.table.phase(),
        Phase::Over {
            places,
            end: End::Limit
        }
    );
}

#[test]
fn a_game_does_not_end_by_the_limit_before_it() {
    let (mut desk, _) = Desk::playing(&[Seat::Red, Seat::Green]);
    desk.act();
    let position = desk
        .table
        .rules()
        .unwrap()
        .end_by_limit(desk.table.position().unwrap());
    let over = Event::Over {
        places: position.places().unwrap(),
        end: End::Limit,
    };
    assert!(desk.table.apply(&over, desk.now).is_err());
    assert!(matches!(desk.table, Table { .. }));
}
