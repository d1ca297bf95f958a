use std::collections::BTreeMap;

use super::fixed::{from_float, to_float};
use super::table::Table;
use super::track::Track;
use super::values::{Library, Values};
use super::work::{Work, complete};

/// Works out exact endgames of two seats that sit opposite each other.
///
/// It takes blocks one by one, those nearest to the end first; within a block it sweeps from the furthest positions back, until nothing
/// changes. Two seats that pass one position to and fro are worked out together, by algebra.
#[derive(Debug)]
pub struct Solver {
    pub(super) library: Library,
    pub(super) bounds: BTreeMap<(u8, u8), f64>,
    pub(super) work: Option<Work>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverProgress {
    /// Positions that are done, each with one seat to move.
    pub done: u64,
    /// All positions.
    pub positions: u64,
    /// Positions worked out so far, each as often as it was.
    pub visits: u64,
    /// Blocks that are done.
    pub blocks: usize,
    /// Sweeps of the block at hand.
    pub sweeps: u32,
    /// The greatest change in the last of them.
    pub residual: f32,
}

/// Why a table cannot be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Each seat has 1 to 4 tokens that are not home.
    #[error("{0} tokens: each seat has 1 to 4 that are not home, and both together at most 6")]
    Tokens(u8),
    /// A smaller table is needed first.
    #[error("the table {0} v {1} is needed first")]
    Missing(u8, u8),
    /// The table belongs to a board of other measures.
    #[error("the table {0} v {1} is of another board")]
    OtherBoard(u8, u8),
    /// No table is being worked out.
    #[error("no table is being worked out")]
    NothingBegun,
}

impl Solver {
    /// A solver that has no tables yet.
    #[must_use]
    pub const fn new(track: Track) -> Self {
        Self {
            library: Library::new(track),
            bounds: BTreeMap::new(),
            work: None,
        }
    }

    /// The tables that one of `one` against `other` tokens needs, in the order in which they can be made, itself the last.
    #[must_use]
    pub fn needed(one: u8, other: u8) -> Vec<(u8, u8)> {
        let (more, less) = (one.max(other), one.min(other));
        let mut all: Vec<(u8, u8)> = (1..=more)
            .flat_map(|a| (1..=a.min(less)).map(move |b| (a, b)))
            .collect();
        all.sort_by_key(|&(a, b)| (a + b, a));
        all
    }

    /// Takes a table that was made before, for larger ones to build on.
    ///
    /// # Errors
    /// Where it is of another board, or one that it needs itself is not there.
    pub fn take(&mut self, table: &Table) -> Result<(), SolveError> {
        let (one, other) = table.counts();
        if table.track() != self.library.track {
            return Err(SolveError::OtherBoard(one, other));
        }
        self.has_what_is_behind(one, other)?;
        self.make_room(one, other)?;
        let missing = SolveError::Missing(one, other);
        let sides = if one == other { 1 } else { 2 };
        let sides = [(one, other), (other, one)].into_iter().take(sides);
        for (rows_of, columns_of) in sides.clone() {
            let rows = self.library.groups(rows_of).ok_or(missing)?.clone();
            let columns = self.library.groups(columns_of).ok_or(missing)?.clone();
            for (number, block) in columns.blocks().iter().enumerate() {
                let panel = self
                    .library
                    .panel_mut(rows_of, columns_of, number)
                    .ok_or(missing)?;
                for (row, places) in panel.chances.chunks_mut(block.groups.len()).enumerate() {
                    for (column, place) in block.groups.clone().zip(places) {
                        let value = table.value(columns.tokens(column), rows.tokens(row));
                        *place = from_float(value.unwrap_or(0.0));
                    }
                }
            }
        }
        for (rows_of, columns_of) in sides {
            let rows = self.library.groups(rows_of).map_or(0, |rows| rows.len());
            let blocks = self
                .library
                .groups(columns_of)
                .map_or(0, |columns| columns.blocks().len());
            for block in 0..blocks {
                complete(&mut self.library, rows_of, columns_of, 0..rows, block).ok_or(missing)?;
            }
        }
        for counts in [(one, other), (other, one)] {
            self.bounds.insert(counts, table.bound());
        }
        Ok(())
    }

