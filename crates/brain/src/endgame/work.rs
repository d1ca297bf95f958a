use std::ops::Range;

use super::check::Check;
use super::fixed::to_float;
use super::groups::Block;
use super::solver::SolverProgress;
use super::sweep::{Pair, Sweep};
use super::table::Table;
use super::turn::{Side, WIDE};
use super::values::Library;

/// A block is checked when no value changes by more units than this in a sweep.
const STILL: i32 = 12;
/// Or when so many sweeps have gone by; the bound then says what is left.
const MAX_SWEEPS: u32 = 200;
/// The radius of the first check of a block, and by what one grows that was too small.
const FIRST_RADIUS: i32 = 160;
const WIDEN: i32 = 4;
/// The radius of the second check; it only has to show how what is found depends on the radius.
const SECOND_RADIUS: i32 = 40;
/// The most checks of a block.
const CHECKS: u32 = 4;
/// With less than this, no smaller radius is looked for.
const SMALL: i32 = 25;

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
    /// With what radius, and what is known from those before.
    Check(i32, Checks),
}

/// What checks of a block have shown.
#[derive(Clone, Copy, Debug, Default)]
struct Checks {
    /// The last radius, and what was found with it.
    last: Option<(i32, i32)>,
    /// How far the values may be off at most, if that is known.
    known: Option<i32>,
    /// How many there were.
    count: u32,
}

impl Checks {
    /// Goes on after a check. How far the values may be off if nothing is left to be tried.
    ///
    /// What is found is about a line over the radius. The least radius that holds is where it is as large as the radius: two checks show
    /// where that should be, and a third is made a little above it.
    fn next(mut self, radius: i32, check: &Check, change: i32, phase: &mut Phase) -> Option<f64> {
        let found = check.most;
        let holds = check.excess.saturating_add(change) <= radius;
        let known = if holds {
            Some(found)
        } else {
            // As they were before the sweep.
            self.known.map(|known| known + change)
        };
        self.known = known;
        self.count += 1;
        let best = known.map(to_float);
        let before = self.last.replace((radius, found));
        let next = match before {
            _ if self.count >= CHECKS
                || (holds && (found < SMALL || found > radius - radius / 8)) =>
            {
                return best.or(Some(1.0));
            }
            None if holds => SECOND_RADIUS,
            _ if known.is_none() && radius >= Check::MOST_RADIUS => return Some(1.0),
            _ if known.is_none() => (radius * WIDEN).min(Check::MOST_RADIUS),
            None => return best,
            Some((radius_before, found_before)) => {
                let slope = f64::from(found - found_before) / f64::from(radius - radius_before);
                if slope >= 1.0 {
                    return best;
                }
                let meet = (f64::from(found) - slope * f64::from(radius)) / (1.0 - slope);
                let next = (meet * 1.05) as i32 + change + 4;
                if known.is_some_and(|known| next + next / 8 > known) {
                    return best;
                }
                next.clamp(1, Check::MOST_RADIUS)
            }
        };
        *phase = Phase::Check(next, self);
        None
    }
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
        let blocks = self.blocks_of(library, pair)?;
        let size = blocks.0.groups.len() as u64 * blocks.1.groups.len() as u64;
        let oriented = self.oriented(pair, [&blocks.0, &blocks.1]);
        let turns = if oriented.is_mirrored() {
            size
        } else {
            2 * size
        };
        if matches!(self.phase, Phase::Begin) {
            self.progress.sweeps = 0;
            let (one, other) = self.counts;
            library
                .panel_mut(one, other, pair.1)?
                .begin(blocks.0.groups.clone());
            library
                .panel_mut(other, one, pair.0)?
                .begin(blocks.1.groups.clone());
            self.phase = Phase::Sweep;
        }
        self.progress.sweeps += 1;
        let done = if let Phase::Check(radius, checks) = self.phase {
            let groups = [oriented.rows, oriented.columns].map(|(count, block)| {
                let groups = library.groups(count)?.clone();
                let block = groups.blocks().get(block)?.clone();
                Some((groups, block))
            });
            let [Some(mine), Some(theirs)] = &groups else {
                return None;
            };
            let mut check = Check::new(
                radius,
                [mine, theirs].map(|(groups, block)| (&**groups, block)),
            );
            let change = Sweep::run(library, oriented, Some(&mut check))?;
            self.progress.visits += 3 * turns;
            self.progress.residual = to_float(change) as f32;
            checks.next(radius, &check, change, &mut self.phase)
        } else {
            let change = Sweep::run(library, oriented, None)?;
            self.progress.visits += turns;
            self.progress.residual = to_float(change) as f32;
            if change <= STILL || self.progress.sweeps >= MAX_SWEEPS {
                self.phase = Phase::Check(FIRST_RADIUS, Checks::default());
            }
            None
        };
        if let Some(own) = done {
            self.settle(library, own, behind)?;
        }
        Some(())
    }

    fn blocks_of(&self, library: &Library, pair: (usize, usize)) -> Option<(Block, Block)> {
        let (one, other) = self.counts;
        Some((
            library.groups(one)?.blocks().get(pair.0)?.clone(),
            library.groups(other)?.blocks().get(pair.1)?.clone(),
        ))
    }

    /// The block with more groups at a level gives the rows: its turns are many at a time against each group of the other.
    fn oriented(&self, pair: (usize, usize), [first, second]: [&Block; 2]) -> Pair {
        let (one, other) = ((self.counts.0, pair.0), (self.counts.1, pair.1));
        let many = |block: &Block| block.groups.len() / block.levels.len().max(1);
        if many(first) >= many(second) {
            Pair {
                rows: one,
                columns: other,
            }
        } else {
            Pair {
                rows: other,
                columns: one,
            }
        }
    }

    /// Takes the values of the block at hand as they are, `own` being how far they may be off where those behind are exact.
    pub(super) fn settle(&mut self, library: &mut Library, own: f64, behind: f64) -> Option<()> {
        let &pair = self.pairs.get(self.next_pair)?;
        let (first, second) = self.blocks_of(library, pair)?;
        let mut behind = behind;
        for &next in &first.next {
            behind = behind.max(self.bound_of(next, pair.1));
        }
        for &next in &second.next {
            behind = behind.max(self.bound_of(pair.0, next));
        }
        self.end(library, (behind + own).min(1.0))
    }

    /// Ends the block at hand.
    pub(super) fn end(&mut self, library: &mut Library, bound: f64) -> Option<()> {
        let &pair = self.pairs.get(self.next_pair)?;
        let (first, second) = self.blocks_of(library, pair)?;
        let (one, other) = self.counts;
        let mirrored = one == other && pair.0 == pair.1;
        complete(library, one, other, first.groups.clone(), pair.1)?;
        if !mirrored {
            complete(library, other, one, second.groups.clone(), pair.0)?;
        }
        *self.bounds.get_mut(pair.0 * self.blocks.1 + pair.1)? = bound;
        if !self.is_built_on() {
            self.give_up(library, pair);
        }
        let size = first.groups.len() as u64 * second.groups.len() as u64;
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

/// What is still is less than what a check looks for.
const _: () = assert!(STILL < SECOND_RADIUS && FIRST_RADIUS < Check::MOST_RADIUS);
