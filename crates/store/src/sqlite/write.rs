use ludo_dice::GameId;
use ludo_table::{Event, Time};
use rusqlite::{Connection, Params};

use super::append::{self, Entry};
use super::journal::Journal;
use super::{counting, read};
use crate::{
    DiceCount, EndedGame, Handover, HandoverHash, MAX_DEVICES, NewDevice, Note, PersonId, Standing,
    StoreError, TokenHash,
};

/// One thing to write.
#[derive(Debug)]
pub(super) enum Write {
    Person {
        person: PersonId,
        token: TokenHash,
        at: Time,
    },
    Token {
        person: PersonId,
        token: TokenHash,
        at: Time,
    },
    MakeHandover(Handover),
    TakeHandover {
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    },
    Create {
        entry: Box<Entry>,
        opened_by: PersonId,
    },
    Append(Box<Entry>),
    Note(Note),
    CountDice {
        game: EndedGame,
        counts: Vec<DiceCount>,
    },
    /// Asks whether writing works: by writing.
    Health,
    /// Remembers which key the data is made with.
    KeyMark(String),
}

/// What a write has to say besides that it is done.
#[derive(Debug)]
pub(super) enum Done {
    Written,
    /// What came of it; nothing where the code was not good.
    HandedOver(Option<NewDevice>),
    /// Whether the game had not been counted before.
    Counted(bool),
}

/// Does it, inside a transaction. A refusal (an error that [is certain](StoreError::is_certain)) comes before anything
/// is written; after any other error the transaction must be rolled back.
pub(super) fn execute(
    connection: &Connection,
    journal: &mut Journal,
    write: &Write,
) -> Result<Done, StoreError> {
    match write {
        Write::Person { person, token, at } => new_person(connection, *person, *token, *at)?,
        Write::Token { person, token, at } => {
            new_token(connection, *person, *token, *at)?;
            drop_oldest(connection, *person, *token)?;
        }
        Write::MakeHandover(handover) => make_handover(connection, handover)?,
        Write::TakeHandover { code, token, at } => {
            let device = take_handover(connection, *code, *token, *at)?;
            return Ok(Done::HandedOver(device));
        }
        Write::Create { entry, opened_by } => create(connection, entry, *opened_by)?,
        Write::Append(entry) => journal.append(connection, entry)?,
        Write::Note(kept) => {
            note(connection, kept)?;
            journal.noted(kept)?;
        }
        Write::CountDice { game, counts } => {
            let counted = counting::count(connection, *game, counts)?;
            return Ok(Done::Counted(counted));
        }
        Write::Health => {
            run(
                connection,
                "INSERT INTO health (id, checks) VALUES (1, 1)
                 ON CONFLICT (id) DO UPDATE SET checks = health.checks + 1",
                (),
            )?;
        }
        Write::KeyMark(mark) => {
            run(
                connection,
                "INSERT INTO host_key (id, mark) VALUES (1, $1)
                 ON CONFLICT (id) DO UPDATE SET mark = $1",
                (mark,),
            )?;
        }
    }
    Ok(Done::Written)
}

/// Runs a statement, which stays prepared. How many rows it changed.
///
/// Parameters have the numbers in which they first stand in the text: the database counts them so, whatever they are
/// called.
pub(super) fn run(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Result<usize, StoreError> {
    Ok(connection.prepare_cached(sql)?.execute(parameters)?)
}

fn new_person(
    connection: &Connection,
    person: PersonId,
    token: TokenHash,
    at: Time,
) -> Result<(), StoreError> {
    // The second column is one of version 1, unused since version 3.
    run(
        connection,
        "INSERT INTO people (id, token, made_at) VALUES ($1, $1, $2)",
        (person.to_string(), number(at.0)?),
    )?;
    new_token(connection, person, token, at)
}

fn new_token(
    connection: &Connection,
    person: PersonId,
    token: TokenHash,
    at: Time,
) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO tokens (token, person, made_at) VALUES ($1, $2, $3)",
        (token.to_string(), person.to_string(), number(at.0)?),
    )?;
    Ok(())
}

