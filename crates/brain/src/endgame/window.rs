use std::ops::Range;

use super::fixed::ONE;

/// Which end of the values that are possible: each sums up the least or the most that may be lost.
pub(super) const ENDS: [usize; 2] = [0, 1];

/// The least and the most that numbers of some rows and columns can be.
#[derive(Debug, Default)]
pub(super) struct Window {
    rows: Range<usize>,
    columns: Range<usize>,
    chances: [Vec<i32>; 2],
    sums: [Vec<i32>; 2],
}

/// One end of it.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) rows: Span,
    columns: Span,
    chances: &'v [i32],
    sums: &'v [i32],
}

/// How far chances may be off that a sweep has not come to: a radius, and more of it for each token on the track, so that less is
/// expected of a position after a capture than of the one before it.
#[derive(Clone, Copy)]
pub(super) struct Far<'v> {
    pub(super) radius: i32,
    /// What each of the mover's tokens adds.
    pub(super) step: i32,
    /// What those of each column add.
    pub(super) columns: &'v [u16],
    /// At which of the [`ENDS`].
    pub(super) end: usize,
}

impl Far<'_> {
    /// With so many of the mover's tokens on the track.
    #[inline(always)]
    pub(super) fn at(&self, on_track: u8, column: usize) -> i32 {
        let more = self.columns.get(column).copied().unwrap_or(0);
        let off = self.radius + i32::from(on_track) * self.step + i32::from(more);
        if self.end == 0 { -off } else { off }
    }
}

/// A range that can be copied.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Window {
    /// Makes it one of these rows and columns, of which nothing is known yet.
    pub(super) fn open(&mut self, rows: Range<usize>, columns: Range<usize>) {
        let size = rows.len() * columns.len();
        self.rows = rows;
        self.columns = columns;
        for numbers in self.chances.iter_mut().chain(&mut self.sums) {
            numbers.resize(size, 0);
        }
    }

    #[inline(always)]
    fn place(&self, row: usize, column: usize) -> usize {
        (row - self.rows.start) * self.columns.len() + (column - self.columns.start)
    }

    /// What is known of chances of a row, from a column on, each to so many units.
    #[inline(always)]
    pub(super) fn set_chances(
        &mut self,
        row: usize,
        column: usize,
        chances: &[i32],
        slack: &[u16],
    ) {
        let place = self.place(row, column);
        spread(&mut self.chances, place, ONE, chances, slack);
    }

    /// The same of sums.
    #[inline(always)]
    pub(super) fn set_sums(&mut self, row: usize, column: usize, sums: &[i32], slack: &[u16]) {
        let place = self.place(row, column);
        spread(&mut self.sums, place, 5 * ONE, sums, slack);
    }

    /// One end of it, of [`ENDS`].
    #[inline(always)]
    pub(super) fn view(&self, end: usize) -> View<'_> {
        let span = |range: &Range<usize>| Span {
            start: range.start,
            end: range.end,
        };
        View {
            rows: span(&self.rows),
            columns: span(&self.columns),
            chances: self.chances.get(end).map_or(&[], Vec::as_slice),
            sums: self.sums.get(end).map_or(&[], Vec::as_slice),
        }
    }
}

#[inline(always)]
fn spread(to: &mut [Vec<i32>; 2], place: usize, most: i32, numbers: &[i32], slack: &[u16]) {
    let range = place..place + numbers.len();
    let [low, high] = to;
    let low = low.get_mut(range.clone()).unwrap_or_default();
    let high = high.get_mut(range).unwrap_or_default();
    for (((low, high), number), slack) in low.iter_mut().zip(high).zip(numbers).zip(slack) {
        *low = (number - i32::from(*slack)).max(0);
        *high = (number + i32::from(*slack)).min(most);
    }
}

impl<'v> View<'v> {
    #[inline(always)]
    pub(super) fn rows(&self, row: usize, columns: &Range<usize>) -> (&'v [i32], &'v [i32]) {
        let width = self.columns.end - self.columns.start;
        let begin = (row - self.rows.start) * width;
        let range =
            begin + columns.start - self.columns.start..begin + columns.end - self.columns.start;
        (
            self.chances.get(range.clone()).unwrap_or_default(),
            self.sums.get(range).unwrap_or_default(),
        )
    }
}
