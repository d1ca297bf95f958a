//! Who plays: the bots.
//!
//! A [`Bot`] is asked for a move where a token is to be chosen, and answers with a legal one. It sees the rules and the
//! position, as everybody at the table does, and never a die: what it needs of randomness comes from a generator that
//! the caller hands in, so the same seed gives the same game.
//!
//! ```
//! use ludo_brain::Bot;
//! use ludo_rules::parse_position;
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! let mut generator = ChaCha8Rng::seed_from_u64(1);
//! let (rules, position) = parse_position("classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -")?;
//! let mv = Bot::Simple.choose(&rules, &position, &mut generator);
//! assert_eq!(mv, Some("30-34xy".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bot;
mod chance;
mod endgame;
mod evaluation;
mod judge;
#[cfg(feature = "learn")]
mod learn;
mod net;

pub use bot::{Bot, BotError};
pub use endgame::{
    ResumeError, Shelf, SolveError, Solver, SolverProgress, Table, TableError, Track,
};
pub use judge::Player;
#[cfg(feature = "learn")]
pub use learn::{Course, Milestone, Trainer, TrainerError};
pub use net::{Net, NetError, Places};
