//! `ludo load`, the real program, against a server that it starts itself.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn load(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludo"));
    command.arg("load").args(arguments).output().unwrap()
}

fn report(arguments: &[&str]) -> serde_json::Value {
    let output = load(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn an_open_loop_has_every_command_answered_and_sent_to_four() {
    let arguments = "open --serve --tables 2 --rate 50 --seconds 1 --warm-up 0 --no-machine --json";
    let report = report(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(report["unanswered"], 0, "{report}");
    assert_eq!(report["sockets"], 8);
    let latency = &report["to_result"];
    assert!(
        (45..=51).contains(&latency["count"].as_u64().unwrap()),
        "{report}"
    );
    assert!(
        latency["p50"].as_u64() <= latency["p99"].as_u64(),
        "{report}"
    );
    // Of the last ones it may not have come to all of the others when the measurement ended.
    let (others, own) = (
        report["to_others"]["count"].as_u64().unwrap(),
        latency["count"].as_u64().unwrap(),
    );
    assert!((1..=3 * own).contains(&others), "{report}");
    assert!(
        report["server"]["cpu_seconds"].as_f64().is_some(),
        "{report}"
    );
}

#[test]
fn a_closed_loop_a_crowd_and_a_start_are_measured() {
    let closed = "closed --serve --memory --tables 1 --seconds 1 --warm-up 0 --no-machine --json";
    let closed = report(&closed.split(' ').collect::<Vec<_>>());
    assert!(closed["commands"].as_u64() > Some(0), "{closed}");
    let idle = "idle --serve --sockets 8 --seconds 1 --warm-up 0 --no-machine --json";
    let idle = report(&idle.split(' ').collect::<Vec<_>>());
    assert!(
        idle["server"]["bytes_a_socket"].as_f64().is_some(),
        "{idle}"
    );
    let start = "start --serve --tables 2 --seconds 1 --no-machine --json";
    let start = report(&start.split(' ').collect::<Vec<_>>());
    assert!(
        start["first_answer"].as_f64() <= start["first_welcome"].as_f64(),
        "{start}"
    );
}

#[test]
fn a_server_that_is_not_there_is_told_with_its_address() {
    // A port that no system gives to whoever asks for any: a server of another test is not there by chance.
    let address = "127.0.0.1:1";
    let output = load(&["open", "--server", address, "--no-machine"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains(address), "{errors}");
}

#[test]
fn the_absurd_and_the_distant_are_refused_with_a_sentence() {
    for (arguments, said) in [
        ("open --serve --rate 1000000", "the rate is 1000000"),
        ("closed --serve --tables 0", "the number of tables is 0"),
        ("closed --server 192.0.2.1:80", "--anywhere"),
        ("start --server 127.0.0.1:1", "--serve"),
    ] {
        let output = load(&arguments.split(' ').collect::<Vec<_>>());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        assert!(errors.contains(said), "{arguments}: {errors}");
    }
}
