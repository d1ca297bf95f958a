use std::net::SocketAddr;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::report::{Machine, Report, Spread};
use crate::{LoadError, OwnServer, Plan, Where, bare, flush};

/// The server that is loaded, and what is known of it.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) pid: Option<u32>,
    /// Where its disk is.
    folder: PathBuf,
    flushes: Vec<std::time::Duration>,
    // In this order: the server ends before its folder is removed.
    _own: Option<OwnServer>,
    _data: Option<TempDir>,
}

impl Site {
    /// Starts the server, if need be, and measures the first half of the machine's flushes.
    pub(crate) async fn open(plan: &Plan) -> Result<Self, LoadError> {
        let mut site = match &plan.server {
            Where::Running {
                address,
                pid,
                folder,
                ..
            } => Self {
                address: *address,
                pid: *pid,
                folder: folder.clone().unwrap_or_else(std::env::temp_dir),
                flushes: Vec::new(),
                _own: None,
                _data: None,
            },
            Where::Own {
                program,
                folder,
                memory,
            } => {
                let data = data_folder(folder.as_deref())?;
                let own = OwnServer::start(program, data.path(), *memory).await?;
                Self {
                    address: own.address(),
                    pid: own.pid(),
                    folder: data.path().to_owned(),
                    flushes: Vec::new(),
                    _own: Some(own),
                    _data: Some(data),
                }
            }
        };
        if plan.machine {
            site.flushes = flush::times(&site.folder)?;
        }
        Ok(site)
    }

    /// What the machine can do: to be called when the load is over.
    pub(crate) async fn tell(mut self, plan: &Plan, report: &mut Report) -> Result<(), LoadError> {
        if !plan.machine {
            return Ok(());
        }
        self.flushes.extend(flush::times(&self.folder)?);
        let measured = tokio::task::spawn_blocking(|| bare::measure(BARE_LENGTH)).await;
        report.machine = Some(Machine {
            flush: Spread::of(self.flushes),
            bare: measured.map_err(std::io::Error::other)??,
        });
        Ok(())
    }
}

/// How long the bare loop runs.
const BARE_LENGTH: std::time::Duration = std::time::Duration::from_secs(2);

/// A folder that is removed with everything in it when it is dropped.
pub(crate) fn data_folder(inside: Option<&std::path::Path>) -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("ludo-load-");
    match inside {
        Some(folder) => builder.tempdir_in(folder),
        None => builder.tempdir(),
    }
}
