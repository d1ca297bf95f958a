use std::ops::Range;
use std::sync::Arc;

use super::check::{Check, off, off_of_sum};
use super::fresh::{Fresh, TALL, write, write_sums};
use super::groups::{Groups, Hit, squares};
use super::pass::{Half, close};
use super::turn::{Lines, Side, WIDE};
use super::values::Library;
use super::window::ENDS;
use crate::net::with_widest;

/// How much further the sum of a seat's progress can be where its turn still looks: two sixes.
const REACH: u16 = 12;

/// One block of each seat: how many tokens, and which block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The seat whose levels are taken one by one.
    pub(super) rows: (u8, usize),
    /// The other, whose groups are taken at each of them.
    pub(super) columns: (u8, usize),
}

impl Pair {
    /// Whether the two seats are in each other's place: then only what has the rows further than the columns is worked out.
    pub(super) fn is_mirrored(&self) -> bool {
        self.rows == self.columns
    }
}

/// Works out all positions of two blocks once, the furthest first.
pub(super) struct Sweep<'l> {
    library: &'l mut Library,
    check: Option<&'l mut Check>,
    pair: Pair,
    /// The groups of both seats and the range of each block.
    movers: Arc<Groups>,
    others: Arc<Groups>,
    mine: Range<usize>,
    theirs: Range<usize>,
    change: i32,
    lines: Box<Lines>,
    fresh: Fresh,
}

impl<'l> Sweep<'l> {
    /// The greatest change in units. Nothing where something is not there.
    pub(super) fn run(
        library: &'l mut Library,
        pair: Pair,
        check: Option<&'l mut Check>,
    ) -> Option<i32> {
        let movers = library.groups(pair.rows.0)?.clone();
        let others = library.groups(pair.columns.0)?.clone();
        let mine = movers.blocks().get(pair.rows.1)?.groups.clone();
        let theirs = others.blocks().get(pair.columns.1)?.groups.clone();
        // Everything is there: sides can be made of it.
        Side::new(library, pair.rows.0, pair.columns.0, pair.columns.1)?;
        Side::new(library, pair.columns.0, pair.rows.0, pair.rows.1)?;
        let mut sweep = Self {
            library,
            check,
            pair,
            movers: movers.clone(),
            others,
            mine,
            theirs,
            change: 0,
            lines: Box::default(),
            fresh: Fresh::default(),
        };
        let levels = &movers.blocks().get(pair.rows.1)?.levels;
        let mut back = levels.iter();
        let mut reach = back.next()?;
        for (sum, level) in levels {
            while reach.0 > sum + REACH {
                reach = back.next()?;
            }
            sweep.level(level.clone(), reach.1.start)?;
        }
        Some(sweep.change)
    }

    fn level(&mut self, level: Range<usize>, reach: usize) -> Option<()> {
        let width = self.theirs.len();
        let first = self.mine.start;
        if let Some(check) = &mut self.check {
            check.come_to(level.start - first..level.end - first, width, reach - first);
            check.ahead.resize(width * level.len(), 0);
        }
        let mirrored = self.pair.is_mirrored();
        let from = if mirrored { level.start - first } else { 0 };
        let mut runs: Vec<Range<usize>> = Vec::new();
        for row in level.clone() {
            if self.movers.may_pass(row) {
                self.across(row..row + 1, &level, reach);
                for column in from..width {
                    self.both_may_pass(&level, row, column, reach)?;
                }
            } else {
                match runs.last_mut() {
                    Some(run) if run.end == row => run.end += 1,
                    _ => runs.push(row..row + 1),
                }
            }
        }
        for begin in (from..width).step_by(WIDE) {
            let columns = begin..(begin + WIDE).min(width);
            self.look_back(reach..level.start, &columns);
            for rows in parts(&runs, TALL) {
                with_widest(
                    #[inline(always)]
                    || self.first_turns(&level, rows, &columns),
                )?;
            }
        }
        let from = if mirrored { level.end - first } else { 0 };
        if mirrored {
            self.capture(&level, &(level.start - first..from));
        }
        if !runs.is_empty() {
            self.across(level.clone(), &level, reach);
        }
        for rows in parts(&runs, WIDE) {
            for begin in (from..width).step_by(TALL) {
                let columns = begin..(begin + TALL).min(width);
                with_widest(
                    #[inline(always)]
                    || self.second_turns(&level, &rows, columns),
                )?;
            }
        }
        self.capture(&level, &(0..width));
        let hits = &self.others.blocks().get(self.pair.columns.1)?.hits;
        if let Some(check) = &mut self.check {
            for row in level {
                let standing = self.movers.standing(row);
                check.capture(row - first, standing, hits, &(0..width));
            }
        }
        Some(())
    }

