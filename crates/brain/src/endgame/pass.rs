//! Positions that seats can pass to and fro: both turns at once, by algebra.

use std::ops::Range;

use super::fixed::{from_float, to_float};
use super::turn::{Lines, Side};

/// One seat's turn but for passing back the very same position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// What the faces lose that move something: 1 to 5, together, and the 6.
    sum: i32,
    six: i32,
    /// How many of them move nothing.
    small_passes: u8,
    six_passes: bool,
}

impl Half {
    /// Of a group of the mover in one column.
    #[inline(always)]
    pub(super) fn of(
        side: &Side<'_>,
        mover: usize,
        column: &Range<usize>,
        lines: &mut Lines,
    ) -> Self {
        let sum = lines.sum.get_mut(..1).unwrap_or_default();
        let small_passes = side.small_faces(mover, column, false, sum);
        let six_passes = side.six(mover, column, false, lines);
        Self {
            sum: lines.sum[0],
            six: lines.six[0],
            small_passes,
            six_passes,
        }
    }

    /// What the faces 1 to 5 lose together, if the rival has this chance where everything stays.
    pub(super) fn sum_with(&self, rival: i32) -> i32 {
        self.sum + i32::from(self.small_passes) * rival
    }

    /// What is lost by moves, and how likely none comes.
    fn parts(&self) -> (f64, f64) {
        let passes = f64::from(self.small_passes) + f64::from(u8::from(self.six_passes));
        (
            (to_float(self.sum) + to_float(self.six)) / 6.0,
            passes / 6.0,
        )
    }
}

/// The chances of both seats, each if it is its turn.
pub(super) fn close(one: &Half, other: &Half) -> (i32, i32) {
    let ((a, w), (b, v)) = (one.parts(), other.parts());
    // x = 1 - a - w y and y = 1 - b - v x. Each seat can move something by some face, so w v < 1.
    let x = (1.0 - a - w * (1.0 - b)) / (1.0 - w * v);
    (from_float(x), from_float(1.0 - b - v * x))
}

#[cfg(test)]
mod tests {
    use super::super::fixed::ONE;
    use super::*;

    #[test]
    fn two_that_only_wait_for_a_six() {
        // A 6 wins, every other face passes: x = 1/6 + 5/6 (1 - x).
        let half = Half {
            sum: 0,
            six: 0,
            small_passes: 5,
            six_passes: false,
        };
        let (x, y) = close(&half, &half);
        assert_eq!((x, y), (from_float(6.0 / 11.0), x));
        assert_eq!(half.sum_with(ONE / 2), 5 * (ONE / 2));
    }
}
