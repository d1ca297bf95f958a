//! Away and back, leaving and coming back: who plays a seat, and how a record marks it.

use ludo_rules::Due;
use ludo_rules::Seat::{Blue, Green, Red, Yellow};
use ludo_table::{
    BotKind, By, Chair, CloseReason, Command, Control, DriverCommand, End, Event, Options, Phase,
    Refusal, Wants,
};

use crate::desk::{Desk, names};

const LEFT: Control = Control::Bot(BotKind::Simple);

fn due(desk: &Desk) -> Due {
    desk.table.position().unwrap().due()
}

fn control(desk: &Desk, seat: ludo_rules::Seat) -> Control {
    desk.table.chair(seat).control().unwrap()
}

#[test]
fn the_autopilot_plays_for_who_is_away_and_gives_back_at_once() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[1]);
    let events = desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    assert_eq!(
        events,
        [Event::Controlled {
            seat: Red,
            control: Control::Autopilot
        }]
    );
    assert_eq!(
        desk.drive(&DriverCommand::Away { seat: Red }),
        Err(Refusal::NoChange)
    );
    assert_eq!(
        desk.drive(&DriverCommand::Roll),
        Err(Refusal::NotDriven),
        "it is yellow's turn, who is here"
    );
    desk.play_until(|desk| desk.table.turn() == Some(Red));
    let wants = Wants::Act {
        seat: Red,
        control: Control::Autopilot,
        due: due(&desk),
    };
    assert_eq!(desk.table.wants(), wants);
    let mut autopilot = 0;
    while desk.table.turn() == Some(Red) {
        for event in desk.act() {
            match event {
                Event::Rolled { by, link, .. } => assert_eq!((by, link), (By::Auto, None)),
                Event::Moved { by, .. } => assert_eq!(by, By::Auto),
                other => panic!("{other:?}"),
            }
            autopilot += 1;
        }
    }
    assert!(autopilot > 0);
    assert_eq!(
        names(&desk.drive(&DriverCommand::Back { seat: Red }).unwrap()),
        ["controlled"]
    );
    assert_eq!(
        desk.drive(&DriverCommand::Back { seat: Red }),
        Err(Refusal::NoChange)
    );
    // The chain is whole: links that were not used in between are skipped.
    desk.play_to_roll_of(people[0]);
    let roll = desk.roll_of(people[0]);
    let events = desk.member_says(people[0], &roll).unwrap();
    assert!(matches!(
        events[0],
        Event::Rolled {
            by: By::Owner,
            link: Some(_),
            ..
        }
    ));
}

#[test]
fn the_autopilot_follows_its_rule_and_no_other() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[1]);
    desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    let mut refused = 0;
    while desk.is_playing() && refused < 20 {
        if desk.table.turn() == Some(Red) {
            let rule = desk.table.autopilot();
            for mv in desk.table.choices() {
                if Some(mv) != rule {
                    assert_eq!(
                        desk.drive(&DriverCommand::Move { mv }),
                        Err(Refusal::IllegalMove)
                    );
                    refused += 1;
                }
            }
        }
        desk.act();
    }
    assert!(refused > 0);
}

#[test]
fn any_command_of_a_player_who_was_away_brings_the_seat_back() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_roll_of(people[0]);
    desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    let roll = desk.roll_of(people[0]);
    let events = desk.member_says(people[0], &roll).unwrap();
    assert_eq!(
        events[0],
        Event::Controlled {
            seat: Red,
            control: Control::Owner
        }
    );
    assert!(matches!(
        events[1],
        Event::Rolled {
            by: By::Owner,
            link: Some(_),
            ..
        }
    ));
    // What is refused changes nothing, this neither.
    desk.play_to_roll_of(people[0]);
    desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    assert_eq!(desk.member_says(people[0], &roll), Err(Refusal::Stale));
    assert_eq!(control(&desk, Red), Control::Autopilot);
    let events = desk.member_says(people[0], &Command::Return).unwrap();
    assert_eq!(
        events,
        [Event::Controlled {
            seat: Red,
            control: Control::Owner
        }]
    );
    assert_eq!(
        desk.member_says(people[0], &Command::Return),
        Err(Refusal::NoChange)
    );
}

