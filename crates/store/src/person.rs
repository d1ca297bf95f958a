use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::hex;

/// The most devices of one person. One more takes the place of the oldest other one.
pub const MAX_DEVICES: u32 = 16;

/// Names a person on this server: 128 random bits. It is not a credential, and never leaves the server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub [u8; 16]);

/// SHA-256 of the token that a browser keeps: by it a person is known again. The token itself is nowhere on the server.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token.
    #[must_use]
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }
}

/// Why a text is not a [`TokenHash`].
#[derive(Debug, thiserror::Error)]
#[error("the hash of a token is 64 hex digits")]
pub struct TokenHashError;

impl FromStr for TokenHash {
    type Err = TokenHashError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = hex::read(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(TokenHashError)
    }
}

/// Why a text is not a [`PersonId`].
#[derive(Debug, thiserror::Error)]
#[error("a person's id is 32 hex digits")]
pub struct PersonIdError;

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl fmt::Debug for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PersonId {
    type Err = PersonIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = hex::read(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(PersonIdError)
    }
}

impl Serialize for PersonId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PersonId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

// A hash that turns up in a log would let its reader test guesses.
impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}
