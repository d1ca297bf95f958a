use core::fmt;
use core::str::FromStr;

use crate::Seat;

/// Some of the four seats.
///
/// Its text has their letters in the order of turns, `-` for none: `rgy`.
///
/// ```
/// use ludo_rules::{Seat, SeatSet};
///
/// let mut seats: SeatSet = "ry".parse()?;
/// assert!(seats.insert(Seat::Blue));
/// assert_eq!(seats.to_string(), "ryb");
/// # Ok::<(), ludo_rules::SeatSetError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// All four.
    pub const ALL: Self = Self(0b1111);
    /// None.
    pub const EMPTY: Self = Self(0);

    /// These seats; one that comes twice counts once.
    #[must_use]
    pub const fn new(seats: &[Seat]) -> Self {
        let mut set = 0;
        let mut rest = seats;
        while let [seat, others @ ..] = rest {
            set |= Self::bit(*seat);
            rest = others;
        }
        Self(set)
    }

    const fn bit(seat: Seat) -> u8 {
        1 << seat as u8
    }

    /// The set as its four lowest bits, red the lowest.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The set of the four lowest bits.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1111)
    }

    /// Whether the seat is in it.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// Puts a seat in; says whether it was not there before.
    pub const fn insert(&mut self, seat: Seat) -> bool {
        let new = !self.contains(seat);
        self.0 |= Self::bit(seat);
        new
    }

    /// Takes a seat out; says whether it was there.
    pub const fn remove(&mut self, seat: Seat) -> bool {
        let old = self.contains(seat);
        self.0 &= !Self::bit(seat);
        old
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are less than two.
    pub(crate) const fn is_at_most_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    /// The seats in the order of turns, red first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::ALL
            .into_iter()
            .filter(move |&seat| self.contains(seat))
    }

    /// The first seat of the set after this one, clockwise; the seat itself if it is the only one.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Option<Seat> {
        if self.is_empty() {
            return None;
        }
        // The set twice, one behind the other, seen from the seat's neighbour on.
        let round = (self.0 | self.0 << 4) >> (seat as u8 + 1);
        Some(Seat::at(seat.index() + 1 + round.trailing_zeros() as usize))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|seat| fmt::Display::fmt(&seat, f))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatSet({self})")
    }
}

/// A text that is not a set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seats are letters of r, g, y, b in this order, each once, or - for none")]
pub struct SeatSetError;

impl FromStr for SeatSet {
    type Err = SeatSetError;

    fn from_str(text: &str) -> Result<Self, SeatSetError> {
        if text == "-" {
            return Ok(Self::EMPTY);
        }
        let mut set = Self::EMPTY;
        let mut last = None;
        for letter in text.chars() {
            let seat = Seat::from_letter(letter).ok_or(SeatSetError)?;
            if last >= Some(seat) {
                return Err(SeatSetError);
            }
            last = Some(seat);
            set.insert(seat);
        }
        if set.is_empty() {
            Err(SeatSetError)
        } else {
            Ok(set)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_one_text() {
        for bits in 0..16 {
            let set = SeatSet::from_bits(bits);
            assert_eq!(set.to_string().parse(), Ok(set));
            assert_eq!(set.iter().collect::<SeatSet>(), set);
            assert_eq!(set.iter().count(), set.len());
        }
        for bad in ["", "yr", "rr", "r-", "--", "R", "rgybr", "r g"] {
            assert_eq!(bad.parse::<SeatSet>(), Err(SeatSetError), "{bad}");
        }
    }

    #[test]
    fn after_goes_round() {
        let set = SeatSet::new(&[Seat::Green, Seat::Blue]);
        assert_eq!(set.after(Seat::Green), Some(Seat::Blue));
        assert_eq!(set.after(Seat::Blue), Some(Seat::Green));
        assert_eq!(set.after(Seat::Red), Some(Seat::Green));
        assert_eq!(SeatSet::new(&[Seat::Red]).after(Seat::Red), Some(Seat::Red));
        assert_eq!(SeatSet::EMPTY.after(Seat::Red), None);
    }
}
