use std::path::Path;

use ludo_protocol::TableCode;
use ludo_table::Time;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use super::{BUSY_TIMEOUT, OpenError, read, schema};
use crate::{StoreError, StoredEvent};

/// The events of all tables of a database, to read only: also while a server has it.
///
/// Events are never changed, so what is read is right whatever the server does meanwhile; of a table that goes on, it is
/// what was there at that moment.
#[derive(Debug)]
pub struct Archive {
    readers: SqlitePool,
}

impl Archive {
    /// Opens the database in a file. It is not made, not brought up to date and not written to.
    ///
    /// # Errors
    ///
    /// If there is none, it can't be read, or was written by a newer version of this program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::connect(path)
            .await
            .map_err(|error| error.at_start(path))
    }

    async fn connect(path: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("query_only", "ON");
        let readers = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await?;
        schema::version(&mut *readers.acquire().await?).await?;
        Ok(Self { readers })
    }

    /// The tables at which something happened `since` then, in the order of their codes: those after `after`, at most
    /// `limit`.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn tables(
        &self,
        since: Time,
        after: Option<TableCode>,
        limit: u32,
    ) -> Result<Vec<TableCode>, StoreError> {
        read::tables_since(&self.readers, since, after, limit).await
    }

    /// Events of a table after number `after`, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn events(
        &self,
        code: TableCode,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        read::events(&mut connection, code, after, limit.into()).await
    }

    /// Lets go of the file.
    pub async fn close(&self) {
        self.readers.close().await;
    }
}
