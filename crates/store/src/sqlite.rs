//! The store in one SQLite file: one writer task with group commit, and a pool of readers.

mod appends;
mod archive;
mod counting;
mod key;
mod read;
mod schema;
pub(crate) mod snapshot;
mod write;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::Time;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use crate::{
    Append, CarriedOut, Create, DiceCount, Due, EndedGame, Handover, HandoverHash, Head, Note,
    OwnTable, PersonId, SavedTable, Sealed, Store, StoreError, StoredEvent, TokenHash,
};
use write::{Done, Write};
use writer::Writer;

pub use archive::Archive;

/// Readers that work at once.
const READERS: u32 = 4;

/// How long a connection waits for another one's lock. Only tools from outside can hold one for long.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Why the database could not be opened.
enum OpenError {
    Database(sqlx::Error),
    Store(StoreError),
    /// A check found damage.
    Damaged(String),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl OpenError {
    /// With the file, and what to do.
    fn at_start(self, path: &Path) -> StoreError {
        let error = match self {
            Self::Database(error) => error,
            Self::Store(error) => return error,
            Self::Damaged(why) => {
                let path = path.to_owned();
                return StoreError::Damaged { path, why };
            }
        };
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .and_then(|code| code.parse::<u32>().ok())
            // The lowest byte of an extended code is the code.
            .map(|code| code & 0xff);
        let path = path.to_owned();
        let why = error.to_string();
        match code {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => StoreError::Damaged { path, why },
            Some(SQLITE_PERM | SQLITE_READONLY | SQLITE_CANTOPEN) => {
                StoreError::NotWritable { path, why }
            }
            _ => StoreError::Unusable { path, why },
        }
    }
}

// The codes of SQLite's answers.
const SQLITE_PERM: u32 = 3;
const SQLITE_READONLY: u32 = 8;
const SQLITE_CORRUPT: u32 = 11;
const SQLITE_CANTOPEN: u32 = 14;
const SQLITE_NOTADB: u32 = 26;

/// The store in one SQLite file.
///
/// The journal is a write-ahead log that is flushed to the disk before a write is answered (`synchronous = FULL`).
/// Writes that come while the disk is busy go into one transaction together.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the database in a file, which is made if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// If the file can't be used, or was written by a newer version of this program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::connect(path)
            .await
            .map_err(|error| error.at_start(path))
    }

    async fn connect(path: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            // Spent secrets are wiped from the file, not only unlinked in it.
            .pragma("secure_delete", "ON")
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        schema::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().pragma("query_only", "ON"))
            .await?;
        Ok(Self {
            writer: Writer::start(options, connection),
            readers,
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
        self.readers.acquire().await?.ping().await?;
        Ok(())
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
        read::person(&self.readers, token).await
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
        read::handover(&self.readers, code, at).await
    }

    async fn take_handover(
        &self,
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    ) -> Result<Option<PersonId>, StoreError> {
        match self
            .writer
            .write(Write::TakeHandover { code, token, at })
            .await?
        {
            Done::HandedOver(person) => Ok(person),
            Done::Written | Done::Counted(_) => Ok(None),
        }
    }

    async fn create(&self, create: Create) -> Result<(), StoreError> {
        self.write(Write::Create(Box::new(create))).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(Box::new(append))).await
    }

    async fn note(&self, note: Note) -> Result<(), StoreError> {
        self.write(Write::Note(note)).await
    }

    async fn head(&self, code: TableCode) -> Result<Option<Head>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        Ok(read::row(&mut connection, code).await?.map(|row| row.head))
    }

    async fn load(
        &self,
        code: TableCode,
        from_start: bool,
    ) -> Result<Option<SavedTable>, StoreError> {
        read::table(&self.readers, code, from_start).await
    }

    async fn events(
        &self,
        code: TableCode,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        read::events(&mut connection, code, after, limit.into()).await
    }

    async fn command(
        &self,
        code: TableCode,
        person: PersonId,
        command: CommandId,
    ) -> Result<Option<CarriedOut>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        read::command(&mut connection, code, person, &command).await
    }

    async fn secret(&self, game: GameId) -> Result<Option<Sealed>, StoreError> {
        read::secret(&self.readers, game).await
    }

    async fn tables_of(&self, person: PersonId, limit: u32) -> Result<Vec<OwnTable>, StoreError> {
        read::tables_of(&self.readers, person, limit).await
    }

    async fn opened_by(&self, person: PersonId) -> Result<u64, StoreError> {
        read::opened_by(&self.readers, person).await
    }

    async fn tables(
        &self,
        after: Option<TableCode>,
        limit: u32,
    ) -> Result<Vec<TableCode>, StoreError> {
        read::tables(&self.readers, after, limit).await
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableCode>, StoreError> {
        read::table_of_game(&self.readers, game).await
    }

    async fn due(
        &self,
        after: Option<Due>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        read::due(&self.readers, after, until, limit).await
    }

    async fn uncounted(&self, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        counting::uncounted(&self.readers, limit).await
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
        counting::counts(&self.readers).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
