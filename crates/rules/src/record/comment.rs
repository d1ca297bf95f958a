use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

/// What stands in braces behind a move, kept as it is.
///
/// ```
/// use ludo_rules::{Comment, Mark};
///
/// let comment = Comment::new("[%clk 12] a fine [%eval +0.3] move")?;
/// assert_eq!(comment.marks().collect::<Vec<_>>(), [Mark::Clock(12), Mark::Eval("+0.3")]);
/// assert_eq!(Comment::of([Mark::Clock(12), Mark::Auto])?.text(), "[%clk 12] [%auto]");
/// assert!(Comment::new("}").is_err());
/// # Ok::<(), ludo_rules::CommentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment(Box<str>);

/// Why a text cannot be a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommentError {
    /// It has the character that ends one.
    #[error("a comment cannot hold a closing brace")]
    Brace,
    /// A control character.
    #[error("a comment cannot hold the control character U+{:04X}", u32::from(*.0))]
    Control(char),
    /// More than [`Comment::MAX_BYTES`].
    #[error("a comment has at most {} bytes", Comment::MAX_BYTES)]
    TooLong,
    /// A mark that would read as another one.
    #[error("a mark has a name without spaces, and no bracket in its value")]
    Mark,
}

impl Comment {
    /// The greatest length of a comment in bytes, the braces not counted.
    pub const MAX_BYTES: usize = 1024;

    /// A comment with this text.
    ///
    /// # Errors
    /// Where it is too long, or holds `}` or a control character.
    pub fn new(text: &str) -> Result<Self, CommentError> {
        if text.len() > Self::MAX_BYTES {
            return Err(CommentError::TooLong);
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(CommentError::Control(control));
        }
        if text.contains('}') {
            return Err(CommentError::Brace);
        }
        Ok(Self(text.into()))
    }

    /// A comment of these marks, with a space between them.
    ///
    /// # Errors
    /// Where the text of a mark would read as something else, or cannot stand in a comment.
    pub fn of<'a>(marks: impl IntoIterator<Item = Mark<'a>>) -> Result<Self, CommentError> {
        let mut text = String::new();
        for mark in marks {
            let start = text.len();
            if start > 0 {
                text.push(' ');
            }
            text.push_str(&mark.to_string());
            let mut read = marks_of(text.get(start..).unwrap_or_default());
            if read.next() != Some(mark) || read.next().is_some() {
                return Err(CommentError::Mark);
            }
        }
        Self::new(&text)
    }

    /// The text between the braces.
    #[must_use]
    pub const fn text(&self) -> &str {
        &self.0
    }

    /// The marks in it, in order.
    pub fn marks(&self) -> impl Iterator<Item = Mark<'_>> + Clone {
        marks_of(&self.0)
    }
}

