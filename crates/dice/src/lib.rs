//! Dice that anyone can check: the scheme `chain-1`.
//!
//! Every party of a game (the server, and each player whose device takes part) draws a secret, makes a [`Chain`] of
//! hashes from it and publishes the end of it, the [`Tip`], before the game. Each roll then reveals one [`Link`] more
//! of the server's chain and of the roller's; the die follows from both, so that nobody alone can choose it, and
//! whoever has seen the tips can check each roll as it comes.
//!
//! This crate holds the chains, the dice of one game ([`Dice`]), what is wrong with a roll that does not follow from them
//! ([`WrongDice`]), and the proof of a whole game from its record ([`Proof`], [`RecordProofs`]). It draws no randomness and
//! does no I/O: entropy is handed in, and the links of a roll are arguments. With the feature `seal` it also makes and
//! checks the seal by which a host vouches for a record (`Seal`).
//!
//! ```
//! use ludo_dice::{Begin, Chain, Dice, GameId, Secret};
//! use ludo_rules::{BySeat, Seat, SeatSet};
//!
//! // Before the game: chains from secret entropy, of which only the tips are published.
//! let server = Chain::new(Secret::from_entropy([1; 32]));
//! let red = Chain::new(Secret::from_entropy([2; 32]));
//! let mut tips = BySeat::default();
//! tips[Seat::Red] = Some(red.tip());
//! let begin = Begin {
//!     game: GameId([7; 16]),
//!     server_tip: server.tip(),
//!     tips,
//!     seats: SeatSet::from_iter([Seat::Red, Seat::Yellow]),
//! };
//!
//! // The draw reveals the first links and says who begins.
//! let mut links = BySeat::default();
//! links[Seat::Red] = red.link(1);
//! let (mut dice, first) = Dice::draw(&begin, server.link(1).unwrap(), &links).unwrap();
//!
//! // Roll 1 needs the second links. A seat without a chain (yellow) rolls without one.
//! let link = if first == Seat::Red { red.link(2) } else { None };
//! let face = dice.roll(first, server.link(2).unwrap(), link).unwrap();
//! assert!((1..=6).contains(&face.get()));
//!
//! // A server that tries another link is found out.
//! assert!(dice.roll(first, server.link(2).unwrap(), None).is_err());
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod begin;
mod chain;
mod dice;
mod game_id;
mod hash;
mod hex;
mod link;
mod proof;
#[cfg(feature = "seal")]
mod seal;
mod secret;
mod tip;
mod uniform;
mod words;
mod wrong;

pub use begin::Begin;
pub use chain::{CHAIN_LENGTH, Chain};
pub use dice::{Dice, MAX_ROLLS, Shown};
pub use game_id::GameId;
pub use hex::HexError;
pub use link::Link;
pub use proof::{
    CheckedGame, Claim, Doubt, Proof, ProvenRoll, RecordProofs, RolledBy, SeatRolls, Unproven,
};
#[cfg(feature = "seal")]
pub use seal::{Seal, SealError, SealKey, SealPublic, SealState};
pub use secret::Secret;
pub use tip::Tip;
pub use uniform::uniform;
pub use words::words;
pub use wrong::{Fault, Party, WrongDice};