#[test]
fn a_turn_begun_by_the_table_is_finished_by_it() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    let mut seen = 0;
    while desk.is_playing() && seen < 5 {
        desk.play_to_roll_of(people[0]);
        desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
        desk.drive(&DriverCommand::Roll).unwrap();
        desk.drive(&DriverCommand::Back { seat: Red }).unwrap();
        if desk.table.turn() != Some(Red) {
            continue;
        }
        seen += 1;
        // The owner is here, and has to wait for the turn to end.
        let command = match due(&desk) {
            Due::Roll { .. } => desk.roll_of(people[0]),
            _ => {
                let mv = desk.any_choice();
                desk.move_to(mv)
            }
        };
        assert_eq!(
            desk.member_says(people[0], &command),
            Err(Refusal::PlayedForYou)
        );
        while desk.is_playing() && desk.table.turn() == Some(Red) {
            assert!(matches!(
                desk.table.wants(),
                Wants::Act {
                    control: Control::Autopilot,
                    ..
                }
            ));
            for event in desk.act() {
                if let Event::Rolled { by, .. } | Event::Moved { by, .. } = event {
                    assert_eq!(by, By::Auto);
                }
            }
        }
        // The next turn is the owner's again.
        if desk.is_playing() {
            desk.play_to_roll_of(people[0]);
            let roll = desk.roll_of(people[0]);
            desk.member_says(people[0], &roll).unwrap();
        }
    }
    assert_eq!(seen, 5);
}

#[test]
fn a_roll_of_the_owner_is_moved_by_the_autopilot_if_the_owner_goes() {
    for leave in [false, true] {
        let (mut desk, people) = Desk::playing(&[Red, Yellow]);
        desk.play_to_choice_of(people[0]);
        if leave {
            desk.member_says(people[0], &Command::Leave).unwrap();
        } else {
            desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
        }
        assert!(matches!(
            desk.table.wants(),
            Wants::Act {
                seat: Red,
                control: Control::Autopilot,
                ..
            }
        ));
        let rule = desk.table.autopilot().unwrap();
        for mv in desk.table.choices() {
            if mv != rule {
                assert_eq!(
                    desk.drive(&DriverCommand::Move { mv }),
                    Err(Refusal::IllegalMove)
                );
            }
        }
        let events = desk.drive(&DriverCommand::Move { mv: rule }).unwrap();
        assert!(matches!(
            events[0],
            Event::Moved {
                by: By::AutoMove,
                ..
            }
        ));
        if desk.table.turn() == Some(Red) {
            let expected = if leave {
                By::Bot(BotKind::Simple)
            } else {
                By::Auto
            };
            let events = desk.drive(&DriverCommand::Roll).unwrap();
            assert!(matches!(events[0], Event::Rolled { by, link: None, .. } if by == expected));
        }
    }
}

#[test]
fn a_returning_owner_moves_the_own_roll() {
    let (mut desk, people) = Desk::playing(&[Red, Yellow]);
    desk.play_to_choice_of(people[0]);
    desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    let mv = desk.any_choice();
    let events = desk.member_says(people[0], &desk.move_to(mv)).unwrap();
    assert_eq!(names(&events[..2]), ["controlled", "moved"]);
    assert!(matches!(events[1], Event::Moved { by: By::Owner, .. }));
}

#[test]
fn b044_b045_whoever_leaves_the_next_one_can_act_at_once() {
    // Leaving with a roll due, with a move due, and out of turn.
    for situation in 0..3 {
        let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
        match situation {
            0 => desk.play_to_roll_of(people[0]),
            1 => desk.play_to_choice_of(people[0]),
            _ => desk.play_to_roll_of(people[1]),
        }
        let events = desk.member_says(people[0], &Command::Leave).unwrap();
        assert_eq!(
            events[0],
            Event::Controlled {
                seat: Red,
                control: LEFT
            }
        );
        assert_eq!(
            desk.member_says(people[0], &Command::Leave),
            Err(Refusal::NoChange)
        );
        if situation < 2 {
            assert!(
                matches!(desk.table.wants(), Wants::Act { seat: Red, .. }),
                "nobody waits for who left"
            );
        } else {
            let roll = desk.roll_of(people[1]);
            desk.member_says(people[1], &roll).unwrap();
        }
        for event in desk.play_out() {
            if let Event::Rolled {
                seat: Red,
                by,
                link,
                ..
            } = event
            {
                assert_eq!((by, link), (By::Bot(BotKind::Simple), None));
            }
        }
        assert_eq!(desk.table.places().unwrap().len(), 3);
        assert!(
            desk.table.chair(Red).is_open(),
            "the seat of who left is open after the game"
        );
        assert!(
            desk.table.roster().unwrap()[Red].is_some(),
            "and the game remembers whose it was"
        );
    }
}

