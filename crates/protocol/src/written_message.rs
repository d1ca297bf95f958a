use ludo_rules::{BySeat, Seat};
use ludo_table::{Member, Time};
use serde::Deserialize;

use crate::{CommandId, ErrorCode, NumberedEvent, Saying, ServerMessage, Snapshot, Welcome};

/// A message of the server as its JSON has it, whichever it is: every field that some message has.
///
/// Read this way nothing is buffered on the way, and there is one reader for all messages; one for each, as serde would make them,
/// is a good part of what a browser loads.
#[derive(Deserialize)]
pub(crate) struct WrittenMessage {
    #[serde(rename = "type")]
    name: String,
    version: Option<u32>,
    now: Option<Time>,
    you: Option<Member>,
    snapshot: Option<Snapshot>,
    events: Option<Vec<NumberedEvent>>,
    here: Option<BySeat<bool>>,
    watching: Option<u32>,
    id: Option<CommandId>,
    seq: Option<u64>,
    code: Option<ErrorCode>,
    message: Option<String>,
    member: Option<Member>,
    fatal: Option<bool>,
    seat: Option<Seat>,
    saying: Option<Saying>,
    wait: Option<u64>,
}

/// A field that a message must have and that is not there, or a type that is not known.
#[derive(Debug, thiserror::Error)]
#[error("there is no {0} that is known")]
pub(crate) struct Missing(&'static str);

impl TryFrom<WrittenMessage> for ServerMessage {
    type Error = Missing;

    fn try_from(written: WrittenMessage) -> Result<Self, Missing> {
        let events = written.events.ok_or(Missing("events"));
        let here = written.here.ok_or(Missing("here"));
        let watching = written.watching.ok_or(Missing("watching"));
        let id = written.id.ok_or(Missing("id"));
        let code = written.code.ok_or(Missing("code"));
        let message = written.message.ok_or(Missing("message"));
        Ok(match written.name.as_str() {
            "welcome" => Self::Welcome(Box::new(Welcome {
                version: written.version.ok_or(Missing("version"))?,
                now: written.now.ok_or(Missing("now"))?,
                you: written.you,
                snapshot: written.snapshot,
                events: events?,
                here: here?,
                watching: watching?,
            })),
            "events" => Self::Events { events: events? },
            "done" => Self::Done {
                id: id?,
                seq: written.seq.ok_or(Missing("seq"))?,
            },
            "refused" => Self::Refused {
                id: id?,
                code: code?,
                message: message?,
            },
            "you" => Self::You {
                member: written.member.ok_or(Missing("member"))?,
            },
            "presence" => Self::Presence {
                here: here?,
                watching: watching?,
            },
            "said" => Self::Said {
                seat: written.seat.ok_or(Missing("seat"))?,
                saying: written.saying.ok_or(Missing("saying"))?,
            },
            "unsaid" => Self::Unsaid {
                code: code?,
                message: message?,
                wait: written.wait.unwrap_or_default(),
            },
            "error" => Self::Error {
                code: code?,
                message: message?,
                fatal: written.fatal.ok_or(Missing("fatal"))?,
            },
            "pong" => Self::Pong {
                seq: written.seq.unwrap_or_default(),
            },
            _ => return Err(Missing("type")),
        })
    }
}
