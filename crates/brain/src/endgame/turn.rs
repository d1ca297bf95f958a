//! One turn, worked out from the turns that can follow it: the chance of the seat to move that it loses when both play their best.
//! It is done for one group of the mover and many of the rival's at a time, whose numbers lie side by side.

use std::ops::Range;

use super::fixed::sixth;
use super::groups::{Groups, Hit, Hop};
use super::values::{Library, Panel};
use super::window::{Far, View};

/// The most columns that are worked out at a time.
pub(super) const WIDE: usize = 256;

/// Where nothing is lost.
static NOTHING: [i32; WIDE] = [0; WIDE];

/// What the turns of one seat depend on, the rival's tokens in one block.
#[derive(Clone, Copy)]
pub(super) struct Side<'v> {
    /// With no, one and two tokens less, which came home in this turn. Nothing where that wins.
    stages: [Option<Stage<'v>>; 3],
    /// What can be captured.
    hits: &'v [Vec<Hit>],
    /// Numbers that stand for those of some rows.
    window: Option<View<'v>>,
    /// How far chances may be from the stored ones after a capture.
    far: Option<Far<'v>>,
}

#[derive(Clone, Copy)]
struct Stage<'v> {
    groups: &'v Groups,
    panel: &'v Panel,
}

/// Numbers in the making.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) sum: [i32; WIDE],
    pub(super) six: [i32; WIDE],
    second: [i32; WIDE],
    third: [i32; WIDE],
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            sum: NOTHING,
            six: NOTHING,
            second: NOTHING,
            third: NOTHING,
        }
    }
}

impl<'v> Side<'v> {
    /// The turns of a seat with so many tokens against a block of the rival. Nothing where something is not there.
    #[inline(always)]
    pub(super) fn new(library: &'v Library, mover: u8, rival: u8, block: usize) -> Option<Self> {
        let mut stages = [None; 3];
        for (home, stage) in (0..).zip(&mut stages) {
            if mover > home {
                *stage = Some(Stage {
                    groups: library.groups(mover - home)?,
                    panel: library.panel(mover - home, rival, block)?,
                });
            }
        }
        Some(Self {
            stages,
            hits: &library.groups(rival)?.blocks().get(block)?.hits,
            window: None,
            far: None,
        })
    }

    /// The same with other numbers for some rows, and another for what is captured.
    #[inline(always)]
    pub(super) const fn through(self, window: View<'v>, far: Far<'v>) -> Self {
        Self {
            window: Some(window),
            far: Some(far),
            ..self
        }
    }

    #[inline(always)]
    fn rows(&self, home: usize, row: usize, columns: &Range<usize>) -> (&'v [i32], &'v [i32]) {
        let Some(stage) = self.stages.get(home).and_then(Option::as_ref) else {
            let nothing = NOTHING.get(..columns.len()).unwrap_or_default();
            return (nothing, nothing);
        };
        if home == 0
            && let Some(window) = &self.window
            && window.rows.start <= row
            && row < window.rows.end
        {
            return window.rows(row, columns);
        }
        let range = stage.panel.range(row, columns);
        (
            stage.panel.chances.get(range.clone()).unwrap_or_default(),
            stage.panel.sums.get(range).unwrap_or_default(),
        )
    }

