use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::{LoadError, limits};

/// A server that was started for this. It is killed when it is dropped.
#[derive(Debug)]
pub struct OwnServer {
    process: Running,
    address: SocketAddr,
    /// Kept open, so that the server can go on printing.
    _out: BufReader<ChildStdout>,
}

impl OwnServer {
    /// Starts `program serve` on any free port of this machine, and waits until it says that it is ready.
    ///
    /// # Errors
    ///
    /// If it ends, or says something else, or nothing.
    pub async fn start(program: &Path, data: &Path, memory: bool) -> Result<Self, LoadError> {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--data"]).arg(data);
        if memory {
            command.arg("--memory");
        }
        let log = std::fs::File::create(data.join("serve.log"))?;
        command.stdout(Stdio::piped()).stderr(log);
        // From here on, whatever ends this ends it.
        let mut process = Running(command.spawn()?);
        let out = process
            .0
            .stdout
            .take()
            .ok_or_else(|| not_started("it has no output"))?;
        let mut out = BufReader::new(out);
        let mut line = String::new();
        match timeout(limits::PATIENCE, out.read_line(&mut line)).await {
            Ok(read) => read?,
            Err(_) => return Err(not_started("it says nothing")),
        };
        let port = line
            .trim()
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok());
        match port {
            Some(port) => Ok(Self {
                process,
                address: SocketAddr::from(([127, 0, 0, 1], port)),
                _out: out,
            }),
            None => {
                let log = std::fs::read_to_string(data.join("serve.log")).unwrap_or_default();
                Err(not_started(&format!("{line}{log}")))
            }
        }
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.process.0.id()
    }

    /// Kills it.
    ///
    /// # Errors
    ///
    /// If the system does not let us.
    pub async fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.process.0.kill().await?)
    }
}

/// A process that does not outlive whoever holds it.
#[derive(Debug)]
struct Running(Child);

impl Drop for Running {
    /// Its data folder may be removed next, so it must not write there any more.
    fn drop(&mut self) {
        // It has ended already, or there is nothing more to do about it.
        let _ = self.0.start_kill();
        let begun = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && begun.elapsed() < limits::DEATH {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn not_started(why: &str) -> LoadError {
    LoadError::NotStarted(why.to_owned())
}
