use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::{Member, Time};
use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::write::{number, time};
use crate::{
    Base, CarriedOut, Due, HandoverHash, Head, OwnTable, PersonId, SavedMember, SavedTable, Sealed,
    Standing, StoreError, StoredEvent, TokenHash,
};

/// The one row of an answer, if there is one.
pub(super) fn one<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    columns: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row(parameters, columns).optional()?)
}

/// All rows of an answer, read and then understood.
pub(super) fn all<C, T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    columns: impl FnMut(&Row<'_>) -> rusqlite::Result<C>,
    mut understood: impl FnMut(C) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(parameters, columns)?;
    rows.map(|row| understood(row?)).collect()
}

/// As [`all`], the first `limit` rows that can be understood: nobody waits for one that is damaged.
pub(super) fn readable<C, T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    limit: u32,
    mut understood: impl FnMut(C) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError>
where
    C: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let mut statement = connection.prepare_cached(sql)?;
    // The outer error is the database's, and passes; the inner one stays with the row.
    let rows = statement.query_map(parameters, |row| Ok(C::try_from(row)))?;
    let understood = rows.filter_map(|row| match row {
        Ok(columns) => columns
            .map_err(StoreError::from)
            .and_then(&mut understood)
            .inspect_err(|error| tracing::error!(%error, "a row that is damaged is left out"))
            .ok()
            .map(Ok),
        Err(error) => Some(Err(error.into())),
    });
    understood
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .collect()
}

/// The one text of an answer, if there is one.
fn text(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Result<Option<String>, StoreError> {
    one(connection, sql, parameters, |row| row.get(0))
}

pub(super) fn person(
    connection: &Connection,
    token: TokenHash,
) -> Result<Option<PersonId>, StoreError> {
    let id = text(
        connection,
        "SELECT person FROM tokens WHERE token = $1",
        (token.to_string(),),
    )?;
    id.map(|id| parse("a person", &id)).transpose()
}

pub(super) fn handover(
    connection: &Connection,
    code: HandoverHash,
    at: Time,
) -> Result<Option<PersonId>, StoreError> {
    let id = text(
        connection,
        "SELECT person FROM handovers WHERE code = $1 AND until > $2",
        (code.to_string(), number(at.0)?),
    )?;
    id.map(|id| parse("a person", &id)).transpose()
}

pub(super) fn tables(
    connection: &Connection,
    after: Option<TableCode>,
    limit: u32,
) -> Result<Vec<TableCode>, StoreError> {
    readable(
        connection,
        "SELECT code FROM tables WHERE code > $1 ORDER BY code",
        (text_of(after),),
        limit,
        |(code,): (String,)| parse("a table", &code),
    )
}

/// As [`tables`], only those at which something happened `since` then.
pub(super) fn tables_since(
    connection: &Connection,
    since: Time,
    after: Option<TableCode>,
    limit: u32,
) -> Result<Vec<TableCode>, StoreError> {
    readable(
        connection,
        "SELECT code FROM tables WHERE code > $1
             AND (changed_at >= $2 OR code IN (SELECT code FROM journal WHERE at >= $2))
         ORDER BY code",
        (text_of(after), number(since.0)?),
        limit,
        |(code,): (String,)| parse("a table", &code),
    )
}

/// Less than all codes where there is none.
fn text_of(code: Option<TableCode>) -> String {
    code.map(|code| code.to_string()).unwrap_or_default()
}

pub(super) fn table_of_game(
    connection: &Connection,
    game: GameId,
) -> Result<Option<TableCode>, StoreError> {
    let code = text(
        connection,
        "SELECT code FROM games WHERE game = $1",
        (game.to_string(),),
    )?;
    code.map(|code| parse("a table", &code)).transpose()
}

pub(super) fn head(connection: &Connection, code: TableCode) -> Result<Option<Head>, StoreError> {
    let columns: Option<(i64, Option<i64>, i64, String)> = one(
        connection,
        // One statement, so that it is of one moment.
        "SELECT COALESCE(newest.seq, tables.seq), wake_at, standing, COALESCE(newest.summary ||
                 substr(tables.summary, length(tables.summary) - COALESCE(newest.kept, 0) + 1), tables.summary)
         FROM tables LEFT JOIN journal newest ON newest.id = (
             SELECT MAX(id) FROM journal
             WHERE journal.code = $1 AND journal.seq > tables.seq AND journal.summary IS NOT NULL)
         WHERE tables.code = $1",
        (code.to_string(),),
        |row| row.try_into(),
    )?;
    let Some((seq, wake_at, standing, summary)) = columns else {
        return Ok(None);
    };
    let standing = match standing {
        0 => Standing::Running,
        1 => Standing::Over,
        2 => Standing::Closed,
        other => {
            return Err(StoreError::corrupt(
                format!("table {code}"),
                &format!("no standing has number {other}"),
            ));
        }
    };
    Ok(Some(Head {
        seq: unsigned(seq)?,
        standing,
        wake_at: wake_at.map(moment).transpose()?,
        summary,
    }))
}

