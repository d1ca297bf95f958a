use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::seat_list::SeatList;
use crate::{BySeat, Due, End, Group, PositionError, RuleSet, Seat, SeatSet, parse_position};

/// A game at one moment, under the rules that it belongs to.
///
/// Every position that exists is one that its rules allow: it comes from [`Rules::start`](crate::Rules::start), from a
/// move, or from a text that was checked. It is small and copied freely; equal positions have equal texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The rule set, packed, so that a position never meets the tables of other rules.
    pub(crate) rules: u32,
    /// Progress of each seat's tokens, ascending; four zeros for a seat without tokens.
    pub(crate) tokens: BySeat<[u8; 4]>,
    /// The seats of the game at the outset.
    pub(crate) seats: SeatSet,
    /// Seats with a place from the front, first place first; when the game is over, all that did not resign and have
    /// a place.
    pub(crate) finished: SeatList,
    /// Seats that gave up, the last place first.
    pub(crate) resigned: SeatList,
    pub(crate) turn: Option<Seat>,
    pub(crate) due: Due,
    pub(crate) sixes: u8,
    /// Progress of the token that this turn moved last, where the rules ask for it; 0 for none.
    pub(crate) last: u8,
}

impl Position {
    /// The rule set that it belongs to.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        RuleSet::unpack(self.rules)
    }

    /// The seats that were in the game at the outset.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The tokens of a seat, or why it has none.
    #[must_use]
    pub fn group(&self, seat: Seat) -> Group {
        if !self.seats.contains(seat) {
            Group::Empty
        } else if self.resigned.contains(seat) {
            Group::Resigned
        } else {
            Group::Tokens(self.tokens[seat])
        }
    }

    /// The progress of a seat's tokens, ascending, if it has any.
    #[must_use]
    pub fn tokens(&self, seat: Seat) -> Option<[u8; 4]> {
        match self.group(seat) {
            Group::Tokens(tokens) => Some(tokens),
            Group::Empty | Group::Resigned => None,
        }
    }

    /// Whose turn it is; nobody's when the game is over.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// What is to happen next.
    #[must_use]
    pub const fn due(&self) -> Due {
        self.due
    }

    /// The sixes in a row so far in this turn, the one that is to be played counted; where the rules have no limit, 1
    /// stands for any number.
    #[must_use]
    pub const fn sixes(&self) -> u8 {
        self.sixes
    }

    /// The progress of the token that this turn moved last, in rules whose third 6 sends it back.
    #[must_use]
    pub const fn last_moved(&self) -> Option<u8> {
        match self.last {
            0 => None,
            last => Some(last),
        }
    }

    /// The seats that have a place from the front, in order: those with all tokens home, and when the game is over
    /// the ones behind them too, where they have places.
    pub fn finished(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        self.finished.iter()
    }

    /// The seats that gave up, the first to do so first: it has the last place. (In the order of turns where the game
    /// is over and only the winner has a place.)
    pub fn resigned(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        self.resigned.iter()
    }

    /// The seats that still play; none when the game is over.
    #[must_use]
    pub fn in_play(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        self.contenders()
    }

    /// The seats without a place.
    pub(crate) fn contenders(&self) -> SeatSet {
        let placed = self.finished.set().bits() | self.resigned.set().bits();
        SeatSet::from_bits(self.seats.bits() & !placed)
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.due, Due::Over)
    }

    /// The seats from the first place to the last when the game is over; the winner alone where the rules end the game
    /// with the first seat home.
    #[must_use]
    pub fn places(&self) -> Option<Vec<Seat>> {
        if !self.is_over() {
            return None;
        }
        Some(match self.rule_set().end {
            End::All => self
                .finished
                .iter()
                .chain(self.resigned.iter().rev())
                .collect(),
            End::First => self.finished.iter().collect(),
        })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        parse_position(text).map(|(_, position)| position)
    }
}
