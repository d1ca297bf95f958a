//! One turn, worked out from the turns that can follow it: the chance that the seat to move wins when both play their best.

use super::groups::{Groups, Hop};

/// Values of all positions of one number of tokens against another, the seat to move first: a row for each of its groups.
#[derive(Clone, Copy)]
pub(super) struct Grid<'v> {
    values: &'v [f32],
    width: usize,
}

impl<'v> Grid<'v> {
    pub(super) const fn new(values: &'v [f32], width: usize) -> Self {
        Self { values, width }
    }

    #[inline(always)]
    pub(super) fn row(self, row: usize) -> &'v [f32] {
        let begin = row * self.width;
        self.values
            .get(begin..begin + self.width)
            .unwrap_or_default()
    }
}

/// What a seat's turn depends on.
#[derive(Clone, Copy)]
pub(super) struct Sources<'v> {
    pub(super) movers: &'v Groups,
    pub(super) others: &'v Groups,
    /// The rival's turns against as many tokens of the mover: a row for each group of the rival.
    pub(super) theirs: Grid<'v>,
    /// Sums of the mover's turns over the faces 1 to 5, divided by 6: a row for each group of the rival.
    pub(super) partial: Grid<'v>,
    /// The same with one token less of the mover; nothing where that wins.
    pub(super) lower: Option<Lower<'v>>,
}

#[derive(Clone, Copy)]
pub(super) struct Lower<'v> {
    pub(super) movers: &'v Groups,
    pub(super) theirs: Grid<'v>,
    pub(super) partial: Grid<'v>,
    /// And with two less, for a second token that goes home by a second 6.
    pub(super) below: Option<(Grid<'v>, Grid<'v>)>,
}

/// A turn but for passing back the very same position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// Of the faces 1 to 5 that move something, a sixth of each.
    pub(super) some: f64,
    /// Of the 6, if it moves something, a sixth.
    pub(super) six: f64,
    /// The chance that none of the faces 1 to 5 comes that move something, given that they come.
    pub(super) passes: f64,
    /// The same of the 6.
    pub(super) six_passes: f64,
}

const SIXTH: f64 = 1.0 / 6.0;

/// A rival's group, ready for many groups of the mover.
pub(super) struct Against<'v> {
    sources: Sources<'v>,
    other: usize,
    targets: u64,
    theirs: &'v [f32],
    partial: &'v [f32],
    lower: Option<(Lower<'v>, &'v [f32], &'v [f32])>,
}

impl<'v> Against<'v> {
    pub(super) fn new(sources: Sources<'v>, other: usize) -> Self {
        Self {
            sources,
            other,
            targets: sources.others.targets(other),
            theirs: sources.theirs.row(other),
            partial: sources.partial.row(other),
            lower: sources
                .lower
                .map(|lower| (lower, lower.theirs.row(other), lower.partial.row(other))),
        }
    }

    #[inline(always)]
    fn falls(&self, hop: &Hop) -> bool {
        self.targets >> hop.land & 1 == 1
    }

    /// What a move is worth that ends the turn.
    #[inline(always)]
    fn end(&self, hop: &Hop) -> f32 {
        let to = hop.to as usize;
        if self.falls(hop) {
            let other = self.sources.others.after_fall(self.other, hop.land);
            return 1.0 - at(self.sources.theirs.row(other), to);
        }
        if hop.home {
            return match &self.lower {
                Some((_, theirs, _)) => 1.0 - at(theirs, to),
                None => 1.0,
            };
        }
        1.0 - at(self.theirs, to)
    }

    #[inline(always)]
    fn best(&self, hops: &[Hop]) -> f32 {
        let mut best = 0.0;
        for hop in hops {
            let value = self.end(hop);
            if value > best {
                best = value;
            }
        }
        best
    }

    /// A sixth of each of the faces 1 to 5 that move something, and the chance of those that do not.
    #[inline]
    pub(super) fn small_faces(&self, mover: usize) -> (f64, f64) {
        let (hops, until) = self.sources.movers.moves(mover);
        let mut begin = 0;
        let (mut sum, mut passes) = (0.0_f64, 0.0);
        for &end in until.iter().take(5) {
            let end = usize::from(end);
            if end > begin {
                sum += f64::from(self.best(hops.get(begin..end).unwrap_or_default()));
                begin = end;
            } else {
                passes += SIXTH;
            }
        }
        (sum * SIXTH, passes)
    }

