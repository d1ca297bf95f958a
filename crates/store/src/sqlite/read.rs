use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::{Member, Time};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, query_as, query_scalar};

use super::write::{number, time};
use crate::{
    Base, CarriedOut, Due, HandoverHash, Head, OwnTable, PersonId, SavedMember, SavedTable, Sealed,
    Standing, StoreError, StoredEvent, TokenHash,
};

/// The row of a table.
pub(super) struct Row {
    pub(super) head: Head,
    base: Option<Base>,
}

pub(super) async fn person(
    readers: &SqlitePool,
    token: TokenHash,
) -> Result<Option<PersonId>, StoreError> {
    let id: Option<String> = query_scalar("SELECT person FROM tokens WHERE token = $1")
        .bind(token.to_string())
        .fetch_optional(readers)
        .await?;
    id.map(|id| parse("a person", &id)).transpose()
}

pub(super) async fn handover(
    readers: &SqlitePool,
    code: HandoverHash,
    at: Time,
) -> Result<Option<PersonId>, StoreError> {
    let id: Option<String> =
        query_scalar("SELECT person FROM handovers WHERE code = $1 AND until > $2")
            .bind(code.to_string())
            .bind(number(at.0)?)
            .fetch_optional(readers)
            .await?;
    id.map(|id| parse("a person", &id)).transpose()
}

pub(super) async fn tables(
    readers: &SqlitePool,
    after: Option<TableCode>,
    limit: u32,
) -> Result<Vec<TableCode>, StoreError> {
    let codes: Vec<String> =
        query_scalar("SELECT code FROM tables WHERE code > $1 ORDER BY code LIMIT $2")
            .bind(after.map(|code| code.to_string()).unwrap_or_default())
            .bind(i64::from(limit))
            .fetch_all(readers)
            .await?;
    codes.iter().map(|code| parse("a table", code)).collect()
}

/// As [`tables`], only those at which something happened `since` then.
pub(super) async fn tables_since(
    readers: &SqlitePool,
    since: Time,
    after: Option<TableCode>,
    limit: u32,
) -> Result<Vec<TableCode>, StoreError> {
    let codes: Vec<String> = query_scalar(
        "SELECT code FROM tables WHERE code > $1 AND changed_at >= $2 ORDER BY code LIMIT $3",
    )
    .bind(after.map(|code| code.to_string()).unwrap_or_default())
    .bind(number(since.0)?)
    .bind(i64::from(limit))
    .fetch_all(readers)
    .await?;
    codes.iter().map(|code| parse("a table", code)).collect()
}

pub(super) async fn table_of_game(
    readers: &SqlitePool,
    game: GameId,
) -> Result<Option<TableCode>, StoreError> {
    let code: Option<String> = query_scalar("SELECT code FROM games WHERE game = $1")
        .bind(game.to_string())
        .fetch_optional(readers)
        .await?;
    code.map(|code| parse("a table", &code)).transpose()
}

pub(super) async fn row(
    connection: &mut SqliteConnection,
    code: TableCode,
) -> Result<Option<Row>, StoreError> {
    type Columns = (i64, Option<i64>, i64, String, Option<i64>, Option<String>);
    let columns: Option<Columns> = query_as(
        "SELECT seq, wake_at, standing, summary, base_seq, base_state FROM tables WHERE code = $1",
    )
    .bind(code.to_string())
    .fetch_optional(connection)
    .await?;
    let Some((seq, wake_at, standing, summary, base_seq, base_state)) = columns else {
        return Ok(None);
    };
    let wake_at = wake_at.map(moment).transpose()?;
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
    let head = Head {
        seq: unsigned(seq)?,
        standing,
        wake_at,
        summary,
    };
    let base = match base_seq.zip(base_state) {
        None => None,
        Some((seq, state)) => Some(Base {
            seq: unsigned(seq)?,
            state,
        }),
    };
    Ok(Some(Row { head, base }))
}

