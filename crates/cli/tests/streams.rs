//! Every subcommand where nobody listens any more, or the disk is full: it ends with a status and a sentence.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, pipe};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use common::{Site, ludo, serve};

const START: &str = "classic 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 r roll 0 - -";
const GOOD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../dice/tests/vectors/dice/good_all_linked.ludo"
);
const BAD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../dice/tests/vectors/dice/bad_first_changed.ludo"
);

/// The writing end of a pipe of which nobody reads the other.
fn unread() -> Stdio {
    pipe().unwrap().1.into()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Subcommands that print something and end by themselves, with data to work on in a folder.
fn commands(folder: &Path) -> Vec<Vec<String>> {
    let data = folder.join("data");
    let site = Site::start(&data);
    site.open_table(&site.session(), "{}");
    site.stop();
    let backup = folder.join("kept");
    let made = ludo(["backup", "--data", text(&data), text(&backup)]).output();
    assert!(made.unwrap().status.success());
    let new = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    [
        vec!["arena", "random", "random", "--games", "1"],
        vec!["backup", "--data", text(&data), &new("backup")],
        vec![
            "load",
            "idle",
            "--serve",
            "--sockets",
            "1",
            "--seconds",
            "1",
            "--warm-up",
            "0",
            "--no-machine",
        ],
        vec!["next", START],
        vec!["perft", START, "1"],
        vec!["random", "classic", "ry", "1", "--seed", "1"],
        vec!["replay", GOOD],
        vec!["restore", text(&backup), "--data", &new("restored")],
        vec!["solve", "1", "1", "--out", &new("endgames")],
        vec!["stats", "dice", GOOD],
        vec!["train", &new("net"), "--games", "1"],
    ]
    .into_iter()
    .map(|command| command.into_iter().map(str::to_owned).collect())
    .collect()
}

fn run(arguments: &[String], out: Stdio) -> Output {
    let mut command = ludo(arguments.iter().map(String::as_str));
    command.stdin(Stdio::null()).stdout(out);
    command.output().unwrap()
}

#[test]
fn a_reader_that_is_gone_is_no_fault_of_any_command() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in commands(folder.path()) {
        let output = run(&arguments, unread());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("error"), "{arguments:?}: {errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in commands(folder.path()) {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = run(&arguments, full.into());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(
            errors.contains("error: the output could not be written: "),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn where_nobody_hears_of_a_fault_the_status_tells_it() {
    for (arguments, status) in [
        (vec!["next", "nonsense"], 2),
        (vec!["replay", "--quiet", BAD], 2),
        (vec!["verify", BAD], 1),
        (vec!["stats", "dice", BAD], 2),
        (vec!["export", "--data", "no/such/folder"], 1),
    ] {
        let mut command = ludo(arguments.iter().copied());
        let status_seen = command.stderr(unread()).stdout(unread()).status().unwrap();
        assert_eq!(status_seen.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_read_from_the_standard_input_is_told() {
    for arguments in [&["next", "-"][..], &["choose"], &["replay", "-"]] {
        let folder = File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
        let mut command = ludo(arguments.iter().copied());
        let output = command.stdin(folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.contains("cannot read"), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_server_serves_though_nobody_reads_its_address() {
    let data = tempfile::tempdir().unwrap();
    let mut child = serve(data.path(), 0).stdout(unread()).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut said = |what: &str| log.find(|line| line.as_ref().unwrap().contains(what));
    assert!(said("the address could not be printed").is_some());
    signal(&child, "-TERM");
    assert!(said("stopped").is_some());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// In the middle of its work it ends, and so does the server that it has started; the data of that is gone.
#[test]
fn a_load_that_is_stopped_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "load closed --serve --tables 1 --seconds 600 --no-machine --folder";
    let mut child = ludo(arguments.split(' '))
        .arg(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = || fs::read_dir(folder.path()).unwrap().next();
    while begun().is_none() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::yield_now();
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("stopped before"), "{errors}");
    assert!(begun().is_none(), "its data is there");
}

fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.unwrap().success());
}
