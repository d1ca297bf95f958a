use ludo_rules::{BySeat, Seat};
use ludo_table::{Command, Event, Member, Name, Table, Time};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{CommandId, ErrorCode, Saying};

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
    /// Say something to all at the table. Everybody hears it as [`ServerMessage::Said`], or its sender alone that it was
    /// not said, as [`ServerMessage::Unsaid`].
    Say {
        /// What.
        saying: Saying,
    },
    /// Is the line alive? Answered by [`ServerMessage::Pong`].
    #[serde(deserialize_with = "nothing")]
    Ping,
}

/// The content of a message that has none: without this, serde would take anything.
fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    try_from = "crate::written_message::WrittenMessage"
)]
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
    /// The member that the client's cookie stands for, sent to all connections of a person when they become one: only
    /// one of them asked for it.
    You {
        /// The member.
        member: Member,
    },
    /// Who is connected, sent when it changes.
    Presence {
        /// Seats whose person has a connection.
        here: BySeat<bool>,
        /// Connections of people who have no seat.
        watching: u32,
    },
    /// Somebody said something. It is no event: it has no number, is not kept, and comes once or never.
    Said {
        /// The seat of who said it.
        seat: Seat,
        /// What.
        saying: Saying,
    },
    /// What this connection wanted to say was not said.
    Unsaid {
        /// The kind of refusal.
        code: ErrorCode,
        /// A sentence for people.
        message: String,
        /// Milliseconds until the person can say something again; 0 where waiting is no help.
        wait: u64,
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
    Pong {
        /// The number of the table's last event: whoever does not have it, and is not sent it soon, connects again.
        #[serde(default)]
        seq: u64,
    },
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

/// Why a frame of a client cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Longer than [`MAX_FRAME_BYTES`].
    #[error("the frame has {0} bytes; at most {MAX_FRAME_BYTES} are taken")]
    TooLong(usize),
    /// Not JSON, or not a message.
    #[error("the frame is not a message of this protocol: {0}")]
    Malformed(String),
    /// A message with a command that is none. It can be answered by its id.
    #[error("{reason}")]
    Command {
        /// The id of the command.
        id: CommandId,
        /// [`ErrorCode::BadName`] or [`ErrorCode::BadCommand`].
        code: ErrorCode,
        /// What is wrong with it.
        reason: String,
    },
}

impl ParseError {
    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::TooLong(_) => ErrorCode::TooLong,
            Self::Malformed(_) => ErrorCode::BadFrame,
            Self::Command { code, .. } => *code,
        }
    }

    /// The message that answers the frame: a refusal of the command where it had an id, else an error.
    #[must_use]
    pub fn answer(&self, fatal: bool) -> ServerMessage {
        let (code, message) = (self.code(), self.to_string());
        match self {
            Self::Command { id, .. } => ServerMessage::Refused {
                id: id.clone(),
                code,
                message,
            },
            Self::TooLong(_) | Self::Malformed(_) => ServerMessage::Error {
                code,
                message,
                fatal,
            },
        }
    }

    /// Why a text, which `error` says is not a message, is not one.
    fn of(text: &str, error: &serde_json::Error) -> Self {
        let malformed = Self::Malformed(error.to_string());
        let Ok(serde_json::Value::Object(mut message)) = serde_json::from_str(text) else {
            return malformed;
        };
        let id = message
            .remove("id")
            .and_then(|id| serde_json::from_value(id).ok());
        let kind = message.remove("type");
        let (Some(id), Some(command)) = (id, message.remove("command")) else {
            return malformed;
        };
        if !message.is_empty()
            || kind.as_ref().and_then(serde_json::Value::as_str) != Some("command")
        {
            return malformed;
        }
        let name = command
            .get("name")
            .and_then(serde_json::Value::as_str)
            .map(Name::new);
        if let Some(Err(error)) = name {
            return Self::Command {
                id,
                code: ErrorCode::BadName,
                reason: error.to_string(),
            };
        }
        let reason = match serde_json::from_value::<Command>(command) {
            Ok(_) => return malformed,
            Err(error) => format!("this is not a command of this protocol: {error}"),
        };
        Self::Command {
            id,
            code: ErrorCode::BadCommand,
            reason,
        }
    }
}

