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
    child: Child,
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
        command
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true);
        let mut child = command.spawn()?;
        let out = child
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
                child,
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
        self.child.id()
    }

    /// Kills it.
    ///
    /// # Errors
    ///
    /// If the system does not let us.
    pub async fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.child.kill().await?)
    }
}

impl Drop for OwnServer {
    /// Its data folder may be removed next, so it must not write there any more.
    fn drop(&mut self) {
        // It has ended already, or there is nothing more to do about it.
        let _ = self.child.start_kill();
        let begun = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && begun.elapsed() < limits::DEATH {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn not_started(why: &str) -> LoadError {
    LoadError::NotStarted(why.to_owned())
}
