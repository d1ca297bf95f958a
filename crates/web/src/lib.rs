//! The page: Ludo in a browser, as WebAssembly.
//!
//! What can be told without a browser is here for every target, and tested there: the languages and their words
//! ([`Catalog`], [`Wording`]), how the board is turned for its viewer ([`Turning`]), which token walked ([`Pieces`]),
//! the rules in short
//! ([`RuleWords`]), what an address shows ([`Route`]), what a person has set ([`Settings`]). The page itself, built from these, from
//! [`ludo_client`] and from the board of [`ludo_rules`], is compiled for WebAssembly only.
//!
//! ```
//! use ludo_web::{Catalog, Locale};
//!
//! let words = Catalog::new(Locale::best(["pl-PL", "en"]));
//! assert_eq!(words.text("roll", &[]), "Rzuć");
//! ```

mod fluent;
mod handed;
mod i18n;
mod mark;
mod pieces;
mod refusal;
mod route;
mod rule_words;
mod settings;
mod spot;
mod talk;
mod turning;
mod wording;

#[cfg(all(target_arch = "wasm32", feature = "page"))]
mod page;

pub use handed::Handed;
pub use i18n::{Arg, Catalog, Locale};
pub use mark::mark;
pub use pieces::{Pieces, Shift, walk};
pub use refusal::refused;
pub use route::Route;
pub use rule_words::{RuleWords, ShortRule};
pub use settings::{Material, Motion, Settings, Sound, Theme};
pub use spot::{Spot, Spots};
pub use talk::{face, mute_at, muted_at};
pub use turning::{Corner, Turning, is_anticlockwise};
pub use wording::{Wording, landmark, place, token, token_move, token_step};
