//! `ludo verify`, the real program: good records, forged ones, seals, files of many games.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ludo_dice::SealKey;
use ludo_rules::Record;
use serde_json::Value;

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../dice/tests/vectors/dice")
}

fn vector(name: &str) -> String {
    fs::read_to_string(vectors().join(name).with_extension("ludo")).unwrap()
}

fn key() -> SealKey {
    SealKey::from_entropy([5; 32])
}

fn sealed(name: &str) -> String {
    let record: Record = vector(name).parse().unwrap();
    key().seal(record).unwrap().to_string()
}

/// Status, output and messages.
fn verify(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let output = common::fed(&[&["verify"], arguments].concat(), input);
    (
        output.status.code().unwrap(),
        common::text(output.stdout),
        common::text(output.stderr),
    )
}

#[test]
fn every_vector_comes_out_as_its_name_says() {
    let mut count = 0;
    for file in fs::read_dir(vectors()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let path = path.to_str().unwrap();
        let (status, out, errors) = verify(&[path], b"");
        let good = name.starts_with("good_");
        assert_eq!(status, i32::from(!good), "{name}: {out}{errors}");
        assert_eq!(errors.is_empty(), good);
        assert_eq!(out.contains(": good\n"), good);
        if !good {
            assert!(
                errors.starts_with(&format!("error: {path}: game 1, line ")),
                "{errors}"
            );
            assert!(
                errors.ends_with("error: something is wrong with 1 of 1 games\n"),
                "{errors}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 20);
}

#[test]
fn a_good_game_is_told_in_words() {
    let (status, out, _) = verify(&["-"], sealed("good_absent_player").as_bytes());
    assert_eq!(status, 0);
    let key = key().public();
    for part in [
        "-: game 1, line 1: good\n",
        "classic, 501 rolls, game 82b70eee7f1a5039bef07ec2347f066e\n",
        "Who begins and every die follow from what was fixed before the game.",
        "red    \"player r\": ",
        " by the table, ",
        &format!("The seal is that of the host with the key {key}."),
        "1 game checked, nothing is wrong.\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (_, out, _) = verify(&["-"], vector("good_no_chains").as_bytes());
    assert!(out.contains("  green  \"player g\", a bot: "), "{out}");
    assert!(out.contains("It has no seal"), "{out}");
    let local = Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["random", "modern", "rgyb", "3", "--seed", "4"])
        .output()
        .unwrap();
    let (status, out, _) = verify(&["-"], &local.stdout);
    assert_eq!(status, 0);
    assert_eq!(out.matches("nothing is claimed of the dice").count(), 3);
    assert!(
        out.ends_with("3 games checked, nothing is wrong.\n"),
        "{out}"
    );
}

#[test]
fn good_games_around_a_bad_one_are_told() {
    let all = [
        vector("good_no_chains"),
        vector("bad_die_changed"),
        vector("good_resigned").replacen(":pass", ":0-1", 1),
        sealed("good_secret_lost"),
    ]
    .concat();
    let (status, out, errors) = verify(&["-"], all.as_bytes());
    assert_eq!(status, 1);
    assert_eq!(out.matches(": good\n").count(), 2, "{out}");
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    let before = vector("good_no_chains").lines().count();
    assert_eq!(
        lines[0],
        format!(
            "error: -: game 2, line {}, move 1: roll 1 shows a 2, but the links give a 1",
            before + 22
        )
    );
    assert!(lines[1].starts_with("error: -: game 3, line "), "{errors}");
    assert!(lines[1].contains("is not legal here"), "{errors}");
    assert_eq!(lines[2], "error: something is wrong with 2 of 4 games");

    let (status, out, errors) = verify(&["--json", "-"], all.as_bytes());
    assert_eq!(status, 1);
    assert!(
        errors.starts_with("error: something is wrong with 2 of 4"),
        "{errors}"
    );
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let good: Vec<bool> = lines
        .iter()
        .map(|line| line["good"].as_bool().unwrap())
        .collect();
    assert_eq!(good, [true, false, false, true]);
    assert_eq!(
        (&lines[1]["game"], &lines[1]["number"]),
        (&2.into(), &1.into())
    );
    assert_eq!(
        lines[1]["error"],
        "roll 1 shows a 2, but the links give a 1"
    );
    let last = &lines[3];
    assert_eq!(last["claim"], "chain-1");
    assert_eq!(last["rolls"], 188);
    assert_eq!(last["seal"], "valid");
    assert_eq!(last["key"], key().public().to_string());
    assert_eq!(last["seats"]["g"], Value::Null);
    let red = &last["seats"]["r"];
    assert_eq!(
        (&red["name"], &red["none"]),
        (&"player r".into(), &75.into())
    );
    let faces: u64 = red["faces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(Value::from(faces), red["rolls"]);
    assert_eq!(
        (&lines[0]["seal"], &lines[0]["key"]),
        (&"none".into(), &Value::Null)
    );
}

#[test]
fn seals_are_told() {
    let record = sealed("good_two_seats_one_bot");
    let own = key().public().to_string();
    let other = SealKey::from_entropy([6; 32]).public().to_string();
    assert_eq!(verify(&["--key", &own, "-"], record.as_bytes()).0, 0);
    let seal = |arguments: &[&str], text: &str| {
        let (status, out, errors) = verify(arguments, text.as_bytes());
        let (_, json, _) = verify(&[&["--json"], arguments].concat(), text.as_bytes());
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["good"], status == 0);
        (
            status,
            json["seal"].as_str().unwrap().to_owned(),
            out + &errors,
        )
    };
    let (status, state, errors) = seal(&["--key", &other, "-"], &record);
    assert_eq!((status, &*state), (1, "other_key"));
    assert!(
        errors.contains("the seal is that of another host, whose key is "),
        "{errors}"
    );
    let unsealed = vector("good_two_seats_one_bot");
    let (status, state, errors) = seal(&["--key", &own, "-"], &unsealed);
    assert_eq!((status, &*state), (1, "none"));
    assert!(errors.contains("the record has no seal"), "{errors}");
    assert_eq!(seal(&["-"], &unsealed).0, 0);
    // A name, which no die depends on.
    let renamed = record.replacen("player r", "player x", 1);
    for arguments in [&["-"][..], &["--key", &own, "-"]] {
        let (status, state, errors) = seal(arguments, &renamed);
        assert_eq!((status, &*state), (1, "broken"));
        assert!(errors.contains("something in it was changed"), "{errors}");
    }
    // Spaces without end: more than any record has.
    let spaces = format!("{}\n", " ".repeat(4000)).repeat(300);
    let padded = record.replacen("\n\nr4:pass ", &format!("\n\nr4:pass\n{spaces}"), 1);
    assert!(padded.len() > Record::MAX_BYTES);
    let (status, state, _) = seal(&["-"], &padded);
    assert_eq!((status, &*state), (1, "broken"));
}

#[test]
fn what_cannot_be_checked_has_a_status_of_its_own() {
    for (arguments, input, hint) in [
        (&[][..], "", "FILE"),
        (&["no/such/file"], "", "cannot read no/such/file"),
        (&["--key", "xy", "-"], "", "64 lower-case hex digits"),
        (&["-"], "", "there is no game in it"),
        (&["-"], "\n\n\n", "there is no game in it"),
    ] {
        let (status, out, errors) = verify(arguments, input.as_bytes());
        assert_eq!(status, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(hint), "{errors}");
        assert!(out.is_empty());
    }
    // What was good before is told all the same.
    let good = vectors().join("good_resigned.ludo");
    let (status, out, _) = verify(&[good.to_str().unwrap(), "no/such/file"], b"");
    assert_eq!(status, 2);
    assert!(out.contains(": good\n"), "{out}");
}

#[test]
fn other_line_ends_and_byte_order_marks_are_told() {
    let good = vector("good_resigned");
    for (text, hint) in [
        (
            format!("\u{feff}{good}"),
            "game 1, line 1: the line begins with a byte order mark (U+FEFF)",
        ),
        (
            good.replace('\n', "\r\n"),
            "game 1, line 1: the control character U+000D; lines end with a line feed alone",
        ),
    ] {
        let (status, _, errors) = verify(&["-"], text.as_bytes());
        assert_eq!(status, 1);
        assert!(errors.contains(hint), "{errors}");
        let output = Command::new(env!("CARGO_BIN_EXE_ludo"))
            .args(["replay", "-q", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                child.stdin.take().unwrap().write_all(text.as_bytes())?;
                child.wait_with_output()
            })
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(errors.contains(hint), "{errors}");
    }
}

#[test]
fn a_reader_that_goes_away_is_not_told_that_all_is_good() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..30 {
        // It may end before it has read all.
        let _ = stdin.write_all(vector("good_two_seats_one_bot").as_bytes());
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}
