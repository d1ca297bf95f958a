use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::connection;
use super::error::OpenError;
use crate::StoreError;

/// Connections that read, each at work for one reader at a time, on a thread on which waiting for the disk holds nobody up.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    most: u32,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    /// At most `most` readers work at once. One connection is opened now, and must pass the check.
    pub(super) fn open(
        path: &Path,
        most: u32,
        check: impl FnOnce(&Connection) -> Result<(), OpenError>,
    ) -> Result<Self, OpenError> {
        let first = connection::reader(path)?;
        check(&first)?;
        Ok(Self {
            path: path.to_owned(),
            most,
            permits: Arc::new(Semaphore::new(most as usize)),
            idle: Arc::new(Mutex::new(vec![first])),
        })
    }

    /// Waits for a connection, and reads with it.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|_| StoreError::Stopped)?;
        let (idle, path) = (self.idle.clone(), self.path.clone());
        let reading = spawn_blocking(move || {
            // Whoever asked may go while this runs.
            let _permit = permit;
            let kept = lock(&idle).pop();
            let connection = match kept {
                Some(connection) => connection,
                None => connection::reader(&path).map_err(|error| error.at_start(&path))?,
            };
            let answer = read(&connection);
            lock(&idle).push(connection);
            answer
        });
        reading
            .await
            .map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// Waits for those that read, and reads nothing more.
    pub(super) async fn close(&self) {
        // It can't be closed but here, which may happen twice.
        let all = self.permits.acquire_many(self.most).await;
        self.permits.close();
        drop(all);
        lock(&self.idle).clear();
    }
}

fn lock(idle: &Mutex<Vec<Connection>>) -> MutexGuard<'_, Vec<Connection>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
