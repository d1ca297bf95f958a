use core::fmt;

use ludo_rules::Seat;

use super::tag_of;
use crate::HexError;
use crate::wrong::{Fault, Party, WrongDice};

/// Why the dice of a record are not proven, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproven {
    /// The number of the move in its game, from 1 and with rolls that moved nothing counted; nothing where something
    /// else than a move is wrong.
    pub number: Option<u32>,
    /// What is wrong.
    pub doubt: Doubt,
}

/// What can be wrong with the dice of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// No tag says anything of the dice.
    NoProof,
    /// `Dice` names a scheme that is not known here.
    Scheme,
    /// A tag of a chain, in a record that does not say that its dice come from chains.
    WithoutScheme(&'static str),
    /// A tag that the proof needs is not there.
    Missing(&'static str),
    /// `Game` is not 32 hex digits.
    Game {
        /// What it is instead.
        error: HexError,
    },
    /// A tag of a chain is not `TIP INDEX LINK`.
    Form(&'static str),
    /// The game begins neither at the outset of a whole game nor at that of a quick one.
    Start,
    /// The index of a chain is not the number of the last link that was used.
    Index {
        /// Whose chain.
        party: Party,
        /// What the tag says.
        shown: u32,
        /// The number of the last link that the rolls used.
        right: u32,
    },
    /// A roll has no mark, and so it used a link of its seat; the record shows none with that number.
    LinkMissing {
        /// The seat.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
    },
    /// A seat that has no chain cannot have lost its secret.
    NoLinkWithoutChain(Seat),
    /// The marks of a move contradict each other.
    Marks,
    /// The table rolled for an absent player, and then did not finish the turn.
    AutoBreaksOff,
    /// A tip, a link, a die or the first seat.
    Dice(WrongDice),
}

impl Unproven {
    pub(super) const fn at(number: u32, doubt: Doubt) -> Self {
        Self {
            number: Some(number),
            doubt,
        }
    }
}

impl From<Doubt> for Unproven {
    fn from(doubt: Doubt) -> Self {
        Self {
            number: None,
            doubt,
        }
    }
}

impl Doubt {
    /// The name of the tag that is wrong, where it is one.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        match self {
            Self::Scheme => Some("Dice"),
            Self::WithoutScheme(name) | Self::Form(name) => Some(name),
            Self::Game { .. } => Some("Game"),
            Self::Start => Some("Start"),
            Self::Index { party, .. } => Some(tag_of(*party)),
            Self::Dice(WrongDice {
                fault: Fault::First { .. },
                ..
            }) => Some("First"),
            Self::Dice(WrongDice { party, roll: 0, .. }) => Some(tag_of(*party)),
            _ => None,
        }
    }
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "move {number}: ")?;
        }
        fmt::Display::fmt(&self.doubt, f)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProof => f.write_str(
                "the record has no proof of its dice: the tag Dice is missing (games that claim nothing have [Dice \"local\"])",
            ),
            Self::Scheme => {
                f.write_str("the tag Dice names a scheme that is not known here, only chain-1 is")
            }
            Self::WithoutScheme(name) => write!(
                f,
                "the record has the tag {name}, but its tag Dice does not say chain-1"
            ),
            Self::Missing(name) => write!(f, "the tag {name} is missing, and the proof needs it"),
            Self::Game { error } => write!(f, "the tag Game is not a game's id: {error}"),
            Self::Form(name) => write!(
                f,
                "the tag {name} is not \"TIP INDEX LINK\" with lower-case hex, or \"TIP 0 -\""
            ),
            Self::Start => f.write_str(
                "the game does not begin at the outset of a whole game or of a quick one",
            ),
            Self::Index {
                party: Party::Server,
                shown,
                right,
            } => write!(
                f,
                "the server shows its link {shown}, but by the number of rolls its last one is {right}"
            ),
            Self::Index {
                party,
                shown,
                right,
            } => write!(
                f,
                "the record shows link {shown} of {party}, but its last one by the rolls is {right}"
            ),
            Self::LinkMissing { seat, roll } => write!(
                f,
                "roll {roll} of {party} has no mark, but the record shows no link for it",
                party = Party::Seat(*seat)
            ),
            Self::NoLinkWithoutChain(seat) => write!(
                f,
                "the roll is marked [%nolink], but {party} has no chain",
                party = Party::Seat(*seat)
            ),
            Self::Marks => f.write_str("the marks of the move contradict each other"),
            Self::AutoBreaksOff => f.write_str(
                "the table rolled in this turn for a player who was away, so the rest of the turn needs [%auto] too",
            ),
            Self::Dice(WrongDice {
                fault: fault @ Fault::First { .. },
                ..
            }) => fmt::Display::fmt(fault, f),
            Self::Dice(WrongDice {
                roll,
                fault: Fault::Face { shown, right },
                ..
            }) => write!(f, "roll {roll} shows a {shown}, but the links give a {right}"),
            Self::Dice(wrong) => fmt::Display::fmt(wrong, f),
        }
    }
}

impl core::error::Error for Unproven {}
