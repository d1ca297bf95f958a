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
            if ended == Ended::Failed {
                let clock = &app.config.clock;
                let again = clock.now().plus(limits::RETRY_MILLIS);
                tokio::select! {
                    () = clock.sleep_until(again) => {}
                    () = app.stop.cancelled() => return,
                }
                if let Err(error) = app.wake(code, None) {
                    tracing::warn!(table = %code, code = %error.0.code, "a failed table could not be taken up again");
                }
            }
        });
        table
    }
}
