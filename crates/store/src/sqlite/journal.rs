//! What happens at tables is written twice: at once to the end of one table, the journal, and later, some at a time, to
//! where it is looked for.
//!
//! An append belongs into three trees, and into another part of each for every table that is played at. Written at once,
//! each move costs some pages of its own; written to one end, a page has the moves of many tables. Both is in one
//! database, so a transaction has all of it or nothing, a copy of the file is whole, and whoever reads takes both
//! together (`read.rs`). Where something else than events and a command is in an append, as a secret, it goes where it
//! belongs at once, after what waits of its table.

use std::collections::{BTreeMap, HashMap, VecDeque};

use rusqlite::{Connection, ErrorCode, Params};

use super::append::{self, Entry};
use super::read::{self, all, one, parse, unsigned};
use super::stuck::Stuck;
use super::write::{Write, number, run, standing_number, time};
use crate::{CarriedOut, Note, StoreError};

/// Rows of one table that wait, from which on they are settled.
const TABLE_ROWS: usize = 64;

/// Rows of the journal, done with or not, from which on the oldest are settled whosever they are: whoever reads looks
/// through all of them.
const MOST_ROWS: i64 = 4096;

/// Rows that are done with, from which on they are removed.
const DONE_ROWS: i64 = 128;

/// Bytes of an append that is not written twice, however plain it is.
const LONG: usize = 8 * 1024;

/// What is in the journal and waits to be settled. It holds what the database has, and is read anew whenever that is not
/// sure.
#[derive(Debug, Default)]
pub(super) struct Journal {
    waiting: HashMap<String, Waiting>,
    /// The tables of `waiting` by their first row.
    order: BTreeMap<i64, String>,
    /// Tables with many rows.
    full: VecDeque<String>,
    /// The first and the last row that are there; the first is after the last where there is none.
    first: i64,
    last: i64,
    /// The [version](data_version) of the database that was read.
    version: i64,
    /// Whether this is what the database has, unless it has another version. If not, it is to be read anew.
    is_sure: bool,
    /// The tables that are not among those that wait, though something of them does.
    stuck: Stuck,
}

/// Number, table, event, person, command and digest of a row that waits, and event, standing and moment of its table.
type Row = (
    i64,
    String,
    i64,
    Option<String>,
    Option<String>,
    Option<String>,
    i64,
    i64,
    Option<i64>,
);

/// What waits of one table, and where the table stands after it.
#[derive(Debug)]
struct Waiting {
    seq: i64,
    standing: i64,
    wake_at: Option<i64>,
    /// What lists show of the table, as its own row has it; none where that is not known.
    summary: Option<String>,
    rows: Vec<i64>,
    /// Person, id, and what became of it.
    commands: Vec<(String, String, CarriedOut)>,
}

impl Waiting {
    /// The table as the database has it, with nothing that waits.
    fn read(connection: &Connection, code: &str) -> Result<Option<Self>, StoreError> {
        one(
            connection,
            "SELECT seq, standing, wake_at, summary FROM tables WHERE code = $1",
            (code,),
            |row| {
                // The database counts characters up to a zero only. One that is damaged is nothing to go by.
                let summary = row.get_ref(3)?.as_str().ok();
                let summary = summary.filter(|summary| !summary.contains('\0'));
                Ok(Self {
                    seq: row.get(0)?,
                    standing: row.get(1)?,
                    wake_at: row.get(2)?,
                    summary: summary.map(str::to_owned),
                    rows: Vec::new(),
                    commands: Vec::new(),
                })
            },
        )
    }

    /// The part of a summary that is to be written, and how many characters of what the table has follow it.
    fn new_part<'a>(&self, summary: &'a str) -> (&'a str, i64) {
        let old = self.summary.as_deref().unwrap_or_default();
        let ends = old.bytes().rev().zip(summary.bytes().rev());
        let same = ends.take_while(|(old, new)| old == new).count();
        let mut begin = summary.len().saturating_sub(same);
        while !summary.is_char_boundary(begin) {
            begin = begin.saturating_add(1);
        }
        let (new, kept) = summary.split_at(begin);
        (new, i64::try_from(kept.chars().count()).unwrap_or_default())
    }

    /// Writes it to where it belongs.
    fn settle(&self, connection: &Connection, code: &str) -> rusqlite::Result<()> {
        for row in &self.rows {
            execute(
                connection,
                "INSERT INTO events (code, seq, at, event, private)
                 SELECT code, seq, at, event, private FROM journal WHERE id = $1",
                (row,),
            )?;
        }
        if !self.commands.is_empty() {
            for row in &self.rows {
                execute(
                    connection,
                    "INSERT INTO commands (code, person, command, seq, digest)
                     SELECT code, person, command, seq, digest FROM journal
                     WHERE id = $1 AND command IS NOT NULL",
                    (row,),
                )?;
            }
        }
        execute(
            connection,
            "UPDATE tables SET (seq, changed_at, summary) =
                 (SELECT journal.seq, journal.at, journal.summary ||
                      substr(tables.summary, length(tables.summary) - COALESCE(journal.kept, 0) + 1)
                  FROM journal WHERE id = $1)
             WHERE code = $2",
            (self.rows.last(), code),
        )
    }
}

