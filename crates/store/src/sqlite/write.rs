use ludo_table::Time;
use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_scalar};

use super::read;
use crate::{Append, Create, Note, PersonId, Standing, StoreError, TokenHash};

/// One thing to write.
#[derive(Debug)]
pub(super) enum Write {
    Person {
        person: PersonId,
        token: TokenHash,
        at: Time,
    },
    Create(Box<Create>),
    Append(Box<Append>),
    Note(Note),
    /// Asks whether writing works: by writing.
    Health,
    /// Remembers which key the data is made with.
    KeyMark(String),
}

/// Does it, inside a transaction. A refusal (an error that [is certain](StoreError::is_certain)) comes before anything
/// is written; after any other error the transaction must be rolled back.
pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<(), StoreError> {
    match write {
        Write::Person { person, token, at } => {
            query("INSERT INTO people (id, token, made_at) VALUES ($1, $2, $3)")
                .bind(person.to_string())
                .bind(token.to_string())
                .bind(number(at.0)?)
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::Create(new) => create(connection, new).await,
        Write::Append(append) => {
            check(connection, append).await?;
            carry_on(connection, append).await?;
            record(connection, append).await
        }
        Write::Note(kept) => note(connection, kept).await,
        Write::Health => {
            query(
                "INSERT INTO health (id, checks) VALUES (1, 1)
                 ON CONFLICT (id) DO UPDATE SET checks = health.checks + 1",
            )
            .execute(connection)
            .await?;
            Ok(())
        }
        Write::KeyMark(mark) => {
            query(
                "INSERT INTO host_key (id, mark) VALUES (1, $1)
                 ON CONFLICT (id) DO UPDATE SET mark = $1",
            )
            .bind(mark)
            .execute(connection)
            .await?;
            Ok(())
        }
    }
}

async fn create(connection: &mut SqliteConnection, create: &Create) -> Result<(), StoreError> {
    let append = &create.append;
    let inserted = query(
        "INSERT INTO tables (code, seq, opened_by, opened_at, changed_at, wake_at, standing, summary)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7) ON CONFLICT (code) DO NOTHING",
    )
    .bind(append.code.to_string())
    .bind(number(append.last())?)
    .bind(create.opened_by.to_string())
    .bind(number(append.at.0)?)
    .bind(time(append.wake_at)?)
    .bind(standing_number(append.standing))
    .bind(&append.summary)
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Err(StoreError::CodeTaken(append.code));
    }
    record(connection, append).await
}

/// Whether the append continues the table's history and is a new command.
async fn check(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    if let Some(origin) = &append.origin
        && let Some(carried_out) =
            read::command(connection, append.code, origin.person, &origin.command).await?
    {
        return Err(StoreError::Repeated(carried_out));
    }
    let seq: Option<i64> = query_scalar("SELECT seq FROM tables WHERE code = $1")
        .bind(append.code.to_string())
        .fetch_optional(connection)
        .await?;
    match seq {
        None => Err(StoreError::NoTable(append.code)),
        Some(seq) if seq == number(append.expected)? => Ok(()),
        Some(_) => Err(StoreError::Stale {
            code: append.code,
            expected: append.expected,
        }),
    }
}

async fn carry_on(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let updated = query(
        "UPDATE tables SET seq = $1, changed_at = $2, wake_at = $3, standing = $4, summary = $5
         WHERE code = $6 AND seq = $7",
    )
    .bind(number(append.last())?)
    .bind(number(append.at.0)?)
    .bind(time(append.wake_at)?)
    .bind(standing_number(append.standing))
    .bind(&append.summary)
    .bind(append.code.to_string())
    .bind(number(append.expected)?)
    .execute(connection)
    .await?;
    if updated.rows_affected() != 1 {
        return Err(StoreError::Failed(format!(
            "table {} changed within a transaction",
            append.code
        )));
    }
    Ok(())
}

/// Everything of an append but the table's own row.
async fn record(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let code = append.code.to_string();
    let at = number(append.at.0)?;
    let private = append
        .private()
        .map(|private| text("private part", &private))
        .transpose()?;
    for (event, seq) in append
        .events
        .iter()
        .zip(append.expected.saturating_add(1)..)
    {
        query("INSERT INTO events (code, seq, at, event, private) VALUES ($1, $2, $3, $4, $5)")
            .bind(&code)
            .bind(number(seq)?)
            .bind(at)
            .bind(text("event", event)?)
            .bind(&private)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(origin) = &append.origin {
        let person = origin.person.to_string();
        query(
            "INSERT INTO commands (code, person, command, seq, digest) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&code)
        .bind(&person)
        .bind(origin.command.to_string())
        .bind(number(append.last())?)
        .bind(origin.digest.to_string())
        .execute(&mut *connection)
        .await?;
        if let Some(member) = append.joined {
            // Whoever was away so long that the table forgot them joins once more.
            query(
                "INSERT INTO memberships (person, code, member, joined_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (person, code) DO UPDATE SET member = $3, joined_at = $4, gone_at = NULL",
            )
            .bind(&person)
            .bind(&code)
            .bind(i64::from(member.0))
            .bind(at)
            .execute(&mut *connection)
            .await?;
        }
    }
    if let Some((game, sealed)) = &append.secret {
        query("INSERT INTO secrets (game, code, sealed) VALUES ($1, $2, $3)")
            .bind(game.to_string())
            .bind(&code)
            .bind(sealed.to_string())
            .execute(&mut *connection)
            .await?;
    }
    if let Some(game) = append.spent {
        query("DELETE FROM secrets WHERE game = $1")
            .bind(game.to_string())
            .execute(&mut *connection)
            .await?;
    }
    if let Some(base) = &append.base {
        query("UPDATE tables SET base_seq = $1, base_state = $2 WHERE code = $3")
            .bind(number(base.seq)?)
            .bind(&base.state)
            .bind(&code)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn note(connection: &mut SqliteConnection, note: &Note) -> Result<(), StoreError> {
    let code = note.code.to_string();
    let updated = query("UPDATE tables SET wake_at = $1 WHERE code = $2")
        .bind(time(note.wake_at)?)
        .bind(&code)
        .execute(&mut *connection)
        .await?;
    if updated.rows_affected() == 0 {
        return Err(StoreError::NoTable(note.code));
    }
    for (person, gone) in &note.gone {
        query("UPDATE memberships SET gone_at = $1 WHERE person = $2 AND code = $3")
            .bind(time(*gone)?)
            .bind(person.to_string())
            .bind(&code)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

const fn standing_number(standing: Standing) -> i64 {
    match standing {
        Standing::Running => 0,
        Standing::Over => 1,
        Standing::Closed => 2,
    }
}

fn text(what: &str, value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Failed(format!("an {what} has no text: {error}")))
}

pub(super) fn number(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number)
        .map_err(|_| StoreError::Failed(format!("{number} is too great to be stored")))
}

pub(super) fn time(time: Option<Time>) -> Result<Option<i64>, StoreError> {
    time.map(|time| number(time.0)).transpose()
}
