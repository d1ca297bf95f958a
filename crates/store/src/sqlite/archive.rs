use std::path::Path;

use ludo_protocol::TableCode;
use ludo_table::Time;
use tokio::task::spawn_blocking;

use super::error::OpenError;
use super::readers::Readers;
use super::{joined, read, schema};
use crate::{StoreError, StoredEvent};

/// The first version of the data that has a journal.
const JOURNAL_SINCE: i64 = 6;

/// The events of all tables of a database, to read only: also while a server has it.
///
/// Events are never changed, so what is read is right whatever the server does meanwhile; of a table that goes on, it is
/// what was there at that moment.
#[derive(Debug)]
pub struct Archive {
    readers: Readers,
}

impl Archive {
    /// Opens the database in a file. It is not made, not brought up to date and not written to.
    ///
    /// # Errors
    ///
    /// If there is none, it can't be read, or was written by a newer version of this program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        let opened =
            spawn_blocking(move || Self::connect(&path).map_err(|error| error.at_start(&path)));
        joined(opened.await)
    }

    fn connect(path: &Path) -> Result<Self, OpenError> {
        let readers = Readers::open(path, 1, |connection| {
            if schema::version(connection)? < JOURNAL_SINCE {
                // As if there were one, with nothing in it; not in the file.
                connection.execute_batch(
                    "CREATE TEMPORARY TABLE journal (id, code, seq, at, event, private)",
                )?;
            }
            Ok(())
        })?;
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
        self.readers
            .read(move |connection| read::tables_since(connection, since, after, limit))
            .await
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
        self.readers
            .read(move |connection| read::events(connection, code, after, limit.into()))
            .await
    }

    /// Lets go of the file.
    pub async fn close(&self) {
        self.readers.close().await;
    }
}
