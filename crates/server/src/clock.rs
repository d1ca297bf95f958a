use std::sync::Arc;
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
    Manual(watch::Receiver<Moment>),
}

#[derive(Debug)]
struct System {
    started: Instant,
    even: Even,
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
        (Self(Kind::Manual(receiver)), Hands(Arc::new(sender)))
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Time {
        match &self.0 {
            Kind::System(system) => {
                let wall = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                system
                    .even
                    .read(millis(wall), millis(system.started.elapsed()))
            }
            Kind::Manual(time) => time.borrow().now,
        }
    }

    /// Since when it has run evenly, as far as that is known: before that it was set, or the machine slept.
    #[must_use]
    pub fn steady_since(&self) -> Time {
        match &self.0 {
            Kind::System(system) => system.even.since(),
            Kind::Manual(time) => time.borrow().steady_since,
        }
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
            Kind::Manual(time) => {
                let turned = time
                    .clone()
                    .wait_for(|moment| moment.now >= until)
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
