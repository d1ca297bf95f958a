use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use ludo_table::Time;

use crate::limits::CLOCK_JUMP_MILLIS;

/// One even time out of two clocks: the wall clock, which somebody may set, and one that only runs, but knows no date and
/// may stand while the machine sleeps.
///
/// It follows the wall clock. Where that jumps ahead of the other one, the machine slept or somebody set it, and this
/// says so; where it jumps back, the time goes on as if nothing were.
#[derive(Debug, Default)]
pub(crate) struct Even {
    /// How far the wall clock was ahead of the other one at the last look, in milliseconds; 0: nobody looked yet.
    ahead: AtomicI64,
    /// Milliseconds of the time after the last jump.
    since: AtomicU64,
}

impl Even {
    /// The time, where the two clocks show `wall` and `running`, both in milliseconds.
    pub(crate) fn read(&self, wall: u64, running: u64) -> Time {
        let wall_ahead = wall.cast_signed().wrapping_sub(running.cast_signed());
        let ahead = self.ahead.load(Ordering::Relaxed);
        let jump = wall_ahead.wrapping_sub(ahead);
        if ahead != 0 && jump < -CLOCK_JUMP_MILLIS {
            return Time(running.saturating_add_signed(ahead));
        }
        if ahead != 0 && jump > CLOCK_JUMP_MILLIS {
            self.since.fetch_max(wall, Ordering::Relaxed);
        }
        if jump != 0 {
            self.ahead.store(wall_ahead, Ordering::Relaxed);
        }
        Time(wall)
    }

    /// Goes on from `newest`, where the wall clock shows `wall`, which is earlier: until that has come as far, the time runs as
    /// the other clock does. To be said before anybody looks.
    pub(crate) fn go_on_from(&self, newest: Time, wall: u64, running: u64) {
        if wall < newest.0 {
            let ahead = newest.0.cast_signed().wrapping_sub(running.cast_signed());
            self.ahead.store(ahead, Ordering::Relaxed);
        }
    }

    /// Since when the time has run without a jump, as far as anybody looked.
    pub(crate) fn since(&self) -> Time {
        Time(self.since.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_800_000_000_000;

    #[test]
    fn it_follows_a_wall_clock_that_is_drawn_slowly() {
        let even = Even::default();
        assert_eq!(even.read(START, 5), Time(START));
        for n in 1..200 {
            // 300 ms a second fast, and later slow.
            let wall = START + n * 1_300;
            assert_eq!(even.read(wall, 5 + n * 1_000), Time(wall));
        }
        for n in 1..200 {
            let wall = START + 199 * 1_300 + n * 700;
            assert_eq!(even.read(wall, 5 + (199 + n) * 1_000), Time(wall));
        }
        assert_eq!(even.since(), Time(0), "nobody set it");
    }

    #[test]
    fn a_jump_ahead_is_noted() {
        let even = Even::default();
        even.read(START, 5);
        assert_eq!(even.read(START + 2_000, 1_005), Time(START + 2_000));
        assert_eq!(even.since(), Time(0), "a second is none");
        // The lid was closed for an hour.
        let hour = START + 3_600_000;
        assert_eq!(even.read(hour, 2_005), Time(hour));
        assert_eq!(even.since(), Time(hour));
        assert_eq!(even.read(hour + 500, 2_505), Time(hour + 500));
        assert_eq!(even.since(), Time(hour), "once");
    }

    #[test]
    fn it_goes_on_from_what_was_before() {
        let even = Even::default();
        let newest = Time(START + 3_600_000);
        even.go_on_from(newest, START, 5);
        assert_eq!(even.read(START + 10, 15), newest.plus(10));
        assert_eq!(even.read(START + 60_000, 60_005), newest.plus(60_000));
        // Set right: it is followed, and that is known.
        let right = START + 7_200_000;
        assert_eq!(even.read(right, 61_005), Time(right));
        assert_eq!(even.since(), Time(right));
        // What was before is past: nothing to go on from.
        let even = Even::default();
        even.go_on_from(Time(START - 1), START, 5);
        assert_eq!(even.read(START, 5), Time(START));
    }

    #[test]
    fn a_clock_that_is_set_back_stops_nothing() {
        let even = Even::default();
        even.read(START, 5);
        let back = START - 3_600_000;
        assert_eq!(even.read(back, 1_005), Time(START + 1_000));
        assert_eq!(even.read(back + 9_000, 10_005), Time(START + 10_000));
        // Set right again, it is followed again.
        assert_eq!(even.read(START + 12_100, 12_005), Time(START + 12_100));
        assert_eq!(even.since(), Time(0));
    }
}
