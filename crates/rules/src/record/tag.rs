use alloc::boxed::Box;
use alloc::string::String;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::Seat;

/// A pair of name and value at the head of a record: `[Red "Ania"]`.
///
/// ```
/// use ludo_rules::Tag;
///
/// let tag: Tag = r#"[Event "The \"great\" game"]"#.parse()?;
/// assert_eq!((tag.name(), tag.value()), ("Event", "The \"great\" game"));
/// assert_eq!(Tag::new("Clock", "20")?.to_string(), r#"[Clock "20"]"#);
/// # Ok::<(), ludo_rules::TagError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    name: Box<str>,
    value: Box<str>,
}

/// Why a text is not a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// Brackets, quotes or the one space are not where they belong.
    #[error("a tag is a name and a value in brackets: [Name \"value\"]")]
    Form,
    /// A name of other characters, or too long.
    #[error(
        "a tag's name is a letter, then letters, digits and _, at most {} in all",
        Tag::MAX_NAME
    )]
    Name,
    /// A quote without a backslash, or a backslash before something else than a quote or a backslash.
    #[error("in a tag's value \\\" stands for a quote and \\\\ for a backslash")]
    Escape,
    /// A control character.
    #[error("a tag's value cannot hold the control character U+{:04X}", u32::from(*.0))]
    Control(char),
    /// More than [`Tag::MAX_VALUE`] bytes.
    #[error("a tag's value has at most {} bytes", Tag::MAX_VALUE)]
    TooLong,
}

impl Tag {
    /// The greatest length of a name.
    pub const MAX_NAME: usize = 64;
    /// The greatest length of a value in bytes, as it is meant (without backslashes).
    pub const MAX_VALUE: usize = 1024;

    /// A tag of this name and value.
    ///
    /// # Errors
    /// Where the name or the value cannot be one.
    pub fn new(name: &str, value: &str) -> Result<Self, TagError> {
        let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !letters
            || !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || name.len() > Self::MAX_NAME
        {
            return Err(TagError::Name);
        }
        if value.len() > Self::MAX_VALUE {
            return Err(TagError::TooLong);
        }
        if let Some(control) = value.chars().find(|c| c.is_control()) {
            return Err(TagError::Control(control));
        }
        Ok(Self {
            name: name.into(),
            value: value.into(),
        })
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &str {
        &self.name
    }

    /// The value as it is meant.
    #[must_use]
    pub const fn value(&self) -> &str {
        &self.value
    }

    /// The name of the tag with the name of who plays this seat.
    #[must_use]
    pub const fn player(seat: Seat) -> &'static str {
        match seat {
            Seat::Red => "Red",
            Seat::Green => "Green",
            Seat::Yellow => "Yellow",
            Seat::Blue => "Blue",
        }
    }

    /// The name of the tag that says whether a person or a bot plays this seat.
    #[must_use]
    pub const fn kind(seat: Seat) -> &'static str {
        match seat {
            Seat::Red => "RedKind",
            Seat::Green => "GreenKind",
            Seat::Yellow => "YellowKind",
            Seat::Blue => "BlueKind",
        }
    }

    /// The name of the tag with the dice chain of this seat.
    #[must_use]
    pub const fn dice(seat: Seat) -> &'static str {
        match seat {
            Seat::Red => "DiceRed",
            Seat::Green => "DiceGreen",
            Seat::Yellow => "DiceYellow",
            Seat::Blue => "DiceBlue",
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} \"", self.name)?;
        for c in self.value.chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_str("\"]")
    }
}

impl FromStr for Tag {
    type Err = TagError;

    fn from_str(text: &str) -> Result<Self, TagError> {
        let (name, written) = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix("\"]"))
            .and_then(|text| text.split_once(" \""))
            .ok_or(TagError::Form)?;
        let mut value = String::new();
        let mut chars = written.chars();
        while let Some(c) = chars.next() {
            value.push(match c {
                '"' => return Err(TagError::Escape),
                '\\' => match chars.next() {
                    Some(c @ ('"' | '\\')) => c,
                    _ => return Err(TagError::Escape),
                },
                c => c,
            });
        }
        Self::new(name, &value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for (name, value, text) in [
            ("Event", "", r#"[Event ""]"#),
            ("Red", "Ania", r#"[Red "Ania"]"#),
            ("Red", r#"a"b\c"#, r#"[Red "a\"b\\c"]"#),
            ("X_1", r#"\""#, r#"[X_1 "\\\""]"#),
            ("Site", r#"] "] [Blue "x"#, r#"[Site "] \"] [Blue \"x"]"#),
            ("Blue", "Łódź 🎲", r#"[Blue "Łódź 🎲"]"#),
        ] {
            let tag = Tag::new(name, value).unwrap();
            assert_eq!(tag.to_string(), text);
            assert_eq!(text.parse(), Ok(tag));
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        let long = |n| format!("[{} \"\"]", "x".repeat(n));
        assert!(long(Tag::MAX_NAME).parse::<Tag>().is_ok());
        for (text, why) in [
            ("", TagError::Form),
            ("[]", TagError::Form),
            ("[Red]", TagError::Form),
            ("[Red \"]", TagError::Form),
            ("[Red \"x\"", TagError::Form),
            ("Red \"x\"]", TagError::Form),
            ("[Red \"x\"] ", TagError::Form),
            (" [Red \"x\"]", TagError::Form),
            ("[Red 'x']", TagError::Form),
            ("[Red  \"x\"]", TagError::Name),
            ("[ \"x\"]", TagError::Name),
            ("[1 \"x\"]", TagError::Name),
            ("[R-d \"x\"]", TagError::Name),
            ("[Réd \"x\"]", TagError::Name),
            (&long(Tag::MAX_NAME + 1), TagError::Name),
            ("[Red \"a\"b\"]", TagError::Escape),
            ("[Red \"\\n\"]", TagError::Escape),
            ("[Red \"x\\\"]", TagError::Escape),
            ("[Red \"a\tb\"]", TagError::Control('\t')),
            ("[Red \"\u{9b}\"]", TagError::Control('\u{9b}')),
        ] {
            assert_eq!(text.parse::<Tag>(), Err(why), "{text}");
        }
        assert!(Tag::new("X", &"\\".repeat(Tag::MAX_VALUE)).is_ok());
        assert_eq!(
            Tag::new("X", &"x".repeat(Tag::MAX_VALUE + 1)),
            Err(TagError::TooLong)
        );
    }
}
