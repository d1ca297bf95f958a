//! The rules of Ludo: boards, rule sets, positions, legal moves, notation.
//!
//! The crate answers every question about a game that does not need a die, a clock or a network. Whoever has one of
//! those hands in what it gives: a [`Face`] is an argument. It plays any rule set that the switches of [`RuleSet`] can
//! describe, five of which have names; `classic` is the default.
//!
//! - [`RuleSet`] says which rules, [`Rules`] is a rule set worked out into tables, and what a game is played with.
//! - [`Position`] is a game at one moment: small, copied freely, always legal.
//! - [`Rules::start`] makes the first one, [`Rules::roll`], [`Rules::play`] and [`Rules::resign`] the next ones,
//!   [`Rules::moves`] lists what is legal.
//! - [`Move`], [`RuleSet`] and [`Position`] are exchanged as texts, which their `Display` and `FromStr` write and read;
//!   [`parse_position`] gives the rules along with the position.
//! - [`Record`] is a game from its first roll on, as `.ludo` files keep it; [`RecordReader`] reads and checks them.
//! - [`Playout`] plays one game by numbers of choices, [`Batch`] many games at once by vector instructions: for whoever
//!   plays millions.
//! - [`Board`] is the shape of the board for whoever draws it.
//!
//! A bot in twenty lines, at a whole game against itself:
//!
//! ```
//! use ludo_rules::{Due, Face, Length, Move, Position, RuleSet, Rules, Seat, SeatSet};
//!
//! /// Captures where it can, else moves its foremost token.
//! fn choose(rules: &Rules, position: &Position) -> Option<Move> {
//!     let moves = rules.moves(position, None).ok()?;
//!     moves.into_iter().max_by_key(|mv| (mv.captured().len(), mv.from()))
//! }
//!
//! let rules = Rules::new(&RuleSet::default());
//! let mut position = rules.start(SeatSet::ALL, Seat::Red, Length::Whole)?;
//! let mut dice = Face::ALL.into_iter().cycle().step_by(5); // bring your own
//! while let Due::Roll { .. } | Due::Move(_) | Due::Bonus(_) = position.due() {
//!     position = match (position.due(), choose(&rules, &position)) {
//!         (Due::Roll { .. }, _) => match rules.roll(&position, dice.next().unwrap())? {
//!             ludo_rules::Rolled::Settled { position, .. } | ludo_rules::Rolled::Choose(position) => position,
//!         },
//!         (_, Some(mv)) => rules.play(&position, None, mv)?,
//!         (_, None) => break,
//!     };
//! }
//! assert_eq!(position.places().map(|places| places.len()), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Records
//!
//! A [`Record`] is a whole game with who played it: what a `.ludo` file holds, often many of them. [`RecordReader`] takes
//! such a file in pieces of any size, keeps one game in memory, and checks every roll and move against the rules; it
//! tells game, line, move and reason of what is wrong and goes on with the next game. [`Record::of_game`] makes a
//! record of a game that was played, and its `Display` writes it. All that takes memory has a limit with a name; the
//! table of them stands at [`Record`].
//!
//! ```
//! use ludo_rules::{RecordReader, Termination};
//!
//! let file = "[Rules \"mensch\"]\n[Red \"Ania\"]\n[Yellow \"Simple\"]\n[YellowKind \"bot\"]\n[First \"y\"]\n\
//!     [Places \"yr\"]\n[Termination \"resigned\"]\n\ny6:1-7 y2:7-9 {[%clk 18]} r:resign\n\n";
//! let mut reader = RecordReader::new();
//! let mut rest = file.as_bytes();
//! while let Some(record) = reader.read(&mut rest) {
//!     let record = record?;
//!     assert_eq!(record.termination(), Termination::Resigned);
//!     for (entry, position) in record.positions() {
//!         println!("{} {position}", entry.ply);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It needs no standard library, only an allocator for texts. The feature `serde` gives the public types the forms that
//! they have in texts: a seat is `"r"`, a move `"17-20xg"`, a face a number. The feature `simd` lets [`Batch`] find out at
//! run time how wide the processor's registers are, and needs the standard library for that.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod autopilot;
mod batch;
mod board;
mod by_seat;
mod captured;
mod due;
mod errors;
mod face;
mod four;
mod group;
mod legal;
mod length;
mod moves;
mod mv;
mod named;
mod offer;
mod perft;
mod play;
mod playout;
mod position;
mod record;
mod rule_set;
mod rules;
mod seat;
mod seat_list;
mod seat_set;
#[cfg(feature = "serde")]
mod serde_text;
mod switches;
mod tables;
mod text;

pub use batch::{Batch, BatchError};
pub use board::{Area, Board, Cell, Point, Spot};
pub use by_seat::BySeat;
pub use captured::Captured;
pub use due::Due;
pub use errors::{PlayError, ResignError, RollError, StartError};
pub use face::Face;
pub use group::Group;
pub use legal::Rolled;
pub use length::Length;
pub use moves::Moves;
pub use mv::{Move, MoveError};
pub use named::Named;
pub use perft::perft;
pub use playout::Playout;
pub use position::Position;
pub use record::{
    Comment, CommentError, Deed, Entry, Flaw, Mark, PlayerKind, Ply, PlyError, Record, RecordError,
    RecordReader, Tag, TagError, Termination, TerminationError,
};
pub use rule_set::{RuleSet, RuleSetError};
pub use rules::Rules;
pub use seat::{Seat, SeatError};
pub use seat_set::{SeatSet, SeatSetError};
pub use switches::{Earns, End, Key, Own, Safe, SixCounts, Sixes, Switches, Tries};
pub use text::{PositionError, Reason, parse_position};
