use crate::{Seat, SeatSet};

/// Some seats in an order that matters, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SeatList([Option<Seat>; 4]);

impl SeatList {
    pub(crate) const EMPTY: Self = Self([None; 4]);

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        self.0.into_iter().flatten()
    }

    pub(crate) fn set(self) -> SeatSet {
        self.iter().collect()
    }

    pub(crate) fn contains(self, seat: Seat) -> bool {
        self.0.contains(&Some(seat))
    }

    /// Puts a seat at the end, unless the list has it.
    pub(crate) fn push(&mut self, seat: Seat) {
        if self.contains(seat) {
            return;
        }
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(seat);
        }
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