#[test]
fn b047_the_host_leaving_changes_nothing_for_the_game() {
    let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
    desk.play_to_roll_of(people[1]);
    let before = desk.table.position_text();
    let events = desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(events[1..], [Event::Host { member: people[1] }]);
    assert_eq!(desk.table.position_text(), before);
    let roll = desk.roll_of(people[1]);
    desk.member_says(people[1], &roll).unwrap();
}

#[test]
fn who_left_can_come_back_any_time() {
    let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
    desk.play_to_roll_of(people[1]);
    desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        desk.drive(&DriverCommand::Back { seat: Red }),
        Err(Refusal::NoChange),
        "a connection alone is not enough"
    );
    desk.play_until(|desk| desk.table.turn() != Some(Green));
    assert_eq!(
        names(&desk.member_says(people[0], &Command::Return).unwrap()),
        ["controlled"]
    );
    assert_eq!(
        desk.table.host(),
        Some(people[1]),
        "the host's rights went on"
    );
    desk.play_to_roll_of(people[0]);
    let roll = desk.roll_of(people[0]);
    let events = desk.member_says(people[0], &roll).unwrap();
    assert!(matches!(
        events[0],
        Event::Rolled {
            by: By::Owner,
            link: Some(_),
            ..
        }
    ));
}

#[test]
fn b039_without_people_there_is_no_game() {
    let (mut desk, people) = Desk::of(&[Red, Green]);
    desk.add_bot(Yellow, BotKind::Simple);
    desk.add_bot(Blue, BotKind::Random);
    desk.start();
    desk.play_to_roll_of(people[0]);
    // Who is away has not left.
    desk.drive(&DriverCommand::Away { seat: Green }).unwrap();
    desk.member_says(people[0], &Command::Leave).unwrap();
    assert!(desk.is_playing());
    let events = desk.member_says(people[1], &Command::Leave).unwrap();
    assert_eq!(
        events,
        [
            Event::Controlled {
                seat: Green,
                control: LEFT
            },
            Event::Over {
                places: vec![],
                end: End::Abandoned
            },
            Event::Closed {
                reason: CloseReason::Empty
            },
        ]
    );
    assert_eq!(
        desk.table.wants(),
        Wants::Nothing,
        "b032: nothing is driven any more"
    );
}

#[test]
fn b032_after_the_end_the_driver_has_nothing_to_do() {
    let (mut desk, _) = Desk::of(&[Red]);
    desk.add_bot(Yellow, BotKind::Simple);
    desk.start();
    desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    desk.play_out();
    assert_eq!(desk.table.wants(), Wants::Nothing);
    assert_eq!(desk.drive(&DriverCommand::Roll), Err(Refusal::GameOver));
    assert_eq!(
        desk.drive(&DriverCommand::Away { seat: Red }),
        Err(Refusal::NoChange)
    );
    assert_eq!(
        control(&desk, Red),
        Control::Owner,
        "nobody is played for any more"
    );
}

#[test]
fn b051_a_seat_whose_person_is_gone_shows_it() {
    let (mut desk, people) = Desk::of(&[Red, Green, Yellow]);
    desk.drive(&DriverCommand::Away { seat: Green }).unwrap();
    assert!(
        desk.table.chair(Green).is_open(),
        "before the game it is open"
    );
    desk.start();
    desk.drive(&DriverCommand::Away { seat: Yellow }).unwrap();
    assert_eq!(
        control(&desk, Yellow),
        Control::Autopilot,
        "in it, the autopilot has it"
    );
    desk.member_says(people[2], &Command::Leave).unwrap();
    assert_eq!(control(&desk, Yellow), LEFT, "or a bot");
    desk.member_says(people[0], &Command::Resign).unwrap();
    assert!(
        desk.table.chair(Yellow).is_open(),
        "after it, it is open again"
    );
}

