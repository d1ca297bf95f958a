use crate::jitter::Jitter;

/// The longest first pause before connecting again, in milliseconds; it doubles with each failure.
pub(crate) const FIRST_PAUSE: u64 = 250;
/// The longest pause of all.
pub(crate) const LAST_PAUSE: u64 = 10_000;
/// How long connecting and the server's welcome may take, both together.
pub(crate) const PATIENCE: u64 = 10_000;
/// The same while nobody looks.
pub(crate) const HIDDEN_PAUSE: u64 = 60_000;
/// After so long a silence the line is tested.
pub(crate) const IDLE: u64 = 10_000;
/// The same while nobody looks.
pub(crate) const HIDDEN_IDLE: u64 = 30_000;
/// How long the answer to a test may take.
pub(crate) const ANSWER: u64 = 10_000;
/// The same where there is reason to think that the line is dead: the device slept.
pub(crate) const QUICK_ANSWER: u64 = 4_000;
/// A line that held so long is a good one: pauses start small again.
const STEADY: u64 = 10_000;

/// The connection: when to make it, when to test it, when to give it up. Times are ticks of the client's clock.
#[derive(Debug)]
pub(crate) struct Wire {
    state: State,
    failures: u32,
    jitter: Jitter,
    hidden: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Between two attempts.
    Pausing { until: u64 },
    /// The driver was asked to connect.
    Connecting { by: u64 },
    /// Connected; the server has not said welcome yet.
    Greeting { by: u64 },
    /// All is well, as far as one can know.
    Online {
        since: u64,
        heard: u64,
        answer_by: Option<u64>,
    },
    /// Never again.
    Ended,
}

/// What is to be done about the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Connect,
    Close,
    Ping,
}

impl Wire {
    pub(crate) const fn new(jitter: Jitter) -> Self {
        Self {
            state: State::Pausing { until: 0 },
            failures: 0,
            jitter,
            hidden: false,
        }
    }

    pub(crate) const fn state(&self) -> State {
        self.state
    }

    /// Attempts that failed since the line was good.
    pub(crate) const fn failures(&self) -> u32 {
        self.failures
    }

    pub(crate) const fn is_online(&self) -> bool {
        matches!(self.state, State::Online { .. })
    }

    /// The next thing to do, one at a time until there is none.
    pub(crate) fn step(&mut self, now: u64) -> Option<Step> {
        match self.state {
            State::Pausing { until } if now >= until => {
                self.state = State::Connecting { by: now + PATIENCE };
                Some(Step::Connect)
            }
            State::Connecting { by } | State::Greeting { by } if now >= by => {
                self.lost(now);
                Some(Step::Close)
            }
            State::Online {
                answer_by: Some(by),
                ..
            } if now >= by => {
                self.lost(now);
                Some(Step::Close)
            }
            State::Online {
                heard,
                answer_by: None,
                ..
            } if now >= heard + self.idle() => self.test(now, ANSWER),
            _ => None,
        }
    }

    /// When `step` has something to do next, if nothing else happens.
    pub(crate) const fn next(&self) -> Option<u64> {
        match self.state {
            State::Pausing { until } => Some(until),
            State::Connecting { by } | State::Greeting { by } => Some(by),
            State::Online {
                answer_by: Some(by),
                ..
            } => Some(by),
            State::Online { heard, .. } => Some(heard + self.idle()),
            State::Ended => None,
        }
    }

    pub(crate) const fn connected(&mut self, now: u64) {
        if let State::Connecting { by } = self.state {
            // Of one patience for both; where connecting took all of it, the welcome has a little time of its own.
            let soon = now + QUICK_ANSWER;
            let by = if by < soon { soon } else { by };
            self.state = State::Greeting { by };
        }
    }

    pub(crate) const fn welcomed(&mut self, now: u64) {
        self.state = State::Online {
            since: now,
            heard: now,
            answer_by: None,
        };
    }

