use std::path::Path;

use ludo_store::{Archive, StoredEvent};
use ludo_table::Time;

use crate::Failure;

/// Tables, and events of a table, that are read at once.
const TABLES: u32 = 256;
const EVENTS: u32 = 500;

/// Goes through all events of the tables in a data folder at which something happened since a moment.
///
/// The tables come in the order of their codes; `begin` makes for each what `take` is given with every event of it. It reads only,
/// also while a server has the data.
pub(crate) async fn of_tables<T>(
    folder: &Path,
    since: Time,
    begin: impl Fn() -> T,
    mut take: impl FnMut(&mut T, &StoredEvent) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let database = folder.join("ludo.db");
    if !database.exists() {
        return Err(Failure::Work(format!(
            "there is no database {}: give the data folder of the server with --data",
            database.display()
        )));
    }
    let archive = Archive::open(&database).await.map_err(Failure::work)?;
    let mut after = None;
    loop {
        let tables = archive.tables(since, after, TABLES).await;
        let tables = tables.map_err(Failure::work)?;
        let Some(last) = tables.last().copied() else {
            break;
        };
        after = Some(last);
        for code in tables {
            let mut table = begin();
            let mut seq = 0;
            loop {
                let events = archive.events(code, seq, EVENTS).await;
                let events = events.map_err(Failure::work)?;
                let Some(last) = events.last() else { break };
                seq = last.seq;
                for event in &events {
                    take(&mut table, event)?;
                }
            }
        }
    }
    archive.close().await;
    Ok(())
}