    /// What the rival has after a move.
    #[inline(always)]
    fn after(&self, hop: &Hop, columns: &Range<usize>) -> &'v [i32] {
        self.rows(usize::from(hop.home), hop.to as usize, columns).0
    }

    /// Sums up what each of the faces 1 to 5 loses. How many of them move nothing: what they lose is what the rival has where everything
    /// stays, and left out unless it `stays`.
    #[inline(always)]
    pub(super) fn small_faces(
        &self,
        mover: usize,
        columns: &Range<usize>,
        stays: bool,
        sum: &mut [i32],
    ) -> u8 {
        sum.fill(0);
        let Some(stage) = &self.stages[0] else {
            return 0;
        };
        let (hops, until) = stage.groups.moves(mover);
        let mut begin = 0;
        let mut passes = 0;
        for &end in until.iter().take(5) {
            let end = usize::from(end);
            match hops.get(begin..end).unwrap_or_default() {
                [] => {
                    passes += 1;
                    if stays {
                        add(sum, self.rows(0, mover, columns).0);
                    }
                }
                [a] => add(sum, self.after(a, columns)),
                [a, b] => add_2(sum, self.after(a, columns), self.after(b, columns)),
                [a, b, c] => add_3(
                    sum,
                    self.after(a, columns),
                    self.after(b, columns),
                    self.after(c, columns),
                ),
                [a, b, c, d, ..] => add_4(sum, [a, b, c, d].map(|hop| self.after(hop, columns))),
            }
            begin = end;
        }
        passes
    }

    /// What a 6 loses. Whether it moves nothing, as with [`small_faces`](Self::small_faces).
    #[inline(always)]
    pub(super) fn six(
        &self,
        mover: usize,
        columns: &Range<usize>,
        stays: bool,
        lines: &mut Lines,
    ) -> bool {
        let Lines {
            six, second, third, ..
        } = lines;
        let six = six.get_mut(..columns.len()).unwrap_or_default();
        let second = second.get_mut(..columns.len()).unwrap_or_default();
        let third = third.get_mut(..columns.len()).unwrap_or_default();
        let sixes = self.sixes(0, mover);
        if sixes.is_empty() {
            if stays {
                six.copy_from_slice(self.rows(0, mover, columns).0);
            } else {
                six.fill(0);
            }
            return true;
        }
        six.fill(i32::MAX);
        for hop in sixes {
            let (home, to) = (usize::from(hop.home), hop.to as usize);
            if self.stages.get(home).is_none_or(Option::is_none) {
                six.fill(0);
                continue;
            }
            self.second(home, to, columns, second, third);
            if hop.land > 0 {
                for hit in Hit::within(self.hits, hop.land, columns) {
                    if let Some(place) = second.get_mut(hit.column as usize - columns.start) {
                        let after = hit.after as usize;
                        *place = self.second_at(to, after);
                        if let Some(far) = &self.far {
                            let on_track = self.on_track(to) + 1;
                            *place = (*place + 6 * far.at(on_track, after)).max(0);
                        }
                    }
                }
            }
            least(six, second);
        }
        for place in six {
            *place = sixth(*place);
        }
        false
    }

    /// How many tokens of the mover are on the track.
    fn on_track(&self, mover: usize) -> u8 {
        let groups = self.stages[0].map(|stage| stage.groups);
        groups.map_or(0, |groups| groups.on_track(mover))
    }

    #[inline(always)]
    fn sixes(&self, home: usize, row: usize) -> &'v [Hop] {
        let Some(stage) = self.stages.get(home).and_then(Option::as_ref) else {
            return &[];
        };
        let (hops, until) = stage.groups.moves(row);
        hops.get(usize::from(until[4])..).unwrap_or_default()
    }

    /// What the second roll loses, after a 6, times 6.
    #[inline(always)]
    fn second(
        &self,
        home: usize,
        row: usize,
        columns: &Range<usize>,
        second: &mut [i32],
        third: &mut [i32],
    ) {
        let (chances, sums) = self.rows(home, row, columns);
        let sixes = self.sixes(home, row);
        if sixes.is_empty() {
            for ((second, sum), chance) in second.iter_mut().zip(sums).zip(chances) {
                *second = sum + chance;
            }
            return;
        }
        third.fill(i32::MAX);
        for hop in sixes {
            // After two sixes, another 6 is void.
            let (chances, sums) = self.rows(home + usize::from(hop.home), hop.to as usize, columns);
            for ((third, sum), chance) in third.iter_mut().zip(sums).zip(chances) {
                *third = (*third).min(sum + chance);
            }
        }
        for ((second, sum), third) in second.iter_mut().zip(sums).zip(third.iter()) {
            *second = sum + sixth(*third);
        }
    }

    /// The same in one column, always by the stored numbers.
    #[inline(always)]
    fn second_at(&self, row: usize, column: usize) -> i32 {
        let at = |home: usize, row: usize| {
            let Some(Some(stage)) = self.stages.get(home) else {
                return (0, 0);
            };
            let index = row * stage.panel.width + column;
            (
                stage.panel.chances.get(index).copied().unwrap_or(0),
                stage.panel.sums.get(index).copied().unwrap_or(0),
            )
        };
        let (chance, sum) = at(0, row);
        let least = self
            .sixes(0, row)
            .iter()
            .map(|hop| {
                let (chance, sum) = at(usize::from(hop.home), hop.to as usize);
                chance + sum
            })
            .min();
        sum + least.map_or(chance, sixth)
    }
}

#[inline(always)]
fn add(sum: &mut [i32], a: &[i32]) {
    for (sum, a) in sum.iter_mut().zip(a) {
        *sum += a;
    }
}

#[inline(always)]
fn add_2(sum: &mut [i32], a: &[i32], b: &[i32]) {
    for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
        *sum += a.min(b);
    }
}

#[inline(always)]
fn add_3(sum: &mut [i32], a: &[i32], b: &[i32], c: &[i32]) {
    for (((sum, a), b), c) in sum.iter_mut().zip(a).zip(b).zip(c) {
        *sum += a.min(b).min(c);
    }
}

#[inline(always)]
fn add_4(sum: &mut [i32], [a, b, c, d]: [&[i32]; 4]) {
    for ((((sum, a), b), c), d) in sum.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *sum += a.min(b).min(c.min(d));
    }
}

#[inline(always)]
fn least(least: &mut [i32], a: &[i32]) {
    for (least, a) in least.iter_mut().zip(a) {
        *least = (*least).min(*a);
    }
}
