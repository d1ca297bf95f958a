//! What client and server of a table say to each other: JSON text frames over one WebSocket a table.
//!
//! `docs/protocol.md` is the same in words, with examples, for whoever writes a client. Only the shapes are here: what may
//! be done when is decided by [`ludo_table`].
//!
//! ```
//! use ludo_protocol::{ClientMessage, CommandId};
//! use ludo_table::Command;
//!
//! let message = ClientMessage::Command { id: "c1".parse().unwrap(), command: Command::Begin };
//! let text = serde_json::to_string(&message).unwrap();
//! assert_eq!(text, r#"{"type":"command","id":"c1","command":{"type":"begin"}}"#);
//! assert_eq!(ClientMessage::parse(&text).unwrap(), message);
//! ```

#![forbid(unsafe_code)]

mod code;
mod command_id;
mod dice_stats;
mod error;
mod handover_code;
mod http;
mod letters;
mod message;
mod node;
mod saying;
mod unreadable;
mod written_message;

pub use code::{TableCode, TableCodeError};
pub use command_id::{CommandId, CommandIdError};
pub use dice_stats::{AfterSix, DiceGroup, DiceKinds, DiceStats, DiceTest, DiceWeek};
pub use error::{ErrorBody, ErrorCode};
pub use handover_code::{HandoverCode, HandoverCodeError};
pub use http::{
    CreateTable, CreatedHandover, CreatedTable, Me, MyTable, SeatSummary, TableState, TableSummary,
    TakeHandover,
};
pub use message::{
    ClientMessage, MAX_FRAME_BYTES, NumberedEvent, ParseError, ServerMessage, Snapshot, VERSION,
    Welcome,
};
pub use saying::Saying;
pub use unreadable::{Unreadable, read};
