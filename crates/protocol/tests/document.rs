//! `docs/protocol.md` and the code say the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Debug;

use ludo_protocol::{
    ClientMessage, CommandId, CreateTable, CreatedHandover, CreatedTable, DiceStats, ErrorBody,
    ErrorCode, MAX_FRAME_BYTES, Me, NumberedEvent, Saying, ServerMessage, TableCode, TableState,
    TableSummary, TakeHandover, VERSION,
};
use ludo_table::{
    ANSWER_MILLIS, BotKind, By, CloseReason, Command, Control, End, Event, MAX_MEMBERS, Name,
    TIME_OUTS, Table,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// An example: what kind of thing it is, its JSON, and the line where it begins.
struct Example {
    kind: &'static str,
    text: String,
    line: usize,
}

fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    for (n, line) in DOCUMENT.lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            match fence.strip_prefix("json") {
                Some(kind) if !open => {
                    examples.push(Example {
                        kind: kind.trim(),
                        text: String::new(),
                        line: n + 1,
                    });
                    open = true;
                }
                _ => open = false,
            }
        } else if open && let Some(example) = examples.last_mut() {
            example.text.push_str(line);
        }
    }
    examples
}

/// Reads an example as what it says it is; written again, nothing may be missing or more.
fn check<T: DeserializeOwned + Serialize + Debug>(example: &Example) -> Value {
    let Example { kind, text, line } = example;
    let read: T = serde_json::from_str(text)
        .unwrap_or_else(|error| panic!("line {line}: no {kind}: {error}"));
    let shown: Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        serde_json::to_value(&read).unwrap(),
        shown,
        "line {line}: the {kind} is another one"
    );
    let read: T = ludo_protocol::read(text)
        .unwrap_or_else(|error| panic!("line {line}: clients read no {kind}: {error}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), shown);
    shown
}

/// The names of an enum's variants in JSON, from serde's own complaint about a wrong one.
fn variants<T: DeserializeOwned + Debug>(wrong: &str) -> BTreeSet<String> {
    let complaint = serde_json::from_str::<T>(wrong).unwrap_err().to_string();
    let (_, names) = complaint.split_once("expected ").unwrap();
    names
        .split('`')
        .skip(1)
        .step_by(2)
        .map(Into::into)
        .collect()
}

/// The types that a reader written by hand knows: `"name" => Self::…`.
fn read_types(source: &str) -> BTreeSet<String> {
    source
        .split('"')
        .skip(1)
        .step_by(2)
        .zip(source.split('"').skip(2).step_by(2))
        .filter(|(_, after)| after.trim_start().starts_with("=> Self::"))
        .map(|(name, _)| name.into())
        .collect()
}

const WRONG_TAG: &str = r#"{"type":"?"}"#;
const WRONG_WORD: &str = r#""?""#;

#[test]
fn every_example_is_what_it_says() {
    let mut shown: BTreeSet<(&str, String)> = BTreeSet::new();
    for example in &examples() {
        let value = match example.kind {
            "ClientMessage" => {
                assert!(ClientMessage::parse(&example.text).is_ok());
                check::<ClientMessage>(example)
            }
            "ServerMessage" => check::<ServerMessage>(example),
            "Command" => check::<Command>(example),
            "Event" => check::<Event>(example),
            "NumberedEvent" => check::<NumberedEvent>(example),
            "Table" => check::<Table>(example),
            "CreateTable" => check::<CreateTable>(example),
            "CreatedTable" => check::<CreatedTable>(example),
            "CreatedHandover" => check::<CreatedHandover>(example),
            "TakeHandover" => check::<TakeHandover>(example),
            "TableSummary" => check::<TableSummary>(example),
            "Me" => check::<Me>(example),
            "DiceStats" => check::<DiceStats>(example),
            "ErrorBody" => check::<ErrorBody>(example),
            other => panic!("line {}: what kind of example is `{other}`?", example.line),
        };
        let name = value
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        shown.insert((example.kind, name.into()));
    }
    let all = [
        ("ClientMessage", variants::<ClientMessage>(WRONG_TAG)),
        (
            "ServerMessage",
            read_types(include_str!("../src/written_message.rs")),
        ),
        ("Command", variants::<Command>(WRONG_TAG)),
        (
            "Event",
            read_types(include_str!("../../table/src/written_event.rs")),
        ),
    ];
    assert!(all.iter().all(|(_, names)| names.len() > 1), "{all:?}");
    for (kind, names) in all {
        for name in names {
            assert!(
                shown.contains(&(kind, name.clone())),
                "there is no example of the {kind} `{name}`"
            );
        }
    }
    for kind in [
        "NumberedEvent",
        "Table",
        "CreateTable",
        "CreatedTable",
        "CreatedHandover",
        "TakeHandover",
        "TableSummary",
        "Me",
        "ErrorBody",
    ] {
        assert!(
            shown.contains(&(kind, String::new())),
            "there is no example of a {kind}"
        );
    }
}

#[test]
fn every_word_is_there() {
    let mut words = BTreeSet::new();
    for all in [
        variants::<BotKind>(WRONG_WORD),
        variants::<By>(WRONG_WORD),
        variants::<Control>(WRONG_WORD),
        variants::<End>(WRONG_WORD),
        variants::<CloseReason>(WRONG_WORD),
        variants::<TableState>(WRONG_WORD),
        read_types(include_str!("../../table/src/written_chair.rs")),
        variants::<ludo_rules::Length>(WRONG_WORD),
    ] {
        assert!(all.len() > 1, "{all:?}");
        words.extend(all);
    }
    words.extend(Saying::all().map(|saying| saying.name().to_owned()));
    words.extend(["waiting", "drawing", "playing", "over"].map(Into::into));
    words.extend(["classic", "modern", "mensch", "chinczyk", "parchis"].map(Into::into));
    for word in words {
        let marked = [format!("`{word}`"), format!("\"{word}\"")];
        assert!(
            marked.iter().any(|marked| DOCUMENT.contains(marked)),
            "`{word}` is not explained"
        );
    }
}

#[test]
fn the_table_of_codes_is_the_list_of_codes() {
    let (_, codes) = DOCUMENT.split_once("\n## Codes\n").unwrap();
    let (codes, _) = codes.split_once("\n## ").unwrap();
    let written: Vec<&str> = codes
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| `")?
                .split_once("` |")
                .map(|(code, _)| code)
        })
        .collect();
    let all: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(written, all);
}

#[test]
fn the_numbers_are_those_of_the_code() {
    let seconds = ANSWER_MILLIS / 1000;
    assert_eq!(
        (VERSION, MAX_FRAME_BYTES, seconds, ludo_dice::MAX_ROLLS),
        (1, 4_096, 10, 4_000)
    );
    for text in [
        "This is version 1.".into(),
        "`version` in the welcome is 1.".into(),
        "| a frame from a client | 4,096 bytes;".into(),
        format!("| answers to a begin | {seconds} s;"),
        "| rolls of a game | 4,000 |".into(),
        format!("| members that a table remembers | {MAX_MEMBERS}:"),
        format!("| time-outs in a row until the autopilot plays | {TIME_OUTS};"),
        format!(
            "1 to {} characters of `A-Z a-z 0-9 - _`",
            CommandId::MAX_LEN
        ),
        format!("**Names** have 1 to {} characters.", Name::MAX_CHARS),
        format!("`{}`", TableCode::ALPHABET),
    ] {
        assert!(
            DOCUMENT.contains(&text),
            "the document does not say: {text}"
        );
    }
}
