//! Records on the command line: random ones, and whether they and others keep the rules.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use ludo_rules::{Named, Record, RecordReader, Termination};
use serde_json::Value;

const GAMES: &str = "../dice/tests/vectors/dice";

/// What the command prints, which must succeed.
fn text(arguments: &[&str]) -> String {
    let output = common::run(arguments);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty());
    common::text(output.stdout)
}

/// Status, output and messages of a command with this input.
fn fed(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = common::fed(arguments, input.as_bytes());
    (
        output.status.code(),
        common::text(output.stdout),
        common::text(output.stderr),
    )
}

fn game_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(GAMES).join(name)
}

/// Plays games at random and reads them while they are written: each must be written again as it came.
fn identical(rules: &str, seats: &str, games: usize, quick: bool) {
    let number = games.to_string();
    let mut arguments = vec!["random", rules, seats, &number, "--seed", "11"];
    if quick {
        arguments.push("--quick");
    }
    let mut child = common::ludo(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut reader = RecordReader::new();
    // The text of the game that is being read.
    let mut text: Vec<u8> = Vec::new();
    let mut piece = vec![0; 50_000];
    let mut seen = 0;
    loop {
        let length = stdout.read(&mut piece).unwrap();
        if length == 0 {
            break;
        }
        let mut rest = &piece[..length];
        loop {
            let before = rest;
            let result = reader.read(&mut rest);
            text.extend_from_slice(&before[..before.len() - rest.len()]);
            let Some(record) = result else { break };
            let record = record.unwrap();
            assert_eq!(record.to_string().as_bytes(), text);
            text.clear();
            seen += 1;
            assert_eq!(record.rule_set().to_string(), rules);
            assert_eq!(record.seats().to_string(), seats);
            assert_eq!(record.tag("Dice"), Some("local"));
            assert_eq!(record.tag("Start").is_some(), quick);
            assert_eq!(record.tag("Round"), Some(&*seen.to_string()));
            assert_eq!(record.termination(), Termination::Normal);
        }
    }
    assert!(reader.end().is_none());
    assert!(child.wait().unwrap().success());
    assert_eq!((seen, text.len()), (games, 0));
}

/// The sets on two threads.
fn of_each_set(games: usize) {
    thread::scope(|scope| {
        for half in [&Named::ALL[..3], &Named::ALL[3..]] {
            scope.spawn(move || {
                for named in half {
                    identical(named.name(), "rgyb", games, false);
                }
            });
        }
    });
}

#[test]
fn random_games_of_each_set_are_read_back_identical() {
    of_each_set(500);
}

#[test]
#[ignore = "long"]
fn ten_thousand_random_games_of_each_set_are_read_back_identical() {
    of_each_set(10_000);
}

#[test]
fn random_games_of_some_seats_and_of_house_rules_are_read_back_identical() {
    for named in Named::ALL {
        for seats in ["ry", "gb", "rgy", "yb"] {
            identical(named.name(), seats, 10, false);
            identical(named.name(), seats, 10, true);
        }
    }
    for rules in [
        "classic+own=block+end=first",
        "modern+tries=3+sixes=back+capture=20",
        "parchis+forced=no+sixes=free",
        "mensch+safe=starts+pass=no",
    ] {
        identical(rules, "rgyb", 20, false);
        identical(rules, "rgyb", 20, true);
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let five = text(&["random", "classic", "rgyb", "5", "--seed", "7"]);
    assert_eq!(
        five,
        text(&["random", "classic", "rgyb", "5", "--seed", "7"])
    );
    assert!(five.starts_with(&text(&["random", "classic", "rgyb", "2", "--seed", "7"])));
    assert_ne!(
        five,
        text(&["random", "classic", "rgyb", "5", "--seed", "8"])
    );
    assert_eq!(text(&["random", "classic", "rgyb", "0", "--seed", "7"]), "");
    // And the same on every machine and in every version: this is what the first one began with.
    assert!(five.contains("[First \"y\"]"), "{five}");
    let moves = five.split("\n\n").nth(1).unwrap();
    assert!(
        moves.starts_with("y2:pass b2:pass r3:pass g5:pass "),
        "{moves}"
    );
}

#[test]
fn replay_prints_every_position() {
    let file = game_file("good_parchis_three_chains.ludo");
    let path = file.to_str().unwrap();
    let lines: Vec<Value> = text(&["replay", path])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let record: Record = fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(lines.len(), record.moves().len() + 1);
    assert_eq!(lines[0]["pos"], record.start().to_string());
    assert_eq!(lines[0]["move"], Value::Null);
    for (number, (line, (entry, position))) in (1..).zip(lines[1..].iter().zip(record.positions()))
    {
        assert_eq!(line["file"], path);
        assert_eq!(line["game"], 1);
        assert_eq!(line["number"], number);
        assert_eq!(line["move"], entry.ply.to_string());
        assert_eq!(line["pos"], position.to_string());
    }
    assert_eq!(lines.last().unwrap()["pos"], record.end().to_string());
    assert_eq!(text(&["replay", "--quiet", path, path]), "");
}

#[test]
fn replay_takes_all_good_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let mut all = String::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("good_")
        {
            all += &fs::read_to_string(path).unwrap();
        }
    }
    let (status, out, errors) = fed(&["replay", "-"], &all);
    assert_eq!((status, &*errors), (Some(0), ""));
    let starts = out
        .lines()
        .filter(|line| line.contains("\"number\": 0, \"move\": null"));
    assert_eq!(starts.count(), 9);
    assert!(out.starts_with("{\"file\": \"-\", \"game\": 1, \"number\": 0, "));
}

