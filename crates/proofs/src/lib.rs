//! The proof of a game's dice, as people see it: the screen that the page opens from the podium and the table's menu, and the
//! page `/verify`, where records are checked.
//!
//! It is a program of its own, fetched by whoever asks for a proof: what shows a table does not carry it. What can be told
//! without a browser is compiled everywhere and tested there: what luck explains ([`Range`], [`chance_in_game`], [`Odds`]), what is
//! known of a game's rolls ([`Ledger`]), and what is to be said of a record ([`Verdict`]).
//!
//! ```
//! use ludo_proofs::Reading;
//!
//! let file = include_bytes!(concat!(
//!     env!("CARGO_MANIFEST_DIR"),
//!     "/../dice/tests/vectors/dice/good_absent_player.ludo"
//! ));
//! let mut reading = Reading::new();
//! let mut found = reading.read(file);
//! found.extend(reading.end());
//! let [verdict] = &found[..] else { panic!("one game") };
//! assert!(verdict.wrong.is_none());
//! // Every roll was proven, some of them made by the table for a player who was away.
//! let ledger = verdict.ledger.as_ref().unwrap();
//! assert!(ledger.checked() == ledger.rolls && ledger.away() > 0);
//! ```

mod ledger;
mod luck;
mod verdict;

#[cfg(target_arch = "wasm32")]
mod page;

pub use ledger::{Differs, Ledger, Line, Streak, Tally};
pub use luck::{Odds, Range, SURE, chance_in_game, chance_of_run, longest_run};
pub use verdict::{Reading, Verdict, Wrong, chained};
