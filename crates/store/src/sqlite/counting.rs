//! How the dice fell, day by day. An append only notes that a game is over; what is counted of it is worked out later, by
//! whoever asks for games that are not counted yet.

use ludo_table::Event;
use rusqlite::Connection;

use super::read::{parse, readable, unsigned};
use super::write::{number, run};
use crate::{Append, DiceCount, EndedGame, StoreError};

/// Notes the games that an append ends.
pub(super) fn note(connection: &Connection, append: &Append, code: &str) -> Result<(), StoreError> {
    for (event, seq) in append
        .events
        .iter()
        .zip(append.expected.saturating_add(1)..)
    {
        if matches!(event, Event::Over { .. }) {
            run(
                connection,
                "INSERT INTO uncounted (code, seq) VALUES ($1, $2)",
                (code, number(seq)?),
            )?;
        }
    }
    Ok(())
}

/// Adds the counts of a game, once.
pub(super) fn count(
    connection: &Connection,
    game: EndedGame,
    counts: &[DiceCount],
) -> Result<bool, StoreError> {
    let taken = run(
        connection,
        "DELETE FROM uncounted WHERE code = $1 AND seq = $2",
        (game.code.to_string(), number(game.over)?),
    )?;
    if taken == 0 {
        return Ok(false);
    }
    for DiceCount { day, name, count } in counts {
        run(
            connection,
            "INSERT INTO dice_counts (day, name, count) VALUES ($1, $2, $3)
             ON CONFLICT (day, name) DO UPDATE SET count = dice_counts.count + excluded.count",
            (day, name, number(*count)?),
        )?;
    }
    Ok(true)
}

pub(super) fn uncounted(connection: &Connection, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
    let game = |(code, over, begun): (String, i64, Option<i64>)| {
        Ok(EndedGame {
            code: parse("a table", &code)?,
            begun: unsigned(begun.unwrap_or(0))?,
            over: unsigned(over)?,
        })
    };
    readable(
        connection,
        r#"SELECT code, seq, (
               SELECT events.seq FROM events
               WHERE events.code = uncounted.code AND events.seq < uncounted.seq
                   AND events.event LIKE '{"type":"begun"%'
               ORDER BY events.seq DESC LIMIT 1)
           FROM uncounted ORDER BY code, seq"#,
        (),
        limit,
        game,
    )
}

pub(super) fn counts(connection: &Connection) -> Result<Vec<DiceCount>, StoreError> {
    let count = |(day, name, count): (i64, String, i64)| {
        Ok(DiceCount {
            day: u32::try_from(day).map_err(|error| StoreError::corrupt("a day", &error))?,
            name,
            count: unsigned(count)?,
        })
    };
    readable(
        connection,
        "SELECT day, name, count FROM dice_counts ORDER BY day, name",
        (),
        u32::MAX,
        count,
    )
}
