use core::ops::{BitAnd, BitAndAssign, BitOr, Not};

/// Yes or no as a byte of ones or zeros: a choice between two numbers without a jump, which the compiler can make for
/// many lanes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask(u8);

impl Mask {
    pub(super) const NO: Self = Self(0);
    pub(super) const YES: Self = Self(0xff);

    #[inline(always)]
    pub(super) const fn new(yes: bool) -> Self {
        Self((yes as u8).wrapping_neg())
    }

    /// One number for yes, the other for no.
    #[inline(always)]
    pub(super) const fn pick(self, yes: u8, no: u8) -> u8 {
        (yes & self.0) | (no & !self.0)
    }

    /// The number for yes, 0 for no.
    #[inline(always)]
    pub(super) const fn only(self, yes: u8) -> u8 {
        yes & self.0
    }

    /// One answer for yes, the other for no.
    #[inline(always)]
    pub(super) const fn either(self, yes: Self, no: Self) -> Self {
        Self(self.pick(yes.0, no.0))
    }
}

#[inline(always)]
pub(super) const fn eq(a: u8, b: u8) -> Mask {
    Mask::new(a == b)
}

#[inline(always)]
pub(super) const fn lt(a: u8, b: u8) -> Mask {
    Mask::new(a < b)
}

#[inline(always)]
pub(super) const fn le(a: u8, b: u8) -> Mask {
    Mask::new(a <= b)
}

/// Whether any of the bits is set.
#[inline(always)]
pub(super) const fn has(bits: u8, any_of: u8) -> Mask {
    Mask::new(bits & any_of != 0)
}

#[inline(always)]
pub(super) fn any(of: [Mask; 4]) -> Mask {
    of[0] | of[1] | of[2] | of[3]
}

#[inline(always)]
pub(super) fn all(of: [Mask; 4]) -> Mask {
    of[0] & of[1] & of[2] & of[3]
}

/// How many are yes.
#[inline(always)]
pub(super) const fn count(of: [Mask; 4]) -> u8 {
    of[0].only(1) + of[1].only(1) + of[2].only(1) + of[3].only(1)
}

/// The answers as the lowest bits of a number, the first the lowest.
#[inline(always)]
pub(super) const fn bits(of: [Mask; 4]) -> u8 {
    of[0].only(1) | of[1].only(2) | of[2].only(4) | of[3].only(8)
}

/// The number at the place that is yes; 0 if none is.
#[inline(always)]
pub(super) const fn at(place: [Mask; 4], from: [u8; 4]) -> u8 {
    place[0].only(from[0])
        | place[1].only(from[1])
        | place[2].only(from[2])
        | place[3].only(from[3])
}

/// The same for 0, 1, 2 and 3, written out: a loop or a closure would keep the compiler from doing many lanes at once.
macro_rules! each {
    ($index:ident => $value:expr) => {
        [
            {
                let $index = 0_usize;
                $value
            },
            {
                let $index = 1_usize;
                $value
            },
            {
                let $index = 2_usize;
                $value
            },
            {
                let $index = 3_usize;
                $value
            },
        ]
    };
}
pub(super) use each;

impl BitAnd for Mask {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Mask {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}