/// Leaves a person the newest of their devices, among them `token` whatever the clock said. The others come back.
fn drop_oldest(
    connection: &Connection,
    person: PersonId,
    token: TokenHash,
) -> Result<Vec<TokenHash>, StoreError> {
    read::all(
        connection,
        "DELETE FROM tokens WHERE person = $1 AND token <> $2 AND token NOT IN (
             SELECT token FROM tokens WHERE person = $1 AND token <> $2
             ORDER BY made_at DESC, token DESC LIMIT $3) RETURNING token",
        (
            person.to_string(),
            token.to_string(),
            MAX_DEVICES.saturating_sub(1),
        ),
        |row| row.get(0),
        |token: String| read::parse("a token", &token),
    )
}

fn make_handover(connection: &Connection, handover: &Handover) -> Result<(), StoreError> {
    run(
        connection,
        "DELETE FROM handovers WHERE until <= $1",
        (number(handover.at.0)?,),
    )?;
    run(
        connection,
        "INSERT INTO handovers (person, code, until) VALUES ($1, $2, $3)
         ON CONFLICT (person) DO UPDATE SET code = $2, until = $3",
        (
            handover.person.to_string(),
            handover.code.to_string(),
            number(handover.until.0)?,
        ),
    )?;
    Ok(())
}

fn take_handover(
    connection: &Connection,
    code: HandoverHash,
    token: TokenHash,
    at: Time,
) -> Result<Option<NewDevice>, StoreError> {
    let person: Option<String> = read::one(
        connection,
        "DELETE FROM handovers WHERE code = $1 AND until > $2 RETURNING person",
        (code.to_string(), number(at.0)?),
        |row| row.get(0),
    )?;
    let Some(person) = person else {
        return Ok(None);
    };
    let person = read::parse("a person", &person)?;
    new_token(connection, person, token, at)?;
    let pushed_out = drop_oldest(connection, person, token)?;
    Ok(Some(NewDevice { person, pushed_out }))
}

fn create(connection: &Connection, entry: &Entry, opened_by: PersonId) -> Result<(), StoreError> {
    let append = entry.append();
    let inserted = run(
        connection,
        "INSERT INTO tables (code, seq, opened_by, opened_at, changed_at, wake_at, standing, summary)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7) ON CONFLICT (code) DO NOTHING",
        (
            entry.code(),
            number(append.last())?,
            opened_by.to_string(),
            number(append.at.0)?,
            time(append.wake_at)?,
            standing_number(append.standing),
            &append.summary,
        ),
    )?;
    if inserted == 0 {
        return Err(StoreError::CodeTaken(append.code));
    }
    // The table is new, so it has no commands.
    append::remember(connection, entry)?;
    append::record(connection, entry)
}

fn note(connection: &Connection, note: &Note) -> Result<(), StoreError> {
    let code = note.code.to_string();
    let updated = run(
        connection,
        "UPDATE tables SET wake_at = $1 WHERE code = $2",
        (time(note.wake_at)?, &code),
    )?;
    if updated == 0 {
        return Err(StoreError::NoTable(note.code));
    }
    for (person, gone) in &note.gone {
        run(
            connection,
            "UPDATE memberships SET gone_at = $1 WHERE person = $2 AND code = $3",
            (time(*gone)?, person.to_string(), &code),
        )?;
    }
    Ok(())
}

/// The game that an event sets up.
pub(super) const fn game_of(event: &Event) -> Option<GameId> {
    match event {
        Event::Opened { game, .. } | Event::Renewed { game, .. } | Event::Rematch { game, .. } => {
            Some(*game)
        }
        _ => None,
    }
}

pub(super) const fn standing_number(standing: Standing) -> i64 {
    match standing {
        Standing::Running => 0,
        Standing::Over => 1,
        Standing::Closed => 2,
    }
}

pub(super) fn text(what: &str, value: &impl serde::Serialize) -> Result<String, StoreError> {
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
