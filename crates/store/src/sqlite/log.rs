//! The write-ahead log is copied into the database beside the writer, so that nobody waits for it, and kept short.
//!
//! What is copied is exactly as durable before, meanwhile and afterwards: the database syncs the log, copies, syncs the
//! file, and only then may write over the log from its beginning.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;

use super::connection;

/// Pages in the log from which on it is copied beside the writer; again after as many more. A page has 4 KiB.
const COPY_PAGES: u32 = 1000;

/// Pages in the log from which on the writer copies the rest of it itself, between two transactions, so that the log can
/// begin anew. It grows longer only while somebody reads for long, as a backup does.
const MOST_PAGES: u32 = 8000;

/// Watches over the length of the log.
#[derive(Debug)]
pub(super) struct Log {
    /// Pages in it after the last transaction.
    pages: Arc<AtomicU32>,
    /// Pages in it when it was looked at last.
    seen: u32,
    /// At how many pages something is done about it.
    next: u32,
    asking: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    pub(super) fn start(path: &Path) -> Result<Self, io::Error> {
        // One that waits is enough: whoever comes to it copies all that is there by then.
        let (asking, asked) = sync_channel(1);
        let path = path.to_owned();
        let thread = thread::Builder::new()
            .name("ludo-log".to_owned())
            .spawn(move || copy_when(&asked, &path))?;
        Ok(Self {
            pages: Arc::default(),
            seen: 0,
            next: COPY_PAGES,
            asking: Some(asking),
            thread: Some(thread),
        })
    }

    /// Counts what a connection writes. It copies nothing by itself any more.
    pub(super) fn watch(&self, connection: &mut Connection) -> Result<(), rusqlite::Error> {
        let pages = self.pages.clone();
        connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, count| {
            pages.store(u32::try_from(count).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))
    }

    /// Has the log copied where it is long. To be asked between transactions.
    pub(super) fn look_after(&mut self, connection: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        if pages < self.seen {
            // It began anew.
            self.next = COPY_PAGES;
        }
        self.seen = pages;
        if pages < self.next {
            return;
        }
        self.next = pages.saturating_add(COPY_PAGES);
        if pages >= MOST_PAGES {
            copy(connection);
        } else if let Some(asking) = &self.asking {
            // If it is full, somebody has asked.
            let _ = asking.try_send(());
        }
    }

    pub(super) fn close(&mut self) {
        self.asking = None;
        if self
            .thread
            .take()
            .is_some_and(|thread| thread.join().is_err())
        {
            tracing::error!("the thread that copies the log has died");
        }
    }
}

/// Copies as often as it is asked to.
fn copy_when(asked: &Receiver<()>, path: &Path) {
    let mut kept = None;
    while asked.recv().is_ok() {
        let connection = match kept.take() {
            Some(connection) => connection,
            None => match connection::writer(path) {
                Ok(connection) => connection,
                Err(error) => {
                    let error = error.at_start(path);
                    tracing::warn!(%error, "the log of the database is not copied");
                    continue;
                }
            },
        };
        if copy(&connection) {
            kept = Some(connection);
        }
    }
}

/// Copies what is in the log and not read by anybody as it was, and waits for nobody. Whether that went well.
fn copy(connection: &Connection) -> bool {
    let copied = connection
        .prepare_cached("PRAGMA wal_checkpoint(PASSIVE)")
        .and_then(|mut statement| statement.query_row((), |_| Ok(())));
    if let Err(error) = &copied {
        tracing::warn!(%error, "the log of the database cannot be copied into it");
    }
    copied.is_ok()
}
