use ludo_brain::{BotError, NetError};
use ludo_rules::{Named, PositionError};

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The text is longer than any position.
    #[error("a position has at most {most} characters, not {length}", most = crate::Thinker::MAX_POSITION)]
    Long {
        /// How long it is, in bytes.
        length: usize,
    },
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(PositionError),
    /// There is no such bot.
    #[error("{0}")]
    Bot(BotError),
    /// A seed is 64 digits, 0 to f.
    #[error("a seed has 64 hexadecimal digits")]
    Seed,
    /// The net for these rules has not been handed in.
    #[error("the net for {0} is not here; hand it in first")]
    NoNet(Named),
    /// A file is not a net.
    #[error("{0}")]
    Net(NetError),
    /// There is no move to choose: a roll is due, or the game is over.
    #[error("no move is to be chosen in this position")]
    NoChoice,
}
