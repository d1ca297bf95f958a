//! A client that folds a server's events notices whatever is not as it should be.

use ludo_dice::Fault;
use ludo_rules::Seat;
use ludo_table::{
    BotKind, By, Command, DriverCommand, Event, Member, Options, SeatAtBegin, Table, Time, Wrong,
};
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
fn a_roll_for_an_absent_player_shows_no_link() {
    let (mut desk, people) = Desk::playing(&[Seat::Red, Seat::Yellow]);
    desk.play_to_roll_of(people[0]);
    // What the owner would have rolled, passed off as a roll of the table.
    let roll = desk.roll_of(people[0]);
    let actor = ludo_table::Actor::Member(people[0]);
    let events = desk
        .table
        .decide(actor, &roll, desk.now, &desk.hand(true))
        .unwrap();
    let mut json = serde_json::to_value(&events[0]).unwrap();
    json["by"] = "auto".into();
    let passed_off: Event = serde_json::from_value(json).unwrap();
    desk.drive(&DriverCommand::Away { seat: Seat::Red })
        .unwrap();
    assert_eq!(
        desk.table.apply(&passed_off, desk.now),
        Err(Wrong::By(Seat::Red))
    );
    assert_eq!(
        desk.table.apply(&events[0], desk.now),
        Err(Wrong::By(Seat::Red))
    );
}

#[test]
fn a_move_of_the_table_is_the_autopilots() {
    for rolled_by_table in [false, true] {
        let (mut desk, people) = Desk::playing(&[Seat::Red, Seat::Yellow]);
        if rolled_by_table {
            desk.play_until(|desk| desk.table.turn() == Some(Seat::Yellow));
            desk.drive(&DriverCommand::Away { seat: Seat::Red })
                .unwrap();
        }
        desk.play_to_choice_of(people[0]);
        if !rolled_by_table {
            desk.drive(&DriverCommand::Away { seat: Seat::Red })
                .unwrap();
        }
        let rule = desk.table.autopilot().unwrap();
        let by = if rolled_by_table {
            By::Auto
        } else {
            By::AutoMove
        };
        let (rules, position) = (
            desk.table.rules().unwrap().clone(),
            *desk.table.position().unwrap(),
        );
        for mv in desk.table.choices() {
            let after = rules.play(&position, None, mv).unwrap();
            let choices = rules
                .moves(&after, None)
                .map(|moves| moves.to_vec())
                .unwrap_or_default();
            let moved = Event::Moved {
                seat: Seat::Red,
                mv,
                by,
                position: rules.text(&after),
                choices,
            };
            let applied = desk.table.clone().apply(&moved, desk.now);
            assert_eq!(applied.is_ok(), mv == rule, "{mv} {applied:?}");
        }
    }
}

#[test]
fn a_table_is_set_up_as_it_can_be() {
    let (desk, people) = Desk::of(&[Seat::Red]);
    let wrong = |table: &Table, event: &Event| table.clone().apply(event, Time(9)).is_err();
    let joined = |member| Event::Joined {
        member: Member(member),
        name: crate::desk::name("X"),
    };
    assert!(!wrong(&desk.table, &joined(2)));
    assert!(
        wrong(&desk.table, &joined(3))
            && wrong(&desk.table, &joined(0))
            && wrong(&desk.table, &joined(1))
    );
    let (game, tip) = (desk.table.game(), desk.table.server_tip());
    let seats = ludo_rules::BySeat::from_fn(|seat| {
        (seat == Seat::Red).then(|| SeatAtBegin {
            name: desk.table.member_name(people[0]).unwrap().clone(),
            member: Some(people[0]),
            bot: None,
            tip: desk.table.chair(seat).tip(),
        })
    });
    assert_eq!(
        desk.table.clone().apply(
            &Event::Begun {
                game,
                server_tip: tip,
                seats
            },
            Time(9)
        ),
        Err(Wrong::Begin),
        "nobody plays alone"
    );
    let other = Event::Sat {
        member: Member(9),
        seat: Seat::Blue,
    };
    assert!(wrong(&desk.table, &other), "a stranger");
    assert!(
        wrong(
            &desk.table,
            &Event::Sat {
                member: people[0],
                seat: Seat::Red
            }
        ),
        "a taken seat"
    );
    assert!(wrong(&desk.table, &Event::Stood { seat: Seat::Blue }));
    assert!(wrong(
        &desk.table,
        &Event::BotSat {
            seat: Seat::Red,
            bot: BotKind::Simple
        }
    ));
    assert!(wrong(&desk.table, &Event::BotLeft { seat: Seat::Red }));
    assert!(wrong(&desk.table, &Event::Host { member: Member(9) }));
    assert!(
        wrong(
            &desk.table,
            &Event::Chained {
                seat: Seat::Red,
                tip
            }
        ),
        "the server's tip"
    );
    assert!(wrong(
        &desk.table,
        &Event::Chained {
            seat: Seat::Blue,
            tip: ludo_dice::Tip([1; 32])
        }
    ));
    let options = Options {
        seats: "gy".parse().unwrap(),
        ..Options::default()
    };
    assert!(wrong(&desk.table, &Event::OptionsSet { options }));
    assert!(wrong(
        &desk.table,
        &Event::Renamed {
            member: Member(9),
            name: crate::desk::name("X")
        }
    ));
}

#[test]
fn a_rematch_has_a_new_id_and_a_new_chain() {
    let (mut desk, people) = Desk::playing(&[Seat::Red, Seat::Yellow]);
    desk.member_says(people[0], &Command::Resign).unwrap();
    let (game, tip) = (desk.table.game(), desk.table.server_tip());
    let (new_game, new_tip) = (ludo_dice::GameId([4; 16]), ludo_dice::Tip([4; 32]));
    let rematch = |game, tip, member| Event::Rematch { game, tip, member };
    let apply = |event: &Event| desk.table.clone().apply(event, Time(9));
    assert_eq!(apply(&rematch(game, new_tip, people[0])), Err(Wrong::Begin));
    assert_eq!(apply(&rematch(new_game, tip, people[0])), Err(Wrong::Begin));
    assert_eq!(
        apply(&rematch(new_game, new_tip, Member(9))),
        Err(Wrong::Member(Member(9)))
    );
    assert_eq!(apply(&rematch(new_game, new_tip, people[1])), Ok(()));
}

#[test]
fn a_table_begins_with_its_opening_and_ends_with_its_closing() {
    let mut desk = Desk::new(Options::default());
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
