//! Rolling and moving: whose turn, what is timely, what follows by itself.

use ludo_dice::Link;
use ludo_rules::Seat::{Green, Red, Yellow};
use ludo_rules::{Due, Move, Seat};
use ludo_table::{By, Command, End, Event, Options, Refusal, Table};

use crate::desk::{Desk, names};

fn due(table: &Table) -> Due {
    table.position().unwrap().due()
}

#[test]
fn b011_ten_rolls_in_a_burst_are_one() {
    let (mut desk, _) = Desk::playing(&[Red, Yellow]);
    for _ in 0..30 {
        let member = desk.in_turn();
        desk.play_to_roll_of(member);
        let roll = desk.roll_of(member);
        let outcomes: Vec<_> = (0..10).map(|_| desk.member_says(member, &roll)).collect();
        assert!(outcomes[0].is_ok());
        assert!(
            outcomes[1..]
                .iter()
                .all(|outcome| *outcome == Err(Refusal::Stale)),
            "{outcomes:?}"
        );
    }
}

#[test]
fn b029_b030_fast_clicking_never_reaches_the_next_turn() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    for _ in 0..200 {
        if !desk.is_playing() {
            break;
        }
        let member = desk.in_turn();
        let other = if member == people[0] {
            people[1]
        } else {
            people[0]
        };
        let command = match due(&desk.table) {
            Due::Roll { .. } => desk.roll_of(member),
            _ => {
                let mv = desk.any_choice();
                desk.move_to(mv)
            }
        };
        desk.member_says(member, &command).unwrap();
        let before = desk.table.clone();
        for clicker in [member, other, member, other] {
            let refused = desk.member_says(clicker, &command).unwrap_err();
            // Not because of a link that is wrong by now: whoever brings none is refused as well.
            let expected = if desk.is_playing() {
                Refusal::Stale
            } else {
                Refusal::GameOver
            };
            assert_eq!(refused, expected);
        }
        assert_eq!(
            desk.table, before,
            "whose turn it is does not change by what is refused"
        );
    }
}

#[test]
fn b078_of_two_commands_for_the_same_step_one_wins() {
    // Two tabs of one person: the same roll with different links of theirs, the same choice twice.
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_choice_of(people[0]);
    let choices = desk.table.choices();
    let (one, other) = (desk.move_to(choices[0]), desk.move_to(choices[1]));
    desk.member_says(people[0], &one).unwrap();
    assert_eq!(desk.member_says(people[0], &other), Err(Refusal::Stale));
}

#[test]
fn a_roll_of_another_number_is_stale() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[0]);
    let Command::Roll { step, roll, link } = desk.roll_of(people[0]) else {
        unreachable!()
    };
    for wrong in [0, roll + 1, roll.wrapping_sub(2), u32::MAX] {
        let command = Command::Roll {
            step,
            roll: wrong,
            link,
        };
        assert_eq!(desk.member_says(people[0], &command), Err(Refusal::Stale));
    }
    for wrong in [step.wrapping_sub(1), step + 1, step + 2, u32::MAX] {
        let command = Command::Roll {
            step: wrong,
            roll,
            link,
        };
        assert_eq!(desk.member_says(people[0], &command), Err(Refusal::Stale));
    }
    desk.member_says(people[0], &Command::Roll { step, roll, link })
        .unwrap();
}

#[test]
fn a_wrong_link_is_refused_and_changes_nothing() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[0]);
    let Command::Roll { step, roll, link } = desk.roll_of(people[0]) else {
        unreachable!()
    };
    let n = desk.table.dice().unwrap().next_link();
    let wrong = [
        Some(Link([0; 32])),
        desk.devices[&people[0]].link(n - 1),
        desk.devices[&people[0]].link(n + 1),
        desk.devices[&people[1]].link(n),
        desk.server.link(n),
    ];
    let before = desk.table.clone();
    for link in wrong {
        assert_eq!(
            desk.member_says(people[0], &Command::Roll { step, roll, link }),
            Err(Refusal::BadLink)
        );
    }
    assert_eq!(desk.table, before);
    desk.member_says(people[0], &Command::Roll { step, roll, link })
        .unwrap();
}

#[test]
fn the_same_request_gives_the_same_die() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[0]);
    let roll = desk.roll_of(people[0]);
    let decide = || {
        desk.table.decide(
            ludo_table::Actor::Member(people[0]),
            &roll,
            desk.now,
            &desk.hand(true),
        )
    };
    assert_eq!(decide(), decide());
}