#[test]
fn replay_tells_what_breaks_the_rules_and_goes_on() {
    let games = text(&["random", "classic", "ry", "3", "--seed", "5", "--quick"]);
    let whole = fed(&["replay", "-"], &games);
    let (status, out, errors) = fed(&["replay", "-"], &games.replacen(":pass", ":0-1", 1));
    assert_eq!(status, Some(2));
    // The tags have 12 lines.
    assert!(
        errors.starts_with("error: -: game 1, line 14, move "),
        "{errors}"
    );
    assert!(
        errors.ends_with("error: refused 1 of 3 games\n"),
        "{errors}"
    );
    let kept: Vec<&str> = whole
        .1
        .lines()
        .filter(|line| !line.contains("\"game\": 1,"))
        .collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), kept);

    let file = game_file("bad_first_changed.ludo");
    let output = common::run(&["replay", "-q", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = common::text(output.stderr);
    assert!(
        errors.contains("bad_first_changed.ludo: game 1, line 22, move 1: it is the turn of r"),
        "{errors}"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, status, hint) in [
        (&["replay"][..], 2, "FILE"),
        (&["replay", "no/such/file"], 1, "cannot read no/such/file"),
        (
            &["random", "ludo", "ry", "1", "--seed", "1"],
            2,
            "unknown rule set",
        ),
        (
            &["random", "classic", "yr", "1", "--seed", "1"],
            2,
            "in this order",
        ),
        (
            &["random", "classic", "r", "1", "--seed", "1"],
            2,
            "two to four seats",
        ),
        (
            &["random", "classic", "-", "1", "--seed", "1"],
            2,
            "a game needs two to four seats: letters of r, g, y, b in this order, as ry or rgyb",
        ),
        (&["random", "classic", "ry", "1"], 2, "--seed"),
        (&["random", "classic", "ry", "-1", "--seed", "1"], 2, "-1"),
    ] {
        let output = common::run(arguments);
        let message = common::text(output.stderr);
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert!(message.contains(hint), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn perft_divides_the_leaves_by_their_first_step() {
    for (position, depth) in [
        ("classic 0,0,0,5/-/0,0,0,9/- r roll 0 - -", 3),
        ("parchis 0,0,21,37/-/0,0,12,50/- y bonus:20 1 - 12", 2),
        ("mensch 0,0,5,9/-/0,0,0,9/- r move:3 0 - -", 2),
    ] {
        let divided = text(&["perft", "--divide", position, &depth.to_string()]);
        let total = text(&["perft", position, &depth.to_string()]);
        let (steps, last) = divided.split_once("\n\n").unwrap();
        assert_eq!(last, total);
        let mut sum = 0_u64;
        for line in steps.lines() {
            let (step, leaves) = line.split_once(' ').unwrap();
            let turn = position.split(' ').nth(2).unwrap();
            assert!(step.starts_with(turn), "{line}");
            sum += leaves.parse::<u64>().unwrap();
        }
        assert_eq!(format!("{sum}\n"), total);
        assert!(steps.lines().count() > 1, "{divided}");
    }
    let moves = text(&[
        "perft",
        "--divide",
        "mensch 0,0,5,9/-/0,0,0,9/- r move:3 0 - -",
        "1",
    ]);
    assert_eq!(moves, "r3:5-8 1\nr3:9-12 1\n\n2\n");
    let bonus = text(&[
        "perft",
        "--divide",
        "parchis 0,0,21,37/-/0,0,12,50/- y bonus:20 1 - 12",
        "1",
    ]);
    assert_eq!(bonus, "y+20:12-32 1\ny+20:50-70 1\n\n2\n");
    let over = "classic 57,57,57,57/-/0,0,0,9/- - over 0 ry -";
    assert_eq!(text(&["perft", "--divide", over, "3"]), "1\n");
    assert_eq!(
        text(&[
            "perft",
            "--divide",
            "classic 0,0,0,5/-/0,0,0,9/- r roll 0 - -",
            "0"
        ]),
        "1\n"
    );
}
