use async_trait::async_trait;
use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::Time;

use crate::{
    Append, CarriedOut, Create, DiceCount, Due, EndedGame, Handover, HandoverHash, Head, NewDevice,
    Note, OwnTable, PersonId, SavedTable, Sealed, StoreError, StoredEvent, TokenHash,
};

/// Where a server keeps what must not be lost.
///
/// Writes that have been answered with `Ok` are durable, and every later read sees them.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Whether the store can write and read right now.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Keeps a new person and the token of their first device.
    async fn add_person(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError>;

    /// The person with this token.
    async fn person(&self, token: TokenHash) -> Result<Option<PersonId>, StoreError>;

    /// Keeps the token of another device of a person. Of more than [`MAX_DEVICES`](crate::MAX_DEVICES), the oldest
    /// other one is known no more.
    async fn add_token(
        &self,
        person: PersonId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), StoreError>;

    /// Keeps a hand-over code, which replaces the one that the person had. Those of anybody that are too old by then are
    /// swept.
    async fn make_handover(&self, handover: Handover) -> Result<(), StoreError>;

    /// Whose device one becomes by this code at this moment. Nobody's where it is unknown, used or too old. Does not use
    /// it up.
    async fn handover(&self, code: HandoverHash, at: Time) -> Result<Option<PersonId>, StoreError>;

    /// Uses a hand-over code up: `token` is then another device of the answer's person, as with [`add_token`](Self::add_token).
    /// Nothing happens where the code is unknown, used or too old. Of many who take it at once, one gets it.
    async fn take_handover(
        &self,
        code: HandoverHash,
        token: TokenHash,
        at: Time,
    ) -> Result<Option<NewDevice>, StoreError>;

    /// Keeps a new table. Refused if its code is, or ever was, a table's.
    async fn create(&self, create: Create) -> Result<(), StoreError>;

    /// Makes what happened at a table durable. Refused if the table does not stand where the writer believes, or has
    /// carried out this command before.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Keeps what a table remembers besides its events.
    async fn note(&self, note: Note) -> Result<(), StoreError>;

    /// Where a table stands.
    async fn head(&self, code: TableCode) -> Result<Option<Head>, StoreError>;

    /// Everything that it takes to go on with a table. With `from_start` its base is left aside.
    async fn load(
        &self,
        code: TableCode,
        from_start: bool,
    ) -> Result<Option<SavedTable>, StoreError>;

    /// Events of a table after number `after`, at most `limit` of them.
    async fn events(
        &self,
        code: TableCode,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError>;

    /// A command, if it was carried out.
    async fn command(
        &self,
        code: TableCode,
        person: PersonId,
        command: CommandId,
    ) -> Result<Option<CarriedOut>, StoreError>;

    /// The secret of a game, as long as it is needed.
    async fn secret(&self, game: GameId) -> Result<Option<Sealed>, StoreError>;

    /// The tables that are not closed and at which a person is a member, the one that changed last first.
    async fn tables_of(&self, person: PersonId, limit: u32) -> Result<Vec<OwnTable>, StoreError>;

    /// The number of tables that a person has opened and at which a game is waiting or running.
    async fn opened_by(&self, person: PersonId) -> Result<u64, StoreError>;

    /// All tables that there ever were, in the order of their codes as text: those after `after`, at most `limit`.
    async fn tables(
        &self,
        after: Option<TableCode>,
        limit: u32,
    ) -> Result<Vec<TableCode>, StoreError>;

    /// The table at which a game was set up.
    async fn table_of_game(&self, game: GameId) -> Result<Option<TableCode>, StoreError>;

    /// Tables that want to be looked at until `until`, in order, those that come after `after` (the last of the answer
    /// before, or nothing at first).
    async fn due(
        &self,
        after: Option<Due>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError>;

    /// The newest moment that anything is known of at a table that is not closed, up to `latest`: what is later is damage.
    async fn newest(&self, latest: Time) -> Result<Option<Time>, StoreError>;

    /// Games that are over and not counted yet, at most `limit` of them.
    async fn uncounted(&self, limit: u32) -> Result<Vec<EndedGame>, StoreError>;

    /// Adds the counts of a game to those that are there, which are then of one game more. False, and nothing happens,
    /// where the game was counted before.
    async fn count_dice(&self, game: EndedGame, counts: Vec<DiceCount>)
    -> Result<bool, StoreError>;

    /// The counts of all days, in the order of days and names.
    async fn dice_counts(&self) -> Result<Vec<DiceCount>, StoreError>;

    /// Finishes what was asked and takes nothing more.
    async fn close(&self);
}
