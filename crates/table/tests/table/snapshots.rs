//! A table written down and read again is the same table, small, and without secrets.

use ludo_rules::Seat;
use ludo_table::{BotKind, Command, Options, Table};

use crate::desk::Desk;

/// Two games in one: a table of people and bots, everybody's doings, a rematch.
fn story() -> Desk {
    let (mut desk, people) = Desk::of(&[Seat::Red, Seat::Green, Seat::Yellow]);
    desk.add_bot(Seat::Blue, BotKind::Random);
    desk.start();
    for n in 0..60 {
        if n == 30 {
            desk.member_says(people[1], &Command::Leave).unwrap();
        }
        desk.act();
    }
    desk.member_says(people[2], &Command::Resign).unwrap();
    desk.play_out();
    desk.member_says(people[0], &Command::Rematch).unwrap();
    desk.start();
    desk.play_out();
    desk
}

#[test]
fn b066_b068_a_snapshot_at_any_event_goes_on_like_the_table_itself() {
    let desk = story();
    let mut table: Option<Table> = None;
    for (event, at) in &desk.log {
        let next = Table::fold(table, event, *at).unwrap();
        let text = serde_json::to_string(&next).unwrap();
        let read: Table = serde_json::from_str(&text).unwrap();
        assert_eq!(read, next);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        // The table goes on as the one that was read.
        table = Some(read);
    }
    assert_eq!(table.unwrap(), desk.table);
}

#[test]
fn events_survive_their_json() {
    for (event, _) in story().log {
        let text = serde_json::to_string(&event).unwrap();
        assert!(
            text.starts_with(&format!("{{\"type\":\"{}\"", event.name())),
            "{text}"
        );
        assert_eq!(
            serde_json::from_str::<ludo_table::Event>(&text).unwrap(),
            event
        );
    }
}

#[test]
fn b092_b093_the_size_of_a_table_does_not_grow_with_the_game() {
    let desk = story();
    let mut table: Option<Table> = None;
    let mut greatest = 0;
    for (event, at) in &desk.log {
        let next = Table::fold(table, event, *at).unwrap();
        greatest = greatest.max(serde_json::to_string(&next).unwrap().len());
        table = Some(next);
    }
    assert!(desk.log.len() > 500, "{}", desk.log.len());
    assert!(greatest < 6 * 1024, "{greatest}");
    assert!(size_of::<Table>() < 4 * 1024, "{}", size_of::<Table>());
}

#[test]
fn a_snapshot_at_odds_with_itself_is_refused() {
    let (mut desk, people) = Desk::playing(&[Seat::Red, Seat::Yellow]);
    desk.play_to_choice_of(people[0]);
    let good = serde_json::to_value(&desk.table).unwrap();
    let mut choices = good.clone();
    choices["stage"]["play"]["choices"] = serde_json::json!(["0-1"]);
    let mut position = good.clone();
    position["stage"]["play"]["position"] = "classic 0,0,0,60/-/0,0,0,0/- r roll 0 - -".into();
    for bad in [choices, position] {
        assert!(serde_json::from_value::<Table>(bad).is_err());
    }
    assert!(serde_json::from_value::<Table>(good).is_ok());
}

#[test]
fn no_event_and_no_state_holds_a_link_before_its_time() {
    let (mut desk, people) = Desk::of(&[Seat::Red, Seat::Yellow]);
    let written = |desk: &Desk| {
        let events: Vec<_> = desk.log.iter().map(|(event, _)| event).collect();
        format!(
            "{}{}{:?}",
            serde_json::to_string(&events).unwrap(),
            serde_json::to_string(&desk.table).unwrap(),
            desk.table
        )
    };
    desk.member_says(people[0], &Command::Begin).unwrap();
    desk.answer(people[0]).unwrap();
    // A pending answer is kept by the driver alone.
    let text = written(&desk);
    for link in [desk.devices[&people[0]].link(1), desk.server.link(1)] {
        assert!(!text.contains(&link.unwrap().to_string()));
    }
    desk.answer(people[1]).unwrap();
    for _ in 0..50 {
        desk.act();
        let text = written(&desk);
        let next = desk.table.dice().unwrap().next_link();
        for n in (next..next + 3).chain([4_096]) {
            assert!(
                !text.contains(&desk.server.link(n).unwrap().to_string()),
                "the server's link {n}"
            );
            for &member in &people {
                assert!(
                    !text.contains(&desk.devices[&member].link(n).unwrap().to_string()),
                    "link {n} of {member}"
                );
            }
        }
        assert!(
            text.contains(&desk.server.link(next - 1).unwrap().to_string()),
            "what is shown is shown"
        );
    }
}

#[test]
fn options_are_written_in_full_and_read_in_part() {
    let text = serde_json::to_string(&Options::default()).unwrap();
    assert_eq!(
        text,
        r#"{"rules":"classic","length":"whole","seats":"rgyb","auto_move":true,"move_time":null}"#
    );
    assert_eq!(
        serde_json::from_str::<Options>("{}").unwrap(),
        Options::default()
    );
}