    /// Something came.
    pub(crate) const fn heard(&mut self, now: u64) {
        if let State::Online {
            heard, answer_by, ..
        } = &mut self.state
        {
            *heard = now;
            *answer_by = None;
        }
    }

    /// The line is gone, or of no use: there will be a new one after a pause. The pause is drawn between nothing and
    /// its limit, so that a server that comes back does not meet all clients at once.
    pub(crate) fn lost(&mut self, now: u64) {
        match self.state {
            State::Ended | State::Pausing { .. } => return,
            State::Online { since, .. } if now >= since + STEADY => self.failures = 0,
            _ => {}
        }
        let limit = FIRST_PAUSE
            .saturating_mul(1 << self.failures.min(10))
            .min(if self.hidden {
                HIDDEN_PAUSE
            } else {
                LAST_PAUSE
            });
        self.failures = self.failures.saturating_add(1);
        let until = now + self.jitter.up_to(limit);
        self.state = State::Pausing { until };
    }

    /// There is reason to think that things changed (the device woke up, the network came back, somebody looks at the
    /// page): tests the line at once, ends a pause, or gives an attempt only a little time more.
    pub(crate) fn hurry(&mut self, now: u64) -> Option<Step> {
        match self.state {
            State::Online { .. } => self.test(now, QUICK_ANSWER),
            State::Connecting { by } => {
                self.state = State::Connecting {
                    by: hurried(by, now),
                };
                None
            }
            State::Greeting { by } => {
                self.state = State::Greeting {
                    by: hurried(by, now),
                };
                None
            }
            State::Pausing { .. } => {
                self.state = State::Pausing { until: now };
                None
            }
            State::Ended => None,
        }
    }

    /// Whether nobody looks.
    pub(crate) const fn hide(&mut self, hidden: bool) {
        self.hidden = hidden;
    }

    pub(crate) const fn is_hidden(&self) -> bool {
        self.hidden
    }

    const fn idle(&self) -> u64 {
        if self.hidden { HIDDEN_IDLE } else { IDLE }
    }

    pub(crate) const fn end(&mut self) {
        self.state = State::Ended;
    }

    /// Tests the line. While one test runs there is no second one, only less patience with it: whoever asks again and again
    /// does not put off its end.
    const fn test(&mut self, now: u64, patience: u64) -> Option<Step> {
        let State::Online { answer_by, .. } = &mut self.state else {
            return None;
        };
        let until = now + patience;
        match *answer_by {
            Some(by) if now < by => {
                *answer_by = Some(if by < until { by } else { until });
                None
            }
            _ => {
                *answer_by = Some(until);
                Some(Step::Ping)
            }
        }
    }
}

