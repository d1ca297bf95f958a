use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// When commands are due in an open loop, fixed before: each table has one every so often, from a moment of its own on. So
/// all tables together have them about evenly, with the accidents of moments that fall together.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    begin: Instant,
    /// From one command of a table to its next.
    interval: Duration,
    /// Of each table, in ascending order.
    phases: Vec<Duration>,
}

impl Schedule {
    pub(crate) fn new(begin: Instant, tables: usize, rate: u32) -> Self {
        let interval = Duration::from_secs_f64(tables as f64 / f64::from(rate.max(1)));
        // Not by chance, but as if: steps of the golden ratio fill the interval evenly in no regular order.
        let part = |number: usize| (number as f64 * 0.618_033_988_749_895).fract();
        let jitter = |number: usize| (number as f64 * 0.754_877_666_246_693).fract();
        let mut phases: Vec<Duration> = (0..tables)
            .map(|number| interval.mul_f64((part(number) + jitter(number)).fract()))
            .collect();
        phases.sort_unstable();
        Self {
            begin,
            interval,
            phases,
        }
    }

    /// When the table's command with this number, from 0, is due.
    pub(crate) fn due(&self, table: usize, number: u64) -> Instant {
        let phase = self.phases.get(table).copied().unwrap_or_default();
        self.begin + phase + self.interval.mul_f64(number as f64)
    }

    /// How many commands are due from one moment to another.
    pub(crate) fn count(&self, from: Instant, to: Instant) -> u64 {
        let until = |table: usize, moment: Instant| {
            let first = self.due(table, 0);
            let since = moment.saturating_duration_since(first).as_secs_f64();
            let mut number = (since / self.interval.as_secs_f64()) as u64;
            // Whatever the rounding was.
            number = number.saturating_sub(1);
            while self.due(table, number) < moment {
                number += 1;
            }
            number
        };
        let tables = 0..self.phases.len();
        tables
            .map(|table| until(table, to).saturating_sub(until(table, from)))
            .sum()
    }
}

/// Tells each table when a command of it is due: in a thread of its own, since a runtime's clock is too coarse.
#[derive(Debug)]
pub(crate) struct Ticker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// One table's share of the ticks.
#[derive(Debug)]
pub(crate) struct Ticks {
    due: Semaphore,
    taken: AtomicU64,
}

impl Ticks {
    pub(crate) const fn new() -> Self {
        Self {
            due: Semaphore::const_new(0),
            taken: AtomicU64::new(0),
        }
    }

    /// Waits for the next tick; its number.
    pub(crate) async fn next(&self) -> u64 {
        if let Ok(permit) = self.due.acquire().await {
            permit.forget();
        }
        self.taken.fetch_add(1, Ordering::Relaxed)
    }
}

impl Ticker {
    /// Ticks until `end`.
    pub(crate) fn start(schedule: Schedule, ticks: Vec<Arc<Ticks>>, end: Instant) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            for number in 0.. {
                for (table, ticks) in ticks.iter().enumerate() {
                    let due = schedule.due(table, number);
                    if due >= end || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    let early = due.saturating_duration_since(Instant::now());
                    if !early.is_zero() {
                        std::thread::sleep(early);
                    }
                    ticks.due.add_permits(1);
                }
            }
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It cannot panic; if it does, the numbers of this run tell.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_together_have_the_rate() {
        let begin = Instant::now();
        let schedule = Schedule::new(begin, 7, 100);
        let second = begin + Duration::from_secs(10);
        let count = (0..7)
            .map(|table| {
                (0..)
                    .take_while(|number| schedule.due(table, *number) < second)
                    .count()
            })
            .sum::<usize>();
        assert!((993..=1007).contains(&count), "{count}");
        assert_eq!(schedule.count(begin, second), count as u64);
        let middle = begin + Duration::from_secs(3);
        let parts = schedule.count(begin, middle) + schedule.count(middle, second);
        assert_eq!(parts, count as u64);
    }

    #[tokio::test]
    async fn every_tick_comes_once() {
        let begin = Instant::now();
        let end = begin + Duration::from_millis(20);
        let ticks = Arc::new(Ticks::new());
        let ticker = Ticker::start(Schedule::new(begin, 1, 1000), vec![ticks.clone()], end);
        for number in 0..20 {
            assert_eq!(ticks.next().await, number);
        }
        drop(ticker);
        assert_eq!(ticks.due.available_permits(), 0);
    }
}
