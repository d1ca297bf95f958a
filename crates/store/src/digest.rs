use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::hex;

/// Tells one command from another: the start of a SHA-256 of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CommandDigest([u8; 8]);

/// Why a text is not a [`CommandDigest`].
#[derive(Debug, thiserror::Error)]
#[error("the digest of a command is 16 hex digits")]
pub struct CommandDigestError;

impl CommandDigest {
    /// The digest of a command's text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut digest = [0; 8];
        for (to, from) in digest.iter_mut().zip(Sha256::digest(text)) {
            *to = from;
        }
        Self(digest)
    }
}

impl fmt::Display for CommandDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl fmt::Debug for CommandDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CommandDigest {
    type Err = CommandDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = hex::read(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(CommandDigestError)
    }
}
