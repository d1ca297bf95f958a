use core::fmt;
use core::str::FromStr;

use crate::{Captured, Seat};

/// What a seat does with a roll or with bonus steps.
///
/// ```
/// use ludo_rules::Move;
///
/// let capture: Move = "17-20xg".parse()?;
/// let Move::Token { from, to, captured } = capture else { unreachable!() };
/// assert_eq!((from, to, captured.len()), (17, 20, 1));
/// assert_eq!(Move::Back { from: 25 }.to_string(), "back:25");
/// # Ok::<(), ludo_rules::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A token moves: `17-20xg`.
    Token {
        /// Its progress before.
        from: u8,
        /// Its progress after.
        to: u8,
        /// Whom it sends to the yard.
        captured: Captured,
    },
    /// Nothing could move: `pass`.
    Pass,
    /// A third 6 in a row, nothing moves: `void`.
    Void,
    /// A third 6 in a row, the token that moved last goes to the yard: `back:25`.
    Back {
        /// Its progress before.
        from: u8,
    },
}

impl Move {
    /// The progress of the token that moves, before it does.
    #[must_use]
    pub const fn from(self) -> Option<u8> {
        match self {
            Self::Token { from, .. } | Self::Back { from } => Some(from),
            Self::Pass | Self::Void => None,
        }
    }

    /// Whom the move sends to the yard.
    #[must_use]
    pub const fn captured(self) -> Captured {
        match self {
            Self::Token { captured, .. } => captured,
            _ => Captured::NONE,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token { from, to, captured } if captured.is_empty() => write!(f, "{from}-{to}"),
            Self::Token { from, to, captured } => write!(f, "{from}-{to}x{captured}"),
            Self::Pass => f.write_str("pass"),
            Self::Void => f.write_str("void"),
            Self::Back { from } => write!(f, "back:{from}"),
        }
    }
}

/// Why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Neither `from-to` nor one of the words.
    #[error(
        "a move is `from-to`, `from-to` with `x` and letters, `pass`, `void`, or `back:` with a number"
    )]
    Form,
    /// A number that no board has, or one written in another way than the usual.
    #[error("a place is a number up to {LAST_PROGRESS}, without leading zeros")]
    Number,
    /// A token that stays or goes back.
    #[error("a token moves to a higher place")]
    Backwards,
    /// Letters behind the `x` that are not seats in order.
    #[error(
        "after `x` come the captured tokens, one letter of r, g, y, b each, in this order, four of a seat at most"
    )]
    Captured,
}

/// The highest progress on any board: home in parchis.
pub(crate) const LAST_PROGRESS: u8 = 72;

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        match text {
            "pass" => return Ok(Self::Pass),
            "void" => return Ok(Self::Void),
            _ => {}
        }
        if let Some(from) = text.strip_prefix("back:") {
            return match place(from)? {
                0 => Err(MoveError::Backwards),
                from => Ok(Self::Back { from }),
            };
        }
        let (from, rest) = text.split_once('-').ok_or(MoveError::Form)?;
        let (to, letters) = match rest.split_once('x') {
            Some((to, letters)) => (to, Some(letters)),
            None => (rest, None),
        };
        let (from, to) = (place(from)?, place(to)?);
        if from >= to {
            return Err(MoveError::Backwards);
        }
        let captured = letters.map_or(Ok(Captured::NONE), captured)?;
        Ok(Self::Token { from, to, captured })
    }
}

fn place(text: &str) -> Result<u8, MoveError> {
    number(text)
        .filter(|&place| place <= LAST_PROGRESS)
        .ok_or(MoveError::Number)
}

/// A number in decimal digits, without sign or leading zeros.
pub(crate) fn number(text: &str) -> Option<u8> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn captured(letters: &str) -> Result<Captured, MoveError> {
    let mut counts = [0_u8; 4];
    let mut last = Seat::Red;
    for letter in letters.chars() {
        let seat = Seat::from_letter(letter)
            .filter(|&seat| seat >= last)
            .ok_or(MoveError::Captured)?;
        last = seat;
        let count = &mut counts[seat.index()];
        *count += 1;
        if *count > 4 {
            return Err(MoveError::Captured);
        }
    }
    if letters.is_empty() {
        Err(MoveError::Captured)
    } else {
        Ok(Captured::new(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "0-1", "17-20", "17-20xg", "17-20xyy", "8-10xggg", "0-1xrgyb", "pass", "void",
            "back:25",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        for (text, why) in [
            ("", MoveError::Form),
            ("Pass", MoveError::Form),
            ("17", MoveError::Form),
            ("-1", MoveError::Number),
            ("1-", MoveError::Number),
            ("01-2", MoveError::Number),
            ("+1-2", MoveError::Number),
            ("1-73", MoveError::Number),
            ("1-999", MoveError::Number),
            ("1 -2", MoveError::Number),
            ("5-5", MoveError::Backwards),
            ("6-5", MoveError::Backwards),
            ("back:0", MoveError::Backwards),
            ("back:", MoveError::Number),
            ("1-2x", MoveError::Captured),
            ("1-2xgr", MoveError::Captured),
            ("1-2xggggg", MoveError::Captured),
            ("1-2xk", MoveError::Captured),
        ] {
            assert_eq!(text.parse::<Move>(), Err(why), "{text}");
        }
    }
}
