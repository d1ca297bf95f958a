use ludo_rules::{Length, RuleSet, SeatSet};
use serde::{Deserialize, Serialize};

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
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: RuleSet::default(), length: Length::default(), seats: SeatSet::ALL, auto_move: true }
    }
}

/// The bots that can take a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// Draws its move at random.
    Random,
    /// Captures, keeps safe, gets home.
    #[default]
    Simple,
}
