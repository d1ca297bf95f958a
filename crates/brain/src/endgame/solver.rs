use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::checksum::Checksum;
use super::groups::{Groups, MOST};
use super::kernel::{Against, Grid, Lower, Sources, Turn, close, partial};
use super::table::{Table, TableError};
use super::track::Track;

/// How saved work begins; the last character counts the versions of the form.
const MAGIC: &[u8; 8] = b"LUDOWRK1";

/// A block is done when no value changes more than this in a sweep: a few units of the last place of a number of 32 bits.
const STILL: f32 = 1.3e-7;
/// Or when so many sweeps have gone by; the bound then says what is left.
const MAX_SWEEPS: u32 = 200;
/// What rounding a value to 32 bits, and those it is made of, can change.
const ROUNDING: f64 = 1.2e-7;
/// Sweeps in which raised values must come back before they are raised further.
const ENCLOSING_SWEEPS: u32 = 6;
/// Values that are written and read at a time.
const CHUNK: usize = 1 << 14;
/// Groups of one side that are worked out together: their values lie side by side in memory.
const STRIP: usize = 16;

/// Values of one number of tokens against another, of both turns.
#[derive(Clone, Debug, Default)]
struct Values {
    /// The chance that the seat to move wins: a row for each of its groups, a column for each of the rival's.
    won: Vec<f32>,
    /// The part of it from the faces 1 to 5: a row for each group of the rival, a column for each of the mover's.
    partial: Vec<f32>,
}

/// Works out exact endgames of two seats that sit opposite each other.
///
/// It takes blocks one by one, those nearest to the end first; within a block it sweeps from the furthest positions back, until nothing
/// changes. Two seats that pass one position to and fro are worked out together, by algebra.
#[derive(Debug)]
pub struct Solver {
    track: Track,
    groups: [Option<Arc<Groups>>; MOST + 1],
    values: BTreeMap<(u8, u8), Values>,
    bounds: BTreeMap<(u8, u8), f64>,
    work: Option<Work>,
}

/// What is being worked out.
#[derive(Debug, Default)]
struct Work {
    counts: (u8, u8),
    /// Whether both seats have values of their own though they have as many tokens.
    apart: bool,
    one: Values,
    /// The other seat's; empty where both have as many tokens, since then they are the same.
    other: Values,
    /// Pairs of blocks, in order.
    pairs: Vec<(usize, usize)>,
    next_pair: usize,
    /// Bounds of the pairs that are done, a row for each block of the first.
    bounds: Vec<f64>,
    sweeps_here: u32,
    residual: f32,
    progress: SolverProgress,
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
    /// Sweeps of the largest block so far.
    pub sweeps: u32,
    /// The greatest change in the last sweep.
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

/// Why saved work cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The table cannot be worked out.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The saved work is not that of this table.
    #[error("the saved work cannot be used ({0}); remove it to begin anew")]
    Saved(#[from] TableError),
}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        Self::Saved(error.into())
    }
}

