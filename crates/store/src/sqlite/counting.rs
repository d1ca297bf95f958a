//! How the dice fell, day by day. An append only notes that a game is over; what is counted of it is worked out later, by
//! whoever asks for games that are not counted yet.

use ludo_table::Event;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{query, query_as};

use super::read::{parse, unsigned};
use super::write::{number, text};
use crate::{Append, DiceCount, EndedGame, StoreError};

/// Notes the games that an append ends.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<(), StoreError> {
    for (event, seq) in append
        .events
        .iter()
        .zip(append.expected.saturating_add(1)..)
    {
        if matches!(event, Event::Over { .. }) {
            query("INSERT INTO uncounted (code, seq) VALUES ($1, $2)")
                .bind(append.code.to_string())
                .bind(number(seq)?)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// Adds the counts of a game, once.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    game: EndedGame,
    counts: &[DiceCount],
) -> Result<bool, StoreError> {
    let taken = query("DELETE FROM uncounted WHERE code = $1 AND seq = $2")
        .bind(game.code.to_string())
        .bind(number(game.over)?)
        .execute(&mut *connection)
        .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    let rows = counts
        .iter()
        .map(|count| (count.day, &count.name, count.count));
    let rows = text("list of counts", &rows.collect::<Vec<_>>())?;
    // Without the condition, ON would be taken for that of a join.
    query(
        "INSERT INTO dice_counts (day, name, count)
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE true
         ON CONFLICT (day, name) DO UPDATE SET count = dice_counts.count + excluded.count",
    )
    .bind(rows)
    .execute(connection)
    .await?;
    Ok(true)
}

pub(super) async fn uncounted(
    readers: &SqlitePool,
    limit: u32,
) -> Result<Vec<EndedGame>, StoreError> {
    let rows: Vec<(String, i64, Option<i64>)> = query_as(
        r#"SELECT code, seq, (
               SELECT events.seq FROM events
               WHERE events.code = uncounted.code AND events.seq < uncounted.seq
                   AND events.event LIKE '{"type":"begun"%'
               ORDER BY events.seq DESC LIMIT 1)
           FROM uncounted ORDER BY code, seq LIMIT $1"#,
    )
    .bind(i64::from(limit))
    .fetch_all(readers)
    .await?;
    let game = |(code, over, begun): (String, i64, Option<i64>)| {
        Ok(EndedGame {
            code: parse("a table", &code)?,
            begun: unsigned(begun.unwrap_or(0))?,
            over: unsigned(over)?,
        })
    };
    rows.into_iter().map(game).collect()
}

pub(super) async fn counts(readers: &SqlitePool) -> Result<Vec<DiceCount>, StoreError> {
    let rows: Vec<(i64, String, i64)> =
        query_as("SELECT day, name, count FROM dice_counts ORDER BY day, name")
            .fetch_all(readers)
            .await?;
    let count = |(day, name, count): (i64, String, i64)| {
        Ok(DiceCount {
            day: u32::try_from(day).map_err(|error| StoreError::corrupt("a day", &error))?,
            name,
            count: unsigned(count)?,
        })
    };
    rows.into_iter().map(count).collect()
}
