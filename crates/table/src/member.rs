use serde::{Deserialize, Serialize};

/// A person at one table, counted from 1 in the order in which people first did something there.
///
/// It means nothing outside the table: who the person is, only the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Member(pub u32);

/// Who sends a command to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person who is a member already.
    Member(Member),
    /// A person whom the table does not know yet.
    Newcomer,
    /// The one who drives the table: its clock, its bots, its autopilot.
    Driver,
}
