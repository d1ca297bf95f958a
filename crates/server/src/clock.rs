use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ludo_table::Time;
use tokio::sync::watch;

use crate::even::Even;

/// The longest sleep before the wall clock is looked at again: it may be set while we sleep.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Where the server reads the time: the system's clock, or one that a test turns. It never goes back by more than a moment,
/// and knows when it jumped ahead, as after a machine slept.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    System(Arc<System>),
    /// With the milliseconds by which it shows more than its hands say.
    Manual(watch::Receiver<Moment>, Arc<AtomicU64>),
}

#[derive(Debug)]
struct System {
    started: Instant,
    even: Even,
}

impl System {
    /// Milliseconds that the wall clock shows, and that the other one has run.
    fn look(&self) -> (u64, u64) {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        (millis(wall), millis(self.started.elapsed()))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    now: Time,
    steady_since: Time,
}

/// Turns a [`Clock::manual`].
///
/// ```
/// use ludo_server::Clock;
/// use ludo_table::Time;
///
/// let (clock, hands) = Clock::manual(Time(1_000));
/// hands.advance(500);
/// assert_eq!(clock.now(), Time(1_500));
/// ```
#[derive(Clone, Debug)]
pub struct Hands(Arc<watch::Sender<Moment>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Kind::System(Arc::new(System {
            started: Instant::now(),
            even: Even::default(),
        })))
    }

    /// A clock that stands at `start` until its hands are turned.
    #[must_use]
    pub fn manual(start: Time) -> (Self, Hands) {
        let (sender, receiver) = watch::channel(Moment {
            now: start,
            steady_since: Time::default(),
        });
        let clock = Self(Kind::Manual(receiver, Arc::default()));
        (clock, Hands(Arc::new(sender)))
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Time {
        match &self.0 {
            Kind::System(system) => {
                let (wall, running) = system.look();
                system.even.read(wall, running)
            }
            Kind::Manual(time, ahead) => time.borrow().now.plus(ahead.load(Ordering::Relaxed)),
        }
    }

    /// Since when it has run evenly, as far as that is known: before that it was set, or the machine slept.
    #[must_use]
    pub fn steady_since(&self) -> Time {
        match &self.0 {
            Kind::System(system) => system.even.since(),
            Kind::Manual(time, ahead) => match time.borrow().steady_since {
                Time(0) => Time(0),
                since => since.plus(ahead.load(Ordering::Relaxed)),
            },
        }
    }

    /// Goes on from `newest`, if that is later than it is: a clock that was set back, or is another machine's, must not make
    /// people wait until it shows what it showed before. Gives by how many milliseconds that is. To be said before anybody
    /// goes by it.
    pub(crate) fn go_on_from(&self, newest: Time) -> u64 {
        let behind = newest.since(self.now());
        if behind > 0 {
            match &self.0 {
                Kind::System(system) => {
                    let (wall, running) = system.look();
                    system.even.go_on_from(newest, wall, running);
                }
                Kind::Manual(_, ahead) => {
                    ahead.fetch_add(behind, Ordering::Relaxed);
                }
            }
        }
        behind
    }

    /// Comes back when it is `until`, or later.
    pub async fn sleep_until(&self, until: Time) {
        match &self.0 {
            Kind::System(_) => loop {
                let left = Duration::from_millis(until.since(self.now()));
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
            },
            Kind::Manual(time, ahead) => {
                let turned = time
                    .clone()
                    .wait_for(|moment| moment.now.plus(ahead.load(Ordering::Relaxed)) >= until)
                    .await
                    .is_ok();
                if !turned {
                    // The hands are gone: this clock stands for ever.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

impl Hands {
    /// Turns the clock forward.
    pub fn advance(&self, millis: u64) {
        self.0
            .send_modify(|moment| moment.now = moment.now.plus(millis));
    }

    /// Sets the clock forward at once, as where the machine slept meanwhile.
    pub fn jump(&self, millis: u64) {
        self.0.send_modify(|moment| {
            moment.now = moment.now.plus(millis);
            moment.steady_since = moment.now;
        });
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sleepers_wake_when_the_hands_are_turned_far_enough() {
        let (clock, hands) = Clock::manual(Time(1_000));
        clock.sleep_until(Time(1_000)).await;
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                clock.sleep_until(Time(2_000)).await;
                clock.now()
            }
        });
        tokio::task::yield_now().await;
        hands.advance(999);
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        hands.advance(1);
        assert_eq!(sleeper.await.unwrap(), Time(2_000));
    }

    #[tokio::test]
    async fn a_clock_that_is_behind_goes_on_from_the_newest_that_is_known() {
        let system = Clock::system();
        let ahead = system.now().plus(3_600_000);
        assert!(system.go_on_from(ahead) > 3_000_000);
        assert!(system.now() >= ahead);
        assert_eq!(system.go_on_from(Time(5)), 0);
        let (clock, hands) = Clock::manual(Time(1_000));
        assert_eq!(clock.go_on_from(Time(5_000)), 4_000);
        assert_eq!(clock.now(), Time(5_000));
        hands.advance(500);
        clock.sleep_until(Time(5_500)).await;
        assert_eq!(clock.steady_since(), Time(0));
        hands.jump(500);
        assert_eq!(
            (clock.now(), clock.steady_since()),
            (Time(6_000), Time(6_000))
        );
    }

    #[tokio::test]
    async fn the_system_clock_does_not_sleep_for_the_past() {
        Clock::system().sleep_until(Time(5)).await;
    }

    #[test]
    fn the_system_clock_shows_the_date() {
        let clock = Clock::system();
        let now = clock.now();
        assert!(now > Time(1_700_000_000_000) && clock.now() >= now);
        assert_eq!(clock.steady_since(), Time(0));
    }
}
