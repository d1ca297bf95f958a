use ludo_dice::{GameId, Tip};
use ludo_protocol::{ErrorCode, NumberedEvent, TableCode};
use ludo_table::Wrong;
use serde::{Deserialize, Serialize};

use crate::kept::Mark;

/// Why a client gave up a table for good. It sends nothing any more.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Stopped {
    /// The server speaks another version of the protocol.
    #[error("This page is out of date. Reload it to go on.")]
    Version {
        /// The server's version.
        server: u32,
    },
    /// What the server says cannot be understood, time after time.
    #[error(
        "The server's messages cannot be understood. Reload the page; if that does not help, tell whoever runs this server."
    )]
    Garbled,
    /// The server will not have it.
    #[error("{message}")]
    Refused {
        /// The kind of error.
        code: ErrorCode,
        /// The server's sentence.
        message: String,
    },
    /// The server has forgotten something that this client knows: an older state of it was restored.
    #[error(
        "The server has lost part of what happened at this table. The game cannot go on here; what this device saw is kept."
    )]
    Behind,
    /// An event cannot have happened: the dice, the rules or the order are wrong.
    #[error(
        "The server says that something happened which cannot be: {0}. This device takes no more part in the game; what it saw is kept."
    )]
    Wrong(Wrong),
    /// The begin of the game does not show what this device knows, or not what it showed before.
    #[error(
        "The game's begin does not show what this device knows of it: {0}. Its dice cannot be trusted; what this device saw is kept."
    )]
    Begin(BeginFault),
    /// The rolls so far are not those that this device saw before.
    #[error(
        "The rolls before roll {roll} are not those that this device saw before. Its dice cannot be trusted; what this device saw is kept."
    )]
    Differs {
        /// The roll for which this device kept what went before.
        roll: u32,
    },
    /// It stopped before, and kept the evidence.
    #[error("This device stopped taking part in this game before: {0}")]
    Before(String),
}

/// What is wrong with a begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeginFault {
    /// The server's tip is not the one that it published before.
    #[error("the server's chain is another one")]
    ServerTip,
    /// The seat's tip is not the one that this device brought.
    #[error("this device's chain is not in it")]
    OwnTip,
    /// It is not the begin that this device answered.
    #[error("it has changed since this device answered it")]
    Changed,
    /// The table had this device's answer, and the draw is without it.
    #[error("the draw leaves out this device's link, though the table had it")]
    LeftOut,
    /// The dice of the game cannot rest on it.
    #[error("two of its chains are the same")]
    Unsound,
}

/// What a device keeps when it stops because a game's dice or history are wrong: what it knew, and what it was shown.
/// Nothing in it is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The table.
    pub table: TableCode,
    /// The game.
    pub game: GameId,
    /// What is wrong, in a sentence.
    pub why: String,
    /// Tip of the server's chain, as it was published to this device.
    pub server_tip: Tip,
    /// Tip of the device's chain.
    pub tip: Option<Tip>,
    /// What the device had kept.
    pub(crate) mark: Option<Mark>,
    /// The number of the last event that was in order.
    pub seq: u64,
    /// The state of the table up to there, as JSON.
    pub state: Option<String>,
    /// The event that is wrong.
    pub event: Option<Box<NumberedEvent>>,
}

impl Stopped {
    /// Whether it speaks against whoever runs the table, so that what was seen is to be kept.
    #[must_use]
    pub fn is_evidence(&self) -> bool {
        match self {
            Self::Wrong(wrong) => wrong.is_dice(),
            Self::Begin(_) | Self::Differs { .. } | Self::Behind => true,
            Self::Version { .. } | Self::Garbled | Self::Refused { .. } | Self::Before(_) => false,
        }
    }
}
