//! How the database is opened, for whom.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::error::OpenError;

/// How long a connection waits for another one's lock. Only tools from outside can hold one for long.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Statements that a connection keeps prepared; there are fewer.
const STATEMENTS: usize = 64;

/// Pages of the database that the writer keeps, in KiB.
const WRITER_CACHE_KIB: i64 = 16 * 1024;

/// A connection that writes; the file is made if it is not there.
///
/// Nothing is answered before it is on the disk (`synchronous = FULL`), and spent secrets are wiped from the file, not only
/// unlinked in it (`secure_delete`).
pub(super) fn writer(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = open(path, flags)?;
    set(&connection, "journal_mode", "WAL")?;
    set(&connection, "synchronous", "FULL")?;
    set(&connection, "foreign_keys", true)?;
    set(&connection, "secure_delete", true)?;
    set(&connection, "cache_size", -WRITER_CACHE_KIB)?;
    Ok(connection)
}

/// A connection that reads; the file is not made.
pub(super) fn reader(path: &Path) -> Result<Connection, OpenError> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A connection to a database that nobody else has. It is one file, with nothing beside it afterwards.
pub(super) fn alone(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = open(path, flags)?;
    set(&connection, "journal_mode", "DELETE")?;
    set(&connection, "synchronous", "FULL")?;
    set(&connection, "foreign_keys", true)?;
    set(&connection, "secure_delete", true)?;
    Ok(connection)
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection, OpenError> {
    // Each connection is used by one thread at a time. From the root on, no name is taken for an address of another kind.
    let path = std::path::absolute(path)?;
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn set(
    connection: &Connection,
    name: &str,
    value: impl rusqlite::ToSql,
) -> Result<(), rusqlite::Error> {
    // Some answer what it is then.
    connection.pragma_update(None, name, value)
}