    /// Whether tokens of both stand on a square.
    fn is_capture(&self, row: usize, column: usize) -> bool {
        let block = self.others.blocks().get(self.pair.columns.1);
        let hits = block.map_or(&[][..], |block| &block.hits);
        squares(self.movers.standing(row))
            .any(|square| !Hit::within(hits, square, &(column..column + 1)).is_empty())
    }

    fn look_back(&mut self, rows: Range<usize>, columns: &Range<usize>) {
        let (rows_of, (columns_of, block)) = (self.pair.rows.0, self.pair.columns);
        if let Some(check) = &mut self.check
            && let Some(panel) = self.library.panel(rows_of, columns_of, block)
        {
            let first = self.mine.start;
            with_widest(
                #[inline(always)]
                || check.look_back(panel, first, rows, columns),
            );
        }
    }

    /// Makes ready for the turns of the other seat against some rows of a level.
    fn across(&mut self, rows: Range<usize>, level: &Range<usize>, reach: usize) {
        let Some(check) = &mut self.check else {
            return;
        };
        let first = self.mine.start;
        let columns = rows.start - first..rows.end - first;
        if !self.pair.is_mirrored() {
            check.across.open(self.theirs.clone(), columns);
            return;
        }
        check.across.open(reach..self.theirs.end, columns.clone());
        let (count, block) = self.pair.rows;
        let Some(panel) = self.library.panel(count, count, block) else {
            return;
        };
        // The other seat's further groups are rows that were done. Those of this level have just been done, if it is all of it.
        let mut done = reach..level.start;
        if rows == *level && !level.clone().all(|row| self.movers.may_pass(row)) {
            check.take_ahead(first, level);
            done.end = level.end;
        }
        check.look_across(panel, first, done, &columns);
    }

    /// Copies what captures lead to, in rows that have been done.
    fn capture(&mut self, level: &Range<usize>, columns: &Range<usize>) {
        let others = self.others.clone();
        let movers = self.movers.clone();
        let (rows_of, (columns_of, block)) = (self.pair.rows.0, self.pair.columns);
        let hits = others
            .blocks()
            .get(block)
            .map_or(&[][..], |block| &block.hits);
        if let Some(panel) = self.library.panel_mut(rows_of, columns_of, block) {
            for row in level.clone() {
                panel.capture(row, movers.standing(row), hits, columns);
            }
        }
    }

    /// The turns of the seat of the rows.
    #[inline(always)]
    fn first_turns(
        &mut self,
        level: &Range<usize>,
        rows: Range<usize>,
        columns: &Range<usize>,
    ) -> Option<()> {
        let (rows_of, row_block) = self.pair.rows;
        let (columns_of, column_block) = self.pair.columns;
        let side = Side::new(self.library, rows_of, columns_of, column_block)?;
        let hits = &self.others.blocks().get(column_block)?.hits;
        for (line, row) in rows.clone().enumerate() {
            let standing = self.movers.standing(row);
            self.fresh.work(&side, row, columns, line, &mut self.lines);
            if let Some(check) = &mut self.check {
                let ends =
                    ENDS.map(|end| side.through(check.before.view(end), check.far_at(0, end)));
                self.fresh.look(&ends, row, columns, line, &mut self.lines);
                self.fresh.leave_slack(
                    line,
                    (0, row - self.mine.start, standing),
                    hits,
                    columns,
                    check,
                );
            }
            self.fresh.leave_out(line, standing, hits, columns);
        }

        let panel = self.library.panel_mut(rows_of, columns_of, column_block)?;
        for (line, row) in rows.clone().enumerate() {
            let range = panel.range(row, columns);
            let sums = panel.sums.get_mut(range)?;
            let change = write_sums(sums, self.fresh.chances(line), self.fresh.sums(line));
            self.change = self.change.max((change + 4) / 5);
            if let Some(check) = &mut self.check {
                let slack = check.row_mut(row - self.mine.start, columns).1;
                slack.copy_from_slice(self.fresh.slack_of_sums(line).get(..columns.len())?);
            }
        }
        let panel = self.library.panel_mut(columns_of, rows_of, row_block)?;
        let places = rows.start - self.mine.start..rows.end - self.mine.start;
        for (column, group) in columns.clone().enumerate() {
            let range = panel.range(self.theirs.start + group, &places);
            let chances = panel.chances.get_mut(range)?;
            self.change = self.change.max(self.fresh.write_column(column, chances));
            if let Some(check) = &mut self.check {
                let begin = group * level.len() + rows.start - level.start;
                let slack = check.ahead.get_mut(begin..begin + rows.len())?;
                self.fresh.write_slack(column, slack);
            }
        }
        Some(())
    }

