use ludo_dice::GameId;
use ludo_protocol::{CommandId, TableCode};
use ludo_table::{Event, Member, Time};

use crate::{CommandDigest, KeptAnswer, PersonId, Private, Sealed};

/// What happened at a table, to be made durable as a whole or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub code: TableCode,
    /// The number of its last event, as the writer knows it. The append is refused if it is another one.
    pub expected: u64,
    /// When it happened.
    pub at: Time,
    /// What happened. May be empty where only the command is to be remembered.
    pub events: Vec<Event>,
    /// Whose command it was; `None` where the table acted by itself.
    pub origin: Option<Origin>,
    /// The member that the person of [`origin`](Self::origin) has become.
    pub joined: Option<Member>,
    /// The link of an answer to the begin, sealed.
    pub answer: Option<KeptAnswer>,
    /// The secret of a game that these events set up.
    pub secret: Option<(GameId, Sealed)>,
    /// The game whose secret is not needed any more.
    pub spent: Option<GameId>,
    /// When the table wants to be looked at, even if nobody comes; never where it is closed.
    pub wake_at: Option<Time>,
    /// Where the table stands after this.
    pub standing: Standing,
    /// What lists show of the table; the store does not look into it.
    pub summary: String,
    /// A state to start from when the table is loaded again.
    pub base: Option<Base>,
}

/// A new table and its first events.
#[derive(Clone, Debug)]
pub struct Create {
    /// Its first events; [`expected`](Append::expected) is 0.
    pub append: Append,
    /// Who opens it.
    pub opened_by: PersonId,
}

/// A command and its sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Who.
    pub person: PersonId,
    /// The id that they gave the command. The table has never seen it from them before, or the append is refused.
    pub command: CommandId,
    /// Tells one command from another that comes with the same id.
    pub digest: CommandDigest,
}

/// A command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedOut {
    /// The number of the last event that it made.
    pub seq: u64,
    /// Which command it was.
    pub digest: CommandDigest,
}

/// Where a table stands, as far as lists care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A game is waiting or running.
    Running,
    /// The game is over; there can be another one.
    Over,
    /// The table is no more.
    Closed,
}

/// The state of a table after one of its events, as text. Loading starts from the last one that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The number of the last event in it.
    pub seq: u64,
    /// The state; the store does not look into it.
    pub state: String,
}

/// What a table remembers besides its events.
#[derive(Clone, Debug)]
pub struct Note {
    /// The table.
    pub code: TableCode,
    /// When it wants to be looked at.
    pub wake_at: Option<Time>,
    /// Since when which people have no connection; `None` for one who has.
    pub gone: Vec<(PersonId, Option<Time>)>,
}

impl Append {
    /// The number of the table's last event after this.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.expected.saturating_add(self.events.len() as u64)
    }

    /// The private part of these events, `None` where there is nothing to keep.
    pub(crate) fn private(&self) -> Option<Private> {
        let private = Private {
            person: self.origin.as_ref().map(|origin| origin.person),
            command: self.origin.as_ref().map(|origin| origin.command.clone()),
            answer: self.answer.clone(),
        };
        (private != Private::default()).then_some(private)
    }
}
