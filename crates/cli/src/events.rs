use std::path::Path;

use ludo_protocol::TableCode;
use ludo_store::{Archive, StoreError, StoredEvent};
use ludo_table::Time;

use crate::{Failure, failure};

/// Tables, and events of a table, that are read at once.
const TABLES: u32 = 256;
const EVENTS: u32 = 500;

/// Goes through all events of the tables in a data folder at which something happened since a moment.
///
/// The tables come in the order of their codes; `begin` makes for each what `take` is given with every event of it. It reads only,
/// also while a server has the data. Of a table that is damaged it tells, and goes on with the next one; how many those
/// were comes back.
pub(crate) async fn of_tables<T>(
    folder: &Path,
    since: Time,
    begin: impl Fn() -> T,
    mut take: impl FnMut(&mut T, &StoredEvent) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let database = folder.join("ludo.db");
    if !database.exists() {
        return Err(Failure::Work(format!(
            "there is no database {}: give the data folder of the server with --data",
            database.display()
        )));
    }
    let archive = Archive::open(&database).await.map_err(Failure::work)?;
    let (mut after, mut damaged) = (None, 0);
    loop {
        let tables = archive.tables(since, after, TABLES).await;
        let tables = tables.map_err(Failure::work)?;
        let Some(last) = tables.last().copied() else {
            break;
        };
        after = Some(last);
        for code in tables {
            let mut table = begin();
            match of_table(&archive, code, |event| take(&mut table, event)).await? {
                Ok(()) => {}
                Err(error) if error.is_damage() => {
                    damaged += 1;
                    failure::tell(format_args!("table {code} is damaged: {error}"));
                }
                Err(error) => return Err(Failure::work(error)),
            }
        }
    }
    archive.close().await;
    Ok(damaged)
}

/// All events of a table. The outer error is that of `take`.
async fn of_table(
    archive: &Archive,
    code: TableCode,
    mut take: impl FnMut(&StoredEvent) -> Result<(), Failure>,
) -> Result<Result<(), StoreError>, Failure> {
    let mut seq = 0;
    loop {
        let events = match archive.events(code, seq, EVENTS).await {
            Ok(events) => events,
            Err(error) => return Ok(Err(error)),
        };
        let Some(last) = events.last() else {
            return Ok(Ok(()));
        };
        seq = last.seq;
        for event in &events {
            take(event)?;
        }
    }
}
