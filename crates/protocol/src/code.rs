use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::letters::{self, Unread};

/// The code of a table, as it stands in its link: six letters and digits that nobody mistakes for one another.
///
/// Small letters, spaces and hyphens are taken when it is read.
///
/// ```
/// use ludo_protocol::TableCode;
///
/// let code: TableCode = "k7m-2qx".parse()?;
/// assert_eq!(code.as_str(), "K7M2QX");
/// assert!("K7M2Q0".parse::<TableCode>().is_err(), "0 looks like O: no code has either");
/// # Ok::<(), ludo_protocol::TableCodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableCode([u8; TableCode::LEN]);

/// Why a text is not the code of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableCodeError {
    /// Too short or too long.
    #[error("a table's code has {} letters and digits", TableCode::LEN)]
    Length,
    /// A character that no code has.
    #[error(
        "`{0}` is in no table's code; they are made of letters and digits without 0, 1, I, L, O and U"
    )]
    Letter(char),
}

impl TableCode {
    /// The number of characters of a code.
    pub const LEN: usize = 6;

    /// The characters of codes, without those that look alike.
    pub const ALPHABET: &'static str = letters::ALPHABET;

    /// A code from random bytes; all codes are as likely as each other.
    #[must_use]
    pub fn from_entropy(bytes: [u8; 16]) -> Self {
        Self(letters::draw(bytes))
    }

    /// The code as text, in capitals.
    #[must_use]
    pub fn as_str(&self) -> &str {
        letters::text(&self.0)
    }
}

impl FromStr for TableCode {
    type Err = TableCodeError;

    fn from_str(text: &str) -> Result<Self, TableCodeError> {
        letters::read(text).map(Self).map_err(|why| match why {
            Unread::Length => TableCodeError::Length,
            Unread::Letter(letter) => TableCodeError::Letter(letter),
        })
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableCode({self})")
    }
}

impl TryFrom<String> for TableCode {
    type Error = TableCodeError;

    fn try_from(text: String) -> Result<Self, TableCodeError> {
        text.parse()
    }
}

impl From<TableCode> for String {
    fn from(code: TableCode) -> Self {
        code.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_alphabet_has_nothing_that_looks_alike() {
        let letters: HashSet<char> = TableCode::ALPHABET.chars().collect();
        assert_eq!(letters.len(), 30);
        assert!("0O1ILU".chars().all(|c| !letters.contains(&c)));
    }

    #[test]
    fn other_texts_are_refused() {
        use TableCodeError::{Length, Letter};
        for (text, why) in [
            ("", Length),
            ("K7M2Q", Length),
            ("K7M2QXX", Length),
            ("K7M2QO", Letter('O')),
            ("K7M2Q1", Letter('1')),
            ("K7M2Ql", Letter('l')),
            ("K7M2Q/", Letter('/')),
            ("K7M2Qé", Letter('é')),
            ("K7M2Q\u{ff21}", Letter('\u{ff21}')),
        ] {
            assert_eq!(text.parse::<TableCode>(), Err(why), "{text}");
        }
    }

    proptest! {
        #[test]
        fn random_codes_are_codes(bytes: [u8; 16]) {
            let code = TableCode::from_entropy(bytes);
            prop_assert_eq!(code.as_str().len(), TableCode::LEN);
            prop_assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }

        #[test]
        fn no_text_is_too_much(text in ".*") {
            let _ = text.parse::<TableCode>();
        }
    }
}
