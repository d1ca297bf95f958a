use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::letters;

/// A one-time code with which a further device becomes the same person: twelve of the letters and digits of table codes,
/// some 58 bits.
///
/// Whoever has it can take the seats of that person, so it is not printed: [`expose`](Self::expose) is the one way out
/// besides its JSON form. Small letters, spaces and hyphens are taken when it is read.
///
/// ```
/// use ludo_protocol::HandoverCode;
///
/// let code: HandoverCode = "k7m2-qx4p 9abc".parse()?;
/// assert_eq!(code.expose(), "K7M2QX4P9ABC");
/// assert_eq!(format!("{code:?}"), "HandoverCode(..)");
/// # Ok::<(), ludo_protocol::HandoverCodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HandoverCode([u8; HandoverCode::LEN]);

/// A text is no hand-over code. What it is instead is not said: it may be nearly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a hand-over code has {} letters and digits, without 0, 1, I, L, O and U",
    HandoverCode::LEN
)]
pub struct HandoverCodeError;

impl HandoverCode {
    /// The number of characters of a code.
    pub const LEN: usize = 12;

    /// A code from random bytes, which must come from the operating system's generator; all codes are as likely as each
    /// other.
    #[must_use]
    pub fn from_entropy(bytes: [u8; 16]) -> Self {
        Self(letters::draw(bytes))
    }

    /// The code as text, in capitals: for the eyes of its person, and for being hashed. It belongs into no log and into
    /// no address that a server sees.
    #[must_use]
    pub fn expose(&self) -> &str {
        letters::text(&self.0)
    }
}

impl FromStr for HandoverCode {
    type Err = HandoverCodeError;

    fn from_str(text: &str) -> Result<Self, HandoverCodeError> {
        letters::read(text).map(Self).map_err(|_| HandoverCodeError)
    }
}

/// Without the code.
impl fmt::Debug for HandoverCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandoverCode(..)")
    }
}

impl TryFrom<String> for HandoverCode {
    type Error = HandoverCodeError;

    fn try_from(text: String) -> Result<Self, HandoverCodeError> {
        text.parse()
    }
}

impl From<HandoverCode> for String {
    fn from(code: HandoverCode) -> Self {
        code.expose().into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::TableCode;

    #[test]
    fn there_are_too_many_codes_to_try() {
        let bits = HandoverCode::LEN as f64 * (TableCode::ALPHABET.len() as f64).log2();
        assert!(bits >= 58.0, "{bits}");
    }

    #[test]
    fn other_texts_are_refused_and_not_repeated() {
        for text in [
            "",
            "K7M2QX4P9AB",
            "K7M2QX4P9ABCD",
            "K7M2QX4P9AB0",
            "K7M2QX4P9ABl",
            "K7M2QX4P9AB/",
            "K7M2QX4P9ABé",
            "K7M2QX4P9AB\u{ff21}",
        ] {
            let error = text.parse::<HandoverCode>().unwrap_err();
            assert!(text.is_empty() || !error.to_string().contains(text));
        }
    }

    proptest! {
        #[test]
        fn random_codes_are_codes(bytes: [u8; 16]) {
            let code = HandoverCode::from_entropy(bytes);
            prop_assert_eq!(code.expose().len(), HandoverCode::LEN);
            prop_assert_eq!(code.expose().to_lowercase().parse(), Ok(code));
        }

        #[test]
        fn no_text_is_too_much(text in ".*") {
            let _ = text.parse::<HandoverCode>();
        }
    }
}
