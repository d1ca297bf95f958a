//! The engine against lines and counts that other programs made from the rules alone.
#![allow(clippy::unwrap_used)]

use ludo_rules::{Face, Move, parse_position, perft};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    pos: String,
    roll: Option<u8>,
    next: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    #[serde(rename = "move")]
    mv: String,
    pos: String,
}

fn check(text: &str, lines: usize) {
    assert_eq!(text.lines().count(), lines);
    for text in text.lines() {
        let line: Line = serde_json::from_str(text).unwrap();
        let (rules, position) =
            parse_position(&line.pos).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(rules.text(&position), line.pos);
        let roll = line.roll.map(|number| Face::new(number).unwrap());
        let next: Vec<(String, String)> = rules
            .moves(&position, roll)
            .unwrap_or_else(|error| panic!("{error} in {text}"))
            .iter()
            .map(|&mv| {
                (
                    mv.to_string(),
                    rules.text(&rules.play(&position, roll, mv).unwrap()),
                )
            })
            .collect();
        let expected: Vec<(String, String)> = line
            .next
            .into_iter()
            .map(|outcome| (outcome.mv, outcome.pos))
            .collect();
        assert_eq!(next, expected, "{text}");
        for (mv, text) in &expected {
            assert_eq!(mv.parse::<Move>().unwrap().to_string(), *mv);
            let (_, after) =
                parse_position(text).unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!(after.to_string(), *text);
        }
    }
}

#[test]
fn classic() {
    check(include_str!("vectors/classic.jsonl"), 390);
}

#[test]
fn modern() {
    check(include_str!("vectors/modern.jsonl"), 390);
}

#[test]
fn mensch() {
    check(include_str!("vectors/mensch.jsonl"), 390);
}

#[test]
fn chinczyk() {
    check(include_str!("vectors/chinczyk.jsonl"), 390);
}

#[test]
fn parchis() {
    check(include_str!("vectors/parchis.jsonl"), 390);
}

#[test]
fn directed() {
    check(include_str!("vectors/directed.jsonl"), 103);
}

#[derive(Deserialize)]
struct Count {
    pos: String,
    nodes: Vec<u64>,
}

#[test]
fn perft_counts() {
    let counts: Vec<Count> = serde_json::from_str(include_str!("vectors/perft.json")).unwrap();
    assert_eq!(counts.len(), 64);
    for Count { pos, nodes } in counts {
        let (rules, position) = parse_position(&pos).unwrap();
        for (depth, &expected) in (1..).zip(&nodes) {
            assert_eq!(
                perft(&rules, &position, depth),
                expected,
                "{pos}, depth {depth}"
            );
        }
    }
}
