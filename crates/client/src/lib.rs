//! What every client of a table needs: connecting and reconnecting, commands that arrive once, a state of the table
//! that is folded from its events and checked with each one, and the client's part in the dice.
//!
//! Sans-IO: a [`Client`] is handed what happened ([`Input`]) and the time, and says what to do ([`Effect`]). The driver
//! (a page, a terminal, a test) owns the socket, the storage, the clock and the entropy, and decides nothing.
//!
//! - **One truth.** The client never changes the table by itself: it folds the server's events, and shows what came of
//!   that. Intents become commands; a command that was not answered is sent again with the same id, since no answer
//!   means that nobody knows.
//! - **Gaps heal.** A missing event, a silent line, a device that slept: the client connects anew and asks for what
//!   comes after its last event.
//! - **Waking is quick.** After a sleep the line is tested with a short deadline before it is believed in, and all that had
//!   piled up is told in one batch.
//! - **A server that was set back is told from one that lies.** Where an older state was restored, the person is told, the
//!   client starts anew, and the game that it followed must be over.
//! - **The dice are checked.** Every event is checked against rules and dice as it is folded. A device that plays
//!   brings a chain of its own and gives a link only for a game that it has followed from the begin. What is wrong
//!   stops it, and what it saw is kept.
//!
//! ```
//! use ludo_client::{Client, Effect, Input};
//! use ludo_table::Time;
//!
//! let mut client = Client::new("K7M2QX".parse()?, [4; 16], Time(0));
//! client.handle(Input::Tick, Time(0));
//! assert!(matches!(client.next_effect(), Some(Effect::Connect { after: None })));
//!
//! // The connection fails: the client asks to be woken, and tries again.
//! client.handle(Input::Disconnected, Time(40));
//! let effects = std::iter::from_fn(|| client.next_effect());
//! let wake = effects.filter_map(|effect| if let Effect::WakeAt(at) = effect { Some(at) } else { None }).last();
//! client.handle(Input::Tick, wake.unwrap());
//! assert!(matches!(client.next_effect(), Some(Effect::Connect { after: None })));
//! # Ok::<(), ludo_protocol::TableCodeError>(())
//! ```
#![forbid(unsafe_code)]

mod after;
mod checks;
mod client;
mod clock;
mod dice;
mod effect;
mod fold;
mod hand_over;
mod input;
mod intent;
mod jitter;
mod keeper;
mod keeping;
mod kept;
mod plan;
mod queue;
mod seat_secret;
mod seen;
mod set_back;
mod stopped;
mod talk;
mod view;
mod wire;
mod wishes;

pub use after::After;
pub use checks::{Checks, OwnChecks, SeatChecks};
pub use client::Client;
pub use effect::{Effect, Refused};
pub use input::Input;
pub use intent::Intent;
pub use kept::{Kept, KeptError};
pub use plan::Plan;
pub use seat_secret::{SeatSecret, SeatSecretError};
pub use seen::{CheckedRoll, Seen};
pub use stopped::{BeginFault, Evidence, Stopped};
pub use view::{Line, Part};
