use core::ops::{BitAnd, BitOr, Not};

use crate::Seat;

const ONES: u32 = 0x0101_0101;
const HIGH: u32 = 0x8080_8080;

/// Four numbers below 128 in one register, one a byte, the first the lowest: what a seat's tokens are asked all at once.
///
/// Numbers stay below 128, so that the highest bit of each byte is free and nothing carries from one byte into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Four(u32);

/// Which of four: the highest bit of each byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Which(u32);

impl Four {
    pub(crate) const fn new(numbers: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(numbers))
    }

    /// The same number four times.
    pub(crate) const fn all(number: u8) -> Self {
        Self(number as u32 * ONES)
    }

    pub(crate) const fn numbers(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(crate) const fn plus(self, number: u8) -> Self {
        Self(self.0 + number as u32 * ONES)
    }

    /// Where the two are equal.
    pub(crate) const fn is(self, other: Self) -> Which {
        Which(!((self.0 ^ other.0) + (HIGH - ONES)) & HIGH)
    }

    /// Where this one is the greater or they are equal.
    pub(crate) const fn at_least(self, other: Self) -> Which {
        Which(((self.0 | HIGH) - other.0) & HIGH)
    }

    /// Where this one is the smaller.
    pub(crate) fn below(self, other: Self) -> Which {
        !self.at_least(other)
    }

    /// The numbers moved on by so many places, the last ones to the front.
    pub(crate) const fn turned(self, places: u32) -> Self {
        Self(self.0.rotate_left(8 * places))
    }

    /// Where a number of this one is at any of the three other places of the other.
    pub(crate) fn elsewhere_in(self, other: Self) -> Which {
        self.is(other.turned(1)) | self.is(other.turned(2)) | self.is(other.turned(3))
    }

    /// Of ascending numbers, those that are equal to the one before.
    pub(crate) fn repeats(self) -> Which {
        self.is(Self(self.0 << 8)) & !Which::FIRST
    }

    /// Of ascending numbers, those that are equal to the one behind.
    pub(crate) fn repeated(self) -> Which {
        Which(self.repeats().0 >> 8)
    }

    /// Ascending numbers with the one at a place raised, in ascending order again.
    pub(crate) const fn raised(self, place: usize, to: u8) -> Self {
        let in_front = (1 << (8 * (place & 3))) - 1;
        // The three others, closed up; then those of them that are smaller, and the byte behind these.
        let others = (self.0 & in_front) | ((self.0 >> 8) & !in_front);
        let raised = Self::all(to);
        let smaller = (!((others | HIGH) - raised.0) & HIGH & (HIGH >> 8)) >> 7;
        let smaller = smaller.wrapping_mul(0xff);
        let between = ((smaller << 8) | 0xff) & !smaller;
        Self((others & smaller) | (raised.0 & between) | ((others & !smaller) << 8))
    }

    /// The numbers with those replaced by 0, in ascending order.
    pub(crate) fn without(self, gone: Which) -> Self {
        let [a, b, c, d] = Self(self.0 & !gone.mask()).numbers();
        let (a, b) = (a.min(b), a.max(b));
        let (c, d) = (c.min(d), c.max(d));
        let (a, c) = (a.min(c), a.max(c));
        let (b, d) = (b.min(d), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        Self::new([a, b, c, d])
    }
}

impl Which {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(HIGH);
    pub(crate) const FIRST: Self = Self(0x80);

    pub(crate) const fn new(which: [bool; 4]) -> Self {
        let [a, b, c, d] = which;
        Self(u32::from_le_bytes([a as u8, b as u8, c as u8, d as u8]) << 7)
    }

    /// The one at a place.
    pub(crate) const fn at(place: usize) -> Self {
        Self(0x80 << (8 * (place & 3)))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u8 {
        // A sum of the four bits, in the highest byte.
        ((self.0 >> 7).wrapping_mul(ONES) >> 24) as u8
    }

    /// These, if there are any, else all of the others.
    pub(crate) fn or_else(self, others: Self) -> Self {
        if self.is_empty() { others } else { self }
    }

    /// The first alone.
    pub(crate) const fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The four as the lowest bits of a number, the first the lowest.
    pub(crate) const fn bits(self) -> u8 {
        ((self.0 >> 7).wrapping_mul(0x1020_4080) >> 28) as u8
    }

    const fn mask(self) -> u32 {
        (self.0 >> 7) * 0xff
    }
}

impl BitAnd for Which {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Which {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Which {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & HIGH)
    }
}

/// Which of the tokens of all seats.
#[derive(Clone, Copy, Default)]
pub(crate) struct Places(u16);

impl Places {
    pub(crate) const fn add(&mut self, seat: Seat, which: Which) {
        self.0 |= (which.bits() as u16) << (4 * seat as u16);
    }
}

impl Iterator for Places {
    /// A seat and the place among its tokens.
    type Item = (Seat, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.0.trailing_zeros() as usize;
        self.0 &= self.0.checked_sub(1)?;
        Some((Seat::at(at / 4), at % 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All fours of these numbers.
    fn fours() -> impl Iterator<Item = [u8; 4]> {
        const NUMBERS: [u8; 6] = [0, 1, 51, 57, 72, 127];
        (0..6_usize.pow(4)).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216].map(|i| NUMBERS[i]))
    }

    fn which(asked: impl Fn(usize) -> bool) -> Which {
        (0..4)
            .filter(|&place| asked(place))
            .fold(Which::NONE, |which, place| which | Which::at(place))
    }

    #[test]
    fn four_answers_are_those_of_each_number() {
        for numbers in fours() {
            let four = Four::new(numbers);
            assert_eq!(four.numbers(), numbers);
            for other in [0, 1, 50, 51, 52, 127] {
                let same = Four::all(other);
                assert_eq!(four.is(same), which(|i| numbers[i] == other));
                assert_eq!(four.at_least(same), which(|i| numbers[i] >= other));
                assert_eq!(same.at_least(four), which(|i| numbers[i] <= other));
                assert_eq!(four.below(same), which(|i| numbers[i] < other));
            }
            let turned = Four::new([numbers[1], 51, numbers[3], numbers[0]]);
            let elsewhere =
                which(|i| (0..4).any(|other| other != i && numbers[i] == turned.numbers()[other]));
            assert_eq!(four.elsewhere_in(turned), elsewhere);
        }
    }

    #[test]
    fn ascending_numbers_stay_ascending() {
        for mut numbers in fours() {
            numbers.sort_unstable();
            let four = Four::new(numbers);
            assert_eq!(
                four.repeats(),
                which(|i| i > 0 && numbers[i] == numbers[i - 1])
            );
            assert_eq!(
                four.repeated(),
                which(|i| i < 3 && numbers[i] == numbers[i + 1])
            );
            for place in 0..4 {
                for to in numbers[place]..=127 {
                    let mut raised = numbers;
                    raised[place] = to;
                    raised.sort_unstable();
                    assert_eq!(four.raised(place, to).numbers(), raised);
                }
            }
            for bits in 0..16 {
                let gone = which(|i| bits >> i & 1 == 1);
                assert_eq!(gone.bits(), bits);
                assert_eq!(u32::from(gone.len()), bits.count_ones());
                let mut left =
                    [0, 1, 2, 3].map(|i| if bits >> i & 1 == 1 { 0 } else { numbers[i] });
                left.sort_unstable();
                assert_eq!(four.without(gone).numbers(), left);
            }
        }
    }

    #[test]
    fn places_go_round_the_seats() {
        let mut places = Places::default();
        places.add(Seat::Green, Which::at(1) | Which::at(3));
        places.add(Seat::Blue, Which::FIRST);
        let listed: Vec<_> = places.collect();
        assert_eq!(
            listed,
            [(Seat::Green, 1), (Seat::Green, 3), (Seat::Blue, 0)]
        );
    }
}