pub(super) async fn table(
    readers: &SqlitePool,
    code: TableCode,
    from_start: bool,
) -> Result<Option<SavedTable>, StoreError> {
    let mut connection = readers.acquire().await?;
    // One transaction, so that all of it is of one moment.
    let mut transaction = connection.begin().await?;
    let Some(Row { head, base }) = row(&mut transaction, code).await? else {
        return Ok(None);
    };
    let base = base.filter(|_| !from_start);
    let after = base.as_ref().map_or(0, |base| base.seq);
    let events = events(&mut transaction, code, after, i64::MAX).await?;
    let members = members(&mut transaction, code).await?;
    transaction.rollback().await?;
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

pub(super) async fn events(
    connection: &mut SqliteConnection,
    code: TableCode,
    after: u64,
    limit: i64,
) -> Result<Vec<StoredEvent>, StoreError> {
    type Columns = (i64, i64, String, Option<String>);
    let rows: Vec<Columns> =
        query_as("SELECT seq, at, event, private FROM events WHERE code = $1 AND seq > $2 ORDER BY seq LIMIT $3")
            .bind(code.to_string())
            .bind(number(after)?)
            .bind(limit)
            .fetch_all(connection)
            .await?;
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
    rows.into_iter().map(event).collect()
}

async fn members(
    connection: &mut SqliteConnection,
    code: TableCode,
) -> Result<Vec<SavedMember>, StoreError> {
    let rows: Vec<(String, i64, Option<i64>)> =
        query_as("SELECT person, member, gone_at FROM memberships WHERE code = $1 ORDER BY member")
            .bind(code.to_string())
            .fetch_all(connection)
            .await?;
    let member = |(person, number, gone): (String, i64, Option<i64>)| {
        let gone = gone.map(moment).transpose()?;
        Ok(SavedMember {
            person: parse("a member", &person)?,
            member: member(number)?,
            gone,
        })
    };
    rows.into_iter().map(member).collect()
}

pub(super) async fn command(
    connection: &mut SqliteConnection,
    code: TableCode,
    person: PersonId,
    command: &CommandId,
) -> Result<Option<CarriedOut>, StoreError> {
    let row: Option<(i64, String)> = query_as(
        "SELECT seq, digest FROM commands WHERE code = $1 AND person = $2 AND command = $3",
    )
    .bind(code.to_string())
    .bind(person.to_string())
    .bind(command.to_string())
    .fetch_optional(connection)
    .await?;
    row.map(|(seq, digest)| {
        Ok(CarriedOut {
            seq: unsigned(seq)?,
            digest: parse("a command", &digest)?,
        })
    })
    .transpose()
}

pub(super) async fn secret(
    readers: &SqlitePool,
    game: GameId,
) -> Result<Option<Sealed>, StoreError> {
    let sealed: Option<String> = query_scalar("SELECT sealed FROM secrets WHERE game = $1")
        .bind(game.to_string())
        .fetch_optional(readers)
        .await?;
    sealed
        .map(|sealed| parse("a game's secret", &sealed))
        .transpose()
}

/// The secrets of all unfinished games.
pub(super) async fn secrets(readers: &SqlitePool) -> Result<Vec<(GameId, Sealed)>, StoreError> {
    let rows: Vec<(String, String)> = query_as("SELECT game, sealed FROM secrets")
        .fetch_all(readers)
        .await?;
    let secret = |(game, sealed): (String, String)| {
        Ok((parse("a game", &game)?, parse("a game's secret", &sealed)?))
    };
    rows.into_iter().map(secret).collect()
}

/// What tells the key that the data was made with.
pub(super) async fn key_mark(readers: &SqlitePool) -> Result<Option<String>, StoreError> {
    Ok(query_scalar("SELECT mark FROM host_key WHERE id = 1")
        .fetch_optional(readers)
        .await?)
}

pub(super) async fn tables_of(
    readers: &SqlitePool,
    person: PersonId,
    limit: u32,
) -> Result<Vec<OwnTable>, StoreError> {
    let rows: Vec<(String, i64, String)> = query_as(
        "SELECT tables.code, memberships.member, tables.summary
         FROM memberships JOIN tables ON tables.code = memberships.code
         WHERE memberships.person = $1 AND tables.standing < 2
         ORDER BY tables.changed_at DESC, tables.code LIMIT $2",
    )
    .bind(person.to_string())
    .bind(i64::from(limit))
    .fetch_all(readers)
    .await?;
    let table = |(code, number, summary): (String, i64, String)| {
        Ok(OwnTable {
            code: parse("a table", &code)?,
            member: member(number)?,
            summary,
        })
    };
    rows.into_iter().map(table).collect()
}

pub(super) async fn opened_by(readers: &SqlitePool, person: PersonId) -> Result<u64, StoreError> {
    let count: i64 =
        query_scalar("SELECT COUNT(*) FROM tables WHERE opened_by = $1 AND standing = 0")
            .bind(person.to_string())
            .fetch_one(readers)
            .await?;
    unsigned(count)
}

pub(super) async fn due(
    readers: &SqlitePool,
    after: Option<Due>,
    until: Time,
    limit: u32,
) -> Result<Vec<Due>, StoreError> {
    let after_time = time(after.as_ref().map(|due| due.at))?.unwrap_or(-1);
    let after_code = after.map(|due| due.code.to_string()).unwrap_or_default();
    let rows: Vec<(i64, String)> = query_as(
        "SELECT wake_at, code FROM tables
         WHERE wake_at <= $1 AND (wake_at > $2 OR (wake_at = $2 AND code > $3))
         ORDER BY wake_at, code LIMIT $4",
    )
    .bind(number(until.0)?)
    .bind(after_time)
    .bind(after_code)
    .bind(i64::from(limit))
    .fetch_all(readers)
    .await?;
    let due = |(at, code): (i64, String)| {
        Ok(Due {
            at: moment(at)?,
            code: parse("a table", &code)?,
        })
    };
    rows.into_iter().map(due).collect()
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
