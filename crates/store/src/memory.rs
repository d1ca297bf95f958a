//! The store in memory, which fails when told to.

mod data;
mod faults;

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::Time;

use crate::{
    Append, CarriedOut, Create, DiceCount, Due, EndedGame, Handover, HandoverHash, Head, NewDevice,
    Note, OwnTable, PersonId, SavedTable, Sealed, Store, StoreError, StoredEvent, TokenHash,
};
use data::Data;
use faults::Faults;

/// A store in memory for tests: keeps nothing, and fails or hesitates when told to.
///
/// ```
/// use ludo_store::{MemoryStore, Store};
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let store = MemoryStore::new();
/// store.fail_next(1);
/// assert!(store.ready().await.is_err());
/// assert!(store.ready().await.is_ok());
/// # });
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore {
    data: Mutex<Data>,
    faults: Faults,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the next `count` writes fail: nothing is written.
    pub fn fail_next(&self, count: u32) {
        self.faults.fail_next(count);
    }

    /// Makes the next `count` writes report a failure although they are done, as when a disk's answer is lost.
    pub fn fail_after_next(&self, count: u32) {
        self.faults.fail_after_next(count);
    }

    /// Makes the next `count` tables fail to load.
    pub fn fail_next_loads(&self, count: u32) {
        self.faults.fail_next_loads(count);
    }

    /// Damages a table: from now on what happens at it cannot be written.
    pub fn damage(&self, code: TableCode) {
        self.faults.damage(code);
    }

    /// Damages a table so that it cannot be read.
    pub fn spoil(&self, code: TableCode) {
        self.faults.spoil(code);
    }

    /// Damages a table so that one of its events is missing.
    pub fn lose(&self, code: TableCode, seq: u64) {
        self.data().lose(code, seq);
    }

    /// Makes all writes wait until [`release`](Self::release).
    pub fn hold(&self) {
        self.faults.hold(true);
    }

    /// Lets the writes go on that [`hold`](Self::hold) held.
    pub fn release(&self) {
        self.faults.hold(false);
    }

    /// Everything that is stored, as text: for tests that search it.
    #[must_use]
    pub fn dump(&self) -> String {
        format!("{:?}", self.data())
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write<T: Send>(
        &self,
        write: impl FnOnce(&mut Data) -> Result<T, StoreError> + Send,
    ) -> Result<T, StoreError> {
        self.faults.before_write().await?;
        let answer = write(&mut self.data())?;
        self.faults.after_write()?;
        Ok(answer)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn ready(&self) -> Result<(), StoreError> {
        self.write(|_| Ok(())).await
    }

    async fn add_person(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        self.write(|data| data.add_person(person, token, at)).await
    }

    async fn person(&self, token: TokenHash) -> Result<Option<PersonId>, StoreError> {
        Ok(self.data().person(token))
    }

    async fn add_token(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError> {
        self.write(|data| data.add_token(person, token, at).map(|_| ()))
            .await
    }

    async fn make_handover(&self, handover: Handover) -> Result<(), StoreError> {
        self.write(|data| data.make_handover(handover)).await
    }

    async fn handover(&self, code: HandoverHash, at: Time) -> Result<Option<PersonId>, StoreError> {
        Ok(self.data().handover(code, at))
    }

    async fn take_handover(
        &self,
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    ) -> Result<Option<NewDevice>, StoreError> {
        self.write(|data| data.take_handover(code, token, at)).await
    }

    async fn create(&self, create: Create) -> Result<(), StoreError> {
        self.write(|data| data.create(create)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.faults.check(append.code)?;
        self.write(|data| data.append(append)).await
    }

    async fn note(&self, note: Note) -> Result<(), StoreError> {
        self.write(|data| data.note(note)).await
    }

    async fn head(&self, code: TableCode) -> Result<Option<Head>, StoreError> {
        Ok(self.data().head(code))
    }

    async fn load(
        &self,
        code: TableCode,
        from_start: bool,
    ) -> Result<Option<SavedTable>, StoreError> {
        self.faults.before_load(code)?;
        Ok(self.data().load(code, from_start))
    }

    async fn events(
        &self,
        code: TableCode,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(self.data().events(code, after, limit))
    }

    async fn command(
        &self,
        code: TableCode,
        person: PersonId,
        command: CommandId,
    ) -> Result<Option<CarriedOut>, StoreError> {
        Ok(self.data().command(code, person, &command))
    }

    async fn secret(&self, game: GameId) -> Result<Option<Sealed>, StoreError> {
        Ok(self.data().secret(game))
    }

    async fn tables_of(&self, person: PersonId, limit: u32) -> Result<Vec<OwnTable>, StoreError> {
        Ok(self.data().tables_of(person, limit))
    }

    async fn opened_by(&self, person: PersonId) -> Result<u64, StoreError> {
        Ok(self.data().opened_by(person))
    }

    async fn tables(
        &self,
        after: Option<TableCode>,
        limit: u32,
    ) -> Result<Vec<TableCode>, StoreError> {
        Ok(self.data().tables(after, limit))
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableCode>, StoreError> {
        Ok(self.data().table_of_game(game))
    }

    async fn due(
        &self,
        after: Option<Due>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        Ok(self.data().due(after.as_ref(), until, limit))
    }

    async fn newest(&self, latest: Time) -> Result<Option<Time>, StoreError> {
        Ok(self.data().newest(latest))
    }

    async fn uncounted(&self, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        Ok(self.data().uncounted(limit))
    }

    /// Not one of the writes that fail or wait when told to: those are of tables.
    async fn count_dice(
        &self,
        game: EndedGame,
        counts: Vec<DiceCount>,
    ) -> Result<bool, StoreError> {
        Ok(self.data().count_dice(game, counts))
    }

    async fn dice_counts(&self) -> Result<Vec<DiceCount>, StoreError> {
        Ok(self.data().dice_counts())
    }

    async fn close(&self) {}
}
