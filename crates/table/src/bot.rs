use serde::{Deserialize, Serialize};

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

impl BotKind {
    /// All of them, the weakest first.
    pub const ALL: [Self; 2] = [Self::Random, Self::Simple];

    /// The English name that stands in a game's record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "Random",
            Self::Simple => "Simple",
        }
    }
}
