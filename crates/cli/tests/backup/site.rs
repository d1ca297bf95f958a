use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// The program, with arguments.
pub(crate) fn ludo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludo"));
    command.args(arguments);
    command
}

/// `ludo backup`; what it says must be looked at.
#[must_use]
pub(crate) fn backup(data: &Path, out: &Path, flags: &[&str]) -> Output {
    let mut command = ludo(["backup"]);
    command.args(flags).arg("--data").arg(data).arg(out);
    command.output().unwrap()
}

/// `ludo restore`; what it says must be looked at.
#[must_use]
pub(crate) fn restore(backup: &Path, data: &Path) -> Output {
    let mut command = ludo(["restore"]);
    command.arg(backup).arg("--data").arg(data);
    command.output().unwrap()
}

/// What it printed, of a program that did what it should.
pub(crate) fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it says on the error stream, of a program that refused.
pub(crate) fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A server that runs; it is killed at the latest when it is dropped.
pub(crate) struct Site {
    child: Child,
    /// Kept open, so that the server can go on printing.
    _out: BufReader<ChildStdout>,
    pub(crate) address: String,
}

impl Site {
    pub(crate) fn start(data: &Path) -> Self {
        let mut command = ludo(["serve", "--port", "0", "--bot-pace", "0", "--data"]);
        command.arg(data);
        Self::start_as(&mut command)
    }

    pub(crate) fn start_as(command: &mut Command) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap();
        Self {
            child,
            address: format!("127.0.0.1:{port}"),
            _out: out,
        }
    }

    pub(crate) fn ask(&self, request: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A new person's cookie.
    pub(crate) fn session(&self) -> String {
        let answer = self.ask("POST /api/session", "", "");
        let cookie = answer
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap_or_else(|| panic!("{answer}"));
        cookie.split(';').next().unwrap().to_owned()
    }

    pub(crate) fn open_table(&self, cookie: &str) -> String {
        let quick = r#"{"options": {"rules": "classic", "length": "quick", "seats": "rgyb", "auto_move": true}}"#;
        let answer = self.ask("POST /api/tables", &format!("Cookie: {cookie}\r\n"), quick);
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let code = answer.split(r#"{"code":""#).nth(1);
        code.unwrap_or_else(|| panic!("{answer}"))[..6].to_owned()
    }

    /// The tables of the person with this cookie.
    pub(crate) fn tables_of(&self, cookie: &str) -> String {
        self.ask("GET /api/me", &format!("Cookie: {cookie}\r\n"), "")
    }

    pub(crate) fn status(&self, path: &str) -> u16 {
        let answer = self.ask(&format!("GET {path}"), "", "");
        answer[9..12].parse().unwrap()
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends in order; what it wrote to the error stream.
    pub(crate) fn stop(mut self) -> String {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        let mut errors = String::new();
        let stream = self.child.stderr.as_mut().unwrap();
        stream.read_to_string(&mut errors).unwrap();
        errors
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