#[test]
fn a_roll_needs_the_servers_link_and_no_other() {
    let (desk, _) = Desk::playing(&[Red, Yellow]);
    let actor = ludo_table::Actor::Member(desk.in_turn());
    let roll = desk.roll_of(desk.in_turn());
    let mut hand = desk.hand(false);
    assert_eq!(
        desk.table.decide(actor, &roll, desk.now, &hand),
        Err(Refusal::Unavailable)
    );
    assert_eq!(desk.table.server_link(), Some(2), "roll 1 goes with link 2");
    hand.server_link = desk.server.link(3);
    assert_eq!(
        desk.table
            .decide(actor, &roll, desk.now, &hand)
            .unwrap_err()
            .code(),
        "internal"
    );
}

#[test]
fn on_another_device_a_seat_rolls_on_without_links() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[0]);
    let linked = desk.roll_of(people[0]);
    let events = desk.member_says(people[0], &desk.plain_roll()).unwrap();
    assert!(matches!(
        events[0],
        Event::Rolled {
            by: By::OwnerNoLink,
            link: None,
            ..
        }
    ));
    assert!(!desk.table.dice().unwrap().has_chain(Red));
    assert_eq!(desk.member_says(people[0], &linked), Err(Refusal::Stale));
    // From here on no link is taken of this seat, and all its rolls are marked.
    desk.play_to_roll_of(people[0]);
    let n = desk.table.dice().unwrap().next_link();
    let Command::Roll { step, roll, .. } = desk.plain_roll() else {
        unreachable!()
    };
    let link = desk.devices[&people[0]].link(n);
    assert_eq!(
        desk.member_says(people[0], &Command::Roll { step, roll, link }),
        Err(Refusal::NoChain)
    );
    let events = desk.member_says(people[0], &desk.plain_roll()).unwrap();
    assert!(
        matches!(
            events[0],
            Event::Rolled {
                by: By::OwnerNoLink,
                link: None,
                ..
            }
        ),
        "{events:?}"
    );
}

#[test]
fn the_only_legal_move_plays_itself() {
    let (mut desk, _) = Desk::playing(&[Red, Yellow]);
    let (mut forced, mut chosen, mut settled) = (0, 0, 0);
    while desk.is_playing() {
        let member = desk.in_turn();
        let events = desk.act();
        match &events[..] {
            [
                Event::Rolled {
                    outcome: Some(_),
                    choices,
                    ..
                },
            ] => {
                assert!(choices.is_empty());
                settled += 1;
            }
            [
                Event::Rolled {
                    outcome: None,
                    choices,
                    ..
                },
            ] => {
                assert!(choices.len() > 1 && *choices == desk.table.choices());
                assert_eq!(desk.in_turn(), member);
                chosen += 1;
            }
            [
                Event::Rolled {
                    outcome: None,
                    choices,
                    seat,
                    ..
                },
                Event::Moved {
                    seat: mover,
                    mv,
                    by,
                    ..
                },
                rest @ ..,
            ] => {
                assert_eq!(
                    (choices.as_slice(), mover, *by),
                    (&[*mv][..], seat, By::Owner)
                );
                // Nothing more is automatic, whatever the move earned.
                assert!(rest.is_empty() || names(rest) == ["over"]);
                forced += 1;
            }
            _ => assert!(
                names(&events) == ["moved"] || names(&events) == ["moved", "over"],
                "{events:?}"
            ),
        }
    }
    assert!(
        forced > 10 && chosen > 10 && settled > 10,
        "{forced} {chosen} {settled}"
    );
}

#[test]
fn with_the_option_off_every_move_is_asked_for() {
    let mut desk = Desk::new(Options {
        auto_move: false,
        ..Options::default()
    });
    desk.sit_chained(Red);
    desk.sit_chained(Yellow);
    desk.start();
    let mut only = 0;
    while desk.is_playing() {
        let events = desk.act();
        assert!(
            names(&events[..1]) == names(&events) || names(&events) == ["moved", "over"],
            "{events:?}"
        );
        only += usize::from(desk.table.choices().len() == 1);
    }
    assert!(only > 10);
}

