use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludo_protocol::TableCode;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::app::App;
use crate::error::ApiError;
use crate::worker::{self, Ended, Entered, Entering, ToTable};
use crate::{Limit, limits};

/// The tables in memory: each has a worker, who alone changes it, and a queue to it.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    live: Mutex<HashMap<TableCode, mpsc::Sender<ToTable>>>,
    troubles: Mutex<HashMap<TableCode, Trouble>>,
}

/// What is wrong with a table that cannot be had from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// It could not be loaded.
    NotLoaded {
        /// So many times in a row.
        times: u32,
        /// Somebody waits for the time to try it again.
        waits: bool,
    },
    /// What the store has of it is damaged. It stands still until the server starts anew.
    Damaged,
}

impl Tables {
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Whether a table is in memory.
    pub(crate) fn has(&self, code: TableCode) -> bool {
        self.lock().contains_key(&code)
    }

    /// Takes a table out of memory, if nobody has written to it meanwhile.
    pub(crate) fn let_go(&self, code: TableCode, queue: &mpsc::Receiver<ToTable>) -> bool {
        let mut live = self.lock();
        // Whoever writes to a table that they are not connected to holds the lock, so nothing can come in between.
        if !queue.is_empty() {
            return false;
        }
        live.remove(&code);
        true
    }

    /// Takes a table out of memory, whoever has written to it.
    pub(crate) fn remove(&self, code: TableCode) {
        self.lock().remove(&code);
    }

    /// What the store has of a table is damaged: nobody tries again, and whoever comes is told so.
    pub(crate) fn set_aside(&self, code: TableCode, why: &dyn std::fmt::Display) {
        let told = self.note(code, |_| Trouble::Damaged);
        if told != Some(Trouble::Damaged) {
            tracing::error!(
                table = %code,
                %why,
                "a table is damaged: it stands still. Restore the data folder from a backup, or see to the table and start anew"
            );
        }
    }

    /// A table could not be loaded. Milliseconds until it is to be tried again; none where that is seen to already, so that
    /// there are not more and more tries with everybody who comes.
    fn not_loaded(&self, code: TableCode) -> Option<u64> {
        let before = self.note(code, |before| match before {
            Some(Trouble::NotLoaded { times, waits }) => Trouble::NotLoaded {
                times: times.saturating_add(u32::from(!waits)),
                waits: true,
            },
            Some(Trouble::Damaged) => Trouble::Damaged,
            None => Trouble::NotLoaded {
                times: 1,
                waits: true,
            },
        });
        match before {
            Some(Trouble::NotLoaded { waits: true, .. } | Trouble::Damaged) => None,
            Some(Trouble::NotLoaded { times, .. }) => Some(limits::retry_millis(times)),
            None => Some(limits::retry_millis(0)),
        }
    }

    /// A table that could not be loaded is tried again now.
    fn tries_again(&self, code: TableCode) {
        if let Some(Trouble::NotLoaded { waits, .. }) = self.troubles().get_mut(&code) {
            *waits = false;
        }
    }

    /// A table was loaded.
    pub(crate) fn is_well(&self, code: TableCode) {
        self.troubles().remove(&code);
    }

    fn is_damaged(&self, code: TableCode) -> bool {
        self.troubles().get(&code) == Some(&Trouble::Damaged)
    }

    /// Remembers a trouble, if there is room. What was known before comes back.
    fn note(
        &self,
        code: TableCode,
        trouble: impl FnOnce(Option<Trouble>) -> Trouble,
    ) -> Option<Trouble> {
        let mut troubles = self.troubles();
        let before = troubles.get(&code).copied();
        if before.is_some() || troubles.len() < limits::TROUBLED_TABLES {
            troubles.insert(code, trouble(before));
        }
        before
    }

    fn troubles(&self) -> MutexGuard<'_, HashMap<TableCode, Trouble>> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableCode, mpsc::Sender<ToTable>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Makes a connection known to its table. The sender that comes back is for what the connection says.
    pub(crate) async fn enter(
        &self,
        code: TableCode,
        entering: Entering,
    ) -> Result<(Entered, mpsc::Sender<ToTable>), ApiError> {
        let (answer, answered) = oneshot::channel();
        let table = self.send(code, ToTable::Enter { entering, answer })?;
        // A worker that ends without an answer has failed, and another one takes over.
        let entered = answered
            .await
            .unwrap_or_else(|_| Err(ApiError::unavailable()))?;
        Ok((entered, table))
    }

    /// Makes sure that a table is in memory, where it looks after itself. The permit is given back when it is.
    pub(crate) fn wake(
        &self,
        code: TableCode,
        load: Option<OwnedSemaphorePermit>,
    ) -> Result<(), ApiError> {
        self.send(code, ToTable::Wake(load)).map(|_| ())
    }

    fn send(&self, code: TableCode, message: ToTable) -> Result<mpsc::Sender<ToTable>, ApiError> {
        if self.stop.is_cancelled() {
            return Err(ApiError::restarting());
        }
        let mut live = self.tables.lock();
        let table = match live.get(&code) {
            Some(table) => table.clone(),
            None if live.len() >= self.config.limits.count(Limit::LiveTables) => {
                return Err(ApiError::busy());
            }
            None if self.tables.is_damaged(code) => return Err(ApiError::damaged()),
            None => {
                let table = self.employ(code);
                live.insert(code, table.clone());
                table
            }
        };
        match table.try_send(message) {
            Ok(()) => Ok(table),
            Err(mpsc::error::TrySendError::Full(_)) => Err(ApiError::busy()),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(ApiError::unavailable()),
        }
    }

    /// Starts a worker for a table. If it fails, another one takes over.
    fn employ(&self, code: TableCode) -> mpsc::Sender<ToTable> {
        let (table, queue) = mpsc::channel(limits::table_queue(
            self.config.limits.count(Limit::SocketsPerTable),
        ));
        let app = self.clone();
        self.tasks.spawn(async move {
            let work = tokio::spawn(worker::run(app.clone(), code, queue));
            let ended = work.await.unwrap_or_else(|error| {
                tracing::error!(table = %code, %error, "a worker has died");
                app.tables.remove(code);
                Ended::Failed
            });
            let pause = match ended {
                Ended::InOrder | Ended::Damaged => None,
                Ended::Failed => Some(limits::RETRY_MILLIS),
                Ended::NotLoaded => app.tables.not_loaded(code),
            };
            if let Some(pause) = pause {
                let clock = &app.config.clock;
                let again = clock.now().plus(pause);
                tokio::select! {
                    () = clock.sleep_until(again) => {}
                    () = app.stop.cancelled() => return,
                }
                app.tables.tries_again(code);
                if let Err(error) = app.wake(code, None) {
                    tracing::warn!(table = %code, code = %error.0.code, "a failed table could not be taken up again");
                }
            }
        });
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_loaded_is_waited_for_once_and_less_and_less_often() {
        let tables = Tables::default();
        let code = TableCode::from_entropy([7; 16]);
        for failures in 0..10 {
            let pause = limits::retry_millis(failures);
            assert_eq!(tables.not_loaded(code), Some(pause));
            // Whoever comes meanwhile tries it too, and makes no further tries.
            assert_eq!(tables.not_loaded(code), None);
            assert_eq!(tables.not_loaded(code), None);
            tables.tries_again(code);
        }
        tables.is_well(code);
        assert_eq!(tables.not_loaded(code), Some(limits::RETRY_MILLIS));
        tables.set_aside(code, &"damaged");
        assert_eq!(tables.not_loaded(code), None);
    }
}
