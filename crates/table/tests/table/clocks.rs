//! The clock of a move: when it runs, whose it is, and what follows when the time is over.

use ludo_rules::Seat::{self, Green, Red, Yellow};
use ludo_table::{
    Actor, BotKind, By, Command, Control, DriverCommand, Event, Member, MoveTime, Options, Phase,
    Refusal, TIME_OUTS, Table, Time, Wants, Wrong,
};
use proptest::prelude::*;

use crate::desk::{Desk, name, names};

fn timed(move_time: MoveTime) -> Options {
    Options {
        move_time,
        ..Options::default()
    }
}

/// A game of people with chains and a clock, right after its draw.
fn game(seats: &[Seat], options: Options) -> (Desk, Vec<Member>) {
    let mut desk = Desk::new(options);
    let people = seats.iter().map(|&seat| desk.sit_chained(seat)).collect();
    desk.start();
    (desk, people)
}

/// Lets the time of the clock that runs pass, and says so.
fn run_out(desk: &mut Desk) -> (Seat, Vec<Event>) {
    let clock = desk.table.clock().unwrap();
    desk.now = clock.until;
    let command = DriverCommand::TimeOut { seat: clock.seat };
    (clock.seat, desk.drive(&command).unwrap())
}

/// The autopilot finishes the turn at hand.
fn finish_turn(desk: &mut Desk, seat: Seat) -> Vec<Event> {
    let mut events = Vec::new();
    while desk.table.turn() == Some(seat) {
        assert!(matches!(desk.table.wants(), Wants::Act { .. }));
        events.extend(desk.act());
    }
    events
}

#[test]
fn each_act_has_the_whole_time_from_the_event_that_made_it_due() {
    let (mut desk, _) = game(&[Red, Yellow], timed(MoveTime::Twenty));
    let mut acts = 0;
    while desk.is_playing() && acts < 200 {
        let clock = desk.table.clock().unwrap();
        assert_eq!(Some(clock.seat), desk.table.turn());
        assert_eq!(clock.since, desk.now, "it begins with what was last");
        assert_eq!(clock.until, clock.since.plus(20_000));
        let wants = Wants::TimeOut {
            seat: clock.seat,
            at: clock.until,
        };
        assert_eq!(desk.table.wants(), wants);
        desk.act();
        acts += 1;
    }
    assert!(acts > 100);
}

#[test]
fn b032_there_is_no_clock_before_the_draw_after_the_end_and_without_a_time() {
    let (mut desk, _) = game(&[Red, Yellow], Options::default());
    assert_eq!(
        (desk.table.clock(), desk.table.wants()),
        (None, Wants::Nothing)
    );
    desk.play_out();
    let mut desk = Desk::new(timed(MoveTime::Ten));
    let ania = desk.sit_chained(Red);
    desk.sit_chained(Yellow);
    assert_eq!(desk.table.clock(), None);
    desk.member_says(ania, &Command::Begin).unwrap();
    assert_eq!(desk.table.clock(), None);
    for seat in [Red, Yellow] {
        let member = desk.table.chair(seat).member().unwrap();
        desk.answer(member).unwrap();
    }
    desk.drive(&DriverCommand::Draw).unwrap();
    assert!(desk.table.clock().is_some());
    desk.play_out();
    desk.now = desk.now.plus(1_000_000);
    assert_eq!(
        (desk.table.clock(), desk.table.wants()),
        (None, Wants::Nothing)
    );
    for seat in Seat::ALL {
        let late = desk.drive(&DriverCommand::TimeOut { seat });
        assert_eq!(late, Err(Refusal::NotDriven));
    }
    assert_eq!(desk.drive(&DriverCommand::Resume), Err(Refusal::NoChange));
}

