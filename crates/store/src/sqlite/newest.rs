use ludo_table::Time;
use rusqlite::Connection;

use super::read::{one, unsigned};
use super::write::number;
use crate::StoreError;

/// The newest moment at a table that is not closed. Values of a wrong type are greater than all numbers, and left out.
pub(super) fn newest(connection: &Connection, latest: Time) -> Result<Option<Time>, StoreError> {
    let found: Option<Option<i64>> = one(
        connection,
        "SELECT MAX(at) FROM (
             SELECT MAX(changed_at) AS at FROM tables WHERE wake_at IS NOT NULL AND changed_at <= $1
             UNION ALL
             SELECT MAX(at) FROM journal WHERE at <= $1
             UNION ALL
             SELECT MAX(gone_at) FROM tables JOIN memberships ON memberships.code = tables.code
             WHERE wake_at IS NOT NULL AND gone_at <= $1) AS newest",
        (number(latest.0)?,),
        |row| row.get(0),
    )?;
    found.flatten().map(|at| unsigned(at).map(Time)).transpose()
}
