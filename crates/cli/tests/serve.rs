//! `ludo serve`, the real program: it is started, asked over HTTP, and ended by signals.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::net::TcpListener;
use std::process::{Command, Output};

use common::{Site, serve};

/// What a server says that ends by itself.
fn refused(mut command: Command) -> Output {
    command.output().unwrap()
}

/// Opens a table for somebody new, and gives its code.
fn open_table(server: &Site) -> String {
    server.open_table(&server.session(), "{}")
}

#[test]
fn it_serves_stops_in_order_and_goes_on() {
    let data = tempfile::tempdir().unwrap();
    for signal in ["-TERM", "-INT"] {
        let server = Site::start(data.path());
        assert!(server.get("/health/ready").starts_with("HTTP/1.1 200"));
        let code = open_table(&server);
        server.signal(signal);
        let (status, errors) = server.end();
        assert_eq!(status.code(), Some(0), "{signal}: {errors}");
        assert!(errors.contains("stopped"), "{errors}");

        let server = Site::start(data.path());
        let answer = server.get(&format!("/api/tables/{code}"));
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("waiting"),
            "{answer}"
        );
        server.signal("-TERM");
        server.end();
    }
}

#[test]
fn b101_what_it_acknowledged_survives_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut codes = Vec::new();
    for _ in 0..3 {
        let server = Site::start(data.path());
        codes.push(open_table(&server));
        server.signal("-KILL");
        server.end();
    }
    let server = Site::start(data.path());
    for code in codes {
        let answer = server.get(&format!("/api/tables/{code}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.signal("-TERM");
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn a_second_server_on_the_same_data_is_refused_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let first = Site::start(data.path());
    let second = refused(serve(data.path(), 0));
    let errors = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("in use by another ludo process"),
        "{errors}"
    );
    assert!(errors.contains("--data"), "{errors}");
    // The first one has not noticed.
    open_table(&first);
    first.signal("-TERM");
    assert_eq!(first.end().0.code(), Some(0));
}

#[test]
fn a_port_in_use_is_told_in_a_sentence() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Site::start(data.path());
    let second = refused(serve(other.path(), server.port()));
    let errors = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains(&format!("port {} is in use", server.port())),
        "{errors}"
    );
    server.signal("-TERM");
    server.end();
    // Whoever has it.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let errors = String::from_utf8(refused(serve(other.path(), port)).stderr).unwrap();
    assert!(
        errors.contains(&format!("port {port} is in use")),
        "{errors}"
    );
}

#[test]
fn a_wrong_address_or_folder_is_told_in_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let mut command = serve(data.path(), 0);
    command.args(["--public-url", "ludo.example"]);
    let answer = refused(command);
    let errors = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(2), "{errors}");
    assert!(errors.contains("https://ludo.example"), "{errors}");

    let file = data.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let answer = refused(serve(&file, 0));
    let errors = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot be used"), "{errors}");
}

#[test]
fn a_lost_key_or_database_is_told_in_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let server = Site::start(data.path());
    open_table(&server);
    server.signal("-TERM");
    server.end();
    std::fs::remove_file(data.path().join("host.key")).unwrap();
    let answer = refused(serve(data.path(), 0));
    let errors = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("host.key") && errors.contains("--new-key"),
        "{errors}"
    );

    let server = Site::start_as(serve(data.path(), 0).arg("--new-key"));
    server.signal("-TERM");
    server.end();
    std::fs::remove_file(data.path().join("ludo.db")).unwrap();
    let server = Site::start(data.path());
    server.signal("-TERM");
    let (_, errors) = server.end();
    assert!(errors.contains("had a key but no database"), "{errors}");

    std::fs::write(data.path().join("ludo.db"), [b'x'; 4096]).unwrap();
    let answer = refused(serve(data.path(), 0));
    let errors = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("ludo.db is damaged") && errors.contains("backup"),
        "{errors}"
    );
}

#[test]
fn its_help_names_every_flag() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludo"));
    let help =
        String::from_utf8(command.args(["serve", "--help"]).output().unwrap().stdout).unwrap();
    for flag in [
        "--data",
        "--port",
        "--lan",
        "--public-url",
        "--bot-pace",
        "--new-key",
    ] {
        assert!(help.contains(flag), "{flag}: {help}");
    }
}

/// As a service manager can limit it. What is written fails, as on a disk that is full, and nothing else; it goes on where the
/// limit is lifted.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_is_a_full_disk_and_no_end() {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

    let data = tempfile::tempdir().unwrap();
    let server = Site::start(data.path());
    let code = open_table(&server);
    let usual = getrlimit(Resource::Fsize);
    let limit = |current| {
        let pid = Pid::from_raw(i32::try_from(server.process_id()).unwrap());
        let limit = Rlimit {
            current,
            maximum: usual.maximum,
        };
        prlimit(pid, Resource::Fsize, limit).unwrap();
    };
    limit(Some(4096));
    for _ in 0..2 {
        let ready = server.get("/health/ready");
        assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
        let answer = server.get(&format!("/api/tables/{code}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    limit(usual.current);
    let ready = server.get("/health/ready");
    assert!(ready.starts_with("HTTP/1.1 200"), "{ready}");
    open_table(&server);
    server.signal("-TERM");
    let (status, errors) = server.end();
    assert_eq!(status.code(), Some(0), "{errors}");
}
