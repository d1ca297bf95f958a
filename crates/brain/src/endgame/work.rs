use std::ops::Range;

use super::check::Check;
use super::fixed::to_float;
use super::groups::Block;
use super::radius::Radius;
use super::solver::SolverProgress;
use super::sweep::{Pair, Sweep};
use super::table::Table;
use super::turn::{Side, WIDE};
use super::values::Library;

/// A block is checked when no value changes by more units than this in a sweep.
const STILL: i32 = 12;
/// Or when so many sweeps have gone by; the bound then says what is left.
const MAX_SWEEPS: u32 = 200;
/// A table that is being worked out.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) counts: (u8, u8),
    /// Pairs of blocks, in order.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) next_pair: usize,
    /// How many of them are saved; nothing where not even the head is.
    pub(super) saved: Option<usize>,
    /// Bounds of the pairs that are done, a row for each block of the first.
    bounds: Vec<f64>,
    /// Numbers of blocks of both.
    blocks: (usize, usize),
    phase: Phase,
    pub(super) progress: SolverProgress,
}

/// What is done with a block.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Begin,
    Sweep,
    Check(Radius),
}

impl Work {
    pub(super) fn new(library: &Library, one: u8, other: u8) -> Option<Self> {
        let same = one == other;
        let (first, second) = (library.groups(one)?, library.groups(other)?);
        let blocks = (first.blocks().len(), second.blocks().len());
        let mut pairs = Vec::new();
        for number in 0..blocks.0 {
            for against in 0..blocks.1 {
                if !same || against <= number {
                    pairs.push((number, against));
                }
            }
        }
        let size = first.len() as u64 * second.len() as u64;
        Some(Self {
            counts: (one, other),
            pairs,
            next_pair: 0,
            saved: None,
            bounds: vec![0.0; blocks.0 * blocks.1],
            blocks,
            phase: Phase::Begin,
            progress: SolverProgress {
                positions: if same { size } else { 2 * size },
                ..SolverProgress::default()
            },
        })
    }

    pub(super) fn is_done(&self) -> bool {
        self.next_pair >= self.pairs.len()
    }

    /// Whether there can be tables that build on this one.
    pub(super) const fn is_built_on(&self) -> bool {
        self.counts.0 + self.counts.1 < Table::MAX_TOKENS
    }

    /// How far a value may be off.
    pub(super) fn bound(&self) -> f64 {
        self.bounds.iter().copied().fold(0.0, f64::max)
    }

    /// One sweep over the block at hand, and on to the next if that was all. Nothing where something is missing.
    pub(super) fn sweep(&mut self, library: &mut Library, behind: f64) -> Option<()> {
        let &pair = self.pairs.get(self.next_pair)?;
        let (one, other) = self.counts;
        let groups = (library.groups(one)?.clone(), library.groups(other)?.clone());
        let first = groups.0.blocks().get(pair.0)?;
        let second = groups.1.blocks().get(pair.1)?;
        let size = first.groups.len() as u64 * second.groups.len() as u64;
        let (rows, columns) = ((&*groups.0, first), (&*groups.1, second));
        let swaps = wide(second) > wide(first);
        let (oriented, seats) = if swaps {
            (
                Pair {
                    rows: (other, pair.1),
                    columns: (one, pair.0),
                },
                [columns, rows],
            )
        } else {
            (
                Pair {
                    rows: (one, pair.0),
                    columns: (other, pair.1),
                },
                [rows, columns],
            )
        };
        let turns = if oriented.is_mirrored() {
            size
        } else {
            2 * size
        };
        if matches!(self.phase, Phase::Begin) {
            self.progress.sweeps = 0;
            let panel = library.panel_mut(one, other, pair.1)?;
            panel.begin(first.groups.clone());
            let panel = library.panel_mut(other, one, pair.0)?;
            panel.begin(second.groups.clone());
            self.phase = Phase::Sweep;
        }
        self.progress.sweeps += 1;
        let done = if let Phase::Check(mut radius) = self.phase {
            let mut check = Check::new(radius.next, seats);
            let change = Sweep::run(library, oriented, Some(&mut check))?;
            self.progress.visits += 3 * turns;
            self.progress.residual = to_float(change) as f32;
            let done = radius.after(&check, change);
            self.phase = Phase::Check(radius);
            done
        } else {
            let change = Sweep::run(library, oriented, None)?;
            self.progress.visits += turns;
            self.progress.residual = to_float(change) as f32;
            if change <= STILL || self.progress.sweeps >= MAX_SWEEPS {
                self.phase = Phase::Check(Radius::first());
            }
            None
        };
        if let Some(own) = done {
            self.settle(library, own, behind)?;
        }
        Some(())
    }

