//! The store in one SQLite file: one thread that writes, with group commit, one that keeps the log short, and readers.
//!
//! The SQL is plain: PostgreSQL takes the same.

mod append;
mod archive;
mod connection;
mod counting;
mod error;
mod journal;
mod key;
mod log;
mod newest;
mod read;
mod readers;
mod schema;
pub(crate) mod snapshot;
mod stuck;
mod write;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::Time;
use tokio::task::{JoinError, spawn_blocking};

use crate::{
    Append, CarriedOut, Create, DiceCount, Due, EndedGame, Handover, HandoverHash, Head, NewDevice,
    Note, OwnTable, PersonId, SavedTable, Sealed, Store, StoreError, StoredEvent, TokenHash,
};
use append::Entry;
use error::OpenError;
use readers::Readers;
use write::{Done, Write};
use writer::Writer;

pub use archive::Archive;

/// Readers that work at once.
const READERS: u32 = 4;

/// The store in one SQLite file.
///
/// The journal is a write-ahead log that is flushed to the disk before a write is answered (`synchronous = FULL`).
/// Writes that come while the disk is busy go into one transaction together.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
}

impl SqliteStore {
    /// Opens the database in a file, which is made if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// If the file can't be used, or was written by a newer version of this program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        let opened =
            spawn_blocking(move || Self::connect(&path).map_err(|error| error.at_start(&path)));
        joined(opened.await)
    }

    fn connect(path: &Path) -> Result<Self, OpenError> {
        let mut connection = connection::writer(path)?;
        schema::migrate(&mut connection)?;
        Ok(Self {
            writer: Writer::start(path, connection)?,
            // Having read, it keeps open what all share. If the last that has it open went after a failure, the next one would
            // find what was not acknowledged in the log.
            readers: Readers::open(path, READERS, |reader| schema::version(reader).map(|_| ()))?,
        })
    }

    /// Writes what has no answer but that it is done.
    async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await.map(|_| ())
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn ready(&self) -> Result<(), StoreError> {
        self.write(Write::Health).await?;
        self.readers.read(read::key_mark).await.map(|_| ())
    }

    async fn add_person(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        self.write(Write::Person { person, token, at }).await
    }

    async fn person(&self, token: TokenHash) -> Result<Option<PersonId>, StoreError> {
        self.readers
            .read(move |connection| read::person(connection, token))
            .await
    }

    async fn add_token(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        self.write(Write::Token { person, token, at }).await
    }

    async fn make_handover(&self, handover: Handover) -> Result<(), StoreError> {
        self.write(Write::MakeHandover(handover)).await
    }

    async fn handover(&self, code: HandoverHash, at: Time) -> Result<Option<PersonId>, StoreError> {
        self.readers
            .read(move |connection| read::handover(connection, code, at))
            .await
    }

    async fn take_handover(
        &self,
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    ) -> Result<Option<NewDevice>, StoreError> {
        match self
            .writer
            .write(Write::TakeHandover { code, token, at })
            .await?
        {
            Done::HandedOver(device) => Ok(device),
            Done::Written | Done::Counted(_) => Ok(None),
        }
    }

    async fn create(&self, create: Create) -> Result<(), StoreError> {
        let Create { append, opened_by } = create;
        let entry = Box::new(Entry::new(append)?);
        self.write(Write::Create { entry, opened_by }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(Box::new(Entry::new(append)?)))
            .await
    }

    async fn note(&self, note: Note) -> Result<(), StoreError> {
        self.write(Write::Note(note)).await
    }

    async fn head(&self, code: TableCode) -> Result<Option<Head>, StoreError> {
        self.readers
            .read(move |connection| read::head(connection, code))
            .await
    }

    async fn load(
        &self,
        code: TableCode,
        from_start: bool,
    ) -> Result<Option<SavedTable>, StoreError> {
        self.readers
            .read(move |connection| read::table(connection, code, from_start))
            .await
    }

    async fn events(
        &self,
        code: TableCode,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        self.readers
            .read(move |connection| read::events(connection, code, after, limit.into()))
            .await
    }

    async fn command(
        &self,
        code: TableCode,
        person: PersonId,
        command: CommandId,
    ) -> Result<Option<CarriedOut>, StoreError> {
        self.readers
            .read(move |connection| read::command(connection, code, person, &command))
            .await
    }

    async fn secret(&self, game: GameId) -> Result<Option<Sealed>, StoreError> {
        self.readers
            .read(move |connection| read::secret(connection, game))
            .await
    }

    async fn tables_of(&self, person: PersonId, limit: u32) -> Result<Vec<OwnTable>, StoreError> {
        self.readers
            .read(move |connection| read::tables_of(connection, person, limit))
            .await
    }

    async fn opened_by(&self, person: PersonId) -> Result<u64, StoreError> {
        self.readers
            .read(move |connection| read::opened_by(connection, person))
            .await
    }

    async fn tables(
        &self,
        after: Option<TableCode>,
        limit: u32,
    ) -> Result<Vec<TableCode>, StoreError> {
        self.readers
            .read(move |connection| read::tables(connection, after, limit))
            .await
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableCode>, StoreError> {
        self.readers
            .read(move |connection| read::table_of_game(connection, game))
            .await
    }

    async fn due(
        &self,
        after: Option<Due>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        self.readers
            .read(move |connection| read::due(connection, after.as_ref(), until, limit))
            .await
    }

    async fn newest(&self, latest: Time) -> Result<Option<Time>, StoreError> {
        self.readers
            .read(move |connection| newest::newest(connection, latest))
            .await
    }

    async fn uncounted(&self, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        self.readers
            .read(move |connection| counting::uncounted(connection, limit))
            .await
    }

    async fn count_dice(
        &self,
        game: EndedGame,
        counts: Vec<DiceCount>,
    ) -> Result<bool, StoreError> {
        let counted = self.writer.write(Write::CountDice { game, counts }).await?;
        Ok(matches!(counted, Done::Counted(true)))
    }

    async fn dice_counts(&self) -> Result<Vec<DiceCount>, StoreError> {
        self.readers.read(counting::counts).await
    }

    async fn close(&self) {
        // The last connection that writes copies the log and leaves one file; it must be the last of all.
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// What was done on a thread of its own.
fn joined<T>(done: Result<Result<T, StoreError>, JoinError>) -> Result<T, StoreError> {
    done.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
}
