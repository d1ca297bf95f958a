use core::fmt;

use crate::{Seat, SeatSet};

/// Some seats in an order that matters, each once.
///
/// Four bits a place, the first place the lowest, in which the seat has its bit of [`SeatSet`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SeatList(u16);

impl SeatList {
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..4).filter_map(move |place| match self.0 >> (4 * place) & 0xf {
            0 => None,
            bit => Some(Seat::at(bit.trailing_zeros() as usize)),
        })
    }

    pub(crate) const fn set(self) -> SeatSet {
        let halves = self.0 | self.0 >> 8;
        SeatSet::from_bits((halves | halves >> 4) as u8)
    }

    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.set().contains(seat)
    }

    pub(crate) const fn len(self) -> usize {
        self.set().len()
    }

    /// Puts a seat at the end, unless the list has it.
    pub(crate) const fn push(&mut self, seat: Seat) {
        if !self.contains(seat) {
            let bit = SeatSet::new(&[seat]).bits() as u16;
            self.0 |= bit << (4 * self.len());
        }
    }
}

impl fmt::Debug for SeatList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Seat> for SeatList {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut list = Self::EMPTY;
        for seat in seats {
            list.push(seat);
        }
        list
    }
}
