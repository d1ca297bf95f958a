use ludo_rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::{Chair, Control, Table, Time, Wrong};

/// Time-outs in a row after which a seat goes on autopilot.
pub const TIME_OUTS: u8 = 3;

/// The clock that runs: the person on this seat is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveClock {
    /// Whose it is.
    pub seat: Seat,
    /// Since when it runs.
    pub since: Time,
    /// When their time is over.
    pub until: Time,
}

/// How the people of a game stand with their time. A state of before there were clocks has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Timing {
    /// When what is due now became due.
    pub(crate) since: Time,
    /// Whether the time of the person in turn ran out in this turn, which the table then finishes.
    pub(crate) is_out: bool,
    /// How often in a row each seat's time ran out.
    pub(crate) time_outs: BySeat<u8>,
}

impl Table {
    /// The clock that runs: none without a time for moves, outside a game, and where no person is to act. There is never
    /// more than one.
    #[must_use]
    pub fn clock(&self) -> Option<MoveClock> {
        let millis = self.options.move_time.millis()?;
        let since = self.playing()?.timing.since;
        match self.actor()? {
            (seat, Control::Owner) => Some(MoveClock {
                seat,
                since,
                until: since.plus(millis),
            }),
            _ => None,
        }
    }

    /// How often in a row the time of a seat's person ran out in this game; 0 without a game, and after anything that the
    /// person did.
    #[must_use]
    pub fn time_outs(&self, seat: Seat) -> u8 {
        self.playing().map_or(0, |play| play.timing.time_outs[seat])
    }

    /// Whether a seat is on autopilot because its time ran out too often. Its person may be connected all the while: a
    /// connection that was there before is no sign of them, a command or a new connection is.
    #[must_use]
    pub fn is_timed_out(&self, seat: Seat) -> bool {
        self.time_outs(seat) >= TIME_OUTS && self.chair(seat).control() == Some(Control::Autopilot)
    }

    /// The time of a seat is over.
    pub(crate) fn timed_out(&mut self, seat: Seat, at: Time) -> Result<(), Wrong> {
        let is_over = self
            .clock()
            .is_some_and(|clock| clock.seat == seat && clock.until <= at);
        let timing = self.timing().filter(|_| is_over);
        let timing = timing.ok_or(Wrong::Clock(seat))?;
        timing.since = at;
        timing.is_out = true;
        timing.time_outs[seat] = timing.time_outs[seat].saturating_add(1);
        Ok(())
    }

    /// The clock starts anew.
    pub(crate) fn resumed(&mut self, at: Time) -> Result<(), Wrong> {
        if self.clock().is_none() {
            return Err(Wrong::Phase("resumed"));
        }
        self.restart_clock(at);
        Ok(())
    }

    /// The person of a seat did something.
    pub(crate) fn stirred(&mut self, seat: Seat) {
        if let Some(timing) = self.timing() {
            timing.time_outs[seat] = 0;
        }
    }

    /// Somebody else plays a seat from now on. If its person does so again, in turn, their time begins; but not for one
    /// who had left: whoever leaves and returns, again and again, would hold a turn for ever.
    pub(crate) fn controlled(&mut self, seat: Seat, new: Control, at: Time) -> Result<(), Wrong> {
        let old = match &mut self.seats[seat] {
            Chair::Person { control, .. } if *control != new => std::mem::replace(control, new),
            _ => return Err(Wrong::Seat(seat)),
        };
        if new == Control::Owner {
            self.stirred(seat);
        }
        if self.turn() == Some(seat) && old == Control::Autopilot {
            self.restart_clock(at);
        }
        Ok(())
    }

    pub(crate) fn restart_clock(&mut self, at: Time) {
        if let Some(timing) = self.timing() {
            timing.since = at;
        }
    }

    fn timing(&mut self) -> Option<&mut Timing> {
        match &mut self.stage {
            crate::stage::Stage::Playing { play, .. } => Some(&mut play.timing),
            _ => None,
        }
    }
}
