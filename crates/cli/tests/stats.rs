//! `ludo stats dice` over files of records.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ludo_protocol::DiceStats;

fn vector(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dice/tests/vectors/dice");
    folder.join(name).with_extension("ludo")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["stats", "dice"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stats(files: &[&str]) -> DiceStats {
    let files: Vec<PathBuf> = files.iter().map(|name| vector(name)).collect();
    let mut arguments = vec!["--json"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let output = run(&arguments);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn rolls(group: &ludo_protocol::DiceGroup) -> u64 {
    group.faces.iter().sum()
}

/// The numbers are those that the tests of the proof find in the same records.
#[test]
fn records_are_counted_by_who_rolled() {
    let all = stats(&["good_all_linked"]);
    assert_eq!(
        (all.games, rolls(&all.all), rolls(&all.kinds.linked)),
        (1, 427, 427)
    );
    assert_eq!((all.people, all.without_link), (427, 0));
    assert_eq!(all.weeks, [], "without a date they are of no week");
    assert_eq!(rolls(&stats(&["good_no_chains"]).kinds.bot), 266);
    assert_eq!(rolls(&stats(&["good_absent_player"]).kinds.auto), 19);
    assert_eq!(rolls(&stats(&["good_secret_lost"]).kinds.unlinked), 75);
    assert_eq!(
        rolls(&stats(&["good_bot_in_a_persons_seat"]).kinds.substitute),
        80
    );
    let bot = stats(&["good_two_seats_one_bot"]);
    assert!(
        rolls(&bot.kinds.bot) > 50 && rolls(&bot.kinds.unlinked) == 0,
        "{bot:?}"
    );
    let both = stats(&["good_all_linked", "good_no_chains"]);
    assert_eq!((both.games, rolls(&both.all)), (2, 427 + 266));
}

#[test]
fn a_file_can_hold_many_games_and_come_by_a_pipe() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["stats", "dice", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let game = std::fs::read(vector("good_all_linked")).unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..20 {
            input.write_all(&game).unwrap();
        }
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("20 games, 0 of them abandoned (0.00%); 8540 rolls, 0 of those in people's seats without a link (0.00%).\n"),
        "{text}"
    );
    assert!(
        text.contains("Of a hundred chances one is below 0.01"),
        "{text}"
    );
}

#[test]
fn what_is_no_record_is_told() {
    let output = run(&["no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("cannot read no/such/file")
    );
    let first = vector("bad_first_changed");
    let output = run(&[first.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("line 22")
    );
    let output = run(&["--data", "x", "y"]);
    assert_eq!(output.status.code(), Some(2));
    let nowhere = tempfile::tempdir().unwrap();
    let output = run(&["--data", nowhere.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("there is no database"), "{errors}");
}
