//! Who plays: bots, what they think with, and how strong they are.
//!
//! A [`Bot`] is a way of playing: where a token is to be chosen, a [`Brain`] answers for it with a legal move. It sees the rules and the
//! position, as everybody at the table does, and never a die: what it needs of randomness comes from a generator that
//! the caller hands in, so the same seed gives the same game, on a server and in a page.
//!
//! - [`Brain`] has what bots think with, [`Net`]s and [`Table`]s, and answers for them.
//! - [`Net`] is a learned evaluation: the chances of each place for each seat. `Trainer` (feature `learn`) makes one by self-play.
//! - [`Solver`] works out exact endgames of two seats; [`Table`] stores them, with a bound; a [`Shelf`] of them knows positions.
//! - [`Arena`] lets bots play each other and tells luck from skill; [`Exam`] asks them positions of which the truth is known.
//!
//! Nothing here reads a file or a clock: bytes come in and go out.
//!
//! ```
//! use ludo_brain::{Bot, Brain};
//! use ludo_rules::parse_position;
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! let mut generator = ChaCha8Rng::seed_from_u64(1);
//! let (rules, position) = parse_position("classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -")?;
//! let mv = Brain::default().choose(Bot::Simple, &rules, &position, &mut generator);
//! assert_eq!(mv, Some("30-34xy".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Features: `learn` for training; `weights` has the weights of the nets within the program, for `Brain::learned`; `simd` finds out at
//! run time how wide the processor's registers are.
#![forbid(unsafe_code)]

mod arena;
mod bot;
mod brain;
mod chance;
mod endgame;
mod evaluation;
mod exam;
mod judge;
#[cfg(feature = "learn")]
mod learn;
mod net;
mod search;
mod thumb;
#[cfg(feature = "weights")]
mod weights;

pub use arena::{Arena, ArenaError, Bout, Tally};
pub use bot::{Bot, BotError};
pub use brain::Brain;
pub use endgame::{
    ResumeError, Shelf, SolveError, Solver, SolverProgress, Table, TableError, Track,
};
pub use exam::{Exam, Mark};
#[cfg(feature = "learn")]
pub use learn::{Course, Milestone, Trainer, TrainerError};
pub use net::{Net, NetError, Places};
