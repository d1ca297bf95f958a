//! Copies of the database at one moment, for backups.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tokio::task::spawn_blocking;

use super::error::OpenError;
use super::{connection, joined, schema};
use crate::{StoreError, manifest};

/// Copies the database to a new file, which is checked and on the disk then. Gives the version of the data.
///
/// The copy holds nothing that must not come back: no secret of a game, no hand-over code.
pub(crate) async fn take(from: &Path, to: &Path) -> Result<i64, StoreError> {
    let (from, to) = (from.to_owned(), to.to_owned());
    let taken = spawn_blocking(move || {
        copy(&from, &to).map_err(|error| error.at_start(&from))?;
        clean(&to).map_err(|error| error.at_start(&to))
    });
    joined(taken.await)
}

/// Makes the database of a backup ready to be served. Gives the version of its data.
pub(crate) async fn prepare(path: &Path) -> Result<i64, StoreError> {
    let path: PathBuf = path.to_owned();
    let prepared = spawn_blocking(move || clean(&path).map_err(|error| error.at_start(&path)));
    joined(prepared.await)
}

fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    // From the root on, so that no name is taken for an address of another kind.
    let to = std::path::absolute(to)?;
    let name = to.to_str().ok_or_else(|| {
        OpenError::Store(StoreError::NotWritable {
            path: to.clone(),
            why: "its name is not Unicode".to_owned(),
        })
    })?;
    let connection = connection::reader(from)?;
    // For its owner's eyes only: the database takes an empty file as it is.
    manifest::write(&to, &[])?;
    connection.execute("VACUUM INTO $1", (name,))?;
    Ok(())
}

fn clean(path: &Path) -> Result<i64, OpenError> {
    let mut connection = connection::alone(path)?;
    let version = clean_up(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    // Copying does not wait for the disk.
    File::open(path).and_then(|file| file.sync_all())?;
    Ok(version)
}

fn clean_up(connection: &mut Connection) -> Result<i64, OpenError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0))?;
    if found != "ok" {
        return Err(OpenError::Damaged(found));
    }
    let version = schema::version(connection)?;
    let transaction = connection.transaction()?;
    transaction.execute("DELETE FROM secrets", ())?;
    if version >= 3 {
        transaction.execute("DELETE FROM handovers", ())?;
    }
    // Answers to a begin that is not drawn. Those of the others the draws have.
    transaction.execute(
        r#"UPDATE events SET private = json_remove(private, '$.answer')
           WHERE event LIKE '{"type":"answered"%' AND private IS NOT NULL"#,
        (),
    )?;
    // Whoever waits for a game that cannot go on is told as soon as the server runs.
    transaction.execute("UPDATE tables SET wake_at = 0 WHERE standing = 0", ())?;
    transaction.commit()?;
    Ok(version)
}
