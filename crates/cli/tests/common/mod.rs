//! The real program as a server, and what is asked of it over HTTP.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread;

/// The program, with arguments.
pub(crate) fn ludo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludo"));
    command.args(arguments);
    command
}

/// What the program does with this input.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = ludo(arguments.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Whoever is refused at once does not read it.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What it does without any.
pub(crate) fn run(arguments: &[&str]) -> Output {
    let mut command = ludo(arguments.iter().copied());
    command.stdin(Stdio::null()).output().unwrap()
}

/// What it printed, as text.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A server on a folder of data, with bots that do not wait; port 0 is any.
pub(crate) fn serve(data: &Path, port: u16) -> Command {
    let mut command = ludo(["serve", "--bot-pace", "0", "--port", &port.to_string()]);
    command.arg("--data").arg(data).stderr(Stdio::piped());
    command
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
        Self::start_as(&mut serve(data, 0))
    }

    pub(crate) fn start_as(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("Ludo is ready: http://localhost:");
        let address = format!("127.0.0.1:{}", port.unwrap_or_else(|| panic!("{line}")));
        Self {
            child,
            _out: out,
            address,
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
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

    pub(crate) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), "", "")
    }

    pub(crate) fn status(&self, path: &str) -> u16 {
        self.get(path)[9..12].parse().unwrap()
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

    /// Opens a table with these options, as JSON, and gives its code.
    pub(crate) fn open_table(&self, cookie: &str, options: &str) -> String {
        let body = format!(r#"{{"options":{options}}}"#);
        let answer = self.ask("POST /api/tables", &format!("Cookie: {cookie}\r\n"), &body);
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let code = answer.split(r#"{"code":""#).nth(1);
        code.unwrap_or_else(|| panic!("{answer}"))[..6].to_owned()
    }

    /// The tables of the person with this cookie.
    pub(crate) fn tables_of(&self, cookie: &str) -> String {
        self.ask("GET /api/me", &format!("Cookie: {cookie}\r\n"), "")
    }

    /// Bytes of memory that it has, as the system counts them.
    #[cfg(target_os = "linux")]
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        kilobytes * 1024
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, as `-TERM`.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// SIGKILL: it cannot do anything about it.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end; the status, and what it wrote to the error stream.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let mut errors = String::new();
        if let Some(stream) = self.child.stderr.as_mut() {
            stream.read_to_string(&mut errors).unwrap();
        }
        (self.child.wait().unwrap(), errors)
    }

    /// Ends in order; what it wrote to the error stream.
    pub(crate) fn stop(self) -> String {
        self.signal("-TERM");
        let (status, errors) = self.end();
        assert_eq!(status.code(), Some(0));
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
