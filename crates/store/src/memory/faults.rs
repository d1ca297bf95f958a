use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludo_protocol::TableCode;
use tokio::sync::watch;

use crate::StoreError;

/// What is to go wrong.
#[derive(Debug)]
pub(super) struct Faults {
    before: AtomicU32,
    after: AtomicU32,
    loads: AtomicU32,
    held: watch::Sender<bool>,
    damaged: Mutex<HashSet<TableCode>>,
    spoiled: Mutex<HashSet<TableCode>>,
}

impl Default for Faults {
    fn default() -> Self {
        Self {
            before: AtomicU32::new(0),
            after: AtomicU32::new(0),
            loads: AtomicU32::new(0),
            held: watch::Sender::new(false),
            damaged: Mutex::default(),
            spoiled: Mutex::default(),
        }
    }
}

impl Faults {
    pub(super) fn fail_next(&self, count: u32) {
        self.before.store(count, Ordering::SeqCst);
    }

    pub(super) fn fail_after_next(&self, count: u32) {
        self.after.store(count, Ordering::SeqCst);
    }

    pub(super) fn fail_next_loads(&self, count: u32) {
        self.loads.store(count, Ordering::SeqCst);
    }

    pub(super) fn before_load(&self, code: TableCode) -> Result<(), StoreError> {
        take_one(&self.loads)?;
        is_whole(&self.spoiled, code)
    }

    pub(super) fn damage(&self, code: TableCode) {
        lock(&self.damaged).insert(code);
    }

    pub(super) fn spoil(&self, code: TableCode) {
        lock(&self.spoiled).insert(code);
    }

    /// Fails where a table is damaged.
    pub(super) fn check(&self, code: TableCode) -> Result<(), StoreError> {
        is_whole(&self.damaged, code)
    }

    pub(super) fn hold(&self, held: bool) {
        self.held.send_replace(held);
    }

    pub(super) async fn before_write(&self) -> Result<(), StoreError> {
        // The sender lives in `self`, so waiting can't fail.
        let _ = self.held.subscribe().wait_for(|held| !held).await;
        take_one(&self.before)
    }

    pub(super) fn after_write(&self) -> Result<(), StoreError> {
        take_one(&self.after)
    }
}

fn take_one(faults: &AtomicU32) -> Result<(), StoreError> {
    let taken = faults.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| {
        count.checked_sub(1)
    });
    match taken {
        Ok(_) => Err(StoreError::Failed("a fault was injected".to_owned())),
        Err(_) => Ok(()),
    }
}

fn is_whole(damaged: &Mutex<HashSet<TableCode>>, code: TableCode) -> Result<(), StoreError> {
    if lock(damaged).contains(&code) {
        return Err(StoreError::corrupt(
            format!("table {code}"),
            &"it was damaged",
        ));
    }
    Ok(())
}

fn lock(of: &Mutex<HashSet<TableCode>>) -> MutexGuard<'_, HashSet<TableCode>> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
