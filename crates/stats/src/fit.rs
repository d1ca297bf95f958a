//! How well counts fit fair dice: how often those give counts that are as far from what is expected.

use ludo_protocol::{AfterSix, DiceTest};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use crate::counts::{sum, total};

/// How often each outcome must be expected before its count tells something. Below, the distribution that the tests rest on
/// is not near enough.
pub const LEAST_EXPECTED: u64 = 5;

/// The chance that a chi-square with this many degrees of freedom is as great.
///
/// ```
/// // As in every table: 11.07 is passed once in twenty times.
/// assert!((ludo_stats::chi_square_tail(11.070_5, 5) - 0.05).abs() < 1e-5);
/// ```
#[must_use]
pub fn chi_square_tail(chi_square: f64, freedom: u32) -> f64 {
    // There is one for every number above 0.
    ChiSquared::new(f64::from(freedom.max(1))).map_or(1.0, |law| law.sf(chi_square))
}

/// Whether all faces are as likely: Pearson's chi-square with five degrees of freedom.
#[must_use]
pub fn faces(counts: &[u64; 6]) -> DiceTest {
    let rolls = total(counts);
    let expected = rolls as f64 / 6.0;
    let chi_square = counts.iter().map(|count| square(*count, expected)).sum();
    test(chi_square, 5, rolls >= 6 * LEAST_EXPECTED)
}

/// Whether a face depends on the one before it: the chi-square of the table of all pairs against what follows from how
/// often each face came, with 25 degrees of freedom. So a die that likes a face is not counted against it twice, and that
/// each roll is in two pairs does no harm.
#[must_use]
pub fn pairs(counts: &[[u64; 6]; 6]) -> DiceTest {
    let before = counts.each_ref().map(total);
    let behind = sum(counts);
    let all = total(&before);
    let mut chi_square = 0.0;
    let mut least = f64::INFINITY;
    for (row, before) in counts.iter().zip(before) {
        for (count, behind) in row.iter().zip(behind) {
            let expected = before as f64 * behind as f64 / all.max(1) as f64;
            least = least.min(expected);
            chi_square += square(*count, expected);
        }
    }
    test(chi_square, 25, least >= LEAST_EXPECTED as f64)
}

/// Whether a six follows a six more often, or less, than once in six times: by the normal distribution, on both sides.
#[must_use]
pub fn sixes_after_sixes(counts: &[[u64; 6]; 6]) -> AfterSix {
    let [.., row] = counts;
    let [.., sixes] = *row;
    let rolls = total(row);
    let share = 1.0 / 6.0;
    let expected = rolls as f64 * share;
    let spread = (expected * (1.0 - share)).sqrt();
    let p = (rolls >= 6 * LEAST_EXPECTED).then(|| {
        let far = (sixes as f64 - expected).abs() / spread;
        rounded(2.0 * Normal::standard().sf(far), 6)
    });
    AfterSix { rolls, sixes, p }
}

fn square(count: u64, expected: f64) -> f64 {
    if expected > 0.0 {
        (count as f64 - expected).powi(2) / expected
    } else {
        0.0
    }
}

fn test(chi_square: f64, freedom: u32, is_enough: bool) -> DiceTest {
    DiceTest {
        chi_square: rounded(chi_square, 3),
        freedom,
        p: is_enough.then(|| rounded(chi_square_tail(chi_square, freedom), 6)),
    }
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of the distribution as printed in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
    #[test]
    fn tails_are_those_of_published_tables() {
        for (freedom, point, tail) in [
            (1, 2.706, 0.10),
            (1, 3.841, 0.05),
            (1, 10.828, 0.001),
            (5, 9.236, 0.10),
            (5, 11.070, 0.05),
            (5, 12.833, 0.025),
            (5, 15.086, 0.01),
            (5, 20.515, 0.001),
            (25, 34.382, 0.10),
            (25, 37.652, 0.05),
            (25, 40.646, 0.025),
            (25, 44.314, 0.01),
            (25, 52.620, 0.001),
            (35, 49.802, 0.05),
            (35, 57.342, 0.01),
        ] {
            let found = chi_square_tail(point, freedom);
            // The table has three decimals.
            assert!(
                (found / tail - 1.0).abs() < 1e-3,
                "{freedom} {point}: {found}"
            );
        }
        assert_eq!(chi_square_tail(0.0, 5), 1.0);
        assert!(chi_square_tail(1e6, 5) < 1e-300);
        assert!(chi_square_tail(5.0, 0).is_finite());
    }

    #[test]
    fn a_count_by_hand() {
        // Expected are 20 of each: 25 + 4 + 9 + 4 + 9 + 25 over 20.
        let found = faces(&[15, 18, 23, 22, 17, 25]);
        assert_eq!((found.chi_square, found.freedom), (3.8, 5));
        assert!((found.p.unwrap() - 0.578_6).abs() < 1e-3, "{found:?}");
        assert_eq!(faces(&[5, 5, 5, 5, 5, 4]).p, None);
        assert_eq!(faces(&[5; 6]).p, Some(1.0));
        assert_eq!(faces(&[0; 6]).chi_square, 0.0);
    }

    #[test]
    fn pairs_that_do_not_depend_on_each_other_have_no_chi_square() {
        // A die that likes sixes, and forgets.
        let shares = [1_u64, 1, 1, 1, 1, 3];
        let counts = shares.map(|before| shares.map(|behind| 40 * before * behind));
        let found = pairs(&counts);
        assert_eq!(
            (found.chi_square, found.freedom, found.p),
            (0.0, 25, Some(1.0))
        );
        assert_eq!(pairs(&[[0; 6]; 6]).p, None);
        assert_eq!(pairs(&[[5, 5, 5, 5, 5, 4]; 6]).p, None, "too few");
        // One that never repeats itself.
        let mut counts = [[100; 6]; 6];
        for (n, row) in counts.iter_mut().enumerate() {
            row[n] = 60;
        }
        assert!(pairs(&counts).p.unwrap() < 1e-6);
        let sixes = sixes_after_sixes(&counts);
        assert_eq!((sixes.rolls, sixes.sixes), (560, 60));
        assert!(sixes.p.unwrap() < 0.001, "{sixes:?}");
    }

    #[test]
    fn sixes_after_sixes_by_hand() {
        let mut counts = [[0; 6]; 6];
        // Of 180 rolls 30 are expected, with a spread of 5; 1.96 of those are passed once in twenty times.
        counts[5] = [34, 34, 34, 34, 4, 40];
        let found = sixes_after_sixes(&counts);
        assert_eq!((found.rolls, found.sixes), (180, 40));
        assert!((found.p.unwrap() - 0.045_5).abs() < 1e-4, "{found:?}");
    }
}