    /// The turns of the seat of the columns, in their order.
    #[inline(always)]
    fn second_turns(
        &mut self,
        level: &Range<usize>,
        rows: &Range<usize>,
        columns: Range<usize>,
    ) -> Option<()> {
        let (rows_of, row_block) = self.pair.rows;
        let (columns_of, column_block) = self.pair.columns;
        let movers = self.movers.clone();
        let hits = &movers.blocks().get(row_block)?.hits;
        let places = rows.start - self.mine.start..rows.end - self.mine.start;
        for (line, column) in columns.clone().enumerate() {
            let group = self.theirs.start + column;
            let standing = self.others.standing(group);
            let side = Side::new(self.library, columns_of, rows_of, row_block)?;
            self.fresh
                .work(&side, group, &places, line, &mut self.lines);
            if let Some(check) = &mut self.check {
                if self.others.may_pass(group) {
                    // It stays where it is.
                    let panel = self.library.panel(columns_of, rows_of, row_block)?;
                    let begin = column * level.len() + rows.start - level.start;
                    let slack = check.ahead.get(begin..begin + rows.len())?;
                    let chances = panel.chances.get(panel.range(group, &places))?;
                    check
                        .across
                        .set_chances(group, places.start, chances, slack);
                }
                let ends =
                    ENDS.map(|end| side.through(check.across.view(end), check.far_at(1, end)));
                self.fresh
                    .look(&ends, group, &places, line, &mut self.lines);
                self.fresh
                    .leave_slack(line, (1, column, standing), hits, &places, check);
            }
            self.fresh.leave_out(line, standing, hits, &places);
            let panel = self.library.panel_mut(columns_of, rows_of, row_block)?;
            let range = panel.range(group, &places);
            let sums = panel.sums.get_mut(range.clone())?;
            let change = write_sums(sums, self.fresh.chances(line), self.fresh.sums(line));
            self.change = self.change.max((change + 4) / 5);
            panel.capture(group, standing, hits, &places);
            if let Some(check) = &mut self.check {
                // Where this group captures, what stands there was allowed for a capture by the other seat. That is not less: of what a turn
                // can lead to, only one token of the seat that has moved is on the square.
                let begin = column * level.len() + rows.start - level.start;
                let slack = check.ahead.get(begin..begin + rows.len())?;
                let chances = panel.chances.get(range.clone())?;
                check
                    .across
                    .set_chances(group, places.start, chances, slack);
                let slack = self.fresh.slack_of_sums(line).get(..places.len())?;
                check
                    .across
                    .set_sums(group, places.start, panel.sums.get(range)?, slack);
            }
        }
        let panel = self.library.panel_mut(rows_of, columns_of, column_block)?;
        for (place, row) in rows.clone().enumerate() {
            let range = panel.range(row, &columns);
            let chances = panel.chances.get_mut(range)?;
            self.change = self.change.max(self.fresh.write_column(place, chances));
            if let Some(check) = &mut self.check {
                let slack = check.row_mut(row - self.mine.start, &columns).0;
                self.fresh.write_slack(place, slack);
            }
        }
        Some(())
    }