impl Solver {
    /// A solver that has no tables yet.
    #[must_use]
    pub fn new(track: Track) -> Self {
        Self {
            track,
            groups: [const { None }; MOST + 1],
            values: BTreeMap::new(),
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

    fn groups(&mut self, count: u8) -> Result<Arc<Groups>, SolveError> {
        if count == 0 || usize::from(count) > MOST {
            return Err(SolveError::Tokens(count));
        }
        if let Some(Some(groups)) = self.groups.get(usize::from(count)) {
            return Ok(groups.clone());
        }
        let lower = if count > 1 {
            Some(self.groups(count - 1)?)
        } else {
            None
        };
        let groups = Arc::new(Groups::new(self.track, count, lower.as_deref()));
        if let Some(place) = self.groups.get_mut(usize::from(count)) {
            *place = Some(groups.clone());
        }
        Ok(groups)
    }

    /// Takes a table that was made before, for larger ones to build on.
    ///
    /// # Errors
    /// Where it is of another board, or one that it needs itself is not there.
    pub fn take(&mut self, table: &Table) -> Result<(), SolveError> {
        let (one, other) = table.counts();
        if table.track() != self.track {
            return Err(SolveError::OtherBoard(one, other));
        }
        let (first, second) = (self.groups(one)?, self.groups(other)?);
        for (mover, rival, movers, rivals) in
            [(one, other, &first, &second), (other, one, &second, &first)]
        {
            let mut won = Vec::with_capacity(movers.len() * rivals.len());
            for group in 0..movers.len() {
                for against in 0..rivals.len() {
                    let value = table.value(movers.tokens(group), rivals.tokens(against));
                    won.push(value.map_or(0.0, |value| value as f32));
                }
            }
            self.values.insert(
                (mover, rival),
                Values {
                    won,
                    partial: Vec::new(),
                },
            );
            if one == other {
                break;
            }
        }
        for (mover, rival) in [(one, other), (other, one)] {
            let movers = self.groups(mover)?;
            let rivals = self.groups(rival)?;
            let missing = SolveError::Missing(mover.max(rival), mover.min(rival));
            let mine = self.values.get(&(mover, rival)).ok_or(missing)?;
            let theirs = self.values.get(&(rival, mover)).ok_or(missing)?;
            let sources = self.sources(&movers, &rivals, mine, theirs)?;
            let mut partials = Vec::with_capacity(movers.len() * rivals.len());
            for against in 0..rivals.len() {
                let ready = Against::new(sources, against);
                let row = sources.theirs.row(against);
                for group in 0..movers.len() {
                    let theirs = row.get(group).copied().unwrap_or(0.0);
                    let (some, passes) = ready.small_faces(group);
                    let turn = Turn {
                        some,
                        passes,
                        ..Turn::default()
                    };
                    partials.push(partial(&turn, theirs.into()) as f32);
                }
            }
            if let Some(values) = self.values.get_mut(&(mover, rival)) {
                values.partial = partials;
            }
        }
        self.bounds.insert((one, other), table.bound());
        self.bounds.insert((other, one), table.bound());
        Ok(())
    }

    /// Begins a table. What it needs must be there: see [`needed`](Self::needed).
    ///
    /// # Errors
    /// Where it is not.
    pub fn begin(&mut self, one: u8, other: u8) -> Result<(), SolveError> {
        let (first, second) = (self.groups(one)?, self.groups(other)?);
        for (a, b) in Self::needed(one, other) {
            if (a, b) != (one.max(other), one.min(other)) && !self.bounds.contains_key(&(a, b)) {
                return Err(SolveError::Missing(a, b));
            }
        }
        if one + other > Table::MAX_TOKENS {
            return Err(SolveError::Tokens(one.max(other)));
        }
        let same = one == other;
        let size = first.len() * second.len();
        let fresh = || Values {
            won: vec![0.5; size],
            partial: vec![5.0 / 12.0; size],
        };
        let mut pairs = Vec::new();
        for number in 0..first.blocks().len() {
            for against in 0..second.blocks().len() {
                if !same || against <= number {
                    pairs.push((number, against));
                }
            }
        }
        self.work = Some(Work {
            counts: (one, other),
            apart: false,
            one: fresh(),
            other: if same { Values::default() } else { fresh() },
            pairs,
            next_pair: 0,
            bounds: vec![0.0; first.blocks().len() * second.blocks().len()],
            sweeps_here: 0,
            residual: 1.0,
            progress: SolverProgress {
                positions: if same { size as u64 } else { 2 * size as u64 },
                ..SolverProgress::default()
            },
        });
        Ok(())
    }

    /// How far the table at work is.
    #[must_use]
    pub fn progress(&self) -> Option<SolverProgress> {
        self.work.as_ref().map(|work| work.progress)
    }

    /// Writes how far the table at work is, to go on with later: as large as the values in memory.
    ///
    /// # Errors
    /// Where writing fails.
    pub fn save(&self, mut to: impl Write) -> io::Result<()> {
        let Some(work) = &self.work else {
            return Ok(());
        };
        let mut sum = Checksum::new();
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            to.write_all(bytes)
        };
        put(MAGIC)?;
        let (one, other) = work.counts;
        put(&[self.track.half(), self.track.column(), one, other])?;
        put(&work.sweeps_here.to_le_bytes())?;
        put(&work.progress.sweeps.to_le_bytes())?;
        put(&work.residual.to_le_bytes())?;
        let pair = work.next_pair as u64;
        for number in [pair, work.progress.done, work.progress.visits] {
            put(&number.to_le_bytes())?;
        }
        let mut bytes = Vec::new();
        for bounds in work.bounds.chunks(CHUNK) {
            bytes.clear();
            bytes.extend(bounds.iter().flat_map(|bound| bound.to_le_bytes()));
            put(&bytes)?;
        }
        for values in work.all_values() {
            for values in values.chunks(CHUNK) {
                bytes.clear();
                bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                put(&bytes)?;
            }
        }
        to.write_all(&sum.value().to_le_bytes())?;
        to.flush()
    }

    /// Goes on with what [`save`](Self::save) wrote, in place of [`begin`](Self::begin): the end is the same bit by bit.
    ///
    /// # Errors
    /// Where it is of another table, damaged, or cannot be read; nothing is begun then.
    pub fn resume(&mut self, one: u8, other: u8, mut from: impl Read) -> Result<(), ResumeError> {
        self.begin(one, other)?;
        let Some(mut work) = self.work.take() else {
            return Err(TableError::Form.into());
        };
        let mut sum = Checksum::new();
        let mut take = |bytes: &mut [u8]| {
            from.read_exact(bytes)?;
            sum.add(bytes);
            io::Result::Ok(())
        };
        let mut head = [0; 12];
        take(&mut head)?;
        let expected = [self.track.half(), self.track.column(), one, other];
        if head.strip_prefix(MAGIC) != Some(&expected) {
            return Err(TableError::Form.into());
        }
        let mut four = [0; 4];
        take(&mut four)?;
        work.sweeps_here = u32::from_le_bytes(four);
        take(&mut four)?;
        work.progress.sweeps = u32::from_le_bytes(four);
        take(&mut four)?;
        work.residual = f32::from_le_bytes(four);
        work.progress.residual = work.residual;
        let mut eight = [0; 8];
        take(&mut eight)?;
        work.next_pair = u64::from_le_bytes(eight) as usize;
        take(&mut eight)?;
        work.progress.done = u64::from_le_bytes(eight);
        take(&mut eight)?;
        work.progress.visits = u64::from_le_bytes(eight);
        let mut bytes = vec![0; 8 * CHUNK];
        for bounds in work.bounds.chunks_mut(CHUNK) {
            let bytes = bytes.get_mut(..8 * bounds.len()).unwrap_or_default();
            take(bytes)?;
            for (bound, &bytes) in bounds.iter_mut().zip(bytes.as_chunks().0) {
                *bound = f64::from_le_bytes(bytes);
            }
        }
        for values in work.all_values_mut() {
            for values in values.chunks_mut(CHUNK) {
                let bytes = bytes.get_mut(..4 * values.len()).unwrap_or_default();
                take(bytes)?;
                for (value, &bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                    *value = f32::from_le_bytes(bytes);
                }
            }
        }
        from.read_exact(&mut eight)?;
        if u64::from_le_bytes(eight) != sum.value() {
            return Err(TableError::Damaged.into());
        }
        self.work = Some(work);
        Ok(())
    }

    /// One sweep of one block. Returns the table when all are done.
    ///
    /// # Errors
    /// Where no table was begun, or what it needs has gone.
    pub fn step(&mut self) -> Result<Option<Table>, SolveError> {
        let Some(mut work) = self.work.take() else {
            return Err(SolveError::NothingBegun);
        };
        let (one, other) = work.counts;
        let (first, second) = (self.groups(one)?, self.groups(other)?);
        let Some(&pair) = work.pairs.get(work.next_pair) else {
            return self.finish(work).map(Some);
        };
        let Some((a, b)) = first.blocks().get(pair.0).zip(second.blocks().get(pair.1)) else {
            return Err(SolveError::NothingBegun);
        };
        let size = a.groups.len() as u64 * b.groups.len() as u64;
        let cyclic = a.free > 0 && b.free > 0;
        work.residual = self.sweep(&mut work, pair, &first, &second)?;
        work.sweeps_here += 1;
        work.progress.residual = work.residual;
        work.progress.visits += 2 * size;
        work.progress.sweeps = work.progress.sweeps.max(work.sweeps_here);
        if !cyclic || work.residual <= STILL || work.sweeps_here >= MAX_SWEEPS {
            self.settle(&mut work, pair, &first, &second, cyclic)?;
            work.progress.done += if one == other && pair.0 == pair.1 {
                size
            } else {
                2 * size
            };
            work.next_pair += 1;
            work.sweeps_here = 0;
        }
        if work.next_pair < work.pairs.len() {
            self.work = Some(work);
            return Ok(None);
        }
        self.finish(work).map(Some)
    }

    /// The bound of a block that is done: what the last sweep left, times how often play can come back to it, and what the blocks
    /// behind it have.
    fn settle(
        &self,
        work: &mut Work,
        pair: (usize, usize),
        first: &Groups,
        second: &Groups,
        cyclic: bool,
    ) -> Result<(), SolveError> {
        let (one, other) = work.counts;
        let width = second.blocks().len();
        let mut behind: f64 = 0.0;
        for (a, b) in [(one - 1, other), (one, other - 1)] {
            let bound = self.bounds.get(&(a, b)).copied().unwrap_or(0.0);
            behind = behind.max(bound);
        }
        let at = |a: usize, b: usize, bounds: &[f64]| -> f64 {
            // With as many tokens, only half of the pairs are worked out.
            let (a, b) = if one == other {
                (a.max(b), a.min(b))
            } else {
                (a, b)
            };
            bounds.get(a * width + b).copied().unwrap_or(0.0)
        };
        if let (Some(a), Some(b)) = (first.blocks().get(pair.0), second.blocks().get(pair.1)) {
            for &next in &a.next {
                behind = behind.max(at(next, pair.1, &work.bounds));
            }
            for &next in &b.next {
                behind = behind.max(at(pair.0, next, &work.bounds));
            }
        }
        let own = if cyclic {
            self.enclose(work, pair, first, second)?
        } else {
            ROUNDING
        };
        if let Some(place) = work.bounds.get_mut(pair.0 * width + pair.1) {
            *place = behind + own;
        }
        Ok(())
    }

    /// How far the values of a block can be from the exact ones, those behind it taken as exact.
    ///
    /// All chances of one seat are raised by a little, that is the other's lowered. A sweep is monotone, so if after some of
    /// them none of the seat's chances is above where it was raised to, and none of the other's below, then the exact ones lie
    /// between; and the same the other way round.
    fn enclose(
        &self,
        work: &mut Work,
        pair: (usize, usize),
        first: &Groups,
        second: &Groups,
    ) -> Result<f64, SolveError> {
        let mut margin = 4.0 * (f64::from(work.residual) + ROUNDING);
        // Two seats that are in each other's place are one block: the mirror of it is the same question.
        let mirrored = work.counts.0 == work.counts.1 && pair.0 == pair.1;
        let signs: &[f32] = if mirrored { &[1.0] } else { &[1.0, -1.0] };
        for &sign in signs {
            while !self.holds(work, pair, first, second, sign, margin)? {
                margin *= 2.0;
                if margin >= 1.0 {
                    return Ok(1.0);
                }
            }
        }
        Ok(margin)
    }

    /// Whether the first seat's chances in a block, raised by `sign * margin`, come back on the side of where they were.
    fn holds(
        &self,
        work: &mut Work,
        pair: (usize, usize),
        first: &Groups,
        second: &Groups,
        sign: f32,
        margin: f64,
    ) -> Result<bool, SolveError> {
        let (Some(a), Some(b)) = (first.blocks().get(pair.0), second.blocks().get(pair.1)) else {
            return Err(SolveError::NothingBegun);
        };
        let (ones, others) = (first.len(), second.len());
        let mirrored = work.counts.0 == work.counts.1 && pair.0 == pair.1;
        // In a block that is its own mirror both seats' chances are one number: here they must be two.
        let mut apart = mirrored.then(|| Work {
            counts: work.counts,
            apart: true,
            one: work.one.clone(),
            other: work.one.clone(),
            ..Work::default()
        });
        let at = apart.as_mut().unwrap_or(work);
        let mut kept = Vec::with_capacity(a.groups.len() * b.groups.len());
        let shift = sign * margin as f32;
        for m in a.groups.clone() {
            for t in b.groups.clone() {
                let (values, partials) = at.read(m, t, ones, others);
                kept.push((values, partials));
                let raised = [values[0] + shift, values[1] - shift];
                let sixths = shift * (5.0 / 6.0);
                let raised_partials = [partials[0] + sixths, partials[1] - sixths];
                at.write(m, t, ones, others, raised, raised_partials);
            }
        }
        let mut holds = false;
        for sweeps in 1..=ENCLOSING_SWEEPS {
            self.sweep(at, pair, first, second)?;
            let slack = (ROUNDING * f64::from(sweeps)) as f32;
            let mut cells = kept.iter();
            holds = a.groups.clone().all(|m| {
                b.groups.clone().all(|t| {
                    let Some((was, was_partial)) = cells.next() else {
                        return false;
                    };
                    if first.standing(m) & second.targets(t) != 0 {
                        return true;
                    }
                    let (now, now_partial) = at.read(m, t, ones, others);
                    // By how much each came back from where it was put.
                    let inside = |now: f32, was: f32, shift: f32| {
                        let back = was + shift - now;
                        (if shift > 0.0 { back } else { -back }) >= slack
                    };
                    let sixths = shift * (5.0 / 6.0);
                    inside(now[0], was[0], shift)
                        && inside(now[1], was[1], -shift)
                        && inside(now_partial[0], was_partial[0], sixths)
                        && inside(now_partial[1], was_partial[1], -sixths)
                })
            });
            if holds {
                break;
            }
        }
        if !mirrored {
            let mut cells = kept.into_iter();
            for m in a.groups.clone() {
                for t in b.groups.clone() {
                    if let Some((values, partials)) = cells.next() {
                        work.write(m, t, ones, others, values, partials);
                    }
                }
            }
        }
        Ok(holds)
    }

    /// One sweep over a block. The greatest change.
    fn sweep(
        &self,
        work: &mut Work,
        pair: (usize, usize),
        first: &Groups,
        second: &Groups,
    ) -> Result<f32, SolveError> {
        let shared = work.is_shared();
        let (Some(a), Some(b)) = (first.blocks().get(pair.0), second.blocks().get(pair.1)) else {
            return Err(SolveError::NothingBegun);
        };
        let mut tiles = Vec::new();
        for (sum, movers) in &a.levels {
            for (other_sum, others) in &b.levels {
                if !shared || pair.0 != pair.1 || sum >= other_sum {
                    tiles.push((sum + other_sum, movers.clone(), others.clone()));
                }
            }
        }
        tiles.sort_by_key(|&(sum, _, _)| u16::MAX - sum);
        let mut change = 0.0_f32;
        let mut ones: Vec<Turn> = Vec::new();
        let mut others: Vec<Turn> = Vec::new();
        let mut results = Vec::new();
        for (_, movers, rivals) in tiles {
            let mut strip = rivals.start;
            while strip < rivals.end {
                let strip_end = (strip + STRIP).min(rivals.end);
                {
                    let from_one = self.sources_at(work, true, first, second)?;
                    let from_other = self.sources_at(work, false, second, first)?;
                    ones.clear();
                    for t in strip..strip_end {
                        let ready = Against::new(from_one, t);
                        let targets = second.targets(t);
                        for m in movers.clone() {
                            ones.push(if first.standing(m) & targets == 0 {
                                ready.turn(m)
                            } else {
                                Turn::default()
                            });
                        }
                    }
                    others.clear();
                    for m in movers.clone() {
                        let ready = Against::new(from_other, m);
                        let standing = first.standing(m);
                        for t in strip..strip_end {
                            others.push(if second.targets(t) & standing == 0 {
                                ready.turn(t)
                            } else {
                                Turn::default()
                            });
                        }
                    }
                }
                results.clear();
                let (wide, tall) = (movers.len(), strip_end - strip);
                for (row, m) in movers.clone().enumerate() {
                    let standing = first.standing(m);
                    for (column, t) in (strip..strip_end).enumerate() {
                        if standing & second.targets(t) != 0 {
                            continue;
                        }
                        let (Some(mine), Some(theirs)) = (
                            ones.get(column * wide + row),
                            others.get(row * tall + column),
                        ) else {
                            continue;
                        };
                        let (x, y) = close(mine, theirs);
                        let p = [partial(mine, y) as f32, partial(theirs, x) as f32];
                        results.push((m, t, [x as f32, y as f32], p));
                    }
                }
                for &(m, t, values, partials) in &results {
                    change =
                        change.max(work.write(m, t, first.len(), second.len(), values, partials));
                }
                strip = strip_end;
            }
        }
        Ok(change)
    }

    /// What turns depend on in the table at work: those of the first seat or of the other.
    fn sources_at<'v>(
        &'v self,
        work: &'v Work,
        of_first: bool,
        movers: &'v Groups,
        rivals: &'v Groups,
    ) -> Result<Sources<'v>, SolveError> {
        let other = if work.is_shared() {
            &work.one
        } else {
            &work.other
        };
        let (mine, theirs) = if of_first {
            (&work.one, other)
        } else {
            (other, &work.one)
        };
        self.sources(movers, rivals, mine, theirs)
    }

    /// What the turns of one seat depend on.
    fn sources<'v>(
        &'v self,
        movers: &'v Groups,
        rivals: &'v Groups,
        mine: &'v Values,
        theirs: &'v Values,
    ) -> Result<Sources<'v>, SolveError> {
        let (mover, rival) = (movers.count, rivals.count);
        let missing = SolveError::Missing(mover.max(rival), mover.min(rival));
        // Less tokens of the mover: the rival's values, the mover's partial ones, and the mover's groups.
        let less = |count: u8| -> Option<(&'v Groups, Grid<'v>, Grid<'v>)> {
            let groups = self.groups.get(usize::from(count))?.as_deref()?;
            let theirs = self.values.get(&(rival, count))?;
            let mine = self.values.get(&(count, rival))?;
            Some((
                groups,
                Grid::new(&theirs.won, groups.len()),
                Grid::new(&mine.partial, groups.len()),
            ))
        };
        let lower = if mover > 1 {
            let (movers, theirs, partial) = less(mover - 1).ok_or(missing)?;
            let below = if mover > 2 {
                let (_, theirs, partial) = less(mover - 2).ok_or(missing)?;
                Some((theirs, partial))
            } else {
                None
            };
            Some(Lower {
                movers,
                theirs,
                partial,
                below,
            })
        } else {
            None
        };
        Ok(Sources {
            movers,
            others: rivals,
            theirs: Grid::new(&theirs.won, movers.len()),
            partial: Grid::new(&mine.partial, movers.len()),
            lower,
        })
    }

    fn finish(&mut self, work: Work) -> Result<Table, SolveError> {
        let (one, other) = work.counts;
        let (first, second) = (self.groups(one)?, self.groups(other)?);
        let bound = work.bounds.iter().copied().fold(0.0, f64::max);
        let same = one == other;
        let theirs = if same { &work.one } else { &work.other };
        let table = Table::make(
            self.track,
            (one, other),
            bound,
            |m, t| value_at(&work.one.won, second.len(), first.find(m), second.find(t)),
            |t, m| value_at(&theirs.won, first.len(), second.find(t), first.find(m)),
        );
        self.values.insert((one, other), work.one);
        if !same {
            self.values.insert((other, one), work.other);
        }
        self.bounds.insert((one, other), bound);
        self.bounds.insert((other, one), bound);
        Ok(table)
    }
}

