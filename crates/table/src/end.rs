use serde::{Deserialize, Serialize};

/// Why a game ended (`Termination` of a record).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// All places were played out.
    Normal,
    /// The last place was decided by resigning.
    Resigned,
    /// The game reached its greatest number of rolls.
    Limit,
    /// Everybody left, or the server could not go on.
    Abandoned,
}

/// Why a table was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// All people left.
    Empty,
    /// Nothing happened for too long.
    Idle,
}