fn base(connection: &Connection, code: TableCode) -> Result<Option<Base>, StoreError> {
    let columns: Option<(i64, String)> = one(
        connection,
        "SELECT seq, state FROM bases WHERE code = $1",
        (code.to_string(),),
        |row| row.try_into(),
    )?;
    let Some((seq, state)) = columns else {
        return Ok(None);
    };
    let seq = unsigned(seq)?;
    Ok(Some(Base { seq, state }))
}

pub(super) fn table(
    connection: &Connection,
    code: TableCode,
    from_start: bool,
) -> Result<Option<SavedTable>, StoreError> {
    // One transaction, so that all of it is of one moment. It is rolled back when it goes.
    let transaction = connection.unchecked_transaction()?;
    let Some(head) = head(&transaction, code)? else {
        return Ok(None);
    };
    let base = if from_start {
        None
    } else {
        base(&transaction, code)?
    };
    let after = base.as_ref().map_or(0, |base| base.seq);
    let events = events(&transaction, code, after, i64::MAX)?;
    let members = members(&transaction, code)?;
    drop(transaction);
    let complete = events
        .iter()
        .map(|event| event.seq)
        .eq(after + 1..=head.seq);
    if !complete {
        let why = format!("events {} to {} are not all there", after + 1, head.seq);
        return Err(StoreError::corrupt(format!("table {code}"), &why));
    }
    Ok(Some(SavedTable {
        head,
        base,
        events,
        members,
    }))
}

/// The events of a table after one, those that wait in the journal too.
///
/// The journal has no index, so it is looked through only where there are not as many events in their place as are asked for.
pub(super) fn events(
    connection: &Connection,
    code: TableCode,
    after: u64,
    limit: i64,
) -> Result<Vec<StoredEvent>, StoreError> {
    let mut events = events_by(
        connection,
        "SELECT seq, at, event, private FROM events WHERE code = $1 AND seq > $2
         ORDER BY seq LIMIT $3",
        (code, after, limit),
    )?;
    let left = limit.saturating_sub(i64::try_from(events.len()).unwrap_or(i64::MAX));
    if left > 0 {
        let after = events.last().map_or(after, |event| event.seq);
        // Of both places at one moment: what is settled in between is not missed.
        events.extend(events_by(
            connection,
            "SELECT seq, at, event, private FROM events WHERE code = $1 AND seq > $2
             UNION ALL
             SELECT seq, at, event, private FROM journal WHERE code = $1 AND seq > $2
                 AND seq > (SELECT tables.seq FROM tables WHERE tables.code = $1)
             ORDER BY seq LIMIT $3",
            (code, after, left),
        )?);
    }
    Ok(events)
}

/// `sql` takes the table, the number of the event before the first, and how many there are at most.
fn events_by(
    connection: &Connection,
    sql: &str,
    (code, after, limit): (TableCode, u64, i64),
) -> Result<Vec<StoredEvent>, StoreError> {
    type Columns = (i64, i64, String, Option<String>);
    let event = |(seq, at, event, private): Columns| {
        let broken = |error| StoreError::corrupt(format!("event {seq} of table {code}"), &error);
        Ok(StoredEvent {
            seq: unsigned(seq)?,
            at: moment(at)?,
            event: serde_json::from_str(&event).map_err(broken)?,
            private: private
                .map(|private| serde_json::from_str(&private))
                .transpose()
                .map_err(broken)?,
        })
    };
    all(
        connection,
        sql,
        (code.to_string(), number(after)?, limit),
        |row| row.try_into(),
        event,
    )
}

fn members(connection: &Connection, code: TableCode) -> Result<Vec<SavedMember>, StoreError> {
    let understood = |(person, number, gone): (String, i64, Option<i64>)| {
        let gone = gone.map(moment).transpose()?;
        Ok(SavedMember {
            person: parse("a member", &person)?,
            member: member(number)?,
            gone,
        })
    };
    all(
        connection,
        "SELECT person, member, gone_at FROM memberships WHERE code = $1 ORDER BY member",
        (code.to_string(),),
        |row| row.try_into(),
        understood,
    )
}

pub(super) fn command(
    connection: &Connection,
    code: TableCode,
    person: PersonId,
    command: &CommandId,
) -> Result<Option<CarriedOut>, StoreError> {
    let (code, person, command) = (code.to_string(), person.to_string(), command.to_string());
    // In this order: what is settled in between is found the second time.
    let waiting = carried_out(
        connection,
        "SELECT seq, digest FROM journal WHERE code = $1 AND person = $2 AND command = $3",
        (&code, &person, &command),
    )?;
    match waiting {
        Some(done) => Ok(Some(done)),
        None => settled_command(connection, &code, &person, &command),
    }
}