#[test]
fn b035_when_the_time_is_over_the_table_plays_the_turn_to_its_end() {
    let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Thirty));
    desk.play_to_roll_of(people[0]);
    let clock = desk.table.clock().unwrap();
    let late_roll = desk.roll_of(people[0]);
    desk.now = Time(clock.until.0 - 1);
    let time_out = DriverCommand::TimeOut { seat: Red };
    assert_eq!(desk.drive(&time_out), Err(Refusal::NotDriven), "too early");
    desk.now = clock.until;
    let other = DriverCommand::TimeOut { seat: Yellow };
    assert_eq!(desk.drive(&other), Err(Refusal::NotDriven), "another seat");
    assert_eq!(
        desk.drive(&time_out).unwrap(),
        [Event::TimedOut { seat: Red }]
    );
    assert_eq!(desk.drive(&time_out), Err(Refusal::NotDriven), "once only");
    assert_eq!(
        desk.member_says(people[0], &late_roll),
        Err(Refusal::PlayedForYou)
    );
    for event in finish_turn(&mut desk, Red) {
        match event {
            Event::Rolled { by, link, .. } => assert_eq!((by, link), (By::Auto, None)),
            Event::Moved { by, .. } => assert_eq!(by, By::Auto),
            Event::Over { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        desk.member_says(people[0], &late_roll),
        Err(Refusal::Stale),
        "the roll of that turn is of the past"
    );
    // The seat is still its person's, whose own links fit the next time.
    assert_eq!(desk.table.chair(Red).control(), Some(Control::Owner));
    desk.play_to_roll_of(people[0]);
    let roll = desk.roll_of(people[0]);
    desk.member_says(people[0], &roll).unwrap();
}

#[test]
fn a_roll_just_before_the_time_out_counts_and_the_choice_after_it_has_a_time_of_its_own() {
    let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Ten));
    loop {
        desk.play_to_roll_of(people[0]);
        desk.now = desk.table.clock().unwrap().until.plus(5);
        // The time is over, but nobody has said so yet.
        let roll = desk.roll_of(people[0]);
        desk.member_says(people[0], &roll).unwrap();
        if desk.table.turn() == Some(Red) && !desk.table.choices().is_empty() {
            break;
        }
    }
    assert_eq!(desk.table.clock().unwrap().since, desk.now);
    let late = DriverCommand::TimeOut { seat: Red };
    assert_eq!(desk.drive(&late), Err(Refusal::NotDriven));
    let (seat, events) = run_out(&mut desk);
    assert_eq!((seat, names(&events)), (Red, vec!["timed_out"]));
    // What the owner rolled is moved for them; what the table rolls then is not theirs.
    let events = finish_turn(&mut desk, Red);
    let mut rolled = false;
    for event in events {
        match event {
            Event::Moved { by, .. } if !rolled => assert_eq!(by, By::AutoMove),
            Event::Moved { by, .. } => assert_eq!(by, By::Auto),
            Event::Rolled { by, .. } => {
                assert_eq!(by, By::Auto);
                rolled = true;
            }
            _ => {}
        }
    }
}

#[test]
fn three_in_a_row_put_a_seat_on_autopilot_until_its_person_does_something() {
    let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Ten));
    for n in 1..=TIME_OUTS {
        desk.play_to_roll_of(people[0]);
        let (_, events) = run_out(&mut desk);
        let expected: &[&str] = if n == TIME_OUTS {
            &["timed_out", "controlled"]
        } else {
            &["timed_out"]
        };
        assert_eq!(names(&events), expected);
        assert_eq!(desk.table.time_outs(Red), n);
        assert_eq!(desk.table.is_timed_out(Red), n == TIME_OUTS);
        finish_turn(&mut desk, Red);
    }
    // On autopilot there is no clock for the seat.
    desk.play_until(|desk| desk.table.turn() == Some(Red));
    assert_eq!(desk.table.clock(), None);
    // Any command hands back, and the count begins anew; the person has the whole time.
    desk.now = desk.now.plus(5_000);
    let events = desk.member_says(people[0], &Command::Return).unwrap();
    assert_eq!(names(&events), ["controlled"]);
    assert_eq!(desk.table.time_outs(Red), 0);
    assert_eq!(desk.table.clock().unwrap().since, desk.now);
    // Leaving and returning gains no time.
    let since = desk.table.clock().unwrap().since;
    desk.now = desk.now.plus(5_000);
    desk.member_says(people[0], &Command::Leave).unwrap();
    desk.member_says(people[0], &Command::Return).unwrap();
    assert_eq!(desk.table.clock().unwrap().since, since);
    // The same by a connection.
    for _ in 0..TIME_OUTS {
        desk.play_to_roll_of(people[0]);
        run_out(&mut desk);
        finish_turn(&mut desk, Red);
    }
    assert!(desk.table.is_timed_out(Red));
    desk.drive(&DriverCommand::Back { seat: Red }).unwrap();
    assert_eq!(desk.table.time_outs(Red), 0);
}

