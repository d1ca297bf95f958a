use std::collections::VecDeque;

use ludo_dice::Link;
use ludo_protocol::{NumberedEvent, Snapshot};
use ludo_rules::Seat;
use ludo_table::{Event, Member, Phase, Table, Wrong};

use crate::{After, CheckedRoll, Checks};

/// How many of the last events that somebody sat down are remembered.
const SITS: usize = 64;

/// The table as far as the client knows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fold {
    pub(crate) table: Option<Table>,
    /// The number of the last event in it.
    pub(crate) seq: u64,
    /// Whether all of the game that is on was seen and checked here, from its begin.
    pub(crate) whole: bool,
    pub(crate) checks: Checks,
    /// The rolls of the game that were checked here. A game has a greatest number of them.
    pub(crate) rolls: Vec<CheckedRoll>,
    /// The states of the game's dice that were seen, `S[n]` of the first one's `n` and on.
    states: (u32, Vec<Link>),
    /// Who sat down where, by which event.
    sits: VecDeque<(u64, Seat, Member)>,
}

/// Why an event does not follow.
#[derive(Debug)]
pub(crate) enum Problem {
    /// Events are missing before it.
    Gap,
    /// It cannot have happened.
    Wrong(Wrong),
}

impl Fold {
    /// The state that a server says is the one.
    pub(crate) fn load(snapshot: Snapshot) -> Self {
        let table = snapshot.table.map(|table| *table);
        let whole = table
            .as_ref()
            .is_none_or(|table| matches!(table.phase(), Phase::Waiting | Phase::Drawing { .. }));
        let mut fold = Self {
            table,
            seq: snapshot.seq,
            whole,
            ..Self::default()
        };
        fold.note_state();
        fold
    }

    /// The last event in it, if there is a table.
    pub(crate) fn last(&self) -> Option<After> {
        let table = self.table.as_ref()?;
        Some(After {
            seq: self.seq,
            at: Some(table.changed_at()),
        })
    }

    /// The state of the dice before a roll, if it was seen.
    pub(crate) fn state_before(&self, roll: u32) -> Option<Link> {
        let at = roll.checked_sub(1)?.checked_sub(self.states.0)?;
        self.states.1.get(usize::try_from(at).ok()?).copied()
    }

    /// Notes the state that was reached. A game has a greatest number of rolls, and so of states.
    fn note_state(&mut self) {
        let Some(dice) = self.table.as_ref().and_then(Table::dice) else {
            return;
        };
        if self.states.1.is_empty() {
            self.states.0 = dice.rolls();
        }
        self.states.1.push(Link(dice.state()));
    }

    /// Makes an event happen; false if it has happened already.
    pub(crate) fn apply(&mut self, numbered: &NumberedEvent) -> Result<bool, Problem> {
        if numbered.seq <= self.seq {
            return Ok(false);
        }
        if numbered.seq - self.seq > 1 {
            return Err(Problem::Gap);
        }
        match &mut self.table {
            Some(table) => table
                .apply(&numbered.event, numbered.at)
                .map_err(Problem::Wrong)?,
            None => {
                let opened = Table::fold(None, &numbered.event, numbered.at);
                self.table = Some(opened.map_err(Problem::Wrong)?);
            }
        }
        self.seq = numbered.seq;
        match &numbered.event {
            Event::Sat { member, seat } => {
                if self.sits.len() >= SITS {
                    self.sits.pop_front();
                }
                self.sits.push_back((numbered.seq, *seat, *member));
            }
            Event::Begun { .. } => {
                self.whole = true;
                self.checks = Checks::default();
                self.rolls.clear();
                self.states = (0, Vec::new());
            }
            Event::Drawn { .. } => self.note_state(),
            Event::Rolled { .. } => {
                self.checks.count(&numbered.event);
                self.rolls.extend(CheckedRoll::of(&numbered.event));
                self.note_state();
            }
            _ => {}
        }
        Ok(true)
    }

    /// Who sat down on `seat` by a command whose last event is number `seq`.
    pub(crate) fn who_sat(&self, seat: Seat, seq: u64) -> Option<Member> {
        let sits = self.sits.iter().rev();
        sits.filter(|sit| sit.0 <= seq && sit.1 == seat)
            .map(|sit| sit.2)
            .next()
    }

    /// What was checked of the game.
    pub(crate) fn checks(&self) -> Checks {
        let rolls = self
            .table
            .as_ref()
            .and_then(Table::dice)
            .map_or(0, ludo_dice::Dice::rolls);
        Checks {
            rolls,
            ..self.checks
        }
    }
}
