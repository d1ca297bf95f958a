use ludo_protocol::TableCode;
use ludo_table::{Event, Member, Time};

use crate::{Base, PersonId, Private, Standing};

/// An event as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number: 1, 2, … without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Time,
    /// What happened.
    pub event: Event,
    /// What only the server may know of it.
    pub private: Option<Private>,
}

/// A table as its lists know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of its last event.
    pub seq: u64,
    /// Where the table stands.
    pub standing: Standing,
    /// When it wants to be looked at.
    pub wake_at: Option<Time>,
    /// What the last append said of it.
    pub summary: String,
}

/// Everything that it takes to go on with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTable {
    /// Where it stands.
    pub head: Head,
    /// The state to start from; `None`: from nothing.
    pub base: Option<Base>,
    /// The events since the base.
    pub events: Vec<StoredEvent>,
    /// Its people.
    pub members: Vec<SavedMember>,
}

/// A person at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedMember {
    /// Who they are to the server.
    pub person: PersonId,
    /// Who they are at the table.
    pub member: Member,
    /// Since when they have had no connection; `None` where they had one when this was noted last.
    pub gone: Option<Time>,
}

/// A table at which a person is a member, and that is not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTable {
    /// The table.
    pub code: TableCode,
    /// Who the person is at it.
    pub member: Member,
    /// What the last append said of it.
    pub summary: String,
}

/// A table that wants to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// When.
    pub at: Time,
    /// The table.
    pub code: TableCode,
}