/// As [`command`], with the texts that the database has, and only of what does not wait in the journal.
pub(super) fn settled_command(
    connection: &Connection,
    code: &str,
    person: &str,
    command: &str,
) -> Result<Option<CarriedOut>, StoreError> {
    carried_out(
        connection,
        "SELECT seq, digest FROM commands WHERE code = $1 AND person = $2 AND command = $3",
        (code, person, command),
    )
}

fn carried_out(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Result<Option<CarriedOut>, StoreError> {
    let row: Option<(i64, String)> = one(connection, sql, parameters, |row| row.try_into())?;
    row.map(|(seq, digest)| {
        Ok(CarriedOut {
            seq: unsigned(seq)?,
            digest: parse("a command", &digest)?,
        })
    })
    .transpose()
}

pub(super) fn secret(connection: &Connection, game: GameId) -> Result<Option<Sealed>, StoreError> {
    let sealed = text(
        connection,
        "SELECT sealed FROM secrets WHERE game = $1",
        (game.to_string(),),
    )?;
    sealed
        .map(|sealed| parse("a game's secret", &sealed))
        .transpose()
}

/// The secrets of all unfinished games. One that is damaged is lost, to its game alone.
pub(super) fn secrets(connection: &Connection) -> Result<Vec<(GameId, Sealed)>, StoreError> {
    let secret = |(game, sealed): (String, String)| {
        Ok((parse("a game", &game)?, parse("a game's secret", &sealed)?))
    };
    readable(
        connection,
        "SELECT game, sealed FROM secrets",
        (),
        u32::MAX,
        secret,
    )
}

/// What tells the key that the data was made with.
pub(super) fn key_mark(connection: &Connection) -> Result<Option<String>, StoreError> {
    text(connection, "SELECT mark FROM host_key WHERE id = 1", ())
}

pub(super) fn tables_of(
    connection: &Connection,
    person: PersonId,
    limit: u32,
) -> Result<Vec<OwnTable>, StoreError> {
    let table = |(code, number, summary, newer): (String, i64, String, Option<String>)| {
        Ok(OwnTable {
            code: parse("a table", &code)?,
            member: member(number)?,
            summary: newer.unwrap_or(summary),
        })
    };
    readable(
        connection,
        "SELECT tables.code, memberships.member, tables.summary, newest.summary ||
             substr(tables.summary, length(tables.summary) - COALESCE(newest.kept, 0) + 1)
         FROM memberships JOIN tables ON tables.code = memberships.code
         LEFT JOIN (SELECT code, MAX(id) AS id FROM journal WHERE summary IS NOT NULL GROUP BY code) waits
             ON waits.code = tables.code
         LEFT JOIN journal newest ON newest.id = waits.id AND newest.seq > tables.seq
         WHERE memberships.person = $1 AND tables.standing < 2
         ORDER BY COALESCE(newest.at, tables.changed_at) DESC, tables.code",
        (person.to_string(),),
        limit,
        table,
    )
}

pub(super) fn opened_by(connection: &Connection, person: PersonId) -> Result<u64, StoreError> {
    let count: Option<i64> = one(
        connection,
        "SELECT COUNT(*) FROM tables WHERE opened_by = $1 AND standing = 0",
        (person.to_string(),),
        |row| row.get(0),
    )?;
    unsigned(count.unwrap_or(0))
}

pub(super) fn due(
    connection: &Connection,
    after: Option<&Due>,
    until: Time,
    limit: u32,
) -> Result<Vec<Due>, StoreError> {
    let after_time = time(after.map(|due| due.at))?.unwrap_or(-1);
    let after_code = text_of(after.map(|due| due.code));
    let due = |(at, code): (i64, String)| {
        Ok(Due {
            at: moment(at)?,
            code: parse("a table", &code)?,
        })
    };
    readable(
        connection,
        "SELECT wake_at, code FROM tables
         WHERE wake_at <= $1 AND (wake_at > $2 OR (wake_at = $2 AND code > $3))
         ORDER BY wake_at, code",
        (number(until.0)?, after_time, after_code),
        limit,
        due,
    )
}

pub(super) fn unsigned(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|error| StoreError::corrupt("a number", &error))
}

fn moment(millis: i64) -> Result<Time, StoreError> {
    unsigned(millis).map(Time)
}

fn member(number: i64) -> Result<Member, StoreError> {
    u32::try_from(number)
        .map(Member)
        .map_err(|error| StoreError::corrupt("a member", &error))
}

pub(super) fn parse<T: std::str::FromStr<Err: ToString>>(
    what: &str,
    text: &str,
) -> Result<T, StoreError> {
    text.parse()
        .map_err(|error: T::Err| StoreError::corrupt(what, &error))
}
