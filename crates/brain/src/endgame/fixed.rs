//! Chances as whole numbers: sums of them are exact, and what a division drops is known to the unit.

/// A chance of 1. Six times it fits.
pub(super) const ONE: i32 = 1 << 28;
/// A half.
pub(super) const HALF: i32 = ONE / 2;
/// By how many units a turn that is worked out may be off, its sources taken as exact: a sixth is rounded three times, for the third roll,
/// the second and the first, which comes to less than (1 + 1/6 + 1/36) / 2.
pub(super) const ROUNDING: i32 = 1;
/// The same where seats may pass. Before the last division each may be off by 7/72 of a unit, the equations make at most 6 times so
/// much of it, and rounding adds a half.
pub(super) const ROUNDING_OF_PASSES: i32 = 2;

/// The nearest to a sixth of a number that is not negative.
#[inline(always)]
pub(super) const fn sixth(number: i32) -> i32 {
    ((number as u32 + 3) / 6) as i32
}

/// As a number of 0 to 1.
pub(super) fn to_float(chance: i32) -> f64 {
    f64::from(chance) / f64::from(ONE)
}

/// The nearest whole number of units.
pub(super) fn from_float(chance: f64) -> i32 {
    (chance.clamp(0.0, 1.0) * f64::from(ONE)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_fit_and_sixths_are_the_nearest() {
        assert!(ONE.checked_mul(6).is_some());
        assert_eq!([0, 2, 3, 6, 8, 6 * ONE].map(sixth), [0, 0, 1, 1, 1, ONE]);
        for chance in [0.0, 0.25, 1.0] {
            assert_eq!(to_float(from_float(chance)), chance);
        }
        assert_eq!(from_float(1.5), ONE);
    }
}
