use ludo_brain::{BotError, NetError};
use ludo_rules::{Named, PositionError, RecordError};

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The text is longer than any position, or record.
    #[error("at most {most} bytes are read, not {length}")]
    Long {
        /// How long it is, in bytes.
        length: usize,
        /// How long it may be, in bytes.
        most: usize,
    },
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(PositionError),
    /// The text is not the record of a game.
    #[error("not a record: {0}")]
    Record(RecordError),
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
