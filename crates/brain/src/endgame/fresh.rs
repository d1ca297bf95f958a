//! Numbers that have just been worked out, before they are written where they belong.

use std::ops::Range;

use super::check::Check;
use super::fixed::{ONE, ROUNDING, sixth};
use super::groups::{Hit, squares};
use super::turn::{Lines, Side, WIDE};

/// Groups that are worked out together, and then written side by side.
pub(super) const TALL: usize = 64;
/// How far lines are apart: an odd number of cache lines, so that columns do not fall on each other.
const STRIDE: usize = WIDE + 16;
/// What stands for a chance that is not to be written: positions with tokens of both on a square have the values of others.
const NO: i32 = -1;

/// Turns of some groups, a line each.
#[derive(Debug)]
pub(super) struct Fresh {
    chances: Vec<i32>,
    sums: Vec<i32>,
    slack: Vec<u16>,
    slack_of_sums: Vec<u16>,
    /// Chances and sums at both ends.
    ends: [[i32; WIDE]; 4],
}

impl Default for Fresh {
    fn default() -> Self {
        Self {
            chances: vec![0; TALL * STRIDE],
            sums: vec![0; TALL * STRIDE],
            slack: vec![0; TALL * STRIDE],
            slack_of_sums: vec![0; TALL * STRIDE],
            ends: [[0; WIDE]; 4],
        }
    }
}

fn line_of<T>(numbers: &[T], line: usize) -> &[T] {
    numbers
        .get(line * STRIDE..line * STRIDE + WIDE)
        .unwrap_or_default()
}

fn line_mut<T>(numbers: &mut [T], line: usize) -> &mut [T] {
    numbers
        .get_mut(line * STRIDE..line * STRIDE + WIDE)
        .unwrap_or_default()
}

impl Fresh {
    #[inline(always)]
    pub(super) fn chances(&self, line: usize) -> &[i32] {
        line_of(&self.chances, line)
    }

    #[inline(always)]
    pub(super) fn sums(&self, line: usize) -> &[i32] {
        line_of(&self.sums, line)
    }

    #[inline(always)]
    pub(super) fn slack_of_sums(&self, line: usize) -> &[u16] {
        line_of(&self.slack_of_sums, line)
    }

    /// Works out the turns of a group in some columns.
    #[inline(always)]
    pub(super) fn work(
        &mut self,
        side: &Side<'_>,
        mover: usize,
        columns: &Range<usize>,
        line: usize,
        lines: &mut Lines,
    ) {
        let chances = line_mut(&mut self.chances, line);
        let sums = line_mut(&mut self.sums, line);
        turns(side, mover, columns, lines, chances, sums);
    }

    /// How far they may be off, by what they come to at both ends.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        ends: &[Side<'_>; 2],
        mover: usize,
        columns: &Range<usize>,
        line: usize,
        lines: &mut Lines,
    ) {
        let [low, high] = ends;
        let [chances, sums, more_chances, more_sums] = &mut self.ends;
        turns(low, mover, columns, lines, chances, sums);
        turns(high, mover, columns, lines, more_chances, more_sums);
        let slack = line_mut(&mut self.slack, line);
        let known = line_of(&self.chances, line);
        apart(slack, known, chances, more_chances, ROUNDING);
        let slack = line_mut(&mut self.slack_of_sums, line);
        let known = line_of(&self.sums, line);
        apart(slack, known, sums, more_sums, 0);
    }

    /// Leaves out what captures: it has the values of other positions.
    #[inline(always)]
    pub(super) fn leave_out(
        &mut self,
        line: usize,
        standing: u64,
        hits: &[Vec<Hit>],
        columns: &Range<usize>,
    ) {
        let chances = line_mut(&mut self.chances, line);
        for square in squares(standing) {
            for hit in Hit::within(hits, square, columns) {
                if let Some(place) = chances.get_mut(hit.column as usize - columns.start) {
                    *place = NO;
                }
            }
        }
    }

    /// Says of what captures that it may be as far off as all that the sweep has not come to, and hands in what was found of the
    /// others: of one of the seats and the place of its group.
    #[inline(always)]
    pub(super) fn leave_slack(
        &mut self,
        line: usize,
        (seat, place, standing): (usize, usize, u64),
        hits: &[Vec<Hit>],
        columns: &Range<usize>,
        check: &mut Check,
    ) {
        let len = columns.len();
        let slack = line_mut(&mut self.slack, line)
            .get_mut(..len)
            .unwrap_or_default();
        let sums = line_mut(&mut self.slack_of_sums, line)
            .get_mut(..len)
            .unwrap_or_default();
        let captures = || squares(standing).flat_map(|square| Hit::within(hits, square, columns));
        let put = |slack: &mut [u16], sums: &mut [u16], hit: &Hit, off: u16| {
            let column = hit.column as usize - columns.start;
            if let (Some(slack), Some(sum)) = (slack.get_mut(column), sums.get_mut(column)) {
                (*slack, *sum) = (off, 5 * off);
            }
        };
        captures().for_each(|hit| put(slack, sums, hit, 0));
        check.found(seat, place, columns, slack, sums);
        for hit in captures() {
            put(slack, sums, hit, check.far(seat, place, hit.after as usize));
        }
    }

    /// Writes the chances in one column of the lines side by side. The greatest change.
    #[inline(always)]
    pub(super) fn write_column(&self, column: usize, to: &mut [i32]) -> i32 {
        let mut change = 0;
        for (line, to) in to.iter_mut().enumerate() {
            let value = self.chances.get(line * STRIDE + column).copied();
            change = change.max(write(to, value.unwrap_or(NO)));
        }
        change
    }

    /// Writes how far they may be off.
    #[inline(always)]
    pub(super) fn write_slack(&self, column: usize, to: &mut [u16]) {
        for (line, to) in to.iter_mut().enumerate() {
            *to = self.slack.get(line * STRIDE + column).copied().unwrap_or(0);
        }
    }
}

#[inline(always)]
fn turns(
    side: &Side<'_>,
    mover: usize,
    columns: &Range<usize>,
    lines: &mut Lines,
    chances: &mut [i32],
    sums: &mut [i32],
) {
    let len = columns.len();
    let sum = lines.sum.get_mut(..len).unwrap_or_default();
    side.small_faces(mover, columns, true, sum);
    side.six(mover, columns, true, lines);
    let found = lines.sum.iter().zip(&lines.six).take(len);
    for ((chance, to), (sum, six)) in chances.iter_mut().zip(sums).zip(found) {
        *chance = ONE - sixth(sum + six);
        *to = *sum;
    }
}

#[inline(always)]
fn apart(slack: &mut [u16], known: &[i32], one: &[i32], other: &[i32], more: i32) {
    for (((slack, known), one), other) in slack.iter_mut().zip(known).zip(one).zip(other) {
        let off = (one - known).abs().max((other - known).abs()) + more;
        *slack = off.min(u16::MAX.into()) as u16;
    }
}

/// Writes a number unless it is left out. The change.
#[inline(always)]
pub(super) fn write(to: &mut i32, value: i32) -> i32 {
    let value = if value < 0 { *to } else { value };
    let change = (*to - value).abs();
    *to = value;
    change
}

/// Writes sums but where the chances are left out. The greatest change.
#[inline(always)]
pub(super) fn write_sums(to: &mut [i32], chances: &[i32], sums: &[i32]) -> i32 {
    let mut change = 0;
    for ((to, chance), sum) in to.iter_mut().zip(chances).zip(sums) {
        let value = if *chance < 0 { *to } else { *sum };
        change = change.max((*to - value).abs());
        *to = value;
    }
    change
}