#[test]
fn whatever_the_person_does_in_between_the_count_begins_anew() {
    type Doing = fn(&mut Desk, Member);
    let doings: [Doing; 3] = [
        |desk, member| {
            desk.play_to_roll_of(member);
            let roll = desk.roll_of(member);
            desk.member_says(member, &roll).unwrap();
        },
        |desk, member| {
            let name = name(&format!("Renamed {}", desk.now.0));
            desk.member_says(member, &Command::Rename { name }).unwrap();
        },
        |desk, member| {
            desk.play_to_roll_of(member);
            let roll = desk.plain_roll();
            desk.member_says(member, &roll).unwrap();
        },
    ];
    for doing in doings {
        let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Ten));
        for _ in 1..TIME_OUTS {
            desk.play_to_roll_of(people[0]);
            run_out(&mut desk);
            finish_turn(&mut desk, Red);
        }
        assert_eq!(desk.table.time_outs(Red), TIME_OUTS - 1);
        doing(&mut desk, people[0]);
        assert_eq!(desk.table.time_outs(Red), 0);
    }
}

#[test]
fn what_another_one_does_neither_gives_time_nor_takes_it() {
    let (mut desk, people) = game(&[Red, Green, Yellow], timed(MoveTime::Ten));
    desk.play_to_roll_of(people[0]);
    let clock = desk.table.clock();
    desk.now = desk.now.plus(3_000);
    let name = name("Another");
    desk.member_says(people[1], &Command::Rename { name })
        .unwrap();
    desk.member_says(people[1], &Command::Resign).unwrap();
    assert_eq!(desk.table.clock(), clock);
    desk.member_says(people[2], &Command::Leave).unwrap();
    assert_eq!(desk.table.clock(), clock);
    // Who resigns in turn passes it on, and the next one has the whole time.
    let (mut desk, people) = game(&[Red, Green, Yellow], timed(MoveTime::Ten));
    desk.play_to_roll_of(people[0]);
    desk.now = desk.now.plus(3_000);
    desk.member_says(people[0], &Command::Resign).unwrap();
    let clock = desk.table.clock().unwrap();
    assert_eq!((clock.seat, clock.since), (Green, desk.now));
}

#[test]
fn after_the_server_was_away_the_act_at_hand_has_the_whole_time() {
    let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Sixty));
    desk.play_to_roll_of(people[0]);
    desk.now = desk.now.plus(3_600_000);
    assert_eq!(
        desk.drive(&DriverCommand::Resume).unwrap(),
        [Event::Resumed {}]
    );
    assert_eq!(desk.table.clock().unwrap().since, desk.now);
    assert_eq!(desk.table.time_outs(Red), 0);
}

#[test]
fn bots_have_no_clock_in_their_own_seats_or_in_those_of_others() {
    let mut desk = Desk::new(timed(MoveTime::Ten));
    let ania = desk.sit_chained(Red);
    let ben = desk.sit_chained(Green);
    desk.add_bot(Yellow, BotKind::Simple);
    desk.start();
    desk.member_says(ben, &Command::Leave).unwrap();
    let mut seen = [0; 3];
    while desk.is_playing() {
        match desk.table.turn() {
            Some(Red) => {
                assert!(desk.table.clock().is_some());
                seen[0] += 1;
            }
            Some(seat) => {
                assert_eq!(desk.table.clock(), None);
                seen[if seat == Green { 1 } else { 2 }] += 1;
            }
            None => {}
        }
        desk.act();
    }
    assert!(seen.iter().all(|&seen| seen > 10), "{seen:?} {ania}");
}

