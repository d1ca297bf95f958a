use ludo_table::Event;
use rusqlite::Connection;

use super::counting;
use super::read;
use super::write::{game_of, number, run, standing_number, text, time};
use crate::{Append, StoreError};

/// An append with its texts, which are made by whoever asks: not by the one thread that everybody waits for.
#[derive(Debug)]
pub(super) struct Entry {
    append: Append,
    code: String,
    events: Vec<String>,
    private: Option<String>,
    /// Person, command, digest.
    origin: Option<(String, String, String)>,
}

impl Entry {
    pub(super) fn new(append: Append) -> Result<Self, StoreError> {
        let private = append.private();
        let events = append.events.iter().map(|event| text("event", event));
        Ok(Self {
            code: append.code.to_string(),
            events: events.collect::<Result<_, _>>()?,
            private: private
                .map(|private| text("private part", &private))
                .transpose()?,
            origin: append.origin.as_ref().map(|origin| {
                let (person, command) = (origin.person.to_string(), origin.command.to_string());
                (person, command, origin.digest.to_string())
            }),
            append,
        })
    }

    pub(super) const fn append(&self) -> &Append {
        &self.append
    }

    pub(super) fn code(&self) -> &str {
        &self.code
    }

    pub(super) fn events(&self) -> &[String] {
        &self.events
    }

    pub(super) const fn private(&self) -> Option<&String> {
        self.private.as_ref()
    }

    /// Person, command, digest.
    pub(super) const fn origin(&self) -> Option<&(String, String, String)> {
        self.origin.as_ref()
    }

    /// Whether a game is set up or ends.
    pub(super) fn marks_a_game(&self) -> bool {
        let marks = |event: &Event| game_of(event).is_some() || matches!(event, Event::Over { .. });
        self.append.events.iter().any(marks)
    }

    /// Bytes of its texts, about.
    pub(super) fn bytes(&self) -> usize {
        let events: usize = self.events.iter().map(String::len).sum();
        events + self.append.summary.len()
    }
}

/// Appends, inside a transaction. A refusal comes before anything is written.
pub(super) fn append(connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
    let Entry { append, code, .. } = entry;
    let found: Option<(i64, Option<i64>)> = read::one(
        connection,
        "SELECT seq, wake_at FROM tables WHERE code = $1",
        (code,),
        |row| row.try_into(),
    )?;
    let Some((seq, wake_at)) = found else {
        return Err(StoreError::NoTable(append.code));
    };
    let is_next = seq == number(append.expected)?;
    // The command, unless there is one already, and nothing else is written before that is known.
    if !(is_next && remember(connection, entry)?) {
        if let Some((person, command, _)) = &entry.origin
            && let Some(done) = read::settled_command(connection, code, person, command)?
        {
            return Err(StoreError::Repeated(done));
        }
        let (code, expected) = (append.code, append.expected);
        return Err(StoreError::Stale { code, expected });
    }
    let (last, at) = (number(append.last())?, number(append.at.0)?);
    let standing = standing_number(append.standing);
    let wants = time(append.wake_at)?;
    if wants == wake_at {
        // The index on it is left alone.
        run(
            connection,
            "UPDATE tables SET seq = $1, changed_at = $2, standing = $3, summary = $4 WHERE code = $5",
            (last, at, standing, &append.summary, code),
        )?;
    } else {
        run(
            connection,
            "UPDATE tables SET seq = $1, changed_at = $2, standing = $3, summary = $4, wake_at = $5
             WHERE code = $6",
            (last, at, standing, &append.summary, wants, code),
        )?;
    }
    record(connection, entry)
}

/// Remembers the command, if there is one. False where it is there already.
pub(super) fn remember(connection: &Connection, entry: &Entry) -> Result<bool, StoreError> {
    let Some((person, command, digest)) = &entry.origin else {
        return Ok(true);
    };
    let last = number(entry.append.last())?;
    let written = run(
        connection,
        "INSERT INTO commands (code, person, command, seq, digest) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (code, person, command) DO NOTHING",
        (&entry.code, person, command, last, digest),
    )?;
    Ok(written > 0)
}

/// The events, and what few appends have: a new game, a game's end, a new member, secrets, a state to start from.
pub(super) fn record(connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
    let Entry { append, code, .. } = entry;
    let at = number(append.at.0)?;
    for (event, seq) in entry.events.iter().zip(append.expected.saturating_add(1)..) {
        run(
            connection,
            "INSERT INTO events (code, seq, at, event, private) VALUES ($1, $2, $3, $4, $5)",
            (code, number(seq)?, at, event, &entry.private),
        )?;
    }
    for game in append.events.iter().filter_map(game_of) {
        run(
            connection,
            "INSERT INTO games (game, code) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING",
            (game.to_string(), code),
        )?;
    }
    counting::note(connection, append, code)?;
    if let Some((person, ..)) = &entry.origin
        && let Some(member) = append.joined
    {
        // Whoever was away so long that the table forgot them joins once more.
        run(
            connection,
            "INSERT INTO memberships (person, code, member, joined_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (person, code) DO UPDATE SET member = $3, joined_at = $4, gone_at = NULL",
            (person, code, member.0, at),
        )?;
    }
    if let Some((game, sealed)) = &append.secret {
        run(
            connection,
            "INSERT INTO secrets (game, code, sealed) VALUES ($1, $2, $3)",
            (game.to_string(), code, sealed.to_string()),
        )?;
    }
    if let Some(game) = append.spent {
        run(
            connection,
            "DELETE FROM secrets WHERE game = $1",
            (game.to_string(),),
        )?;
    }
    if let Some(base) = &append.base {
        run(
            connection,
            "INSERT INTO bases (code, seq, state) VALUES ($1, $2, $3)
             ON CONFLICT (code) DO UPDATE SET seq = $2, state = $3",
            (code, number(base.seq)?, &base.state),
        )?;
    }
    Ok(())
}
