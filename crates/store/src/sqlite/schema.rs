use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, query, query_scalar, raw_sql};

use super::OpenError;
use crate::StoreError;

/// The versions of the schema, in order. One that was released never changes; a change is a new version.
const VERSIONS: [(i64, &str); 2] = [
    (1, include_str!("schema_1.sql")),
    (2, include_str!("schema_2.sql")),
];

/// Brings the database up to the newest version, each step whole or not at all.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    raw_sql("CREATE TABLE IF NOT EXISTS versions (version BIGINT NOT NULL PRIMARY KEY)")
        .execute(&mut *connection)
        .await?;
    let found: Option<i64> = query_scalar("SELECT MAX(version) FROM versions")
        .fetch_one(&mut *connection)
        .await?;
    let found = found.unwrap_or(0);
    let known = VERSIONS
        .iter()
        .map(|(version, _)| *version)
        .max()
        .unwrap_or(0);
    if found > known {
        return Err(OpenError::Store(StoreError::TooNew { found, known }));
    }
    for (version, sql) in VERSIONS.into_iter().filter(|(version, _)| *version > found) {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        raw_sql(sql).execute(&mut *transaction).await?;
        query("INSERT INTO versions (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    Ok(())
}