    /// The turn of a group of the mover.
    #[inline]
    pub(super) fn turn(&self, mover: usize) -> Turn {
        let (hops, until) = self.sources.movers.moves(mover);
        let (some, passes) = self.small_faces(mover);
        let mut turn = Turn {
            some,
            passes,
            ..Turn::default()
        };
        let sixes = hops.get(usize::from(until[4])..).unwrap_or_default();
        if sixes.is_empty() {
            turn.six_passes = SIXTH;
        } else {
            let mut best = 0.0_f64;
            for hop in sixes {
                let value = self.again(hop);
                if value > best {
                    best = value;
                }
            }
            turn.six = best * SIXTH;
        }
        turn
    }

    /// What a first 6 is worth that was played so: the second roll of the turn.
    #[inline]
    fn again(&self, hop: &Hop) -> f64 {
        let to = hop.to as usize;
        if self.falls(hop) {
            let other = self.sources.others.after_fall(self.other, hop.land);
            return Against::new(self.sources, other).second(to);
        }
        if hop.home {
            let Some((lower, theirs, partial)) = &self.lower else {
                return 1.0;
            };
            return self.second_lower(lower, theirs, partial, to);
        }
        self.second(to)
    }

    /// The second roll, after a 6, with this group.
    #[inline]
    fn second(&self, mover: usize) -> f64 {
        let (hops, until) = self.sources.movers.moves(mover);
        let sixes = hops.get(usize::from(until[4])..).unwrap_or_default();
        let mut best = 0.0_f64;
        for hop in sixes {
            let to = hop.to as usize;
            let value = if self.falls(hop) {
                let other = self.sources.others.after_fall(self.other, hop.land);
                third(
                    self.sources.partial.row(other),
                    self.sources.theirs.row(other),
                    to,
                )
            } else if hop.home {
                match &self.lower {
                    Some((_, theirs, partial)) => third(partial, theirs, to),
                    None => 1.0,
                }
            } else {
                third(self.partial, self.theirs, to)
            };
            if value > best {
                best = value;
            }
        }
        if sixes.is_empty() {
            best = f64::from(1.0 - at(self.theirs, mover));
        }
        f64::from(at(self.partial, mover)) + best * SIXTH
    }

    /// The second roll after a 6 that brought a token home. Captures by the other tokens are worked out too.
    #[inline(never)]
    fn second_lower(
        &self,
        lower: &Lower<'v>,
        theirs: &[f32],
        partial: &[f32],
        mover: usize,
    ) -> f64 {
        let (hops, until) = lower.movers.moves(mover);
        let sixes = hops.get(usize::from(until[4])..).unwrap_or_default();
        let mut best = 0.0_f64;
        for hop in sixes {
            let to = hop.to as usize;
            let value = if self.falls(hop) {
                let other = self.sources.others.after_fall(self.other, hop.land);
                third(lower.partial.row(other), lower.theirs.row(other), to)
            } else if hop.home {
                match lower.below {
                    Some((theirs, partial)) => {
                        third(partial.row(self.other), theirs.row(self.other), to)
                    }
                    None => 1.0,
                }
            } else {
                third(partial, theirs, to)
            };
            if value > best {
                best = value;
            }
        }
        if sixes.is_empty() {
            best = f64::from(1.0 - at(theirs, mover));
        }
        f64::from(at(partial, mover)) + best * SIXTH
    }
}

/// The third roll, after two sixes: another 6 is void.
#[inline(always)]
fn third(partial: &[f32], theirs: &[f32], mover: usize) -> f64 {
    f64::from(at(partial, mover)) + f64::from(1.0 - at(theirs, mover)) * SIXTH
}

#[inline(always)]
fn at(row: &[f32], index: usize) -> f32 {
    row.get(index).copied().unwrap_or(0.0)
}

/// What both turns of a position are worth, passing to and fro included: the one's, then the other's.
pub(super) fn close(one: &Turn, other: &Turn) -> (f64, f64) {
    let (a, w) = (one.some + one.six, one.passes + one.six_passes);
    let (b, v) = (other.some + other.six, other.passes + other.six_passes);
    // x = a + w (1 - y) and y = b + v (1 - x). Of both, one can move something with some face, so w v < 1.
    let x = (a + w * (1.0 - b - v)) / (1.0 - w * v);
    (x, b + v * (1.0 - x))
}

/// The sum over the faces 1 to 5, with the rival's value for those that move nothing.
pub(super) fn partial(turn: &Turn, theirs: f64) -> f64 {
    turn.some + turn.passes * (1.0 - theirs)
}
