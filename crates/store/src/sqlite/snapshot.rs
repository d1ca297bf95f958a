//! Copies of the database at one moment, for backups.

use std::fs::File;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, query, query_scalar};

use super::{BUSY_TIMEOUT, OpenError, schema};
use crate::{StoreError, manifest};

/// Copies the database to a new file, which is checked and on the disk then. Gives the version of the data.
///
/// The copy holds nothing that must not come back: no secret of a game, no hand-over code.
pub(crate) async fn take(from: &Path, to: &Path) -> Result<i64, StoreError> {
    copy(from, to).await.map_err(|error| error.at_start(from))?;
    clean(to).await.map_err(|error| error.at_start(to))
}

/// Makes the database of a backup ready to be served. Gives the version of its data.
pub(crate) async fn prepare(path: &Path) -> Result<i64, StoreError> {
    clean(path).await.map_err(|error| error.at_start(path))
}

async fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    // From the root on, so that no name is taken for an address of another kind.
    let to = std::path::absolute(to).map_err(sqlx::Error::Io)?;
    let name = to.to_str().ok_or_else(|| {
        OpenError::Store(StoreError::NotWritable {
            path: to.clone(),
            why: "its name is not Unicode".to_owned(),
        })
    })?;
    let mut connection = SqliteConnectOptions::new()
        .filename(from)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
        .connect()
        .await?;
    // For its owner's eyes only: the database takes an empty file as it is.
    manifest::write(&to, &[]).map_err(sqlx::Error::Io)?;
    let copied = query("VACUUM INTO $1")
        .bind(name)
        .execute(&mut connection)
        .await;
    connection.close().await?;
    copied?;
    Ok(())
}

async fn clean(path: &Path) -> Result<i64, OpenError> {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        // One file, with nothing beside it afterwards.
        .journal_mode(SqliteJournalMode::Delete)
        .pragma("secure_delete", "ON")
        .disable_statement_logging()
        .connect()
        .await?;
    let cleaned = clean_up(&mut connection).await;
    connection.close().await?;
    let version = cleaned?;
    // Copying does not wait for the disk.
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(sqlx::Error::Io)?;
    Ok(version)
}

async fn clean_up(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    let found: Vec<String> = query_scalar("PRAGMA integrity_check(1)")
        .fetch_all(&mut *connection)
        .await?;
    if found != ["ok"] {
        let why = found.into_iter().next().unwrap_or_default();
        return Err(OpenError::Damaged(why));
    }
    let version = schema::version(connection).await?;
    let mut transaction = connection.begin().await?;
    query("DELETE FROM secrets")
        .execute(&mut *transaction)
        .await?;
    if version >= 3 {
        query("DELETE FROM handovers")
            .execute(&mut *transaction)
            .await?;
    }
    // Whoever waits for a game that cannot go on is told as soon as the server runs.
    query("UPDATE tables SET wake_at = 0 WHERE standing = 0")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(version)
}
