//! Ludo: boards, rule sets, positions, legal moves, notation.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod autopilot;
mod board;
mod by_seat;
mod captured;
mod due;
mod errors;
mod face;
mod group;
mod legal;
mod length;
mod moves;
mod mv;
mod named;
mod perft;
mod play;
mod position;
mod rule_set;
mod rules;
mod seat;
mod seat_list;
mod seat_set;
#[cfg(feature = "serde")]
mod serde_text;
mod switches;
mod text;

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
pub use position::Position;
pub use rule_set::{RuleSet, RuleSetError};
pub use rules::Rules;
pub use seat::{Seat, SeatError};
pub use seat_set::{SeatSet, SeatSetError};
pub use switches::{Earns, End, Key, Own, Safe, SixCounts, Sixes, Switches, Tries};
pub use text::{PositionError, Reason, parse_position};
