//! How the dice of many games fell, and how often fair dice would give such counts.
//!
//! [`DiceTally`] counts the rolls of a game from the events of its table, or from its record. [`DiceCounts`] are those of many
//! games, [`DiceDays`] those of each day; [`DiceDays::stats`] is what is published of them.
//!
//! ```
//! use ludo_stats::{Day, DiceDays, GameDice, RollKind};
//!
//! let mut game = GameDice::default();
//! for face in [6, 6, 2] {
//!     game.roll(RollKind::Linked, ludo_rules::Face::new(face).unwrap());
//! }
//! let mut days = DiceDays::default();
//! days.add(Day(20_000), &game.counts());
//! let stats = days.stats(10);
//! assert_eq!((stats.games, stats.all.faces), (1, [0, 1, 0, 0, 0, 2]));
//! assert_eq!((stats.after_six.rolls, stats.after_six.sixes), (2, 1));
//! // Three rolls tell nothing of the die.
//! assert_eq!(stats.all.test.p, None);
//! ```
#![forbid(unsafe_code)]

mod counts;
mod day;
mod days;
mod fit;
mod game;
mod kind;
mod tally;

pub use counts::DiceCounts;
pub use day::Day;
pub use days::DiceDays;
pub use fit::{LEAST_EXPECTED, chi_square_tail, faces, pairs, sixes_after_sixes};
pub use game::GameDice;
pub use kind::RollKind;
pub use tally::DiceTally;
