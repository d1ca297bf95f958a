use core::ops::{Index, IndexMut};

use crate::Seat;

/// One value for each seat.
///
/// ```
/// use ludo_rules::{BySeat, Seat};
///
/// let mut wins = BySeat::new([0; 4]);
/// wins[Seat::Yellow] += 1;
/// assert_eq!(wins.values(), &[0, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// From values in the order red, green, yellow, blue.
    pub const fn new(values: [T; 4]) -> Self {
        Self(values)
    }

    /// From a function of the seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(&mut value))
    }

    /// Seats with their values, red first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Seats with their values to change, red first.
    pub fn iter_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&mut self.0)
    }

    /// The same seats with other values.
    pub fn map<U>(self, other: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(other))
    }

    /// The values, red first.
    pub const fn values(&self) -> &[T; 4] {
        &self.0
    }

    /// The values themselves, red first.
    pub fn into_values(self) -> [T; 4] {
        self.0
    }

    /// References to the values.
    pub fn as_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = (Seat, T);
    type IntoIter = core::iter::Zip<core::array::IntoIter<Seat, 4>, core::array::IntoIter<T, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        Seat::ALL.into_iter().zip(self.0)
    }
}