    fn has_what_is_behind(&self, one: u8, other: u8) -> Result<(), SolveError> {
        let this = (one.max(other), one.min(other));
        match Self::needed(one, other)
            .into_iter()
            .find(|&counts| counts != this && !self.bounds.contains_key(&counts))
        {
            Some((a, b)) => Err(SolveError::Missing(a, b)),
            None => Ok(()),
        }
    }

    fn make_room(&mut self, one: u8, other: u8) -> Result<(), SolveError> {
        let (Some(first), Some(second)) = (
            self.library.make_groups(one),
            self.library.make_groups(other),
        ) else {
            let wrong = if (1..=4).contains(&one) { other } else { one };
            return Err(SolveError::Tokens(wrong));
        };
        self.library
            .put(one, other, Some(Values::new(&first, &second)));
        if one != other {
            self.library
                .put(other, one, Some(Values::new(&second, &first)));
        }
        Ok(())
    }

    /// Begins a table. What it needs must be there: see [`needed`](Self::needed). Where nothing can build on it, tables are given up
    /// that it does not need itself.
    ///
    /// # Errors
    /// Where something is missing.
    pub fn begin(&mut self, one: u8, other: u8) -> Result<(), SolveError> {
        for count in [one, other] {
            if !(1..=4).contains(&count) {
                return Err(SolveError::Tokens(count));
            }
        }
        if one + other > Table::MAX_TOKENS {
            return Err(SolveError::Tokens(one.max(other)));
        }
        self.has_what_is_behind(one, other)?;
        if one + other == Table::MAX_TOKENS {
            self.give_up_all_but(one, other);
        }
        self.make_room(one, other)?;
        self.work = Work::new(&self.library, one, other);
        Ok(())
    }

    fn give_up_all_but(&mut self, one: u8, other: u8) {
        for a in 1..=4 {
            for b in 1..=4 {
                let builds = |one: u8, other: u8| b == other && a < one && a + 2 >= one;
                if !builds(one, other) && !builds(other, one) {
                    self.library.put(a, b, None);
                }
            }
        }
    }

    /// How far the table at work is.
    #[must_use]
    pub fn progress(&self) -> Option<SolverProgress> {
        self.work.as_ref().map(|work| work.progress)
    }

    /// One sweep of one block. Returns the table when all are done.
    ///
    /// # Errors
    /// Where no table was begun, or what it needs has gone.
    pub fn step(&mut self) -> Result<Option<Table>, SolveError> {
        let mut work = self.work.take().ok_or(SolveError::NothingBegun)?;
        let (one, other) = work.counts;
        let missing = SolveError::Missing(one, other);
        let behind = self.bound_behind(one, other);
        if !work.is_done() {
            work.sweep(&mut self.library, behind).ok_or(missing)?;
        }
        if !work.is_done() {
            self.work = Some(work);
            return Ok(None);
        }
        let bound = work.bound();
        let (first, second) = (
            self.library.groups(one).ok_or(missing)?.clone(),
            self.library.groups(other).ok_or(missing)?.clone(),
        );
        if !work.is_built_on() {
            for (a, b) in [(one, other), (other, one)] {
                if let Some(values) = self.library.values_mut(a, b) {
                    for panel in &mut values.panels {
                        panel.sums = Vec::new();
                    }
                }
            }
        }
        let mine = self.library.values(other, one).ok_or(missing)?;
        let theirs = self.library.values(one, other).ok_or(missing)?;
        let table = Table::make(
            self.library.track,
            (one, other),
            bound,
            |rank, rival| {
                let (row, column) = (second.of_rank(rival), first.of_rank(rank));
                to_float(mine.chance(&first, row, column))
            },
            |rank, rival| {
                let (row, column) = (first.of_rank(rival), second.of_rank(rank));
                to_float(theirs.chance(&second, row, column))
            },
        );
        for counts in [(one, other), (other, one)] {
            self.bounds.insert(counts, bound);
        }
        Ok(Some(table))
    }

    /// How far what a table builds on may be off.
    fn bound_behind(&self, one: u8, other: u8) -> f64 {
        [1, 2]
            .into_iter()
            .flat_map(|home| {
                [
                    (one.saturating_sub(home), other),
                    (one, other.saturating_sub(home)),
                ]
            })
            .filter_map(|counts| self.bounds.get(&counts))
            .copied()
            .fold(0.0, f64::max)
    }
}
