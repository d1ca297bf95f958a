use std::ops::Range;
use std::sync::Arc;

use super::fixed::HALF;
use super::groups::{Groups, Hit, MOST, squares};
use super::track::Track;

/// What is known of one number of tokens against another: a row for each group of the seat that waits, a column for each of the
/// seat whose turn it is, the columns in panels of one block each.
///
/// Where a token of the row stands on one of the column's, it has just captured it: there is what there is where the captured ones wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) panels: Vec<Panel>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Panel {
    pub(super) width: usize,
    /// The chance that the seat of the column wins, whose turn it is.
    pub(super) chances: Vec<i32>,
    /// As if it were the turn of the seat of the row: its chances to lose after each of the faces 1 to 5, together.
    pub(super) sums: Vec<i32>,
}

impl Values {
    /// Zeros, of which the system gives the memory when they are first written.
    pub(super) fn new(rows: &Groups, columns: &Groups) -> Self {
        let panels = columns
            .blocks()
            .iter()
            .map(|block| {
                let width = block.groups.len();
                let size = rows.len() * width;
                Panel {
                    width,
                    chances: vec![0; size],
                    sums: vec![0; size],
                }
            })
            .collect();
        Self { panels }
    }

    /// The chance of a group of the columns against one of the rows.
    #[inline]
    pub(super) fn chance(&self, columns: &Groups, row: usize, column: usize) -> i32 {
        let block = columns.block_of(column);
        let first = columns
            .blocks()
            .get(block)
            .map_or(0, |block| block.groups.start);
        self.panels
            .get(block)
            .and_then(|panel| panel.chances.get(row * panel.width + (column - first)))
            .copied()
            .unwrap_or(0)
    }
}

impl Panel {
    /// Where the columns of a row are.
    #[inline(always)]
    pub(super) const fn range(&self, row: usize, columns: &Range<usize>) -> Range<usize> {
        row * self.width + columns.start..row * self.width + columns.end
    }

    /// Sets all of some rows to where iteration begins.
    pub(super) fn begin(&mut self, rows: Range<usize>) {
        let range = rows.start * self.width..rows.end * self.width;
        if let Some(chances) = self.chances.get_mut(range.clone()) {
            chances.fill(HALF);
        }
        if let Some(sums) = self.sums.get_mut(range) {
            sums.fill(5 * HALF);
        }
    }

    /// Copies to where a row captures what there is after it, in some of the columns.
    #[inline(always)]
    pub(super) fn capture(
        &mut self,
        row: usize,
        standing: u64,
        hits: &[Vec<Hit>],
        columns: &Range<usize>,
    ) {
        let range = self.range(row, &(0..self.width));
        let mut chances = self.chances.get_mut(range.clone());
        let mut sums = self.sums.get_mut(range);
        for square in squares(standing) {
            for hit in Hit::within(hits, square, columns) {
                for row in [chances.as_deref_mut(), sums.as_deref_mut()]
                    .into_iter()
                    .flatten()
                {
                    let after = row.get(hit.after as usize).copied().unwrap_or(HALF);
                    if let Some(place) = row.get_mut(hit.column as usize) {
                        *place = after;
                    }
                }
            }
        }
    }
}

/// All groups and values of a board that are at hand.
#[derive(Debug)]
pub(super) struct Library {
    pub(super) track: Track,
    groups: [Option<Arc<Groups>>; MOST + 1],
    values: [[Option<Values>; MOST + 1]; MOST + 1],
}

impl Library {
    pub(super) const fn new(track: Track) -> Self {
        Self {
            track,
            groups: [const { None }; MOST + 1],
            values: [const { [const { None }; MOST + 1] }; MOST + 1],
        }
    }

    /// Makes the groups of so many tokens, 1 to 4, if they are not there.
    pub(super) fn make_groups(&mut self, count: u8) -> Option<Arc<Groups>> {
        if count == 0 || usize::from(count) > MOST {
            return None;
        }
        if let Some(groups) = self.groups(count) {
            return Some(groups.clone());
        }
        let lower = if count > 1 {
            Some(self.make_groups(count - 1)?)
        } else {
            None
        };
        let groups = Arc::new(Groups::new(self.track, count, lower.as_deref()));
        if let Some(place) = self.groups.get_mut(usize::from(count)) {
            *place = Some(groups.clone());
        }
        Some(groups)
    }

    #[inline(always)]
    pub(super) fn groups(&self, count: u8) -> Option<&Arc<Groups>> {
        self.groups.get(usize::from(count))?.as_ref()
    }

    #[inline(always)]
    pub(super) fn values(&self, rows: u8, columns: u8) -> Option<&Values> {
        self.values
            .get(usize::from(rows))?
            .get(usize::from(columns))?
            .as_ref()
    }

    pub(super) fn values_mut(&mut self, rows: u8, columns: u8) -> Option<&mut Values> {
        self.values
            .get_mut(usize::from(rows))?
            .get_mut(usize::from(columns))?
            .as_mut()
    }

    #[inline(always)]
    pub(super) fn panel(&self, rows: u8, columns: u8, block: usize) -> Option<&Panel> {
        self.values(rows, columns)?.panels.get(block)
    }

    #[inline(always)]
    pub(super) fn panel_mut(&mut self, rows: u8, columns: u8, block: usize) -> Option<&mut Panel> {
        self.values_mut(rows, columns)?.panels.get_mut(block)
    }

    /// Puts values there, or takes them away.
    pub(super) fn put(&mut self, rows: u8, columns: u8, values: Option<Values>) {
        if let Some(place) = self
            .values
            .get_mut(usize::from(rows))
            .and_then(|row| row.get_mut(usize::from(columns)))
        {
            *place = values;
        }
    }
}
