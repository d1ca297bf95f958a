use std::ops::Range;

use super::fixed::ROUNDING_OF_PASSES;
use super::groups::{Block, Groups, Hit, MOST, squares};
use super::values::Panel;
use super::window::{Far, Window};

/// The part of the radius that each token on the track adds is one of so many.
const MORE: i32 = 64;

/// Whether the exact values of two blocks lie within a radius around those at hand.
///
/// A sweep is done not only with the values as they are, but with all that the exact ones could be: those that it has not come to
/// yet anywhere within the radius, those that it has been at within what was found there. A turn is monotone in what it depends on,
/// so the ends are enough. If what comes out lies within the radius of where the sweep began, then a sweep by exact numbers maps all
/// that lies within it into itself, and so what no sweep changes lies there too, within what was found.
#[derive(Debug, Default)]
pub(super) struct Check {
    /// How far the exact values may be from those before the sweep, in units, where no token is on the track; of sums five times so far.
    radius: i32,
    /// How much further they may be for each token on the track.
    step: i32,
    /// How much further that is for each group of the seat of the rows, and of the other.
    more: [Vec<u16>; 2],
    /// The furthest that they may be after it.
    pub(super) most: i32,
    /// The same less what tokens on the track allow.
    pub(super) excess: i32,
    /// What was found of rows that turns still to come can lead to.
    rows: Vec<Slack>,
    /// The chances of the seat of the rows at one level of it: a row for each group of the other seat.
    pub(super) ahead: Vec<u16>,
    /// Of the rows.
    pub(super) before: Window,
    /// Of the groups of the other seat against one level of the rows.
    pub(super) across: Window,
}

/// How far a row's numbers may be off.
#[derive(Clone, Debug, Default)]
struct Slack {
    chances: Vec<u16>,
    sums: Vec<u16>,
}

impl Check {
    /// The greatest radius: what is found and five times so many units fit, and where they do not, more than the radius is found.
    pub(super) const MOST_RADIUS: i32 = 11_000;

    /// For blocks of both seats.
    pub(super) fn new(radius: i32, [mine, theirs]: [(&Groups, &Block); 2]) -> Self {
        let step = (radius + MORE - 1) / MORE;
        let more = |(groups, block): (&Groups, &Block)| {
            let tokens = block.groups.clone().map(|group| groups.on_track(group));
            tokens
                .map(|tokens| step as u16 * u16::from(tokens))
                .collect()
        };
        Self {
            radius,
            step,
            more: [more(mine), more(theirs)],
            rows: vec![Slack::default(); mine.1.groups.len()],
            excess: i32::MIN,
            ..Self::default()
        }
    }

    /// How far chances may be off that the sweep has not come to: of one of the seats and its group, with some column of the other.
    #[inline(always)]
    pub(super) fn far(&self, seat: usize, place: usize, column: usize) -> u16 {
        let more = |seat: usize, place: usize| {
            let more = self.more.get(seat).and_then(|more| more.get(place));
            more.copied().unwrap_or(0)
        };
        self.radius as u16 + more(seat, place) + more(1 - seat, column)
    }

    /// The furthest that anything may be off that the sweep has not come to.
    pub(super) fn furthest(&self) -> u16 {
        self.radius as u16 + 2 * MOST as u16 * self.step as u16
    }

    /// Writes what was found of turns against a level to its rows, which has the same groups of the other seat.
    pub(super) fn take_ahead(&mut self, first: usize, level: &Range<usize>) {
        let columns = level.start - first..level.end - first;
        for row in columns.clone() {
            let begin = row * level.len();
            let known = self.ahead.get(begin..begin + level.len());
            let slack = self.rows.get_mut(row);
            let places = slack.and_then(|slack| slack.chances.get_mut(columns.clone()));
            if let (Some(known), Some(places)) = (known, places) {
                places.copy_from_slice(known);
            }
        }
    }