#[test]
fn b053_away_back_and_leave_in_every_order() {
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Away,
        Back,
        Leave,
        Return,
    }
    use Step::{Away, Back, Leave, Return};
    let all = [Away, Back, Leave, Return];
    for playing in [false, true] {
        for n in 0..256 {
            let steps = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6].map(|step: usize| all[step]);
            let (mut desk, people) = Desk::of(&[Red, Yellow]);
            if playing {
                desk.start();
            }
            // What the seat should be: here, away, left or open.
            let mut expected = Some(Control::Owner);
            for step in steps {
                let was = expected;
                let outcome = match step {
                    Away => desk.drive(&DriverCommand::Away { seat: Yellow }),
                    Back => desk.drive(&DriverCommand::Back { seat: Yellow }),
                    Leave => desk.member_says(people[1], &Command::Leave),
                    Return => desk.member_says(people[1], &Command::Return),
                };
                expected = match (playing, was, step) {
                    (false, _, Away | Leave) => None,
                    (false, _, Back | Return) => was,
                    (true, Some(Control::Owner), Away) => Some(Control::Autopilot),
                    (true, Some(Control::Autopilot), Back) => Some(Control::Owner),
                    (true, _, Leave) => Some(LEFT),
                    (true, _, Return) => Some(Control::Owner),
                    (true, _, Away | Back) => was,
                };
                assert_eq!(
                    outcome.is_ok(),
                    was != expected,
                    "{steps:?} {step:?} {outcome:?}"
                );
                assert_eq!(
                    desk.table.chair(Yellow).control(),
                    expected,
                    "{steps:?} {step:?}"
                );
            }
        }
    }
}

#[test]
fn b050_nothing_of_the_game_can_happen_before_its_draw() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let roll = Command::Roll {
        step: 0,
        roll: 1,
        link: None,
    };
    assert_eq!(desk.member_says(people[0], &roll), Err(Refusal::NotStarted));
    desk.member_says(people[0], &Command::Begin).unwrap();
    assert_eq!(desk.member_says(people[0], &roll), Err(Refusal::NotStarted));
    assert_eq!(desk.drive(&DriverCommand::Roll), Err(Refusal::NotStarted));
}

#[test]
fn b035_an_idle_table_never_waits_for_ever() {
    // Everybody goes, one after the other, without a word: the game ends all the same.
    let (mut desk, people) = Desk::playing(&[Red, Green, Yellow, Blue]);
    for &member in &people {
        desk.act();
        let seat = desk.table.seat_of(member).unwrap();
        desk.drive(&DriverCommand::Away { seat }).unwrap();
    }
    while desk.is_playing() {
        assert!(matches!(desk.table.wants(), Wants::Act { .. }));
        desk.act();
    }
    assert_eq!(desk.table.places().unwrap().len(), 4);
}

#[test]
fn bots_of_their_own_carry_no_mark() {
    let mut desk = Desk::new(Options::default());
    desk.sit_chained(Red);
    desk.add_bot(Green, BotKind::Random);
    desk.start();
    let mut rolls = 0;
    for event in desk.play_out() {
        match event {
            Event::Rolled {
                seat: Green,
                by,
                link,
                ..
            } => {
                assert_eq!((by, link), (By::Owner, None));
                rolls += 1;
            }
            Event::Moved {
                seat: Green, by, ..
            } => assert_eq!(by, By::Owner),
            _ => {}
        }
    }
    assert!(rolls > 0);
}

#[test]
fn b038_a_driver_out_of_turn_is_refused_like_anyone() {
    let (mut desk, _) = Desk::of(&[Red]);
    desk.add_bot(Yellow, BotKind::Simple);
    desk.start();
    desk.play_until(|desk| desk.table.turn() == Some(Red));
    assert_eq!(desk.drive(&DriverCommand::Roll), Err(Refusal::NotDriven));
    let mv = "0-1".parse().unwrap();
    assert_eq!(
        desk.drive(&DriverCommand::Move { mv }),
        Err(Refusal::NotDriven)
    );
    desk.play_until(|desk| {
        matches!(
            desk.table.wants(),
            Wants::Act {
                due: Due::Move(_),
                ..
            }
        )
    });
    assert_eq!(desk.drive(&DriverCommand::Roll), Err(Refusal::RollNotDue));
    assert_eq!(
        desk.drive(&DriverCommand::Move {
            mv: "56-57".parse().unwrap()
        }),
        Err(Refusal::IllegalMove)
    );
    desk.play_until(|desk| {
        matches!(
            desk.table.wants(),
            Wants::Act {
                due: Due::Roll { .. },
                ..
            }
        )
    });
    assert_eq!(
        desk.drive(&DriverCommand::Move { mv }),
        Err(Refusal::MoveNotDue)
    );
}

#[test]
fn a_table_closed_in_the_middle_of_a_game_abandons_it() {
    let (mut desk, _) = Desk::playing(&[Red, Green]);
    let events = desk
        .drive(&DriverCommand::Close(CloseReason::Idle))
        .unwrap();
    assert_eq!(names(&events), ["over", "closed"]);
    assert_eq!(
        desk.table.phase(),
        Phase::Closed {
            reason: CloseReason::Idle
        }
    );
    assert!(matches!(desk.table.chair(Red), Chair::Person { .. }));
}
