//! The binary as a person or a program calls it.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use common::{fed, ludo, run, text};
use serde_json::{Value, json};

const VECTORS: [&str; 6] = [
    include_str!("../../rules/tests/vectors/classic.jsonl"),
    include_str!("../../rules/tests/vectors/modern.jsonl"),
    include_str!("../../rules/tests/vectors/mensch.jsonl"),
    include_str!("../../rules/tests/vectors/chinczyk.jsonl"),
    include_str!("../../rules/tests/vectors/parchis.jsonl"),
    include_str!("../../rules/tests/vectors/directed.jsonl"),
];
const PERFT: &str = include_str!("../../rules/tests/vectors/perft.json");
const START: &str = "classic 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 r roll 0 - -";

/// What the command says to this input, which must succeed.
fn answers(arguments: &[&str], input: &[u8]) -> String {
    let output = fed(arguments, input);
    assert!(output.status.success());
    text(output.stdout)
}

fn refused(arguments: &[&str], hint: &str) {
    let output = run(arguments);
    let message = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.contains(hint), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn next_answers_the_vectors_byte_for_byte() {
    for vectors in VECTORS {
        // Lines of the vectors are questions too: their "next" is not looked at.
        assert_eq!(answers(&["next", "-"], vectors.as_bytes()), vectors);
        let questions: String = vectors
            .lines()
            .map(|line| {
                let line: Value = serde_json::from_str(line).unwrap();
                format!("{}\n", json!({ "pos": line["pos"], "roll": line["roll"] }))
            })
            .collect();
        assert_eq!(answers(&["next", "-"], questions.as_bytes()), vectors);
    }
}

#[test]
fn next_lists_the_outcomes_of_one_roll() {
    for line in VECTORS
        .iter()
        .flat_map(|vectors| vectors.lines().step_by(40))
    {
        let line: Value = serde_json::from_str(line).unwrap();
        let roll = line["roll"].to_string();
        let mut arguments = vec!["next", line["pos"].as_str().unwrap()];
        if line["roll"].is_number() {
            arguments.extend(["--roll", &roll]);
        }
        let output = run(&arguments);
        assert!(output.status.success());
        let seen: Vec<Value> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let expected: Vec<Value> = line["next"]
            .as_array()
            .unwrap()
            .iter()
            .map(|next| json!({ "roll": line["roll"], "move": next["move"], "pos": next["pos"] }))
            .collect();
        assert_eq!(seen, expected);
    }
}

#[test]
fn next_lists_all_six_rolls_where_none_is_given() {
    let output = run(&["next", "classic 0,0,0,8/49,49,49,57/0,0,0,0/- r roll 0 - -"]);
    let text = text(output.stdout);
    let moves: Vec<(u64, String)> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| {
            (
                line["roll"].as_u64().unwrap(),
                line["move"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let expected = [
        (1, "8-9"),
        (2, "8-10xggg"),
        (3, "8-11"),
        (4, "8-12"),
        (5, "8-13"),
        (6, "0-1"),
        (6, "8-14"),
    ];
    assert_eq!(moves, expected.map(|(roll, mv)| (roll, mv.to_owned())));
    assert!(
        text.starts_with(r#"{"roll": 1, "move": "8-9", "pos": "classic 0,0,0,9/"#),
        "{text}"
    );
}

#[test]
fn next_of_a_game_that_is_over_is_nothing() {
    let over = "classic 57,57,57,57/-/0,0,0,9/- - over 0 ry -";
    let output = run(&["next", over]);
    assert!(output.status.success() && output.stdout.is_empty());
    let line = format!("{{\"pos\": \"{over}\", \"roll\": null}}\n");
    let answer = format!("{{\"pos\": \"{over}\", \"roll\": null, \"next\": []}}\n");
    assert_eq!(answers(&["next", "-"], line.as_bytes()), answer);
}

#[test]
fn next_refuses_bad_lines_one_by_one() {
    let due = "classic 0,0,5,9/-/0,0,0,9/- r move:6 1 - -";
    let mut input = Vec::new();
    for line in [
        json!({ "pos": "classic 0,0,0,58/-/0,0,0,0/- r roll 0 - -", "roll": 1 }),
        json!({ "pos": START }),
        json!({ "pos": due, "roll": 6 }),
        json!({ "pos": START, "roll": 7 }),
        json!({ "pos": START, "roll": "6" }),
        json!({ "pos": 5, "roll": 1 }),
        json!({ "roll": 1 }),
        json!([]),
    ] {
        writeln!(input, "{line}").unwrap();
    }
    input.extend(b"what\n\n\xff\xfe\n");
    input.extend(vec![b'['; 200_000]);
    input.extend(b"\n");
    input.extend(json!({ "pos": START, "roll": 1 }).to_string().bytes());
    let answers = answers(&["next", "-"], &input);
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 13);
    let (last, errors) = answers.split_last().unwrap();
    let hints = [
        "field 2",
        "a roll is due",
        "no roll is due",
        "1 to 6",
        "1 to 6",
        "string",
        "missing",
        "object",
        "not JSON",
        "not JSON",
        "not JSON",
        "65536 bytes",
    ];
    for (answer, hint) in errors.iter().zip(hints) {
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(hint), "{error} / {hint}");
        assert_eq!(answer.as_object().unwrap().len(), 2);
    }
    assert_eq!(errors[1]["pos"], START);
    assert_eq!(last["next"][0]["move"], "pass");
}

#[test]
fn next_answers_a_program_that_waits() {
    let mut child = ludo(["next", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for roll in 1..=6 {
        writeln!(stdin, "{}", json!({ "pos": START, "roll": roll })).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(
            answer["next"][0]["move"],
            if roll == 6 { "0-1" } else { "pass" }
        );
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn choose_answers_each_line_with_a_move_or_a_reason() {
    let pos = "classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -";
    let six = "classic 0,3,17,57/5,5,9,52/0,0,0,41/1,2,32,56 g move:6 1 - -";
    let (good, bad) = ("0f".repeat(32), "0f".repeat(31));
    let lines = [
        json!({"pos": pos, "bot": "expert", "seed": good}),
        json!({"pos": six, "bot": "random", "seed": good}),
        json!({"pos": pos, "bot": "simple", "seed": bad}),
        json!({"pos": pos, "bot": "deep", "seed": good}),
        json!({"pos": pos.replace("move:4", "roll"), "bot": "simple", "seed": good}),
    ];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let out = answers(&["choose"], format!("{input}nonsense\n").as_bytes());
    let answers: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[0], json!({"choices": 1, "move": "30-34xy"}));
    assert!(answers[1]["choices"].as_u64() > Some(1) && answers[1]["move"].is_string());
    for (answer, why) in answers[2..]
        .iter()
        .zip(["seed", "unknown bot", "no move", "not a line"])
    {
        assert!(answer["error"].as_str().unwrap().contains(why), "{answer}");
    }
    assert_eq!(answers.len(), 6);
}

#[test]
fn a_reader_that_stops_is_no_error() {
    let mut child = ludo(["next", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The binary may be gone before all is written.
    while stdin
        .write_all(format!("{}\n", json!({ "pos": START, "roll": 6 })).as_bytes())
        .is_ok()
    {}
    drop(stdin);
    let mut message = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut message)
        .unwrap();
    assert_eq!(message, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn wrong_input_is_refused_with_status_2() {
    refused(
        &["next", "classic 0,0,0,58/-/0,0,0,0/- r roll 0 - -"],
        "field 2",
    );
    refused(&["next", "ludo"], "unknown rule set");
    refused(&["next", ""], "field 1");
    refused(
        &[
            "next",
            "classic 0,0,5,9/-/0,0,0,9/- r move:6 1 - -",
            "--roll",
            "6",
        ],
        "no roll is due",
    );
    refused(&["next", START, "--roll", "0"], "1..=6");
    refused(&["next", START, "--roll", "7"], "1..=6");
    refused(&["next", "-", "--roll", "6"], "each line");
    refused(&["next"], "POSITION");
    refused(&["perft", START], "DEPTH");
    refused(&["perft", START, "-1"], "-1");
    refused(&["perft", START, "256"], "256");
    refused(&["perft", "nonsense", "1"], "field 1");
    refused(&["dance"], "dance");
    refused(&[], "Usage");
}

#[test]
fn perft_counts() {
    let counts: Vec<Value> = serde_json::from_str(PERFT).unwrap();
    assert_eq!(counts.len(), 64);
    for count in counts {
        let pos = count["pos"].as_str().unwrap();
        let nodes = count["nodes"].as_array().unwrap();
        let depth = nodes.len();
        let output = run(&["perft", pos, &depth.to_string()]);
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            format!("{}\n", nodes[depth - 1]),
            "{pos}"
        );
    }
    assert_eq!(run(&["perft", START, "0"]).stdout, b"1\n");
}