impl ClientMessage {
    /// Reads a frame of a client.
    ///
    /// # Errors
    ///
    /// If it is too long or not a message; [`ParseError::answer`] makes the answer.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_FRAME_BYTES {
            return Err(ParseError::TooLong(text.len()));
        }
        serde_json::from_str(text).map_err(|error| ParseError::of(text, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b108_each_part_of_a_message_is_needed_and_none_is_added() {
        let whole = r#"{"type":"command","id":"c1","command":{"type":"roll","step":3,"roll":2}}"#;
        assert!(ClientMessage::parse(whole).is_ok());
        for (text, code) in [
            (
                r#"{"id":"c1","command":{"type":"roll","step":3,"roll":2}}"#,
                "bad_frame",
            ),
            (
                r#"{"type":"command","command":{"type":"roll","step":3,"roll":2}}"#,
                "bad_frame",
            ),
            (r#"{"type":"command","id":"c1"}"#, "bad_frame"),
            (
                r#"{"type":"command","id":"c1","command":{"step":3,"roll":2}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"roll","roll":2}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"roll","step":3}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"roll","step":3,"roll":2,"x":1}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"roll","step":-3,"roll":2}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"roll","step":"3","roll":2}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"begin","seat":"r"}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"draw"}}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","command":null}"#,
                "bad_command",
            ),
            (
                r#"{"type":"command","id":"c1","member":1,"command":{"type":"begin"}}"#,
                "bad_frame",
            ),
            (
                r#"{"type":"command","id":"c 1","command":{"type":"begin"}}"#,
                "bad_frame",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"rename","name":"a\nb"}}"#,
                "bad_name",
            ),
            (
                r#"{"type":"command","id":"c1","command":{"type":"rename","name":5}}"#,
                "bad_command",
            ),
            (r#"{"type":"ping","x":1}"#, "bad_frame"),
            (r#"{"type":"say"}"#, "bad_frame"),
            (r#"{"type":"say","saying":5}"#, "bad_frame"),
            (r#"{"type":"say","saying":"hello","seat":"r"}"#, "bad_frame"),
            (r#"{"type":"pong"}"#, "bad_frame"),
            ("", "bad_frame"),
            ("null", "bad_frame"),
            ("{", "bad_frame"),
            ("[[[[[[", "bad_frame"),
        ] {
            let error = ClientMessage::parse(text).expect_err(text);
            assert_eq!(error.code().as_str(), code, "{text}: {error}");
        }
    }

    #[test]
    fn a_bad_command_is_answered_by_its_id() {
        let text = r#"{"type":"command","id":"c7","command":{"type":"rename","name":"  "}}"#;
        let error = ClientMessage::parse(text).unwrap_err();
        let ServerMessage::Refused { id, code, message } = error.answer(true) else {
            panic!("{error}")
        };
        assert_eq!((id.as_str(), code), ("c7", ErrorCode::BadName));
        assert_eq!(message, "a name is needed");
        let answer = ClientMessage::parse("{}").unwrap_err().answer(true);
        assert!(matches!(
            answer,
            ServerMessage::Error {
                code: ErrorCode::BadFrame,
                fatal: true,
                ..
            }
        ));
    }

    #[test]
    fn long_frames_are_not_read() {
        let longest = format!("{}{{\"type\":\"ping\"}}", " ".repeat(MAX_FRAME_BYTES - 15));
        assert_eq!(longest.len(), MAX_FRAME_BYTES);
        assert_eq!(ClientMessage::parse(&longest), Ok(ClientMessage::Ping));
        let error = ClientMessage::parse(&format!(" {longest}")).unwrap_err();
        assert_eq!(
            (error.code(), &error),
            (
                ErrorCode::TooLong,
                &ParseError::TooLong(MAX_FRAME_BYTES + 1)
            )
        );
    }

    proptest::proptest! {
        #[test]
        fn b114_no_text_is_too_much(text in "[{}\\[\\]\":,a-z0-9 \\\\]{0,80}|.{0,40}") {
            if let Err(error) = ClientMessage::parse(&text) {
                let _ = error.answer(false);
            }
        }
    }
}
