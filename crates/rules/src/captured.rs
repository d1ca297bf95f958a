use core::fmt;

use crate::Seat;

/// The tokens that a move sends to their yards: how many of each seat.
///
/// ```
/// use ludo_rules::{Captured, Seat};
///
/// let captured = Captured::new([0, 0, 2, 0]);
/// assert_eq!(captured.to_string(), "yy");
/// assert_eq!(captured.iter().collect::<Vec<_>>(), [Seat::Yellow, Seat::Yellow]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Captured(u16);

impl Captured {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// So many tokens of red, green, yellow and blue; a seat has four at most.
    #[must_use]
    pub const fn new(counts: [u8; 4]) -> Self {
        let [red, green, yellow, blue] = counts;
        Self(
            Self::nibble(red)
                | (Self::nibble(green) << 4)
                | (Self::nibble(yellow) << 8)
                | (Self::nibble(blue) << 12),
        )
    }

    const fn nibble(count: u8) -> u16 {
        if count > 4 { 4 } else { count as u16 }
    }

    /// How many tokens of this seat.
    #[must_use]
    pub const fn count(self, seat: Seat) -> u8 {
        ((self.0 >> (4 * seat as u16)) & 0xf) as u8
    }

    /// How many in all.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.count(Seat::Red)
            + self.count(Seat::Green)
            + self.count(Seat::Yellow)
            + self.count(Seat::Blue)) as usize
    }

    /// Whether nobody is captured.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat of each captured token, in the order red, green, yellow, blue.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::ALL
            .into_iter()
            .flat_map(move |seat| core::iter::repeat_n(seat, usize::from(self.count(seat))))
    }
}

/// One letter a token: `yy`; nothing for none.
impl fmt::Display for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| fmt::Display::fmt(&seat, f))
    }
}

impl fmt::Debug for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Captured({self})")
    }
}