impl Journal {
    /// Makes sure that it is what the database has. To be asked when a transaction has begun; until it is
    /// [committed](Self::committed), nothing is sure.
    pub(super) fn begin(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let version = data_version(connection)?;
        // Another one: somebody else has written to the database.
        if !std::mem::take(&mut self.is_sure) || self.version != version {
            self.read(connection)?;
            self.version = version;
        }
        Ok(())
    }

    /// What was done since the transaction began is in the database.
    pub(super) const fn committed(&mut self) {
        self.is_sure = true;
    }

    /// What the database has of it. What is damaged is set aside, as is a table whose own number is none: every number is less
    /// than a text, so all that waits of it would seem to be done with.
    fn read(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let ends: Option<(Option<i64>, Option<i64>)> = one(
            connection,
            "SELECT MIN(id), MAX(id) FROM journal",
            (),
            |row| row.try_into(),
        )?;
        let (first, last) = ends.unwrap_or_default();
        *self = Self {
            first: first.unwrap_or(1),
            last: last.unwrap_or(0),
            stuck: std::mem::take(&mut self.stuck),
            ..Self::default()
        };
        let rows = all(
            connection,
            "SELECT journal.id, journal.code, journal.seq, person, command, digest,
                 tables.seq, tables.standing, tables.wake_at
             FROM journal JOIN tables ON tables.code = journal.code
             WHERE journal.seq > tables.seq OR typeof(tables.seq) <> 'integer' ORDER BY journal.id",
            (),
            |row| Ok((row.get::<_, String>(1)?, row.try_into())),
            Ok,
        )?;
        for (code, row) in rows {
            if self.stuck.contains(&code) {
                continue;
            }
            let taken = row
                .map_err(StoreError::from)
                .and_then(|row| self.take(&code, row));
            if let Err(error) = taken {
                self.set_aside(&code, &error);
            }
        }
        Ok(())
    }

    /// Takes in a row that the database has.
    fn take(&mut self, code: &str, row: Row) -> Result<(), StoreError> {
        let (id, _, seq, person, command, digest, table_seq, standing, wake_at) = row;
        let waiting = self
            .waiting
            .entry(code.to_owned())
            .or_insert_with(|| Waiting {
                seq: table_seq,
                standing,
                wake_at,
                summary: None,
                rows: Vec::new(),
                commands: Vec::new(),
            });
        if seq != waiting.seq.saturating_add(1) {
            let why = format!("event {seq} follows event {}", waiting.seq);
            return Err(StoreError::corrupt(format!("row {id}"), &why));
        }
        if let (Some(person), Some(command), Some(digest)) = (person, command, digest) {
            let (seq, digest) = (unsigned(seq)?, parse("a command", &digest)?);
            let done = CarriedOut { seq, digest };
            waiting.commands.push((person, command, done));
        }
        waiting.seq = seq;
        if waiting.rows.is_empty() {
            self.order.insert(id, code.to_owned());
        }
        waiting.rows.push(id);
        if waiting.rows.len() == TABLE_ROWS {
            self.full.push_back(code.to_owned());
        }
        Ok(())
    }

    /// Has a table wait for good, since settling it would fail again and again, and everybody's writes with it.
    fn set_aside(&mut self, code: &str, why: &impl ToString) {
        self.waiting.remove(code);
        self.order.retain(|_, waits| waits != code);
        self.full.retain(|full| full != code);
        self.stuck.add(code, why);
    }

    /// Whether anything waits that can be settled, as far as is known.
    pub(super) fn waits(&self) -> bool {
        self.is_sure && !self.order.is_empty()
    }

    /// How many tables are set aside.
    pub(super) fn set_aside_count(&self) -> usize {
        self.stuck.len()
    }

    /// Why something must not be written, if it is for a table that is set aside.
    pub(super) fn refusal(&self, write: &Write) -> Option<StoreError> {
        match write {
            Write::Append(entry) => self.stuck.refusal(entry.code()),
            _ => None,
        }
    }

