use ludo_dice::GameId;
use ludo_table::{Event, Time};
use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_scalar};

use super::{appends, counting, read};
use crate::{
    Append, Create, DiceCount, EndedGame, Handover, HandoverHash, MAX_DEVICES, Note, PersonId,
    Standing, StoreError, TokenHash,
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
    Create(Box<Create>),
    Append(Box<Append>),
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
    /// Whose device it is now; nobody's where the code was not good.
    HandedOver(Option<PersonId>),
    /// Whether the game had not been counted before.
    Counted(bool),
}

/// Does it, inside a transaction. A refusal (an error that [is certain](StoreError::is_certain)) comes before anything
/// is written; after any other error the transaction must be rolled back.
pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<Done, StoreError> {
    match write {
        Write::Person { person, token, at } => new_person(connection, *person, *token, *at).await?,
        Write::Token { person, token, at } => {
            new_token(&mut *connection, *person, *token, *at).await?;
            drop_oldest(connection, *person, *token).await?;
        }
        Write::MakeHandover(handover) => make_handover(connection, handover).await?,
        Write::TakeHandover { code, token, at } => {
            let person = take_handover(connection, *code, *token, *at).await?;
            return Ok(Done::HandedOver(person));
        }
        Write::Create(new) => create(connection, new).await?,
        Write::Append(append) => {
            let mut answers = appends::execute(connection, &[append]).await?;
            return answers.pop().unwrap_or(Err(StoreError::Stopped));
        }
        Write::Note(kept) => note(connection, kept).await?,
        Write::CountDice { game, counts } => {
            let counted = counting::count(connection, *game, counts).await?;
            return Ok(Done::Counted(counted));
        }
        Write::Health => {
            query(
                "INSERT INTO health (id, checks) VALUES (1, 1)
                 ON CONFLICT (id) DO UPDATE SET checks = health.checks + 1",
            )
            .execute(connection)
            .await?;
        }
        Write::KeyMark(mark) => {
            query(
                "INSERT INTO host_key (id, mark) VALUES (1, $1)
                 ON CONFLICT (id) DO UPDATE SET mark = $1",
            )
            .bind(mark)
            .execute(connection)
            .await?;
        }
    }
    Ok(Done::Written)
}

async fn new_person(
    connection: &mut SqliteConnection,
    person: PersonId,
    token: TokenHash,
    at: Time,
) -> Result<(), StoreError> {
    // The second column is one of version 1, unused since version 3.
    query("INSERT INTO people (id, token, made_at) VALUES ($1, $1, $2)")
        .bind(person.to_string())
        .bind(number(at.0)?)
        .execute(&mut *connection)
        .await?;
    new_token(connection, person, token, at).await
}

async fn new_token(
    connection: &mut SqliteConnection,
    person: PersonId,
    token: TokenHash,
    at: Time,
) -> Result<(), StoreError> {
    query("INSERT INTO tokens (token, person, made_at) VALUES ($1, $2, $3)")
        .bind(token.to_string())
        .bind(person.to_string())
        .bind(number(at.0)?)
        .execute(connection)
        .await?;
    Ok(())
}

/// Leaves a person the newest of their devices, among them `token` whatever the clock said.
async fn drop_oldest(
    connection: &mut SqliteConnection,
    person: PersonId,
    token: TokenHash,
) -> Result<(), StoreError> {
    query(
        "DELETE FROM tokens WHERE person = $1 AND token <> $2 AND token NOT IN (
             SELECT token FROM tokens WHERE person = $1 AND token <> $2
             ORDER BY made_at DESC, token DESC LIMIT $3)",
    )
    .bind(person.to_string())
    .bind(token.to_string())
    .bind(i64::from(MAX_DEVICES.saturating_sub(1)))
    .execute(connection)
    .await?;
    Ok(())
}

async fn make_handover(
    connection: &mut SqliteConnection,
    handover: &Handover,
) -> Result<(), StoreError> {
    query("DELETE FROM handovers WHERE until <= $1")
        .bind(number(handover.at.0)?)
        .execute(&mut *connection)
        .await?;
    query(
        "INSERT INTO handovers (person, code, until) VALUES ($1, $2, $3)
         ON CONFLICT (person) DO UPDATE SET code = $2, until = $3",
    )
    .bind(handover.person.to_string())
    .bind(handover.code.to_string())
    .bind(number(handover.until.0)?)
    .execute(connection)
    .await?;
    Ok(())
}

async fn take_handover(
    connection: &mut SqliteConnection,
    code: HandoverHash,
    token: TokenHash,
    at: Time,
) -> Result<Option<PersonId>, StoreError> {
    let person: Option<String> =
        query_scalar("DELETE FROM handovers WHERE code = $1 AND until > $2 RETURNING person")
            .bind(code.to_string())
            .bind(number(at.0)?)
            .fetch_optional(&mut *connection)
            .await?;
    let Some(person) = person else {
        return Ok(None);
    };
    let person = read::parse("a person", &person)?;
    new_token(&mut *connection, person, token, at).await?;
    drop_oldest(connection, person, token).await?;
    Ok(Some(person))
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
    appends::record(connection, &[append]).await
}

/// What few appends have: a new game, a new member, secrets, a state to start from.
pub(super) async fn record_rest(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<(), StoreError> {
    let code = append.code.to_string();
    for game in append.events.iter().filter_map(game_of) {
        query("INSERT INTO games (game, code) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING")
            .bind(game.to_string())
            .bind(&code)
            .execute(&mut *connection)
            .await?;
    }
    counting::note(connection, append).await?;
    if let Some(origin) = &append.origin
        && let Some(member) = append.joined
    {
        // Whoever was away so long that the table forgot them joins once more.
        query(
                "INSERT INTO memberships (person, code, member, joined_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (person, code) DO UPDATE SET member = $3, joined_at = $4, gone_at = NULL",
            )
            .bind(origin.person.to_string())
            .bind(&code)
            .bind(i64::from(member.0))
            .bind(number(append.at.0)?)
            .execute(&mut *connection)
            .await?;
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
