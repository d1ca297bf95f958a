//! `solve`, `train` and `arena` as one calls them.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::run;

fn says(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str], status: i32, hint: &str) {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}: {message}"
    );
    assert!(message.contains(hint), "{arguments:?}: {message}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn tables_are_made_once_and_asked_by_exams() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(folder.path());
    let made = says(&["solve", "1", "2", "--out", out]);
    assert!(made.contains("1 v 1: 0.517138"), "{made}");
    assert!(made.contains("2 v 1: 0.24393"), "{made}");
    let table = folder.path().join("classic-2v1.end");
    let bytes = fs::read(&table).unwrap();
    assert_eq!(says(&["solve", "2", "1", "--out", out]), made);
    assert_eq!(fs::read(&table).unwrap(), bytes);
    assert!(
        fs::read_dir(folder.path()).unwrap().count() == 2,
        "only tables are left"
    );

    let exam = [
        "arena", "random", "--exam", "2v1", "--games", "300", "--tables", out,
    ];
    let mark = says(&exam);
    assert!(mark.contains("300 positions 2 v 1"), "{mark}");
    assert_eq!(says(&exam), mark);
    refused(
        &["arena", "random", "--exam", "2v2", "--tables", out],
        2,
        "ludo solve 2 2",
    );

    let mut damaged = bytes;
    damaged[100] ^= 1;
    fs::write(&table, damaged).unwrap();
    refused(&["solve", "2", "1", "--out", out], 1, "classic-2v1.end");
    assert!(says(&["solve", "2", "1", "--anew", "--out", out]).contains("2 v 1: 0.24393"));
    refused(&["solve", "4", "3", "--out", out], 2, "at most 6 tokens");
    refused(&["solve", "5", "1", "--out", out], 2, "5");
}

#[test]
fn nets_are_trained_on_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let (net, again) = (folder.path().join("net"), folder.path().join("again"));
    let train = ["--games", "3", "--rules", "chinczyk"];
    let with = |out: &Path| [&["train", text(out)], train.as_slice()].concat().join(" ");
    let arguments = with(&net);
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let learned = says(&arguments);
    assert!(learned.contains("3 games"), "{learned}");
    let curve = fs::read_to_string(folder.path().join("net.svg")).unwrap();
    assert!(curve.contains("<svg") && curve.contains("games of self-play"));

    // The course is through, so a second call only writes the weights anew; another file makes the same ones.
    let bytes = fs::read(&net).unwrap();
    fs::remove_file(&net).unwrap();
    says(&arguments);
    assert_eq!(fs::read(&net).unwrap(), bytes);
    let arguments = with(&again);
    says(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(fs::read(&again).unwrap(), bytes);

    let svg = folder.path().join("arena.svg");
    let arena = [
        "arena",
        "strong",
        "random",
        "--rules",
        "chinczyk",
        "--games",
        "32",
        "--luck",
        "--net",
        text(&net),
        "--svg",
        text(&svg),
    ];
    let table = says(&arena);
    assert!(
        table.contains("32 games") && table.contains("without luck"),
        "{table}"
    );
    assert_eq!(says(&arena), table);
    assert!(
        fs::read_to_string(&svg)
            .unwrap()
            .contains("strong, without luck")
    );
    refused(&["arena", "random"], 2, "1 players for 4 seats");
    let nowhere = text(folder.path()).to_owned() + "/no/such/file";
    for (option, value, status, hint) in [
        ("--games", "0", 2, "0 is not in 1.."),
        ("--from", "18446744073709551615", 2, "is not in 0.."),
        ("--exam", "1v1", 2, "2 to 4 of the player"),
        ("--exam", "2v5", 2, "1 to 4 of the other"),
        ("--svg", text(folder.path()), 1, "cannot write"),
        ("--save", &nowhere, 1, "cannot write"),
        ("--net", &nowhere, 1, "cannot read"),
        ("--tables", &nowhere, 1, "cannot read"),
        ("--tables", text(folder.path()), 2, "no table of endgames"),
    ] {
        let mut arguments = vec!["arena", "random", "random", option, value];
        if option == "--exam" {
            arguments.extend(["--tables", text(folder.path())]);
        }
        refused(&arguments, status, hint);
    }
    let exam = ["arena", "random", "--exam", "2v2", "--tables", &nowhere];
    for other in [&["--rules", "mensch"][..], &["--luck"], &["--save", "x"]] {
        let arguments = [&exam[..], other].concat();
        refused(&arguments, 2, "cannot be used with");
    }
    for (option, value, hint) in [
        ("--games", "0", "0 is not in 1.."),
        ("--rate", "NaN", "a number above 0, at most 1"),
        ("--rate", "0", "a number above 0, at most 1"),
        ("--lambda", "1.1", "a number from 0 to 1"),
        ("--careless", "inf", "a number from 0 to 1"),
        ("--rules", "classic+own=block", "one of classic"),
    ] {
        refused(&["train", text(&again), option, value], 2, hint);
    }
    refused(&["train", &nowhere], 1, "cannot write");
    refused(
        &["arena", "nobody", "random"],
        2,
        "there are random, beginner",
    );
    fs::write(&net, b"something else").unwrap();
    refused(&arena, 1, "ludo train");
}

#[test]
fn arenas_go_on_where_they_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    let fight = |games: &'static str, player: &'static str| {
        ["arena", player, "random", "--games", games, "--save"]
            .into_iter()
            .chain([text(&saved)])
            .collect::<Vec<_>>()
    };
    let straight = says(&["arena", "casual", "random", "--games", "48"]);
    says(&fight("20", "casual"));
    assert_eq!(says(&fight("48", "casual")), straight);
    // All is there already.
    assert_eq!(says(&fight("48", "casual")), straight);
    refused(&fight("48", "simple"), 1, "give another file");
    fs::write(&saved, "{}").unwrap();
    refused(&fight("48", "casual"), 1, "cannot go on from");
}