    /// Takes the values of the block at hand as they are, `own` being how far they may be off where those behind are exact.
    pub(super) fn settle(&mut self, library: &mut Library, own: f64, behind: f64) -> Option<()> {
        let &pair = self.pairs.get(self.next_pair)?;
        let (one, other) = self.counts;
        let mut behind = behind;
        for &next in &library.groups(one)?.blocks().get(pair.0)?.next {
            behind = behind.max(self.bound_of(next, pair.1));
        }
        for &next in &library.groups(other)?.blocks().get(pair.1)?.next {
            behind = behind.max(self.bound_of(pair.0, next));
        }
        self.end(library, (behind + own).min(1.0))
    }

    /// Ends the block at hand.
    pub(super) fn end(&mut self, library: &mut Library, bound: f64) -> Option<()> {
        let &pair = self.pairs.get(self.next_pair)?;
        let (one, other) = self.counts;
        let rows = |count: u8, block: usize| {
            Some(library.groups(count)?.blocks().get(block)?.groups.clone())
        };
        let (first, second) = (rows(one, pair.0)?, rows(other, pair.1)?);
        let size = first.len() as u64 * second.len() as u64;
        let mirrored = one == other && pair.0 == pair.1;
        complete(library, one, other, first, pair.1)?;
        if !mirrored {
            complete(library, other, one, second, pair.0)?;
        }
        *self.bounds.get_mut(pair.0 * self.blocks.1 + pair.1)? = bound;
        if !self.is_built_on() {
            self.give_up(library, pair);
        }
        self.progress.done += if mirrored { size } else { 2 * size };
        self.progress.blocks += 1;
        self.next_pair += 1;
        self.phase = Phase::Begin;
        Some(())
    }

    /// Gives up sums that no other block needs.
    fn give_up(&self, library: &mut Library, pair: (usize, usize)) {
        let (one, other) = self.counts;
        let last = (self.blocks.0 - 1, self.blocks.1 - 1);
        if pair == last {
            return;
        }
        if pair.0 == last.0
            && let Some(panel) = library.panel_mut(one, other, pair.1)
        {
            panel.sums = Vec::new();
        }
        if one != other
            && pair.1 == last.1
            && let Some(panel) = library.panel_mut(other, one, pair.0)
        {
            panel.sums = Vec::new();
        }
    }

    /// The bound of a pair that is done.
    pub(super) fn bound_of(&self, a: usize, b: usize) -> f64 {
        // With as many tokens, only half of the pairs are worked out.
        let (a, b) = if self.counts.0 == self.counts.1 {
            (a.max(b), a.min(b))
        } else {
            (a, b)
        };
        self.bounds
            .get(a * self.blocks.1 + b)
            .copied()
            .unwrap_or(0.0)
    }
}

/// How many groups a block has at a level. The one with more gives the rows: its turns are many at a time against each group of the other.
fn wide(block: &Block) -> usize {
    block.groups.len() / block.levels.len().max(1)
}

/// Sums up again what some rows lose, by chances that will not change any more.
pub(super) fn complete(
    library: &mut Library,
    rows_of: u8,
    columns_of: u8,
    rows: Range<usize>,
    block: usize,
) -> Option<()> {
    let movers = library.groups(rows_of)?.clone();
    let others = library.groups(columns_of)?.clone();
    let block_of = others.blocks().get(block)?;
    let width = block_of.groups.len();
    let mut sums = vec![0; width];
    let panel = library.panel_mut(rows_of, columns_of, block)?;
    for row in rows.clone() {
        panel.capture(row, movers.standing(row), &block_of.hits, &(0..width));
    }
    for row in rows {
        let side = Side::new(library, rows_of, columns_of, block)?;
        for begin in (0..width).step_by(WIDE) {
            let columns = begin..(begin + WIDE).min(width);
            let sum = sums.get_mut(columns.clone())?;
            side.small_faces(row, &columns, true, sum);
        }
        let panel = library.panel_mut(rows_of, columns_of, block)?;
        let range = panel.range(row, &(0..width));
        panel.sums.get_mut(range)?.copy_from_slice(&sums);
        panel.capture(row, movers.standing(row), &block_of.hits, &(0..width));
    }
    Some(())
}
