use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that runs; it is killed at the latest when it is dropped.
pub(crate) struct Server {
    child: Child,
    /// Kept open, so that the server can go on printing.
    _out: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludo"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// SIGKILL: it cannot do anything about it.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// A new person's cookie.
    pub(crate) fn session(&self) -> String {
        let answer = self.ask("POST /api/session", "", "");
        let cookie = answer
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        cookie.unwrap().split(';').next().unwrap().to_owned()
    }

    /// Opens a table at which every move is a command, and gives its code.
    pub(crate) fn open_table(&self, cookie: &str) -> String {
        let options = r#"{"options":{"auto_move":false}}"#;
        let answer = self.ask(
            "POST /api/tables",
            &format!("Cookie: {cookie}\r\n"),
            options,
        );
        let code = answer.split(r#"{"code":""#).nth(1);
        code.unwrap_or_else(|| panic!("{answer}"))[..6].to_owned()
    }

    fn ask(&self, request: &str, headers: &str, body: &str) -> String {
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
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