/// The comment with its braces.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// A mark in a comment: `[%clk 12]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark<'a> {
    /// `[%clk 12]`: the time that was left, in whole seconds.
    Clock(u32),
    /// `[%auto]`: the table rolled and moved for an absent player.
    Auto,
    /// `[%automove]`: the player rolled, and the table moved after a time-out.
    AutoMove,
    /// `[%bot NAME]`: this bot rolled and moved in a person's seat.
    Bot(&'a str),
    /// `[%nolink]`: the roll carried no link.
    NoLink,
    /// `[%eval …]`: what an analysis says.
    Eval(&'a str),
    /// Any other.
    Other {
        /// What stands behind the `%`.
        name: &'a str,
        /// What stands behind the space after the name; nothing where there is no space.
        value: Option<&'a str>,
    },
}

impl<'a> Mark<'a> {
    /// What stands between `[%` and `]`.
    fn read(text: &'a str) -> Self {
        let (name, value) = match text.split_once(' ') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        match (name, value) {
            ("clk", Some(value)) => seconds(value).map_or(
                Self::Other {
                    name,
                    value: Some(value),
                },
                Self::Clock,
            ),
            ("auto", None) => Self::Auto,
            ("automove", None) => Self::AutoMove,
            ("bot", Some(name)) => Self::Bot(name),
            ("nolink", None) => Self::NoLink,
            ("eval", Some(value)) => Self::Eval(value),
            (name, value) => Self::Other { name, value },
        }
    }
}

/// Seconds as they are written, so that what is read is written the same.
fn seconds(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn marks_of(text: &str) -> impl Iterator<Item = Mark<'_>> + Clone {
    text.split("[%")
        .skip(1)
        .filter_map(|rest| Some(Mark::read(rest.split_once(']')?.0)))
}

impl fmt::Display for Mark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(seconds) => write!(f, "[%clk {seconds}]"),
            Self::Auto => f.write_str("[%auto]"),
            Self::AutoMove => f.write_str("[%automove]"),
            Self::Bot(name) => write!(f, "[%bot {name}]"),
            Self::NoLink => f.write_str("[%nolink]"),
            Self::Eval(value) => write!(f, "[%eval {value}]"),
            Self::Other {
                name,
                value: Some(value),
            } => write!(f, "[%{name} {value}]"),
            Self::Other { name, value: None } => write!(f, "[%{name}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_and_written() {
        let marks = [
            Mark::Clock(0),
            Mark::Auto,
            Mark::AutoMove,
            Mark::Bot("Very Good"),
            Mark::NoLink,
            Mark::Eval("r 0.71, y 0.29"),
            Mark::Other {
                name: "cal",
                value: Some("Ga5 "),
            },
            Mark::Other {
                name: "odd",
                value: None,
            },
        ];
        let comment = Comment::of(marks).unwrap();
        assert!(comment.marks().eq(marks));
        assert_eq!(
            comment.text(),
            "[%clk 0] [%auto] [%automove] [%bot Very Good] [%nolink] [%eval r 0.71, y 0.29] [%cal Ga5 ] [%odd]"
        );
        assert_eq!(comment.to_string(), format!("{{{}}}", comment.text()));
    }

    #[test]
    fn odd_marks_are_kept_apart() {
        let marks = |text: &str| {
            Comment::new(text)
                .unwrap()
                .marks()
                .map(|mark| mark.to_string())
                .collect::<Vec<_>>()
        };
        let other = |text: &str| {
            let comment = Comment::new(text).unwrap();
            matches!(comment.marks().next(), Some(Mark::Other { .. }))
        };
        assert!(marks("no marks [clk 1] %auto] [% ").is_empty());
        assert_eq!(marks("x[%auto]y[%clk 7]z]"), ["[%auto]", "[%clk 7]"]);
        assert_eq!(marks("[%clk 7 [%auto]"), ["[%auto]"]);
        for text in [
            "[%clk]",
            "[%clk 07]",
            "[%clk +7]",
            "[%clk 1.5]",
            "[%clk -1]",
            "[%auto 1]",
            "[%bot]",
            "[%Auto]",
            "[%]",
        ] {
            assert!(other(text), "{text}");
            assert_eq!(marks(text), [text]);
        }
    }

    #[test]
    fn what_cannot_be_a_comment() {
        assert_eq!(Comment::new("a}b"), Err(CommentError::Brace));
        assert_eq!(Comment::new("a\nb"), Err(CommentError::Control('\n')));
        assert_eq!(Comment::new("\u{85}"), Err(CommentError::Control('\u{85}')));
        assert!(Comment::new(&"x".repeat(Comment::MAX_BYTES)).is_ok());
        assert_eq!(
            Comment::new(&"x".repeat(Comment::MAX_BYTES + 1)),
            Err(CommentError::TooLong)
        );
        assert_eq!(Comment::of([Mark::Bot("a]b")]), Err(CommentError::Mark));
        assert_eq!(Comment::of([Mark::Bot("[%x")]), Err(CommentError::Mark));
        assert_eq!(Comment::of([Mark::Bot("}")]), Err(CommentError::Brace));
        let disguised = Mark::Other {
            name: "auto",
            value: None,
        };
        assert_eq!(Comment::of([disguised]), Err(CommentError::Mark));
        assert_eq!(Comment::of([]).unwrap().text(), "");
    }
}