#[test]
fn a_time_out_that_is_a_lie_does_not_fold() {
    let (mut desk, people) = game(&[Red, Yellow], timed(MoveTime::Ten));
    desk.play_to_roll_of(people[0]);
    let until = desk.table.clock().unwrap().until;
    let lie = |desk: &Desk, seat, at| {
        let mut table = desk.table.clone();
        let wrong = table.apply(&Event::TimedOut { seat }, at);
        assert_eq!(table == desk.table, wrong.is_err());
        wrong
    };
    assert_eq!(lie(&desk, Red, Time(until.0 - 1)), Err(Wrong::Clock(Red)));
    assert_eq!(lie(&desk, Yellow, until), Err(Wrong::Clock(Yellow)));
    assert_eq!(lie(&desk, Green, until), Err(Wrong::Clock(Green)));
    assert_eq!(lie(&desk, Red, until), Ok(()));
    let (untimed, _) = game(&[Red, Yellow], Options::default());
    let mut table = untimed.table.clone();
    let resumed = table.apply(&Event::Resumed {}, until);
    assert_eq!(resumed, Err(Wrong::Phase("resumed")));
}

#[test]
fn a_state_of_before_there_were_clocks_is_read_and_goes_on() {
    let old = include_str!("before_clocks.json");
    assert!(!old.contains("move_time") && !old.contains("timing"));
    let table: Table = serde_json::from_str(old).unwrap();
    assert_eq!(table.options().move_time, MoveTime::Unlimited);
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!((table.clock(), table.wants()), (None, Wants::Nothing));
    let seat = table.turn().unwrap();
    let member = Actor::Member(table.chair(seat).member().unwrap());
    let mut after = table.clone();
    for event in table
        .decide(
            member,
            &Command::Resign,
            Time(9_999_999),
            &Default::default(),
        )
        .unwrap()
    {
        after.apply(&event, Time(9_999_999)).unwrap();
    }
    assert_eq!(after.places().map(<[Seat]>::len), Some(2));
    // An old opening as well.
    let opened = r#"{"type":"opened","options":{"rules":"classic","length":"whole","seats":"rgyb","auto_move":true},"game":"6f1c0a52b3d84e0f9a7be2d4c1580397","tip":"2906c4ceb612d76436cd31ad9eec3597ee32866110f658b93c97bb9effb382d4"}"#;
    let opened: Event = serde_json::from_str(opened).unwrap();
    assert_eq!(
        *Table::fold(None, &opened, Time(1)).unwrap().options(),
        Options::default()
    );
}

