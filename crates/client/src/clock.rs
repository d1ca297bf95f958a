use ludo_table::Time;

/// Time as the client counts it: milliseconds since it was made, which only ever grow.
///
/// The clock of a device can be set back, or far ahead; what waits for a moment of this one still comes.
#[derive(Debug)]
pub(crate) struct Clock {
    wall: Time,
    ticks: u64,
}

/// Nothing waits for longer than this, a day.
const LONGEST: u64 = 24 * 60 * 60 * 1000;

impl Clock {
    pub(crate) const fn new(now: Time) -> Self {
        Self {
            wall: now,
            ticks: 0,
        }
    }

    /// Goes on to `now`, and says how long that took.
    pub(crate) const fn advance(&mut self, now: Time) -> u64 {
        let passed = now.since(self.wall);
        let passed = if passed < LONGEST { passed } else { LONGEST };
        self.wall = now;
        self.ticks = self.ticks.saturating_add(passed);
        passed
    }

    pub(crate) const fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The moment at which the device's clock will show that `ticks` have passed.
    pub(crate) const fn wall_at(&self, ticks: u64) -> Time {
        self.wall.plus(ticks.saturating_sub(self.ticks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_stops_nothing() {
        let mut clock = Clock::new(Time(1000));
        assert_eq!(clock.advance(Time(1500)), 500);
        let due = clock.ticks() + 300;
        assert_eq!(clock.advance(Time(10)), 0);
        assert_eq!(clock.wall_at(due), Time(310));
        assert_eq!(clock.advance(Time(310)), 300);
        assert_eq!(clock.ticks(), due);
        assert_eq!(clock.wall_at(0), Time(310));
        assert_eq!(clock.advance(Time(u64::MAX)), LONGEST);
    }
}