    /// Appends, inside a transaction. A refusal comes before anything of the append is written.
    pub(super) fn append(
        &mut self,
        connection: &Connection,
        entry: &Entry,
    ) -> Result<(), StoreError> {
        if !is_plain(entry) {
            self.settle(connection, entry.code())?;
            return append::append(connection, entry);
        }
        let append = entry.append();
        let mut read = None;
        let waiting = self.waiting.get(entry.code());
        let table = match waiting {
            Some(waiting) => waiting,
            None => read
                .insert(Waiting::read(connection, entry.code())?)
                .as_ref()
                .ok_or(StoreError::NoTable(append.code))?,
        };
        if let Some((person, command, _)) = entry.origin() {
            let is_it = |(by, id, _): &&(String, String, CarriedOut)| id == command && by == person;
            let done = match table.commands.iter().find(is_it) {
                Some((.., done)) => Some(*done),
                None => read::settled_command(connection, entry.code(), person, command)?,
            };
            if let Some(done) = done {
                return Err(StoreError::Repeated(done));
            }
        }
        if table.seq != number(append.expected)? {
            let (code, expected) = (append.code, append.expected);
            return Err(StoreError::Stale { code, expected });
        }
        // What there is an index on is not written later.
        if table.standing != standing_number(append.standing)
            || table.wake_at != time(append.wake_at)?
        {
            self.settle(connection, entry.code())?;
            return append::append(connection, entry);
        }
        if let Some(Some(table)) = read {
            self.waiting.insert(entry.code().to_owned(), table);
        }
        self.write(connection, entry)
    }

    fn write(&mut self, connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
        let append = entry.append();
        let Some(waiting) = self.waiting.get_mut(entry.code()) else {
            return Ok(());
        };
        let at = number(append.at.0)?;
        let (last, none) = (number(append.last())?, None::<&(String, String, String)>);
        let (summary, kept) = waiting.new_part(&append.summary);
        for (event, seq) in entry.events().iter().zip(waiting.seq.saturating_add(1)..) {
            let is_last = seq == last;
            let origin = if is_last { entry.origin() } else { none };
            self.last = self.last.saturating_add(1);
            run(
                connection,
                "INSERT INTO journal (id, code, seq, at, person, command, digest, event, private, summary, kept)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                (
                    self.last,
                    entry.code(),
                    seq,
                    at,
                    origin.map(|(person, ..)| person),
                    origin.map(|(_, command, _)| command),
                    origin.map(|(.., digest)| digest),
                    event,
                    entry.private(),
                    is_last.then_some(summary),
                    is_last.then_some(kept),
                ),
            )?;
            if waiting.rows.is_empty() {
                self.order.insert(self.last, entry.code().to_owned());
            }
            waiting.rows.push(self.last);
            if waiting.rows.len() == TABLE_ROWS {
                self.full.push_back(entry.code().to_owned());
            }
        }
        waiting.seq = last;
        if let (Some((person, command, _)), Some(origin)) = (entry.origin(), &append.origin) {
            let (seq, digest) = (append.last(), origin.digest);
            let done = CarriedOut { seq, digest };
            waiting
                .commands
                .push((person.clone(), command.clone(), done));
        }
        Ok(())
    }

    /// A table's moment to be looked at was written.
    pub(super) fn noted(&mut self, note: &Note) -> Result<(), StoreError> {
        if let Some(waiting) = self.waiting.get_mut(&note.code.to_string()) {
            waiting.wake_at = time(note.wake_at)?;
        }
        Ok(())
    }

    /// Settles a little where much waits, so that nothing waits for that for long. To be asked at the end of each
    /// transaction.
    pub(super) fn look_after(&mut self, connection: &Connection) -> Result<(), StoreError> {
        if let Some(code) = self.full.pop_front() {
            self.settle(connection, &code)?;
        }
        while self.last.saturating_sub(self.first) >= MOST_ROWS && !self.order.is_empty() {
            self.settle_oldest(connection)?;
            self.remove_done(connection, 1)?;
        }
        self.remove_done(connection, DONE_ROWS)
    }

    /// Settles the tables that wait longest, for when there is nothing else to do.
    pub(super) fn settle_some(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let mut settled = 0;
        while settled < MOST_ROWS / 16 && !self.order.is_empty() {
            settled += self.settle_oldest(connection)?;
        }
        self.remove_done(
            connection,
            if self.order.is_empty() { 1 } else { DONE_ROWS },
        )
    }

    /// Settles all there is.
    pub(super) fn settle_all(&mut self, connection: &Connection) -> Result<(), StoreError> {
        while !self.order.is_empty() {
            self.settle_oldest(connection)?;
        }
        self.remove_done(connection, 1)
    }

    /// How many rows that were.
    fn settle_oldest(&mut self, connection: &Connection) -> Result<i64, StoreError> {
        let Some((_, code)) = self.order.pop_first() else {
            return Ok(0);
        };
        self.settle(connection, &code)
    }

    /// Writes what waits of a table to where it belongs. How many rows that were.
    ///
    /// Where it fails for what is written, and not for the database or the disk, the table is set aside: the transaction
    /// has failed, the next one goes without.
    fn settle(&mut self, connection: &Connection, code: &str) -> Result<i64, StoreError> {
        let Some(waiting) = self.waiting.remove(code) else {
            return Ok(0);
        };
        let Some(first) = waiting.rows.first() else {
            return Ok(0);
        };
        self.order.remove(first);
        self.full.retain(|full| full != code);
        match waiting.settle(connection, code) {
            Ok(()) => Ok(i64::try_from(waiting.rows.len()).unwrap_or(i64::MAX)),
            Err(error) => {
                if is_for_good(&error) {
                    self.set_aside(code, &error);
                }
                Err(error.into())
            }
        }
    }

    /// Removes rows that are done with, if there are that many before the first that waits.
    fn remove_done(&mut self, connection: &Connection, least: i64) -> Result<(), StoreError> {
        let waits = self.order.first_key_value().map(|(first, _)| *first);
        let end = waits.unwrap_or(self.last.saturating_add(1));
        if end.saturating_sub(self.first) >= least {
            // There is no secret in it, and all of it is somewhere else too: it need not be wiped, which would be written.
            set(connection, "PRAGMA secure_delete = FAST")?;
            let removed = if self.stuck.is_empty() {
                run(connection, "DELETE FROM journal WHERE id < $1", (end,))
            } else {
                run(
                    connection,
                    "DELETE FROM journal WHERE id < $1
                         AND seq <= (SELECT tables.seq FROM tables
                             WHERE tables.code = journal.code AND typeof(tables.seq) = 'integer')",
                    (end,),
                )
            };
            set(connection, "PRAGMA secure_delete = ON")?;
            removed?;
            self.first = end;
        }
        Ok(())
    }
}

