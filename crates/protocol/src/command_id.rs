use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id that a client gives to a command: different for each thing that it wants, the same when it asks again.
///
/// 1 to 64 letters, digits, `-` and `_`. Make it long and random; ids of one person at one table must differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommandId(Box<str>);

/// Why a text is not the id of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the id of a command has 1 to {} letters, digits, - and _",
    CommandId::MAX_LEN
)]
pub struct CommandIdError;

impl CommandId {
    /// The greatest length of an id.
    pub const MAX_LEN: usize = 64;

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = CommandIdError;

    fn from_str(text: &str) -> Result<Self, CommandIdError> {
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if plain && (1..=Self::MAX_LEN).contains(&text.len()) {
            Ok(Self(text.into()))
        } else {
            Err(CommandIdError)
        }
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl TryFrom<String> for CommandId {
    type Error = CommandIdError;

    fn try_from(text: String) -> Result<Self, CommandIdError> {
        text.parse()
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> Self {
        id.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_and_plain() {
        let longest = "x".repeat(CommandId::MAX_LEN);
        for good in ["a", "A-b_9", &longest] {
            assert_eq!(good.parse::<CommandId>().unwrap().as_str(), good);
        }
        let too_long = "x".repeat(CommandId::MAX_LEN + 1);
        for bad in ["", " ", "a b", "a\n", "é", "a.b", &too_long] {
            assert_eq!(bad.parse::<CommandId>(), Err(CommandIdError), "{bad:?}");
        }
    }
}
