//! One table of Ludo as a pure state machine: who sits where, and the game that is set up, played, over.
//!
//! A [`Table`] is the fold of its [`Event`]s. A [`Command`] of a person, or a [`DriverCommand`] of whoever drives the
//! table (a server, a page that is offline, a test), gives the events that follow, or a [`Refusal`]. Nothing here does
//! I/O, reads a clock or draws a random number: time, entropy and the links of the dice are arguments.
//!
//! The fold checks all that can be known of an event: the dice by the links shown, moves and positions by the rules, who
//! may act. A client that folds what it is sent therefore notices when a server cheats or errs ([`Wrong`]).
//!
//! ```
//! use ludo_dice::{Chain, GameId, Secret};
//! use ludo_rules::Seat;
//! use ludo_table::{Actor, BotKind, Command, DriverCommand, Hand, Member, Options, Phase, Table, Time};
//!
//! // The driver has a secret chain; the table only ever sees its tip, and the link at hand.
//! let chain = Chain::new(Secret::from_entropy([7; 32]));
//! let opened = Table::open(Options::default(), GameId([1; 16]), chain.tip())?;
//! let mut table = Table::fold(None, &opened, Time(0))?;
//!
//! // Somebody sits down, adds a bot, and begins.
//! let sit = Command::Sit { seat: Seat::Red, name: Some("Ania".parse()?), game: None, tip: None };
//! let ania = Actor::Member(Member(1));
//! for (actor, command) in [
//!     (Actor::Newcomer, sit),
//!     (ania, Command::AddBot { seat: Seat::Yellow, bot: BotKind::Simple }),
//!     (ania, Command::Begin),
//! ] {
//!     for event in table.decide(actor, &command, Time(1), &Hand::default())? {
//!         table.apply(&event, Time(1))?;
//!     }
//! }
//!
//! // The driver makes the draw.
//! let hand = Hand { server_link: chain.link(1), ..Hand::default() };
//! for event in table.drive(&DriverCommand::Draw, Time(2), &hand)? {
//!     table.apply(&event, Time(2))?;
//! }
//! assert_eq!(table.phase(), Phase::Playing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bot;
mod chair;
mod clock;
mod command;
mod control;
mod decide;
mod draft;
mod drive;
mod end;
mod event;
mod fold;
mod hand;
mod member;
mod missing;
mod move_time;
mod name;
mod options;
mod play;
mod record;
mod refusal;
mod stage;
mod table;
mod time;
mod wants;
mod written_chair;
mod written_event;
mod written_stage;
mod wrong;

pub use bot::BotKind;
pub use chair::Chair;
pub use clock::{MoveClock, TIME_OUTS};
pub use command::{Command, DriverCommand};
pub use control::{By, Control};
pub use end::{CloseReason, End};
pub use event::{Event, SeatAtBegin};
pub use hand::Hand;
pub use member::{Actor, Member};
use missing::Missing;
pub use move_time::{MoveTime, MoveTimeError};
pub use name::{Name, NameError};
pub use options::Options;
pub use play::LastRoll;
pub use record::{NoRecord, Recorder};
pub use refusal::Refusal;
pub use stage::{Phase, Roster};
pub use table::{ANSWER_MILLIS, MAX_MEMBERS, Table};
pub use time::Time;
pub use wants::Wants;
pub use wrong::Wrong;
