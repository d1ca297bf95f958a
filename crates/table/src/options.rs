use ludo_rules::{Length, RuleSet, SeatSet};
use serde::{Deserialize, Serialize};

use crate::{MoveTime, Refusal};

/// What a table is opened with, and what its host can change until the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The rule set, as the first field of a position: `classic`.
    pub rules: RuleSet,
    /// A whole game or a quick one.
    pub length: Length,
    /// The seats that can be taken: two to four.
    pub seats: SeatSet,
    /// Whether the only legal move plays itself.
    pub auto_move: bool,
    /// How long a person has for each roll or choice. Options that were stored before there was such a time have none.
    pub move_time: MoveTime,
}

impl Options {
    /// Whether a table can be opened with these.
    ///
    /// # Errors
    ///
    /// [`Refusal::BadOptions`] where fewer than two seats can be taken.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.seats.len() < 2 {
            return Err(Refusal::BadOptions);
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: RuleSet::default(),
            length: Length::default(),
            seats: SeatSet::ALL,
            auto_move: true,
            move_time: MoveTime::default(),
        }
    }
}