/// When an attempt is given up that was to last until `by`. Where the device slept through that, it has some time still.
const fn hurried(by: u64, now: u64) -> u64 {
    let soon = now + QUICK_ANSWER;
    if now < by && by < soon { by } else { soon }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn online(now: u64) -> Wire {
        let mut wire = Wire::new(Jitter::new(1));
        assert_eq!(wire.step(now), Some(Step::Connect));
        wire.connected(now);
        wire.welcomed(now);
        wire
    }

    #[test]
    fn pauses_grow_to_ten_seconds_and_are_drawn_in_full() {
        let mut longest = [0; 12];
        let mut shortest = [u64::MAX; 12];
        for seed in 0..300 {
            let mut wire = Wire::new(Jitter::new(seed));
            let mut now = 0;
            for failure in 0..12 {
                assert_eq!(wire.step(now), Some(Step::Connect));
                assert_eq!(wire.step(now), None);
                wire.lost(now);
                let pause = wire.next().unwrap() - now;
                longest[failure] = longest[failure].max(pause);
                shortest[failure] = shortest[failure].min(pause);
                now += pause;
            }
        }
        for (failure, limit) in [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]
            .into_iter()
            .enumerate()
        {
            assert!(
                longest[failure] <= limit && longest[failure] > limit * 9 / 10,
                "{failure}: {longest:?}"
            );
            assert!(shortest[failure] < limit / 10, "{failure}: {shortest:?}");
        }
    }

    /// B65: nothing hangs in connecting.
    #[test]
    fn b065_connecting_and_greeting_end() {
        let mut wire = Wire::new(Jitter::new(1));
        assert_eq!(wire.step(0), Some(Step::Connect));
        assert_eq!(wire.step(PATIENCE - 1), None);
        assert_eq!(wire.step(PATIENCE), Some(Step::Close));
        let again = wire.next().unwrap();
        assert_eq!(wire.step(again), Some(Step::Connect));
        wire.connected(again + 5);
        assert_eq!(wire.step(again + PATIENCE - 1), None);
        assert_eq!(wire.step(again + PATIENCE), Some(Step::Close));
        assert_eq!(wire.failures(), 2);
        // Whoever connects in the last moment is greeted still.
        let again = wire.next().unwrap();
        assert_eq!(wire.step(again), Some(Step::Connect));
        wire.connected(again + PATIENCE - 1);
        let end = again + PATIENCE - 1 + QUICK_ANSWER;
        assert_eq!(wire.step(end - 1), None);
        assert_eq!(wire.step(end), Some(Step::Close));
    }

    #[test]
    fn hurrying_again_and_again_puts_nothing_off() {
        let mut wire = online(0);
        assert_eq!(wire.step(IDLE), Some(Step::Ping));
        for later in 0..30 {
            assert_eq!(wire.hurry(IDLE + 100 * later), None, "one test is enough");
        }
        assert_eq!(wire.next(), Some(IDLE + QUICK_ANSWER));
        assert_eq!(wire.step(IDLE + QUICK_ANSWER), Some(Step::Close));

        let mut wire = Wire::new(Jitter::new(1));
        assert_eq!(wire.step(0), Some(Step::Connect));
        wire.hurry(500);
        wire.hurry(900);
        assert_eq!(wire.next(), Some(500 + QUICK_ANSWER));
        // Asleep for hours: neither given up in the first moment nor waited for much longer.
        let hours = 9_000_000;
        wire.hurry(hours);
        assert_eq!(wire.step(hours), None);
        assert_eq!(wire.step(hours + QUICK_ANSWER), Some(Step::Close));
    }

    #[test]
    fn a_silent_line_is_tested_then_given_up() {
        let mut wire = online(0);
        assert_eq!(wire.step(IDLE - 1), None);
        assert_eq!(wire.step(IDLE), Some(Step::Ping));
        assert_eq!(wire.step(IDLE), None, "one test at a time");
        wire.heard(IDLE + 1);
        assert_eq!(wire.step(IDLE + ANSWER), None);
        assert_eq!(wire.step(2 * IDLE + 1), Some(Step::Ping));
        assert_eq!(wire.step(2 * IDLE + 1 + ANSWER), Some(Step::Close));
        assert!(!wire.is_online());
    }

    #[test]
    fn a_good_line_forgets_failures_a_short_one_does_not() {
        let mut wire = Wire::new(Jitter::new(3));
        let mut now = 0;
        for failures in 1..=5 {
            wire.step(now);
            wire.welcomed(now);
            wire.lost(now + 1);
            assert_eq!(wire.failures(), failures);
            now = wire.next().unwrap();
        }
        wire.step(now);
        wire.welcomed(now);
        wire.lost(now + STEADY);
        assert_eq!(wire.failures(), 1);
    }

    #[test]
    fn hurrying_tests_or_connects() {
        let mut wire = online(0);
        assert_eq!(wire.hurry(100), Some(Step::Ping));
        assert_eq!(wire.step(100 + QUICK_ANSWER), Some(Step::Close));
        assert_eq!(wire.hurry(101 + QUICK_ANSWER), None);
        assert_eq!(wire.step(101 + QUICK_ANSWER), Some(Step::Connect));
        wire.end();
        assert_eq!(wire.hurry(200_000), None);
        assert_eq!(wire.step(200_000), None);
        assert_eq!(wire.next(), None);
    }
}
