//! `ludo serve`, the real program: it is started, asked over HTTP, and ended by signals.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};

/// A server that runs.
struct Serve {
    child: Child,
    /// Kept open, so that the server can go on printing.
    _out: BufReader<ChildStdout>,
    address: String,
}

fn serve(data: &Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludo"));
    command
        .args([
            "serve",
            "--port",
            &port.to_string(),
            "--bot-pace",
            "0",
            "--data",
        ])
        .arg(data);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a server says that ends by itself.
fn refused(mut command: Command) -> Output {
    command.output().unwrap()
}

impl Serve {
    fn start(data: &Path) -> Self {
        Self::start_as(&mut serve(data, 0))
    }

    fn start_as(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Ludo is ready: http://localhost:");
        let address = format!("127.0.0.1:{}", address.unwrap_or_else(|| panic!("{line}")));
        Self {
            child,
            _out: out,
            address,
        }
    }

    fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
    }

    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{head}\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Opens a table and gives its code.
    fn open_table(&self) -> String {
        let session = self.ask("POST /api/session HTTP/1.1", "");
        let cookie = session
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let answer = self.ask(
            &format!("POST /api/tables HTTP/1.1\r\nCookie: {cookie}"),
            "{}",
        );
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let code = answer.split(r#"{"code":""#).nth(1).unwrap();
        code[..6].to_owned()
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits for the end; the status, and what it wrote to the error stream.
    fn end(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let mut errors = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        (status, errors)
    }
}

#[test]
fn it_serves_stops_in_order_and_goes_on() {
    let data = tempfile::tempdir().unwrap();
    for signal in ["-TERM", "-INT"] {
        let server = Serve::start(data.path());
        assert!(
            server
                .ask("GET /health/ready HTTP/1.1", "")
                .starts_with("HTTP/1.1 200")
        );
        let code = server.open_table();
        server.signal(signal);
        let (status, errors) = server.end();
        assert_eq!(status.code(), Some(0), "{signal}: {errors}");
        assert!(errors.contains("stopped"), "{errors}");

        let server = Serve::start(data.path());
        let answer = server.ask(&format!("GET /api/tables/{code} HTTP/1.1"), "");
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("waiting"),
            "{answer}"
        );
        server.signal("-TERM");
        server.end();
    }
}

#[test]
fn b100_what_it_acknowledged_survives_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut codes = Vec::new();
    for _ in 0..3 {
        let server = Serve::start(data.path());
        codes.push(server.open_table());
        server.signal("-KILL");
        server.end();
    }
    let server = Serve::start(data.path());
    for code in codes {
        let answer = server.ask(&format!("GET /api/tables/{code} HTTP/1.1"), "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.signal("-TERM");
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn a_second_server_on_the_same_data_is_refused_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let first = Serve::start(data.path());
    let second = refused(serve(data.path(), 0));
    let errors = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("in use by another ludo process"),
        "{errors}"
    );
    assert!(errors.contains("--data"), "{errors}");
    // The first one has not noticed.
    first.open_table();
    first.signal("-TERM");
    assert_eq!(first.end().0.code(), Some(0));
}

#[test]
fn a_port_in_use_is_told_in_a_sentence() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Serve::start(data.path());
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
    let server = Serve::start(data.path());
    server.open_table();
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

    let server = Serve::start_as(serve(data.path(), 0).arg("--new-key"));
    server.signal("-TERM");
    server.end();
    std::fs::remove_file(data.path().join("ludo.db")).unwrap();
    let server = Serve::start(data.path());
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
