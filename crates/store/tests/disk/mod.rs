//! A disk that is watched: which write, truncation and sync came when, what is left after a power cut at any moment,
//! and what happens when it fails.

mod image;
mod vfs;

use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use image::Replay;

/// What happened, in the order in which it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Write {
        file: String,
        at: u64,
        bytes: Vec<u8>,
    },
    Truncate {
        file: String,
        length: u64,
    },
    /// Of what happened to the file, the first `of` things on the whole disk are durable when this is noted: what came
    /// while the sync ran may not be.
    Sync {
        file: String,
        of: usize,
    },
    Delete {
        file: String,
    },
    /// Of the deletions, those among the first `of` things on the whole disk are durable when this is noted.
    SyncFolder {
        of: usize,
    },
    /// The test was told that this much is durable.
    Acknowledged(u64),
}

/// What is wrong with a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fault {
    Nothing,
    /// No write has room.
    Full,
    /// Writes are taken, but do not come to the disk, which says so.
    SyncFails,
}

/// A folder whose files are watched, as long as this lives.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    ops: Mutex<Vec<Op>>,
    fault: AtomicU8,
}

impl Disk {
    /// Watches the files that databases have in a folder, from now on.
    pub(crate) fn watch(folder: &Path) -> Arc<Self> {
        let disk = Arc::new(Self::default());
        vfs::watch(folder, &disk);
        disk
    }

    pub(crate) fn acknowledged(&self, what: u64) {
        self.note(Op::Acknowledged(what));
    }

    /// What has happened so far.
    pub(crate) fn ops(&self) -> Vec<Op> {
        self.lock().clone()
    }

    fn count(&self) -> usize {
        self.lock().len()
    }

    /// From now on this is wrong with the disk.
    pub(crate) fn has(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::SeqCst);
    }

    fn is_full(&self) -> bool {
        self.fault.load(Ordering::SeqCst) == Fault::Full as u8
    }

    fn fails_to_sync(&self) -> bool {
        self.fault.load(Ordering::SeqCst) == Fault::SyncFails as u8
    }

    fn note(&self, op: Op) {
        self.lock().push(op);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Op>> {
        self.ops.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