#[test]
fn the_time_is_one_of_five_or_is_refused() {
    for (text, time) in [
        ("null", MoveTime::Unlimited),
        ("10", MoveTime::Ten),
        ("20", MoveTime::Twenty),
        ("30", MoveTime::Thirty),
        ("60", MoveTime::Sixty),
    ] {
        assert_eq!(serde_json::from_str::<MoveTime>(text).unwrap(), time);
        assert_eq!(serde_json::to_string(&time).unwrap(), text);
    }
    for wrong in ["0", "11", "-10", "10.5", "\"10\"", "86400", "[]", "true"] {
        let options = format!("{{\"move_time\":{wrong}}}");
        assert!(
            serde_json::from_str::<Options>(&options).is_err(),
            "{wrong}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Random games in which people are slow, away, come back, and send what is too late.
    #[test]
    fn b035_b077_games_with_time_outs_at_random_come_to_their_end(seed: u64, slow in 1..6_usize, bot: bool) {
        let mut desk = Desk::seeded(timed(MoveTime::Ten), seed);
        let people: Vec<Member> = [Red, Green, Yellow].into_iter().map(|seat| desk.sit_chained(seat)).collect();
        if bot {
            desk.add_bot(Seat::Blue, BotKind::Random);
        }
        desk.start();
        let (mut time_outs, mut steps) = ([0_u8; 4], 0);
        while desk.is_playing() {
            steps += 1;
            prop_assert!(steps < 20_000, "the game does not end");
            let before = desk.table.clone();
            let clock = before.clock();
            // One clock at most, and only for a person who is to act.
            match before.wants() {
                Wants::TimeOut { seat, at } => {
                    let clock = clock.unwrap();
                    prop_assert_eq!((clock.seat, clock.until), (seat, at));
                    prop_assert_eq!(before.actor(), Some((seat, Control::Owner)));
                    prop_assert!(clock.since <= desk.now && clock.until == clock.since.plus(10_000));
                }
                Wants::Act { .. } => prop_assert_eq!(clock, None),
                other => prop_assert!(false, "{:?}", other),
            }
            let whose = before.turn().unwrap();
            let events = match clock {
                Some(clock) if desk.below(slow) == 0 => {
                    // A command and the deadline meet: which of them is first decides.
                    let member = desk.in_turn();
                    let roll = match before.choices().is_empty() {
                        true => desk.roll_of(member),
                        false => desk.move_to(before.choices()[0]),
                    };
                    desk.now = clock.until.plus(desk.below(3) as u64);
                    if desk.below(2) == 0 {
                        let done = desk.member_says(member, &roll).unwrap();
                        let late = desk.drive(&DriverCommand::TimeOut { seat: clock.seat });
                        prop_assert_eq!(late, Err(Refusal::NotDriven));
                        done
                    } else {
                        let done = desk.drive(&DriverCommand::TimeOut { seat: clock.seat }).unwrap();
                        let refused = desk.member_says(member, &roll);
                        if desk.table.chair(whose).control() == Some(Control::Owner) {
                            prop_assert_eq!(refused, Err(Refusal::PlayedForYou));
                        } else {
                            prop_assert!(matches!(refused, Err(Refusal::PlayedForYou | Refusal::Stale)));
                        }
                        done
                    }
                }
                Some(_) if desk.below(30) == 0 => desk.drive(&DriverCommand::Resume).unwrap(),
                _ if desk.below(40) == 0 && before.is_timed_out(Red) => {
                    desk.drive(&DriverCommand::Back { seat: Red }).unwrap()
                }
                _ if desk.below(40) == 0 && before.is_timed_out(Green) => {
                    desk.member_says(people[1], &Command::Return).unwrap()
                }
                _ => desk.act(),
            };
            for event in &events {
                match event {
                    Event::TimedOut { seat } => time_outs[seat.index()] += 1,
                    Event::Rolled { by: By::Owner | By::OwnerNoLink, seat, .. }
                    | Event::Moved { by: By::Owner, seat, .. }
                    | Event::Controlled { control: Control::Owner, seat } => time_outs[seat.index()] = 0,
                    Event::Controlled { control, seat } => {
                        prop_assert_eq!((*control, time_outs[seat.index()]), (Control::Autopilot, TIME_OUTS));
                    }
                    _ => {}
                }
            }
            for seat in Seat::ALL {
                if desk.is_playing() {
                    prop_assert_eq!(desk.table.time_outs(seat), time_outs[seat.index()]);
                    prop_assert_eq!(desk.table.is_timed_out(seat), time_outs[seat.index()] >= TIME_OUTS);
                }
            }
            // The rest of a turn in which the time ran out, or the table rolled, is the table's.
            if let [Event::TimedOut { seat }, ..] = events[..] {
                prop_assert_eq!(desk.table.actor(), Some((seat, Control::Autopilot)));
                prop_assert_eq!(desk.table.step(), before.step());
            }
            if steps % 97 == 0 {
                let text = serde_json::to_string(&desk.table).unwrap();
                prop_assert_eq!(&serde_json::from_str::<Table>(&text).unwrap(), &desk.table);
            }
        }
        prop_assert_eq!(desk.table.clock(), None);
        let mut folded = None;
        for (event, at) in &desk.log {
            folded = Some(Table::fold(folded, event, *at).unwrap());
        }
        prop_assert_eq!(folded.as_ref(), Some(&desk.table));
    }
}
