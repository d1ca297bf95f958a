use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::BotKind;

/// The name that a person goes by at a table.
///
/// Made from what was typed: spaces at the ends are taken off, and those inside become one plain space each. What could
/// make a name look empty, like another one, or break the line that it stands in (control characters, marks that turn
/// the direction of writing, characters without a shape, towers of accents) is refused.
///
/// ```
/// use ludo_table::{Name, NameError};
///
/// assert_eq!(Name::new("  Ania   z Łodzi ").unwrap().as_str(), "Ania z Łodzi");
/// assert_eq!(Name::new(" \u{a0} "), Err(NameError::Empty));
/// assert_eq!(Name::new("a\u{202e}b"), Err(NameError::Forbidden('\u{202e}')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Box<str>);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing in it can be seen.
    #[error("a name is needed")]
    Empty,
    /// More than [`Name::MAX_CHARS`] characters.
    #[error("a name has at most {} characters", Name::MAX_CHARS)]
    TooLong,
    /// A character that a name cannot have.
    #[error("a name cannot have the character U+{:04X}", u32::from(*.0))]
    Forbidden(char),
    /// Too many accents on one letter, or an accent or a joiner without a letter.
    #[error(
        "a name has accents and joiners only on letters, at most {} on each",
        Name::MAX_MARKS
    )]
    Marks,
}

impl Name {
    /// The greatest number of characters of a name.
    pub const MAX_CHARS: usize = 24;

    /// The greatest number of marks without a place of their own (accents, joiners, variation selectors) in a row.
    pub const MAX_MARKS: usize = 4;

    /// The name that somebody typed.
    ///
    /// # Errors
    ///
    /// If it is empty, too long, or has characters that a name cannot have.
    pub fn new(typed: &str) -> Result<Self, NameError> {
        let mut name = String::new();
        let mut chars = 0;
        let mut marks = 0;
        let mut space = false;
        for c in typed.chars() {
            if is_forbidden(c) {
                return Err(NameError::Forbidden(c));
            }
            if c.is_whitespace() {
                space = true;
                continue;
            }
            if is_mark(c) {
                marks += 1;
                if space || name.is_empty() || marks > Self::MAX_MARKS {
                    return Err(NameError::Marks);
                }
            } else {
                marks = 0;
            }
            if space && !name.is_empty() {
                name.push(' ');
                chars += 1;
            }
            space = false;
            name.push(c);
            chars += 1;
            if chars > Self::MAX_CHARS {
                return Err(NameError::TooLong);
            }
        }
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.ends_with(is_joiner) {
            return Err(NameError::Marks);
        }
        Ok(Self(name.into()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Characters that no name has: what is invisible, what changes the text around it, and what is no character.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Soft hyphen, joiner of graphemes, Arabic letter mark, Mongolian vowel separator.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
            // Fillers that look like nothing, the empty Braille pattern, Khmer's invisible vowels.
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' | '\u{17b4}' | '\u{17b5}'
            // Zero-width space, direction marks, line and paragraph separators, embeddings and overrides.
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            // Invisible operators, isolates, old format characters.
            | '\u{2060}'..='\u{206f}'
            // Byte order mark, annotations, replacement characters, musical format characters.
            | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            // Private use, and all planes from the fourteenth on: tags, more selectors, private use.
            | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{10ffff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Zero-width joiner and non-joiner: Persian, Hindi and emoji need them, between visible characters.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Characters that go onto the one before them.
const fn is_mark(c: char) -> bool {
    is_joiner(c)
        || matches!(c,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}'
            | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{900}'..='\u{902}' | '\u{93c}'
            | '\u{941}'..='\u{948}' | '\u{94d}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
            | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}' | '\u{f71}'..='\u{f84}'
            | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
            | '\u{302a}'..='\u{302f}' | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::new(text)
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        Self::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0.into()
    }
}

impl From<BotKind> for Name {
    fn from(bot: BotKind) -> Self {
        Self(bot.name().into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn b117_names_are_made_plain_or_refused() {
        let good = [
            ("Ania", "Ania"),
            ("  Ania\u{3000}\u{a0} B ", "Ania B"),
            ("आनिया", "आनिया"),
            ("عنيا", "عنيا"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("<img src=x onerror=a()>", "<img src=x onerror=a()>"),
            ("e\u{301}", "e\u{301}"),
            ("Łukasz \"Ł\" \\ }", "Łukasz \"Ł\" \\ }"),
        ];
        for (typed, name) in good {
            assert_eq!(Name::new(typed).unwrap().as_str(), name, "{typed:?}");
        }
        let long = "x".repeat(10_240);
        let spread = "x ".repeat(13);
        let bad = [
            "",
            " ",
            "\u{3000}\u{a0}",
            "\u{200b}",
            "\u{200d}",
            "a\u{200d}",
            "\u{301}",
            " \u{301}a",
            "a \u{301}",
            "\u{feff}",
            "\u{202e}evil",
            "evil\u{2066}",
            "\u{200f}x",
            "\u{1b}[31mred",
            "a\nb",
            "a\tb",
            "a\0b",
            "a\u{85}b",
            "a\u{2028}b",
            "\u{3164}",
            "\u{2800}",
            "\u{e0041}",
            "\u{e000}",
            "\u{ffff}",
            "\u{1fffe}",
            "e\u{301}\u{301}\u{301}\u{301}\u{301}",
            &long,
            &spread,
        ];
        for typed in bad {
            assert!(Name::new(typed).is_err(), "{typed:?}");
        }
        assert_eq!(Name::new(&"x".repeat(24)).unwrap().as_str().len(), 24);
        assert_eq!(Name::new(&"x".repeat(25)), Err(NameError::TooLong));
    }

    #[test]
    fn serde_goes_through_the_same_check() {
        let name: Name = serde_json::from_str("\"  Ania  B\"").unwrap();
        assert_eq!(serde_json::to_string(&name).unwrap(), "\"Ania B\"");
        let error = serde_json::from_str::<Name>("\"\"").unwrap_err();
        assert!(error.to_string().contains("a name is needed"), "{error}");
    }

    #[test]
    fn bots_have_good_names() {
        for bot in BotKind::ALL {
            assert_eq!(Name::new(bot.name()), Ok(Name::from(bot)));
        }
    }

    proptest! {
        #[test]
        fn names_are_short_visible_and_stable(typed in "\\PC{0,40}|.{0,40}") {
            if let Ok(name) = Name::new(&typed) {
                let text = name.as_str();
                prop_assert!((1..=Name::MAX_CHARS).contains(&text.chars().count()));
                prop_assert!(!text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  "));
                prop_assert!(!text.chars().any(char::is_control));
                prop_assert_eq!(Name::new(text), Ok(name.clone()));
            }
        }
    }
}
