//! What is on a disk after a power cut.

use std::collections::BTreeMap;
use std::path::Path;

use super::Op;

/// Bytes that a disk writes as a whole or not at all.
const SECTOR: usize = 512;

/// One file: what is on the disk for certain, and what may be.
#[derive(Clone, Debug, Default)]
struct File {
    durable: Option<Vec<u8>>,
    /// With the number of each in all that happened.
    pending: Vec<(usize, Op)>,
}

/// Plays what happened again, up to any moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replay {
    files: BTreeMap<String, File>,
    taken: usize,
    /// The last that the test was told to be durable.
    pub(crate) acknowledged: u64,
}

impl Replay {
    /// What happened next.
    pub(crate) fn take(&mut self, op: &Op) {
        match op {
            Op::Acknowledged(what) => self.acknowledged = *what,
            Op::Sync { file, of } => {
                let file = self.files.entry(file.clone()).or_default();
                let count = file.pending.partition_point(|(number, _)| number < of);
                for (_, op) in file.pending.drain(..count) {
                    apply(&mut file.durable, &op);
                }
                file.durable.get_or_insert_default();
            }
            Op::SyncFolder { of } => {
                for file in self.files.values_mut() {
                    let deleted = file
                        .pending
                        .iter()
                        .rposition(|(number, op)| number < of && matches!(op, Op::Delete { .. }));
                    if let Some(deleted) = deleted {
                        file.pending.drain(..=deleted);
                        file.durable = None;
                    }
                }
            }
            Op::Write { file, .. } | Op::Truncate { file, .. } | Op::Delete { file } => {
                let file = self.files.entry(file.clone()).or_default();
                file.pending.push((self.taken, op.clone()));
            }
        }
        self.taken += 1;
    }

    /// Bytes that are not on the disk for certain.
    pub(crate) fn unsynced(&self, file: &str) -> usize {
        let pending = self.files.get(file).map(|file| file.pending.as_slice());
        let bytes = pending.unwrap_or_default().iter().map(|(_, op)| match op {
            Op::Write { bytes, .. } => bytes.len(),
            _ => 0,
        });
        bytes.sum()
    }

    /// Puts down what is left if the power goes now: all that was synced, and of the rest those sectors that `keeps`
    /// says.
    pub(crate) fn cut(&self, folder: &Path, keeps: &mut impl FnMut() -> bool) {
        for (name, file) in &self.files {
            let mut left = file.durable.clone();
            for (_, op) in &file.pending {
                match op {
                    Op::Write { file, at, bytes } => {
                        let mut at = *at;
                        let mut rest = bytes.as_slice();
                        while !rest.is_empty() {
                            // Up to the end of the sector that the first byte is in.
                            let room = SECTOR - usize::try_from(at).unwrap() % SECTOR;
                            let (piece, later) = rest.split_at(room.min(rest.len()));
                            if keeps() {
                                let (file, bytes) = (file.clone(), piece.to_vec());
                                apply(&mut left, &Op::Write { file, at, bytes });
                            }
                            at += piece.len() as u64;
                            rest = later;
                        }
                    }
                    op if keeps() => apply(&mut left, op),
                    _ => {}
                }
            }
            if let Some(bytes) = left {
                std::fs::write(folder.join(name), bytes).unwrap();
            }
        }
    }
}

fn apply(file: &mut Option<Vec<u8>>, op: &Op) {
    match op {
        Op::Write { at, bytes, .. } => {
            let file = file.get_or_insert_default();
            let start = usize::try_from(*at).unwrap();
            let end = start + bytes.len();
            if file.len() < end {
                file.resize(end, 0);
            }
            file[start..end].copy_from_slice(bytes);
        }
        Op::Truncate { length, .. } => {
            let length = usize::try_from(*length).unwrap();
            file.get_or_insert_default().resize(length, 0);
        }
        Op::Delete { .. } => *file = None,
        Op::Sync { .. } | Op::SyncFolder { .. } | Op::Acknowledged(_) => {}
    }
}
