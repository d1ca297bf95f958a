use core::fmt;
use core::str::FromStr;

/// One of the four places at the board, clockwise: red, green, yellow, blue.
///
/// ```
/// use ludo_rules::Seat;
///
/// assert_eq!(Seat::Red.next(), Seat::Green);
/// assert_eq!(Seat::from_letter('y'), Some(Seat::Yellow));
/// assert_eq!(Seat::Blue.letter(), 'b');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Seat {
    /// `r`
    Red = 0,
    /// `g`
    Green = 1,
    /// `y`
    Yellow = 2,
    /// `b`
    Blue = 3,
}

impl Seat {
    /// The four seats in the order of turns.
    pub const ALL: [Self; 4] = [Self::Red, Self::Green, Self::Yellow, Self::Blue];

    /// 0 for red, 1 for green, 2 for yellow, 3 for blue.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat with this index, counted on from red for numbers over 3.
    #[must_use]
    pub(crate) const fn at(index: usize) -> Self {
        match index % 4 {
            0 => Self::Red,
            1 => Self::Green,
            2 => Self::Yellow,
            _ => Self::Blue,
        }
    }

    /// The letter of the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Green => 'g',
            Self::Yellow => 'y',
            Self::Blue => 'b',
        }
    }

    /// The seat of a letter of the notation.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'r' => Some(Self::Red),
            'g' => Some(Self::Green),
            'y' => Some(Self::Yellow),
            'b' => Some(Self::Blue),
            _ => None,
        }
    }

    /// The neighbour clockwise, taken or not.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::at(self as usize + 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A text that is not the letter of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is one of the letters r, g, y, b")]
pub struct SeatError;

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(SeatError),
        }
    }
}