/// Whether an append has nothing but events and a command.
fn is_plain(entry: &Entry) -> bool {
    let append = entry.append();
    let is_bare = append.joined.is_none()
        && append.secret.is_none()
        && append.answer.is_none()
        && append.spent.is_none()
        && append.base.is_none();
    is_bare && !append.events.is_empty() && !entry.marks_a_game() && entry.bytes() < LONG
}

/// As [`run`], with the error of the database as it is.
fn execute(connection: &Connection, sql: &str, parameters: impl Params) -> rusqlite::Result<()> {
    connection
        .prepare_cached(sql)?
        .execute(parameters)
        .map(|_| ())
}

/// Whether it would fail again: for what is written or where it is written to, not for a disk that is full or fails.
fn is_for_good(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::DatabaseCorrupt)
    )
}

/// Runs a statement that says how it is set now.
fn set(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    one(connection, sql, (), |_| Ok(())).map(|_| ())
}

/// A number that changes whenever another connection writes.
fn data_version(connection: &Connection) -> Result<i64, StoreError> {
    let version = one(connection, "PRAGMA data_version", (), |row| row.get(0))?;
    Ok(version.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_new_part_of_a_summary_is_written() {
        let new = |old: Option<&str>, summary| {
            let waiting = Waiting {
                seq: 1,
                standing: 0,
                wake_at: None,
                summary: old.map(str::to_owned),
                rows: Vec::new(),
                commands: Vec::new(),
            };
            let (new, kept) = waiting.new_part(summary);
            (new.to_owned(), kept)
        };
        let part = |text: &str, kept| (text.to_owned(), kept);
        assert_eq!(new(None, "at 1, red"), part("at 1, red", 0));
        assert_eq!(new(Some("at 1, red"), "at 2, red"), part("at 2", 5));
        assert_eq!(new(Some("at 1, red"), "at 1, red"), part("", 9));
        assert_eq!(new(Some("red"), "at 1, red"), part("at 1, ", 3));
        assert_eq!(new(Some("at 1, red"), ""), part("", 0));
        // Characters are counted, and whole ones only: the last bytes of these two letters are the same.
        assert_eq!(
            new(Some("1 \u{10d}\u{eb}"), "2 \u{14d}\u{eb}"),
            part("2 \u{14d}", 1)
        );
    }
}
