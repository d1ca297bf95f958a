//! What stands in a record of what happened.

use ludo_dice::{Claim, Proof};
use ludo_rules::Seat::{Blue, Green, Red};
use ludo_rules::{Length, PlayerKind, Tag, Termination};
use ludo_table::{
    BotKind, CloseReason, Command, DriverCommand, Event, MoveTime, NoRecord, Options, Recorder,
    Time,
};

use crate::desk::{Desk, name};

use super::told::check;
use super::{EVENING, is_proven, plies, record, records, two};

#[test]
fn a_record_tells_who_played_what_and_when() {
    let mut desk = Desk::new(Options {
        length: Length::Quick,
        move_time: MoveTime::Twenty,
        ..Options::default()
    });
    desk.now = EVENING;
    let ania = desk.sit_chained(Red);
    let rename = Command::Rename {
        name: name("\"Ania\" \\ z Łodzi"),
    };
    desk.member_says(ania, &rename).unwrap();
    desk.add_bot(Blue, BotKind::Simple);
    desk.start();
    // A new name during the game is for the next one.
    desk.member_says(
        ania,
        &Command::Rename {
            name: name("Somebody"),
        },
    )
    .unwrap();
    desk.act();
    desk.now = desk.now.plus(60_000 * 60 * 6);
    desk.member_says(ania, &Command::Resign).unwrap();
    let record = record(&desk);
    let names: Vec<&str> = record.tags().iter().map(Tag::name).collect();
    assert_eq!(
        names,
        [
            "Event",
            "Date",
            "StartTime",
            "EndDate",
            "EndTime",
            "Rules",
            "Game",
            "Red",
            "RedKind",
            "Blue",
            "BlueKind",
            "First",
            "Start",
            "Clock",
            "Dice",
            "DiceServer",
            "DiceRed",
            "Places",
            "Termination"
        ]
    );
    assert_eq!(record.player(Red), Some("\"Ania\" \\ z Łodzi"));
    assert!(
        record
            .to_string()
            .contains(r#"[Red "\"Ania\" \\ z Łodzi"]"#)
    );
    assert_eq!(record.player(Blue), Some("Simple"));
    assert_eq!(
        (record.kind(Red), record.kind(Blue)),
        (Some(PlayerKind::Person), Some(PlayerKind::Bot))
    );
    let tag = |name| record.tag(name).unwrap();
    assert_eq!(
        (
            tag("Date"),
            tag("StartTime"),
            tag("EndDate"),
            tag("EndTime")
        ),
        ("2026.12.24", "18:20:05", "2026.12.25", "00:20:05")
    );
    assert_eq!(tag("Game"), "01".repeat(16));
    assert_eq!(tag("Places"), "br");
    assert_eq!(tag("Clock"), "20");
    assert!(tag("Start").starts_with("classic 0,0,57,57/-/-/0,0,57,57 "));
    assert_eq!(record.termination(), Termination::Resigned);
}

#[test]
fn a_roll_whose_move_never_came_is_told() {
    let play = |desk: &mut Desk| {
        desk.play_until(|desk| desk.table.choices().len() > 1);
        desk.in_turn()
    };
    // By the one in turn, who then gives up.
    let (mut desk, _) = two();
    let member = play(&mut desk);
    desk.member_says(member, &Command::Resign).unwrap();
    let made = record(&desk);
    let [.., roll, resign] = &plies(&made)[..] else {
        panic!()
    };
    assert!(
        roll.ends_with(":-") && resign.ends_with(":resign"),
        "{roll} {resign}"
    );
    check(&desk);
    // By the other one.
    let (mut desk, people) = two();
    let member = play(&mut desk);
    let other = people.into_iter().find(|other| *other != member).unwrap();
    desk.member_says(other, &Command::Resign).unwrap();
    assert!(
        plies(&record(&desk))
            .iter()
            .rev()
            .nth(1)
            .unwrap()
            .ends_with(":-")
    );
    check(&desk);
    // The server could not go on.
    let (mut desk, _) = two();
    play(&mut desk);
    desk.drive(&DriverCommand::Abandon).unwrap();
    let made = record(&desk);
    assert!(plies(&made).last().unwrap().ends_with(":-"));
    assert_eq!(made.tag("Places"), Some("*"));
    check(&desk);
}

#[test]
fn who_gives_up_between_a_roll_and_its_move_stands_before_both() {
    let (mut desk, people) = Desk::playing(&[Red, Green, Blue]);
    desk.play_until(|desk| desk.table.choices().len() > 1);
    let turn = desk.table.turn().unwrap();
    let other = people
        .into_iter()
        .find(|&member| desk.table.seat_of(member) != Some(turn))
        .unwrap();
    let seat = desk.table.seat_of(other).unwrap();
    desk.member_says(other, &Command::Resign).unwrap();
    desk.act();
    desk.drive(&DriverCommand::Abandon).unwrap();
    let plies = plies(&record(&desk));
    let at = plies
        .iter()
        .position(|ply| *ply == format!("{seat}:resign"))
        .unwrap();
    assert!(plies[at + 1].starts_with(turn.letter()), "{plies:?}");
    assert!(!plies[at + 1].ends_with(":-"));
    check(&desk);
}

#[test]
fn a_game_that_ended_before_its_draw_has_no_record() {
    let (mut desk, people) = Desk::of(&[Red, Green]);
    desk.member_says(people[0], &Command::Begin).unwrap();
    desk.drive(&DriverCommand::Away { seat: Green }).unwrap();
    desk.drive(&DriverCommand::Close(CloseReason::Idle))
        .unwrap();
    assert!(records(&desk).is_empty());
}

#[test]
fn the_clock_of_a_record_tells_what_was_left() {
    let options = Options {
        move_time: MoveTime::Thirty,
        auto_move: false,
        ..Options::default()
    };
    let mut desk = Desk::new(options);
    let people = [desk.sit(Red), desk.sit(Green)];
    desk.start();
    let clocks = |desk: &Desk| {
        let mut recorder = Recorder::new();
        let mut record = None;
        for (event, at) in &desk.log {
            record = recorder.push(event, *at).unwrap().or(record);
        }
        let last = record.unwrap().moves().last().unwrap().clone();
        last.marks()
            .map(|mark| format!("{mark}"))
            .collect::<Vec<_>>()
    };
    // A roll, 7.1 s after the draw; whose outcome comes by itself.
    desk.now = desk.now.plus(7_100);
    let (member, roll) = (desk.in_turn(), desk.plain_roll());
    desk.member_says(member, &roll).unwrap();
    let settled = desk.table.choices().is_empty();
    desk.drive(&DriverCommand::Abandon).unwrap();
    assert_eq!(clocks(&desk), ["[%clk 22]"], "{settled}");

    // A choice has its own time.
    let mut desk = Desk::new(Options {
        move_time: MoveTime::Thirty,
        auto_move: false,
        ..Options::default()
    });
    desk.sit(Red);
    desk.sit(Green);
    desk.start();
    desk.play_until(|desk| !desk.table.choices().is_empty());
    desk.now = desk.now.plus(29_500);
    let (member, mv) = (desk.in_turn(), desk.any_choice());
    let mv = desk.move_to(mv);
    desk.member_says(member, &mv).unwrap();
    desk.drive(&DriverCommand::Abandon).unwrap();
    assert_eq!(clocks(&desk), ["[%clk 0]"]);
    assert_eq!(people.len(), 2);
}

#[test]
fn events_that_are_not_of_a_table_give_no_record() {
    let (mut desk, _) = two();
    desk.play_out();
    let begun = desk
        .log
        .iter()
        .position(|(event, _)| event.name() == "begun")
        .unwrap();
    // From the begin on, with the options, it is the same record.
    let mut recorder = Recorder::with_options(desk.table.options().clone());
    let mut made = None;
    for (event, at) in &desk.log[begun..] {
        assert_eq!(
            recorder.game().is_some(),
            made.is_none() && event.name() != "begun"
        );
        made = recorder.push(event, *at).unwrap().or(made);
    }
    assert_eq!(made, Some(record(&desk)));
    // From later on, there is none.
    let mut recorder = Recorder::new();
    assert_eq!(
        recorder.push(&desk.log[begun + 3].0, Time(0)),
        Err(NoRecord::Order("drawn"))
    );
    // With an event left out the moves do not go together any more.
    for left_out in ["rolled", "moved"] {
        let mut recorder = Recorder::new();
        let mut left = false;
        let failed = desk.log.iter().any(|(event, at)| {
            if !left && event.name() == left_out {
                left = true;
                return false;
            }
            recorder.push(event, *at).is_err()
        });
        assert!(failed, "{left_out}");
    }
    // With other places than those of the moves.
    let (mut events, mut recorder) = (desk.log.clone(), Recorder::new());
    for (event, _) in &mut events {
        if let Event::Over { places, .. } = event {
            places.reverse();
        }
    }
    let result = events
        .iter()
        .find_map(|(event, at)| recorder.push(event, *at).err());
    assert_eq!(result, Some(NoRecord::Places));
}

#[test]
fn the_proof_of_a_running_or_local_game_claims_nothing_more_than_it_has() {
    let (mut desk, _) = two();
    for _ in 0..40 {
        desk.act();
    }
    desk.drive(&DriverCommand::Abandon).unwrap();
    let text = record(&desk).to_string();
    let unfinished = text.replace("\"abandoned\"", "\"unfinished\"");
    assert!(is_proven(&unfinished));
    let local: String = text
        .lines()
        .filter(|line| !line.starts_with("[Dice"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(!is_proven(&local));
    let local = local.replace("[First ", "[Dice \"local\"]\n[First ");
    let proof = Proof::of(&local.parse().unwrap()).unwrap();
    assert_eq!((proof.claim, proof.state), (Claim::Nothing, None));
}
