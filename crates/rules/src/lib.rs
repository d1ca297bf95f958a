//! Ludo: boards, rule sets, positions, legal moves, notation.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod by_seat;
mod captured;
mod due;
mod face;
mod group;
mod length;
mod moves;
mod mv;
mod named;
mod rule_set;
mod seat;
mod seat_set;
#[cfg(feature = "serde")]
mod serde_text;
mod switches;

pub use by_seat::BySeat;
pub use captured::Captured;
pub use due::Due;
pub use face::Face;
pub use group::Group;
pub use length::Length;
pub use moves::Moves;
pub use mv::{Move, MoveError};
pub use named::Named;
pub use rule_set::{RuleSet, RuleSetError};
pub use seat::{Seat, SeatError};
pub use seat_set::{SeatSet, SeatSetError};
pub use switches::{Earns, End, Key, Own, Safe, SixCounts, Sixes, Switches, Tries};