#[test]
fn bonus_steps_are_chosen_like_moves() {
    let options: Options = serde_json::from_str(r#"{"rules":"parchis"}"#).unwrap();
    let (mut chosen, mut forced) = (0, 0);
    for seed in 0..4 {
        let mut desk = Desk::seeded(options.clone(), seed);
        for seat in Seat::ALL {
            desk.sit_chained(seat);
        }
        desk.start();
        while desk.is_playing() {
            let bonus = matches!(due(&desk.table), Due::Bonus(_));
            let events = desk.act();
            if bonus {
                assert!(matches!(events[0], Event::Moved { .. }), "{events:?}");
                chosen += 1;
            }
            for pair in events.windows(2) {
                let [Event::Moved { choices, .. }, Event::Moved { mv, .. }] = pair else {
                    continue;
                };
                assert_eq!(choices, &[*mv]);
                forced += 1;
            }
        }
    }
    assert!(chosen > 5 && forced > 5, "{chosen} {forced}");
}

#[test]
fn only_legal_moves_are_taken() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_choice_of(people[0]);
    let choices = desk.table.choices();
    let mut tried = 0;
    for from in 0..=57 {
        for to in from + 1..=57 {
            let mv: Move = format!("{from}-{to}").parse().unwrap();
            if !choices.contains(&mv) {
                assert_eq!(
                    desk.member_says(people[0], &desk.move_to(mv)),
                    Err(Refusal::IllegalMove)
                );
                tried += 1;
            }
        }
    }
    for text in ["pass", "void", "back:3", "0-1xy"] {
        let refused = desk.member_says(people[0], &desk.move_to(text.parse().unwrap()));
        assert_eq!(refused, Err(Refusal::IllegalMove));
    }
    assert!(tried > 1_000);
    desk.member_says(people[0], &desk.move_to(choices[0]))
        .unwrap();
}

#[test]
fn b005_b006_nobody_moves_on_a_third_six() {
    let mut voids = 0;
    for seed in 0..20 {
        let mut desk = Desk::seeded(Options::default(), seed);
        for seat in Seat::ALL {
            desk.sit_chained(seat);
        }
        desk.start();
        let (mut seat, mut sixes) = (None, 0);
        for event in desk.play_out() {
            let Event::Rolled {
                seat: roller,
                face,
                outcome,
                ..
            } = event
            else {
                continue;
            };
            if seat != Some(roller) {
                (seat, sixes) = (Some(roller), 0);
            }
            sixes = if face.get() == 6 { sixes + 1 } else { 0 };
            assert_eq!(outcome == Some(Move::Void), sixes == 3);
            if sixes == 3 {
                voids += 1;
                seat = None;
            }
        }
    }
    assert!(voids > 20, "{voids}");
}

#[test]
fn resigning_in_every_situation() {
    // In turn with a roll due, in turn with a move due, out of turn.
    for situation in 0..3 {
        let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
        match situation {
            0 => desk.play_to_roll_of(people[0]),
            1 => desk.play_to_choice_of(people[0]),
            _ => desk.play_to_roll_of(people[1]),
        }
        let turn = desk.table.turn();
        let events = desk.member_says(people[0], &Command::Resign).unwrap();
        assert_eq!(names(&events), ["resigned"]);
        let next = if situation == 2 { turn } else { Some(Green) };
        assert_eq!(desk.table.turn(), next, "the next player can act at once");
        assert!(matches!(due(&desk.table), Due::Roll { .. }));
        assert_eq!(
            desk.member_says(people[0], &Command::Resign),
            Err(Refusal::OutOfPlay)
        );
        assert_eq!(
            desk.member_says(people[0], &desk.plain_roll()),
            Err(Refusal::NotYourTurn)
        );
        desk.act();
        desk.play_out();
        assert_eq!(
            desk.table.places().unwrap()[2],
            Red,
            "the worst place that was open"
        );
    }
}

#[test]
fn b041_when_the_last_opponent_resigns_the_other_has_won_at_once() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_choice_of(people[1]);
    let events = desk.member_says(people[0], &Command::Resign).unwrap();
    assert_eq!(names(&events), ["resigned", "over"]);
    assert_eq!(
        events[1],
        Event::Over {
            places: vec![Yellow, Red],
            end: End::Resigned
        }
    );
    assert_eq!(desk.table.turn(), None);
    assert!(desk.table.choices().is_empty());
}

#[test]
fn b042_whose_turn_it_is_is_part_of_the_state_that_each_event_makes() {
    let (mut desk, _) = Desk::playing(&[Red, Green, Yellow]);
    let opening = desk.log.len();
    desk.play_out();
    let mut table = None;
    for (n, (event, at)) in desk.log.iter().enumerate() {
        let after = Table::fold(table, event, *at).unwrap();
        if n >= opening
            && let Event::Rolled { position, .. } | Event::Moved { position, .. } = event
        {
            let shown = position.split(' ').nth(2).unwrap();
            assert_eq!(
                after.turn().map_or("-".into(), |seat| seat.to_string()),
                shown
            );
        }
        table = Some(after);
    }
}
