//! A client that folds a server's events notices whatever is not as it should be.

use ludo_dice::Fault;
use ludo_rules::Seat;
use ludo_table::{BotKind, Command, DriverCommand, Event, Table, Time, Wrong};
use serde_json::Value;

use crate::desk::Desk;

/// Every value that differs from this one in one place.
fn altered(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                for other in altered(field) {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), other);
                    all.push(Value::Object(fields));
                }
            }
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                for other in altered(item) {
                    let mut items = items.clone();
                    items[n] = other;
                    all.push(Value::Array(items));
                }
                let mut fewer = items.clone();
                fewer.remove(n);
                all.push(Value::Array(fewer));
            }
        }
        Value::Null => all.extend(["r", "pass", &"00".repeat(32), "simple"].map(Value::from)),
        Value::Bool(value) => all.push((!value).into()),
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            all.extend([number + 1, number.saturating_sub(1), 0, 4].map(Value::from));
        }
        Value::String(text) => {
            all.push(Value::Null);
            for (n, c) in text.char_indices() {
                for other in ['0', '1', '2', '7', 'a', 'r', 'g', 'y', 'b', '-'] {
                    if other != c {
                        let mut changed = text.clone();
                        changed.replace_range(n..n + c.len_utf8(), &other.to_string());
                        all.push(changed.into());
                    }
                }
            }
            let words = [
                "owner",
                "owner_no_link",
                "auto",
                "auto_move",
                "autopilot",
                "normal",
                "limit",
                "abandoned",
                "pass",
            ];
            all.extend(words.map(Value::from));
            all.push(serde_json::json!({ "bot": "simple" }));
        }
    }
    all.retain(|other| other != value);
    all
}

#[test]
fn no_event_of_a_game_can_be_altered() {
    let (mut desk, people) = Desk::of(&[Seat::Red, Seat::Green, Seat::Yellow]);
    desk.add_bot(Seat::Blue, BotKind::Simple);
    let start = desk.log.len();
    desk.start();
    for n in 0..80 {
        if n == 20 {
            desk.drive(&DriverCommand::Away { seat: Seat::Green })
                .unwrap();
        }
        if n == 40 {
            desk.member_says(people[2], &Command::Leave).unwrap();
        }
        desk.act();
    }
    desk.member_says(people[0], &Command::Resign).unwrap();
    desk.play_out();
    let mut table: Option<Table> = None;
    let (mut tried, mut kinds) = (0, std::collections::BTreeSet::new());
    for (n, (event, at)) in desk.log.iter().enumerate() {
        let judged = matches!(
            event,
            Event::Begun { .. }
                | Event::Drawn { .. }
                | Event::Rolled { .. }
                | Event::Moved { .. }
                | Event::Resigned { .. }
                | Event::Over { .. }
        );
        // The begin and the end of the game, and some of its middle.
        if n >= start && judged && (n < start + 150 || n + 30 > desk.log.len()) {
            kinds.insert(event.name());
            for other in altered(&serde_json::to_value(event).unwrap()) {
                let Ok(other) = serde_json::from_value::<Event>(other) else {
                    continue;
                };
                // Which of the two words ends a game in which somebody resigned, and whether a game that could go on is
                // given up, are the server's word.
                if other == *event || matches!(other, Event::Over { .. }) {
                    continue;
                }
                let mut copy = table.clone().unwrap();
                let before = copy.clone();
                let wrong = copy.apply(&other, *at);
                assert!(wrong.is_err(), "{event:?} went through as {other:?}");
                assert_eq!(copy, before, "what is wrong changes nothing");
                tried += 1;
            }
        }
        table = Some(Table::fold(table, event, *at).unwrap());
    }
    assert_eq!(kinds.len(), 6, "{kinds:?}");
    assert!(tried > 20_000, "{tried}");
}

#[test]
fn events_out_of_order_are_noticed() {
    let (mut desk, _) = Desk::playing(&[Seat::Red, Seat::Yellow]);
    for _ in 0..40 {
        desk.act();
    }
    for skipped in 1..desk.log.len() {
        // Nothing in a game rests on who is the host.
        if let Event::Host { .. } = desk.log[skipped].0 {
            continue;
        }
        let mut table: Option<Table> = None;
        let mut wrong = None;
        for (n, (event, at)) in desk.log.iter().enumerate() {
            if n == skipped {
                continue;
            }
            match Table::fold(table.clone(), event, *at) {
                Ok(next) => table = Some(next),
                Err(error) => {
                    wrong = Some(error);
                    break;
                }
            }
        }
        let last = skipped + 1 == desk.log.len();
        assert_eq!(
            wrong.is_none(),
            last,
            "without event {skipped} {:?}",
            desk.log[skipped].0
        );
    }
    let (again, at) = desk.log.last().unwrap().clone();
    assert!(
        desk.table.apply(&again, at).is_err(),
        "the same event twice"
    );
}

#[test]
fn a_false_die_is_called_one() {
    let (mut desk, _) = Desk::playing(&[Seat::Red, Seat::Yellow]);
    let before = desk.table.clone();
    let events = desk.act();
    let mut json = serde_json::to_value(&events[0]).unwrap();
    json["face"] = (json["face"].as_u64().unwrap() % 6 + 1).into();
    let false_die: Event = serde_json::from_value(json).unwrap();
    let wrong = before.clone().apply(&false_die, desk.now).unwrap_err();
    assert!(wrong.is_dice());
    let Wrong::Dice(dice) = wrong else {
        panic!("{wrong}")
    };
    assert_eq!(dice.roll, 1);
    assert!(matches!(dice.fault, Fault::Face { .. }));
}

#[test]
fn a_table_begins_with_its_opening_and_ends_with_its_closing() {
    let mut desk = Desk::new(ludo_table::Options::default());
    let (opened, _) = desk.log[0].clone();
    assert_eq!(desk.table.apply(&opened, Time(5)), Err(Wrong::Opening));
    let closed = Event::Closed {
        reason: ludo_table::CloseReason::Idle,
    };
    assert_eq!(Table::fold(None, &closed, Time(5)), Err(Wrong::Opening));
    desk.table.apply(&closed, Time(5)).unwrap();
    assert_eq!(
        desk.table.apply(&closed, Time(6)),
        Err(Wrong::AfterClosing("closed"))
    );
    assert_eq!(desk.table.changed_at(), Time(5));
}