fn value_at(values: &[f32], width: usize, row: usize, column: usize) -> f32 {
    values.get(row * width + column).copied().unwrap_or(0.0)
}

impl Work {
    /// Writes what both turns of a position are worth; the greatest change.
    #[inline(always)]
    fn write(
        &mut self,
        m: usize,
        t: usize,
        ones: usize,
        others: usize,
        values: [f32; 2],
        partials: [f32; 2],
    ) -> f32 {
        let shared = self.is_shared();
        let mut change = 0.0_f32;
        let mut put = |to: &mut [f32], index: usize, value: f32| {
            if let Some(place) = to.get_mut(index) {
                change = change.max((*place - value).abs());
                *place = value;
            }
        };
        put(&mut self.one.won, m * others + t, values[0]);
        put(&mut self.one.partial, t * ones + m, partials[0]);
        let theirs = if shared {
            &mut self.one
        } else {
            &mut self.other
        };
        put(&mut theirs.won, t * ones + m, values[1]);
        put(&mut theirs.partial, m * others + t, partials[1]);
        change
    }

    fn read(&self, m: usize, t: usize, ones: usize, others: usize) -> ([f32; 2], [f32; 2]) {
        let theirs = if self.is_shared() {
            &self.one
        } else {
            &self.other
        };
        (
            [
                value_at(&self.one.won, others, m, t),
                value_at(&theirs.won, ones, t, m),
            ],
            [
                value_at(&self.one.partial, ones, t, m),
                value_at(&theirs.partial, others, m, t),
            ],
        )
    }

    fn all_values(&self) -> [&[f32]; 4] {
        [
            &self.one.won,
            &self.one.partial,
            &self.other.won,
            &self.other.partial,
        ]
    }

    fn all_values_mut(&mut self) -> [&mut [f32]; 4] {
        [
            &mut self.one.won,
            &mut self.one.partial,
            &mut self.other.won,
            &mut self.other.partial,
        ]
    }

    const fn is_shared(&self) -> bool {
        self.counts.0 == self.counts.1 && !self.apart
    }
}
