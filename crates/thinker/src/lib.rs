//! What the page's worker thinks with: the bots of `ludo-brain`, for whoever asks for a hint, for chances, or for somebody to
//! play against.
//!
//! It is a program of its own, fetched by whoever asks it something (`static/think.js` of the page has the worker,
//! `static/thinker.js` runs in it). The nets are not within it: each is a file that is fetched when a position of its rules comes.
//! Same position, same seed, same move as on a server: it is the same code.
//!
//! - [`Thinker`] answers. All that it is asked comes as text, and every fault of that is a [`NoAnswer`].
//! - [`Hundredths`] are chances as people read them.
//!
//! ```
//! use ludo_thinker::Thinker;
//!
//! let thinker = Thinker::default();
//! let seed = "00".repeat(32);
//! let mv = thinker.choose("classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -", "simple", &seed)?;
//! assert_eq!(mv, "30-34xy".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hundredths;
mod no_answer;
mod thinker;

#[cfg(target_arch = "wasm32")]
mod worker;

pub use hundredths::Hundredths;
pub use no_answer::NoAnswer;
pub use thinker::Thinker;
