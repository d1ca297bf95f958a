//! Many appends at once. Each statement crosses to the database's thread and back, which costs more than what it does
//! there; so the appends of a batch go over together, as JSON, in two statements' time rather than in six each.

use std::collections::HashSet;

use ludo_protocol::TableCode;
use serde::Serialize;
use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_scalar};

use super::read::{parse, unsigned};
use super::write::{self, Done, Write, number, standing_number, time};
use crate::{Append, CarriedOut, StoreError};

/// The appends that the writes begin with, of different tables each: what one does not see of another.
pub(super) fn leading<'a>(writes: impl Iterator<Item = &'a Write>) -> Vec<&'a Append> {
    let mut tables: HashSet<TableCode> = HashSet::new();
    writes
        .map_while(|write| match write {
            Write::Append(append) if tables.insert(append.code) => Some(&**append),
            _ => None,
        })
        .collect()
}

/// Does them, inside a transaction, as [`execute`](write::execute) does one: each is done or refused. After an error the
/// transaction must be rolled back.
pub(super) async fn execute(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Done, StoreError>>, StoreError> {
    let known = known(connection, appends).await?;
    let mut answers = Vec::with_capacity(appends.len());
    let mut fit = Vec::with_capacity(appends.len());
    for (append, known) in appends.iter().zip(known) {
        match check(append, known)? {
            None => {
                fit.push(*append);
                answers.push(Ok(Done::Written));
            }
            Some(refusal) => answers.push(Err(refusal)),
        }
    }
    if !fit.is_empty() {
        record(connection, &fit).await?;
    }
    Ok(answers)
}

/// Of an append, by its place: its table's last event; its command's, and its digest.
type Known = (usize, Option<i64>, Option<i64>, Option<String>);

/// What the database has of the tables and commands of all of them, in their order.
async fn known(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Known>, StoreError> {
    let asked = rows(appends.iter().map(|append| {
        let origin = append.origin.as_ref();
        let person = origin.map(|origin| origin.person.to_string());
        let command = origin.map(|origin| origin.command.to_string());
        Ok((append.code.to_string(), person, command))
    }))?;
    let found: String = query_scalar(
        "SELECT json_group_array(json_array(n.place, t.seq, c.seq, c.digest)) FROM (
             SELECT key AS place, value ->> 0 AS code, value ->> 1 AS person, value ->> 2 AS command
             FROM json_each($1)) AS n
         LEFT JOIN tables AS t ON t.code = n.code
         LEFT JOIN commands AS c ON c.code = n.code AND c.person = n.person AND c.command = n.command",
    )
    .bind(asked)
    .fetch_one(connection)
    .await?;
    let mut found: Vec<Known> = serde_json::from_str(&found)
        .map_err(|error| StoreError::corrupt("the heads of tables", &error))?;
    found.sort_unstable_by_key(|(place, ..)| *place);
    if found.len() != appends.len() {
        return Err(StoreError::Failed(format!(
            "{} tables were asked for, and {} answered",
            appends.len(),
            found.len()
        )));
    }
    Ok(found)
}

/// Why an append is refused, if it is.
fn check(
    append: &Append,
    (_, seq, command, digest): Known,
) -> Result<Option<StoreError>, StoreError> {
    if let Some((seq, digest)) = command.zip(digest) {
        return Ok(Some(StoreError::Repeated(CarriedOut {
            seq: unsigned(seq)?,
            digest: parse("a command", &digest)?,
        })));
    }
    let code = append.code;
    let expected = append.expected;
    Ok(match seq {
        None => Some(StoreError::NoTable(code)),
        Some(seq) if seq == number(expected)? => None,
        Some(_) => Some(StoreError::Stale { code, expected }),
    })
}

/// The tables' rows, the events, the commands and the rest of all of them.
pub(super) async fn record(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<(), StoreError> {
    let tables = rows(appends.iter().map(|append| {
        Ok((
            append.code.to_string(),
            number(append.last())?,
            number(append.at.0)?,
            time(append.wake_at)?,
            standing_number(append.standing),
            &append.summary,
        ))
    }))?;
    let mut events = Vec::new();
    for append in appends {
        let private = append.private();
        let private = private
            .map(|private| write::text("private part", &private))
            .transpose()?;
        for (event, seq) in append
            .events
            .iter()
            .zip(append.expected.saturating_add(1)..)
        {
            events.push((
                append.code.to_string(),
                number(seq)?,
                number(append.at.0)?,
                write::text("event", event)?,
                private.clone(),
            ));
        }
    }
    let events = write::text("list of events", &events)?;
    let origins = appends
        .iter()
        .filter_map(|append| Some((append, append.origin.as_ref()?)));
    let commands = rows(origins.map(|(append, origin)| {
        Ok((
            append.code.to_string(),
            origin.person.to_string(),
            origin.command.to_string(),
            number(append.last())?,
            origin.digest.to_string(),
        ))
    }))?;
    // One text with three statements: each takes the next parameter as its first.
    query(
        "UPDATE tables SET seq = n.value ->> 1, changed_at = n.value ->> 2, wake_at = n.value ->> 3,
             standing = n.value ->> 4, summary = n.value ->> 5
         FROM json_each(?) AS n WHERE tables.code = n.value ->> 0;
         INSERT INTO events (code, seq, at, event, private)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?);
         INSERT INTO commands (code, person, command, seq, digest)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)",
    )
    .bind(tables)
    .bind(events)
    .bind(commands)
    .execute(&mut *connection)
    .await?;
    for append in appends {
        write::record_rest(connection, append).await?;
    }
    Ok(())
}

/// An array of rows as JSON.
fn rows<T: Serialize>(
    rows: impl Iterator<Item = Result<T, StoreError>>,
) -> Result<String, StoreError> {
    let rows: Vec<T> = rows.collect::<Result<_, _>>()?;
    write::text("list of rows", &rows)
}
