use std::fmt;

use ludo_table::Time;
use sha2::{Digest, Sha256};

use crate::{PersonId, TokenHash, hex};

/// SHA-256 of a hand-over code, with a prefix of its own so that it is never the hash of anything else. The code
/// itself is nowhere on the server.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandoverHash([u8; 32]);

/// A code by which another device becomes a device of the same person, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handover {
    /// The hash of the code.
    pub code: HandoverHash,
    /// Whose device the other one becomes.
    pub person: PersonId,
    /// When it is made.
    pub at: Time,
    /// The first moment at which it is too late to take it.
    pub until: Time,
}

/// What came of a hand-over code that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDevice {
    /// Whose device it is now.
    pub person: PersonId,
    /// Older devices of the same person that are not any more: there would be too many.
    pub pushed_out: Vec<TokenHash>,
}

impl HandoverHash {
    /// The hash of a code, as it is compared: what may be written in several ways is to be made one before.
    #[must_use]
    pub fn of(code: &[u8]) -> Self {
        let digest = Sha256::new()
            .chain_update(b"ludo hand-over")
            .chain_update(code)
            .finalize();
        Self(digest.into())
    }
}

impl fmt::Display for HandoverHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

// Codes are short: a hash that turns up in a log would let its reader search for the code.
impl fmt::Debug for HandoverHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandoverHash(..)")
    }
}
