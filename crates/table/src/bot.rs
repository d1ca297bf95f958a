use serde::{Deserialize, Serialize};

/// The bots that can take a seat. Stored events have them, so none is ever taken away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// Draws its move at random.
    Random,
    /// Runs ahead with its foremost token, and sees no danger.
    Beginner,
    /// Likes to capture and to come home, and never looks behind itself.
    Casual,
    /// Captures, keeps safe, gets home: by rule of thumb.
    #[default]
    Simple,
    /// Knows what a position is worth, but not exactly.
    Good,
    /// Takes the best move without looking further.
    Strong,
    /// Looks a round of rolls ahead.
    Expert,
}

impl BotKind {
    /// All of them, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Beginner,
        Self::Casual,
        Self::Simple,
        Self::Good,
        Self::Strong,
        Self::Expert,
    ];

    /// The English name that stands in a game's record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "Random",
            Self::Beginner => "Beginner",
            Self::Casual => "Casual",
            Self::Simple => "Simple",
            Self::Good => "Good",
            Self::Strong => "Strong",
            Self::Expert => "Expert",
        }
    }
}
