use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ludo_table::Time;
use tokio::sync::watch;

/// The longest sleep before the wall clock is looked at again: it may be set while we sleep.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Where the server reads the time: the system's clock, or one that a test turns.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    System,
    Manual(watch::Receiver<Time>),
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
pub struct Hands(Arc<watch::Sender<Time>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(Kind::System)
    }

    /// A clock that stands at `start` until its hands are turned.
    #[must_use]
    pub fn manual(start: Time) -> (Self, Hands) {
        let (sender, receiver) = watch::channel(start);
        (Self(Kind::Manual(receiver)), Hands(Arc::new(sender)))
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Time {
        match &self.0 {
            Kind::System => {
                let since = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
            }
            Kind::Manual(time) => *time.borrow(),
        }
    }

    /// Comes back when it is `until`, or later.
    pub async fn sleep_until(&self, until: Time) {
        match &self.0 {
            Kind::System => loop {
                let left = Duration::from_millis(until.since(self.now()));
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
            },
            Kind::Manual(time) => {
                let turned = time.clone().wait_for(|now| *now >= until).await.is_ok();
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
        self.0.send_modify(|now| *now = now.plus(millis));
    }
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
}
