use core::fmt;

use ludo_rules::{Face, Seat};

/// Whose link, tip or word is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// The server.
    Server,
    /// A seat's client.
    Seat(Seat),
}

/// What is wrong with the dice of a game: who, at which roll, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongDice {
    /// Whose link, tip or word it is.
    pub party: Party,
    /// The number of the roll; 0 for the begin and the draw.
    pub roll: u32,
    /// What is wrong.
    pub fault: Fault,
}

/// The kinds of wrong dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody plays.
    NoSeats,
    /// The seat does not play in this game.
    NotInGame,
    /// The tip is another party's too.
    SameTip(Party),
    /// The link does not lead to the links shown before, or to the tip.
    NotOfChain,
    /// The seat has no chain, and yet a link is shown.
    NoChain,
    /// The seat has rolled without a link, and yet a link is shown.
    AfterNoLink,
    /// All rolls of a game are made.
    NoRollsLeft,
    /// The roll has another number than the one that is due.
    Number {
        /// The number shown.
        shown: u32,
    },
    /// The links give another face.
    Face {
        /// The face shown.
        shown: Face,
        /// The face that the links give.
        right: Face,
    },
    /// The links let another seat begin.
    First {
        /// The seat shown.
        shown: Seat,
        /// The seat that the links give.
        right: Seat,
    },
}

impl WrongDice {
    pub(crate) const fn at_begin(party: Party, fault: Fault) -> Self {
        Self {
            party,
            roll: 0,
            fault,
        }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Server => "the server",
            Self::Seat(Seat::Red) => "red",
            Self::Seat(Seat::Green) => "green",
            Self::Seat(Seat::Yellow) => "yellow",
            Self::Seat(Seat::Blue) => "blue",
        })
    }
}

impl fmt::Display for WrongDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { party, roll, fault } = self;
        match roll {
            0 => write!(f, "at the begin, {party}: {fault}"),
            _ => write!(f, "roll {roll}, {party}: {fault}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = |seat: &Seat| Party::Seat(*seat);
        match self {
            Self::NoSeats => f.write_str("no seat plays"),
            Self::NotInGame => f.write_str("the seat does not play in this game"),
            Self::SameTip(party) => write!(f, "the tip is the same as that of {party}"),
            Self::NotOfChain => {
                f.write_str("the link does not belong to the chain whose tip was published")
            }
            Self::NoChain => f.write_str("a link is shown, but the seat has no chain"),
            Self::AfterNoLink => f.write_str("a link is shown after a roll without one"),
            Self::NoRollsLeft => f.write_str("the game has had all its rolls"),
            Self::Number { shown } => write!(f, "it is shown with the number {shown}"),
            Self::Face { shown, right } => {
                write!(
                    f,
                    "it shows a {}, but the links give a {}",
                    shown.get(),
                    right.get()
                )
            }
            Self::First { shown, right } => {
                write!(
                    f,
                    "{} is said to begin, but the links give {}",
                    seat(shown),
                    seat(right)
                )
            }
        }
    }
}

impl core::error::Error for WrongDice {}