    /// The same for one end, for turns of one of the seats.
    #[inline(always)]
    pub(super) fn far_at(&self, seat: usize, end: usize) -> Far<'_> {
        Far {
            radius: self.radius,
            step: self.step,
            columns: self.more.get(1 - seat).map_or(&[], Vec::as_slice),
            end,
        }
    }

    /// Makes room for some rows, and forgets those before others.
    pub(super) fn come_to(&mut self, rows: Range<usize>, width: usize, forget: usize) {
        for slack in self.rows.get_mut(rows).unwrap_or_default() {
            slack.chances.resize(width, 0);
            slack.sums.resize(width, 0);
        }
        for slack in self.rows.get_mut(..forget).unwrap_or_default() {
            *slack = Slack::default();
        }
    }

    /// Places for what is found of a row's chances and sums.
    #[inline(always)]
    pub(super) fn row_mut(
        &mut self,
        row: usize,
        columns: &Range<usize>,
    ) -> (&mut [u16], &mut [u16]) {
        let Some(slack) = self.rows.get_mut(row) else {
            return (&mut [], &mut []);
        };
        (
            slack.chances.get_mut(columns.clone()).unwrap_or_default(),
            slack.sums.get_mut(columns.clone()).unwrap_or_default(),
        )
    }

    /// Copies to where a row captures what was found of what it leads to.
    pub(super) fn capture(
        &mut self,
        row: usize,
        standing: u64,
        hits: &[Vec<Hit>],
        columns: &Range<usize>,
    ) {
        let Some(slack) = self.rows.get_mut(row) else {
            return;
        };
        for square in squares(standing) {
            for hit in Hit::within(hits, square, columns) {
                for numbers in [&mut slack.chances, &mut slack.sums] {
                    let after = numbers.get(hit.after as usize).copied();
                    if let (Some(place), Some(after)) =
                        (numbers.get_mut(hit.column as usize), after)
                    {
                        *place = after;
                    }
                }
            }
        }
    }

    fn row(&self, row: usize, columns: &Range<usize>) -> (&[u16], &[u16]) {
        let Some(slack) = self.rows.get(row) else {
            return (&[], &[]);
        };
        (
            slack.chances.get(columns.clone()).unwrap_or_default(),
            slack.sums.get(columns.clone()).unwrap_or_default(),
        )
    }

    /// Takes up what is known of some rows, the first of the block being `first`.
    #[inline(always)]
    pub(super) fn look_back(
        &mut self,
        panel: &Panel,
        first: usize,
        rows: Range<usize>,
        columns: &Range<usize>,
    ) {
        let mut window = std::mem::take(&mut self.before);
        window.open(rows.clone(), columns.clone());
        self.fill(&mut window, panel, first, rows, columns);
        self.before = window;
    }

    /// The same for the other seat, in a block that is its own mirror.
    #[inline(always)]
    pub(super) fn look_across(
        &mut self,
        panel: &Panel,
        first: usize,
        rows: Range<usize>,
        columns: &Range<usize>,
    ) {
        let mut window = std::mem::take(&mut self.across);
        self.fill(&mut window, panel, first, rows, columns);
        self.across = window;
    }

    #[inline(always)]
    fn fill(
        &self,
        window: &mut Window,
        panel: &Panel,
        first: usize,
        rows: Range<usize>,
        columns: &Range<usize>,
    ) {
        for row in rows {
            let range = panel.range(row, columns);
            let (chances, sums) = self.row(row - first, columns);
            let known = panel.chances.get(range.clone()).unwrap_or_default();
            window.set_chances(row, columns.start, known, chances);
            let known = panel.sums.get(range).unwrap_or_default();
            window.set_sums(row, columns.start, known, sums);
        }
    }

    /// Takes note of how far chances and sums of one of the seats and its group may be off, in some columns of the other; what is 0 does
    /// not count.
    #[inline(always)]
    pub(super) fn found(
        &mut self,
        seat: usize,
        place: usize,
        columns: &Range<usize>,
        chances: &[u16],
        sums: &[u16],
    ) {
        let own = self
            .more
            .get(seat)
            .and_then(|more| more.get(place))
            .copied();
        let more = self
            .more
            .get(1 - seat)
            .and_then(|more| more.get(columns.clone()));
        let (mut most, mut excess) = (0, i32::MIN);
        for ((chance, sum), more) in chances.iter().zip(sums).zip(more.unwrap_or_default()) {
            let off = i32::from(*chance).max((i32::from(*sum) + 4) / 5);
            most = most.max(off);
            excess = excess.max(off - i32::from(*more));
        }
        self.most = self.most.max(most);
        self.excess = self
            .excess
            .max(excess.saturating_sub(own.unwrap_or(0).into()));
    }
}

/// How far a chance may be off that comes to `value`, and to `ends` where what it depends on is at its ends: one of a position with passes.
pub(super) fn off(value: i32, ends: [i32; 2]) -> u16 {
    saturated(apart(value, ends) + ROUNDING_OF_PASSES)
}

/// The same of a sum.
pub(super) fn off_of_sum(value: i32, ends: [i32; 2]) -> u16 {
    saturated(apart(value, ends))
}

fn saturated(number: i32) -> u16 {
    number.min(u16::MAX.into()) as u16
}

#[inline(always)]
fn apart(value: i32, [one, other]: [i32; 2]) -> i32 {
    (one - value).abs().max((other - value).abs())
}
