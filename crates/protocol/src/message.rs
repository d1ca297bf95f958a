use ludo_rules::BySeat;
use ludo_table::{Command, Event, Member, Table, Time};
use serde::{Deserialize, Serialize};

use crate::{CommandId, ErrorCode};

/// The version of this protocol. A server greets with it; a client of another version tells its person to reload.
pub const VERSION: u32 = 1;

/// The longest frame that a server takes from a client, in bytes.
pub const MAX_FRAME_BYTES: usize = 4096;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Do something at the table. Answered by [`ServerMessage::Done`] or [`ServerMessage::Refused`] with the same id.
    Command {
        /// Chosen by the client, different for each thing that it wants; sent again, it has the same answer.
        id: CommandId,
        /// What to do.
        command: Command,
    },
    /// Is the line alive? Answered by [`ServerMessage::Pong`].
    Ping,
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message on every connection.
    Welcome(Box<Welcome>),
    /// Something happened; numbers follow each other without gaps.
    Events {
        /// In order, never empty.
        events: Vec<NumberedEvent>,
    },
    /// A command was carried out, and is on disk.
    Done {
        /// The command's id.
        id: CommandId,
        /// The number of the last event that it made.
        seq: u64,
    },
    /// A command was not carried out; nothing changed.
    Refused {
        /// The command's id.
        id: CommandId,
        /// The kind of refusal.
        code: ErrorCode,
        /// A sentence for people.
        message: String,
    },
    /// Who is connected, sent when it changes.
    Presence {
        /// Seats whose person has a connection.
        here: BySeat<bool>,
        /// Connections of people who have no seat.
        watching: u32,
    },
    /// A frame could not be used. `fatal` ones are followed by the end of the connection.
    Error {
        /// The kind of error.
        code: ErrorCode,
        /// A sentence for people.
        message: String,
        /// Whether the server closes the connection now.
        fatal: bool,
    },
    /// The answer to a ping.
    Pong,
}

/// The first message on a connection: where the table stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// [`VERSION`] of the server.
    pub version: u32,
    /// The server's clock when it sent this.
    pub now: Time,
    /// The member that the client's cookie stands for at this table, if it is one.
    pub you: Option<Member>,
    /// The state to start from; `None` where the client's own state, as of `after`, will do.
    pub snapshot: Option<Snapshot>,
    /// What happened since the snapshot, or since `after`.
    pub events: Vec<NumberedEvent>,
    /// Seats whose person has a connection.
    pub here: BySeat<bool>,
    /// Connections of people who have no seat.
    pub watching: u32,
}

/// A table after the event with number `seq` (0: before its first event).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The number of the last event in it.
    pub seq: u64,
    /// The state; `None` for a table before its first event.
    pub table: Option<Box<Table>>,
}

/// An event with its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedEvent {
    /// 1, 2, … without gaps.
    pub seq: u64,
    /// When it happened, by the server's clock.
    pub at: Time,
    /// What happened.
    pub event: Event,
}

/// Why a text is not a message.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    /// Longer than [`MAX_FRAME_BYTES`].
    #[error("the frame has {0} bytes; at most {MAX_FRAME_BYTES} are taken")]
    TooLong(usize),
    /// Not JSON, or not a message.
    #[error("the frame is not a message of this protocol: {0}")]
    Malformed(#[from] serde_json::Error),
}

impl ClientMessage {
    /// Reads a frame of a client.
    ///
    /// # Errors
    ///
    /// If it is too long or not a message.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_FRAME_BYTES {
            return Err(ParseError::TooLong(text.len()));
        }
        Ok(serde_json::from_str(text)?)
    }
}
