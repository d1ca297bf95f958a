use ludo_rules::{Named, Rules, Seat};

/// The board of two seats that sit opposite each other, as exact endgames need it: how far a token goes, and where the
/// one's squares are the other's. Rules are those of classic; the size need not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Track {
    /// Half of the ring: how far the two starts are apart.
    half: u8,
    /// Squares of a home column.
    column: u8,
}

impl Track {
    /// The board of the classic game.
    pub const CLASSIC: Self = Self {
        half: 26,
        column: 5,
    };

    /// The longest half of a ring.
    pub const MAX_HALF: u8 = 26;
    /// The shortest, so that no roll leads from a start square over the whole lap.
    pub const MIN_HALF: u8 = 4;
    /// The longest column; with a longer one, a token could stand too far from home for a number of six bits.
    pub const MAX_COLUMN: u8 = 5;

    /// A board of the same rules with other measures, for checking: half the ring, [`MIN_HALF`](Self::MIN_HALF) to
    /// [`MAX_HALF`](Self::MAX_HALF), and the squares of a column, 1 to [`MAX_COLUMN`](Self::MAX_COLUMN). Nothing for other numbers.
    #[must_use]
    pub const fn new(half: u8, column: u8) -> Option<Self> {
        if half < Self::MIN_HALF
            || half > Self::MAX_HALF
            || column == 0
            || column > Self::MAX_COLUMN
        {
            return None;
        }
        Some(Self { half, column })
    }

    /// Half of the ring, in squares.
    #[must_use]
    pub const fn half(self) -> u8 {
        self.half
    }

    /// Squares of a home column.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The last progress on the track.
    #[must_use]
    pub const fn lap(self) -> u8 {
        2 * self.half - 1
    }

    /// The progress of home. A token that is not home has less, so this is the number of its places too.
    #[must_use]
    pub const fn goal(self) -> u8 {
        self.lap() + self.column + 1
    }

    /// The progress that the other seat has on the square of this one's, if both come there.
    #[must_use]
    pub const fn across(self, progress: u8) -> Option<u8> {
        if progress == 0 || progress > self.lap() {
            return None;
        }
        let other = (progress - 1 + self.half) % (2 * self.half) + 1;
        if other > self.lap() {
            None
        } else {
            Some(other)
        }
    }

    /// Whether a rule set's endgames between these seats are those of this board.
    #[must_use]
    pub fn is_of(self, rules: &Rules, one: Seat, other: Seat) -> bool {
        self == Self::CLASSIC
            && *rules.rule_set() == Named::Classic.into()
            && one.next().next() == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classic_is_what_the_rules_have() {
        let rules = Rules::new(&Named::Classic.into());
        let track = Track::CLASSIC;
        assert_eq!((track.lap(), track.goal()), (rules.lap(), rules.goal()));
        for progress in 0..=track.goal() {
            let there = rules
                .ring_square(Seat::Red, progress)
                .and_then(|square| rules.progress_on(Seat::Yellow, square));
            assert_eq!(track.across(progress), there, "{progress}");
        }
        assert!(track.is_of(&rules, Seat::Blue, Seat::Green));
        assert!(!track.is_of(&rules, Seat::Blue, Seat::Red));
        let modern = Rules::new(&Named::Modern.into());
        assert!(!track.is_of(&modern, Seat::Red, Seat::Yellow));
    }

    #[test]
    fn measures_have_limits() {
        assert_eq!(Track::new(26, 5), Some(Track::CLASSIC));
        for (half, column) in [(3, 2), (27, 5), (26, 0), (26, 6)] {
            assert_eq!(Track::new(half, column), None);
        }
    }
}
