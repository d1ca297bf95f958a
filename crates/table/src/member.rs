use std::fmt;

use serde::{Deserialize, Serialize};

/// A person at one table, counted from 1 in the order in which people first sat down there.
///
/// It means nothing outside the table: who the person is, only the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Member(pub u32);

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who sends a command to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person who became a member once.
    Member(Member),
    /// A person who never was a member.
    Newcomer,
}