    /// Both turns of one position where the seat of the row may pass.
    fn both_may_pass(
        &mut self,
        level: &Range<usize>,
        row: usize,
        column: usize,
        reach: usize,
    ) -> Option<()> {
        let (rows_of, row_block) = self.pair.rows;
        let (columns_of, column_block) = self.pair.columns;
        let group = self.theirs.start + column;
        let place = row - self.mine.start;
        let (columns, places) = (column..column + 1, place..place + 1);
        if self.is_capture(row, column) {
            let movers = self.movers.clone();
            let hits = &movers.blocks().get(row_block)?.hits;
            let panel = self.library.panel_mut(columns_of, rows_of, row_block)?;
            panel.capture(group, self.others.standing(group), hits, &places);
            if let Some(check) = &mut self.check {
                // Nothing is found of it here: the widest that there can be.
                let index = group * panel.width + place;
                let (chance, sum) = (*panel.chances.get(index)?, *panel.sums.get(index)?);
                let far = check.furthest();
                check.across.set_chances(group, place, &[chance], &[far]);
                check.across.set_sums(group, place, &[sum], &[5 * far]);
                let (chances, sums) = check.row_mut(place, &columns);
                chances.fill(far);
                sums.fill(5 * far);
                *check
                    .ahead
                    .get_mut(column * level.len() + row - level.start)? = far;
            }
            return Some(());
        }
        self.look_back(reach..level.start, &columns);
        let first = Side::new(self.library, rows_of, columns_of, column_block)?;
        let second = Side::new(self.library, columns_of, rows_of, row_block)?;
        let one = Half::of(&first, row, &columns, &mut self.lines);
        let other = Half::of(&second, group, &places, &mut self.lines);
        let (x, y) = close(&one, &other);
        let sums = [one.sum_with(y), other.sum_with(x)];
        let mut slack = None;
        if let Some(check) = &mut self.check {
            let ends = ENDS.map(|end| {
                // What is best for the one is worst for the other.
                let first = first.through(check.before.view(end), check.far_at(0, end));
                let second = second.through(check.across.view(1 - end), check.far_at(1, 1 - end));
                let one = Half::of(&first, row, &columns, &mut self.lines);
                let other = Half::of(&second, group, &places, &mut self.lines);
                let (x, y) = close(&one, &other);
                (x, y, one.sum_with(y), other.sum_with(x))
            });
            let [(x0, y0, a0, b0), (x1, y1, a1, b1)] = ends;
            let found = [off(x, [x0, x1]), off(y, [y0, y1])];
            let of_sums = [off_of_sum(sums[0], [a0, a1]), off_of_sum(sums[1], [b0, b1])];
            check.found(
                0,
                place,
                &columns,
                &[found[0].max(found[1])],
                &[of_sums[0].max(of_sums[1])],
            );
            slack = Some((found, of_sums));
        }
        let mut put = |rows: u8,
                       columns: u8,
                       block: usize,
                       row: usize,
                       place: usize,
                       [chance, sum]: [i32; 2]| {
            let panel = self.library.panel_mut(rows, columns, block)?;
            let index = row * panel.width + place;
            let change = write(panel.chances.get_mut(index)?, chance);
            let of_sum = write(panel.sums.get_mut(index)?, sum);
            self.change = self.change.max(change).max((of_sum + 4) / 5);
            Some(())
        };
        put(columns_of, rows_of, row_block, group, place, [x, sums[1]])?;
        put(rows_of, columns_of, column_block, row, column, [y, sums[0]])?;
        if let Some(check) = &mut self.check
            && let Some((found, of_sums)) = slack
        {
            check.across.set_chances(group, place, &[x], &[found[0]]);
            check
                .across
                .set_sums(group, place, &[sums[1]], &[of_sums[1]]);
            let (chances, sums) = check.row_mut(place, &columns);
            chances.fill(found[1]);
            sums.fill(of_sums[0]);
            *check
                .ahead
                .get_mut(column * level.len() + row - level.start)? = found[0];
        }
        Some(())
    }
}

/// Ranges in parts of a length or less.
fn parts(runs: &[Range<usize>], length: usize) -> impl Iterator<Item = Range<usize>> {
    runs.iter().flat_map(move |run| {
        let end = run.end;
        run.clone()
            .step_by(length)
            .map(move |begin| begin..(begin + length).min(end))
    })
}
