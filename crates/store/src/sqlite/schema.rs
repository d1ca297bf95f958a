use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, query, query_as, query_scalar, raw_sql};

use super::OpenError;
use super::write::game_of;
use crate::StoreError;

/// The versions of the schema, in order. One that was released never changes; a change is a new version.
const VERSIONS: [(i64, &str); 4] = [
    (1, include_str!("schema_1.sql")),
    (2, include_str!("schema_2.sql")),
    (3, include_str!("schema_3.sql")),
    (4, include_str!("schema_4.sql")),
];

/// Brings the database up to the newest version, all of it or nothing: what dies half-way leaves the file as it was.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    raw_sql("CREATE TABLE IF NOT EXISTS versions (version BIGINT NOT NULL PRIMARY KEY)")
        .execute(&mut *transaction)
        .await?;
    let found = version(&mut transaction).await?;
    for (version, sql) in VERSIONS.into_iter().filter(|(version, _)| *version > found) {
        raw_sql(sql).execute(&mut *transaction).await?;
        if version == 3 {
            fill_games(&mut transaction).await?;
        }
        query("INSERT INTO versions (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The version of the data; 0 if there is none yet. A newer one than this program knows is refused.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
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
    Ok(found)
}

/// Version 3 knows the table of a game; data of before has it in the events only.
async fn fill_games(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let rows: Vec<(String, i64, String)> = query_as(
        r#"SELECT code, seq, event FROM events
           WHERE event LIKE '{"type":"opened"%' OR event LIKE '{"type":"rematch"%' ORDER BY code, seq"#,
    )
    .fetch_all(&mut *connection)
    .await?;
    for (code, seq, event) in rows {
        let event = serde_json::from_str(&event).map_err(|error| {
            OpenError::Store(StoreError::corrupt(
                format!("event {seq} of table {code}"),
                &error,
            ))
        })?;
        if let Some(game) = game_of(&event) {
            query("INSERT INTO games (game, code) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING")
                .bind(game.to_string())
                .bind(&code)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}
