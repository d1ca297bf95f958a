use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::OpenError;
use super::read::all;
use super::write::{game_of, run};
use crate::StoreError;

/// The versions of the schema, in order. One that was released never changes; a change is a new version.
const VERSIONS: [(i64, &str); 7] = [
    (1, include_str!("schema_1.sql")),
    (2, include_str!("schema_2.sql")),
    (3, include_str!("schema_3.sql")),
    (4, include_str!("schema_4.sql")),
    (5, include_str!("schema_5.sql")),
    (6, include_str!("schema_6.sql")),
    (7, include_str!("schema_7.sql")),
];

/// Brings the database up to the newest version, all of it or nothing: what dies half-way leaves the file as it was.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), OpenError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS versions (version BIGINT NOT NULL PRIMARY KEY)",
    )?;
    let found = version(&transaction)?;
    for (version, sql) in VERSIONS.into_iter().filter(|(version, _)| *version > found) {
        transaction.execute_batch(sql)?;
        if version == 3 {
            fill_games(&transaction).map_err(OpenError::Store)?;
        }
        transaction.execute("INSERT INTO versions (version) VALUES ($1)", (version,))?;
    }
    transaction.commit()?;
    Ok(())
}

/// The version of the data; 0 if there is none yet. A newer one than this program knows is refused.
pub(super) fn version(connection: &Connection) -> Result<i64, OpenError> {
    let found: Option<i64> =
        connection.query_row("SELECT MAX(version) FROM versions", (), |row| row.get(0))?;
    let found = found.unwrap_or(0);
    let known = VERSIONS
        .iter()
        .map(|(version, _)| *version)
        .max()
        .unwrap_or(0);
    if found > known {
        return Err(OpenError::Store(StoreError::TooNew { found, known }));
    }
    Ok(found)
}

/// Version 3 knows the table of a game; data of before has it in the events only.
fn fill_games(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let events = all(
        transaction,
        r#"SELECT code, seq, event FROM events
           WHERE event LIKE '{"type":"opened"%' OR event LIKE '{"type":"rematch"%' ORDER BY code, seq"#,
        (),
        |row| row.try_into(),
        |(code, seq, event): (String, i64, String)| {
            let event = serde_json::from_str(&event).map_err(|error| {
                StoreError::corrupt(format!("event {seq} of table {code}"), &error)
            })?;
            Ok((code, event))
        },
    )?;
    for (code, event) in events {
        if let Some(game) = game_of(&event) {
            run(
                transaction,
                "INSERT INTO games (game, code) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING",
                (game.to_string(), code),
            )?;
        }
    }
    Ok(())
}
