use core::fmt;
use core::str::FromStr;

use crate::mv::number;
use crate::{Face, Move, MoveError, Seat};

/// One thing that a seat does, with the roll or the bonus steps that it does it with: `r6:0-1`, `r+20:5-25`,
/// `g:resign`.
///
/// ```
/// use ludo_rules::{Deed, Face, Ply, Seat};
///
/// let ply: Ply = "g3:17-20xr".parse()?;
/// assert_eq!(ply.seat, Seat::Green);
/// assert_eq!(ply.deed, Deed::Roll { face: Face::Three, mv: Some("17-20xr".parse()?) });
/// assert_eq!(ply.to_string(), "g3:17-20xr");
/// assert!("g:17-20xr".parse::<Ply>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply {
    /// Who.
    pub seat: Seat,
    /// What.
    pub deed: Deed,
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deed {
    /// It rolls, and moves or not.
    Roll {
        /// What the die shows.
        face: Face,
        /// What it did with that, or what followed by itself. Nothing, written `-`, where a token was to be chosen and
        /// none was any more: the seat gave up, or the game was stopped.
        mv: Option<Move>,
    },
    /// It plays bonus steps.
    Bonus {
        /// How many.
        steps: u8,
        /// With which token.
        mv: Move,
    },
    /// It gives up.
    Resign,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat;
        match self.deed {
            Deed::Roll { face, mv: Some(mv) } => write!(f, "{seat}{face}:{mv}"),
            Deed::Roll { face, mv: None } => write!(f, "{seat}{face}:-"),
            Deed::Bonus { steps, mv } => write!(f, "{seat}+{steps}:{mv}"),
            Deed::Resign => write!(f, "{seat}:resign"),
        }
    }
}

/// Why a text is not what a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyError {
    /// No letter of a seat in front, or no colon.
    #[error(
        "a move is a seat, its roll, a colon and what it does: `r6:0-1`, `r+20:5-25`, `r:resign`"
    )]
    Form,
    /// No roll before the colon.
    #[error("the roll is missing before the colon")]
    NoRoll,
    /// What stands before the colon is no roll.
    #[error("before the colon stands a roll from 1 to 6, or + and the bonus steps")]
    Roll,
    /// What stands behind the colon.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl FromStr for Ply {
    type Err = PlyError;

    fn from_str(text: &str) -> Result<Self, PlyError> {
        let (front, deed) = text.split_once(':').ok_or(PlyError::Form)?;
        let mut letters = front.chars();
        let seat = letters
            .next()
            .and_then(Seat::from_letter)
            .ok_or(PlyError::Form)?;
        let roll = letters.as_str();
        let deed = if roll.is_empty() {
            if deed != "resign" {
                return Err(PlyError::NoRoll);
            }
            Deed::Resign
        } else if let Some(steps) = roll.strip_prefix('+') {
            Deed::Bonus {
                steps: number(steps).ok_or(PlyError::Roll)?,
                mv: deed.parse()?,
            }
        } else {
            Deed::Roll {
                face: number(roll).and_then(Face::new).ok_or(PlyError::Roll)?,
                mv: if deed == "-" {
                    None
                } else {
                    Some(deed.parse()?)
                },
            }
        };
        Ok(Self { seat, deed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "r6:0-1",
            "g3:17-20xr",
            "b2:pass",
            "y6:void",
            "y6:back:25",
            "r+20:5-25",
            "g:resign",
            "b4:-",
        ] {
            let ply: Ply = text.parse().unwrap();
            assert_eq!(ply.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        for (text, why) in [
            ("", PlyError::Form),
            ("r", PlyError::Form),
            ("r6", PlyError::Form),
            ("k6:0-1", PlyError::Form),
            ("R6:0-1", PlyError::Form),
            (":resign", PlyError::Form),
            ("r:0-1", PlyError::NoRoll),
            ("r:pass", PlyError::NoRoll),
            ("r:Resign", PlyError::NoRoll),
            ("r7:0-1", PlyError::Roll),
            ("r0:pass", PlyError::Roll),
            ("r06:0-1", PlyError::Roll),
            ("r-6:0-1", PlyError::Roll),
            ("r+:5-25", PlyError::Roll),
            ("r+020:5-25", PlyError::Roll),
            ("r+300:5-25", PlyError::Roll),
            ("r++20:5-25", PlyError::Roll),
            ("r6:resign", PlyError::Move(MoveError::Form)),
            ("r6:", PlyError::Move(MoveError::Form)),
            ("r+20:-", PlyError::Move(MoveError::Number)),
            ("r6:0-1 ", PlyError::Move(MoveError::Number)),
        ] {
            assert_eq!(text.parse::<Ply>(), Err(why), "{text}");
        }
    }
}
