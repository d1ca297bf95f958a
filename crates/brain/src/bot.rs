use std::fmt;
use std::str::FromStr;

/// The kinds of bots, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bot {
    /// Draws one of the legal moves, each as likely as the others.
    Random,
    /// Runs ahead with its foremost token. Sees every other capture, and no danger at all.
    Beginner,
    /// Likes to capture, to enter and to come home, else runs ahead, and never looks behind itself; one time in eight it does not look
    /// at all.
    Casual,
    /// Weighs gain against danger by rule of thumb, one step ahead: it counts every risk alike and has no plan.
    #[default]
    Simple,
    /// Knows what a position is worth, but not exactly: where two moves are close it often takes the worse one.
    Good,
    /// Knows what a position is worth from millions of its own, and takes the best move without looking further.
    Strong,
    /// Looks at all rolls of a whole round before it moves, and knows by heart how endgames go that it has tables for.
    Expert,
}

impl Bot {
    /// All kinds, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Beginner,
        Self::Casual,
        Self::Simple,
        Self::Good,
        Self::Strong,
        Self::Expert,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Simple => "simple",
            Self::Good => "good",
            Self::Strong => "strong",
            Self::Expert => "expert",
        }
    }

    /// Whether it plays by a [`Net`](crate::Net). Without one for the rules of the game, it plays as [`Simple`](Self::Simple) does.
    #[must_use]
    pub const fn needs_net(self) -> bool {
        matches!(self, Self::Good | Self::Strong | Self::Expert)
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not the name of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotError;

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown bot; there are ")?;
        for (index, bot) in Bot::ALL.into_iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == Bot::ALL.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{bot}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(name: &str) -> Result<Self, BotError> {
        Self::ALL
            .into_iter()
            .find(|bot| bot.name() == name)
            .ok_or(BotError)
    }
}
