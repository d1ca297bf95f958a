use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::report::{Latency, Report, each};
use crate::{LoadError, limits};

/// What all players of a run measure together.
#[derive(Debug)]
pub(crate) struct Gauge {
    from: Instant,
    to: Instant,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    commands: u64,
    messages: u64,
    due: u64,
    /// Whether all that will be due are in `due` already.
    is_known: bool,
    refused: BTreeMap<String, u64>,
    to_result: Histogram<u64>,
    to_others: Histogram<u64>,
    from_sending: Histogram<u64>,
}

/// When a command was due, and when it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    pub(crate) due: Instant,
    pub(crate) sent: Instant,
}

impl Gauge {
    /// Measures from one moment to another.
    pub(crate) fn new(from: Instant, to: Instant) -> Result<Self, LoadError> {
        let longest = u64::try_from(limits::LONGEST.as_micros()).unwrap_or(u64::MAX);
        let histogram = || {
            Histogram::new_with_bounds(1, longest, 3)
                .map_err(|error| LoadError::Protocol(error.to_string()))
        };
        let counts = Counts {
            commands: 0,
            messages: 0,
            due: 0,
            is_known: false,
            refused: BTreeMap::new(),
            to_result: histogram()?,
            to_others: histogram()?,
            from_sending: histogram()?,
        };
        Ok(Self {
            from,
            to,
            counts: Mutex::new(counts),
        })
    }

    /// So many commands will be due, whether or not the server lets them be sent in time.
    pub(crate) fn expect(&self, due: u64) {
        let mut counts = self.counts();
        counts.due = due;
        counts.is_known = true;
    }

    /// A command was sent.
    pub(crate) fn gave(&self, given: Given) {
        let mut counts = self.counts();
        if !counts.is_known && self.covers(given.due) {
            counts.due += 1;
        }
    }

    /// Its events came to who gave it.
    pub(crate) fn came(&self, given: Given, now: Instant) {
        let (now_counts, due_counts) = (self.covers(now), self.covers(given.due));
        let mut counts = self.counts();
        if now_counts {
            counts.commands += 1;
            counts.messages += 1;
        }
        if due_counts {
            counts.to_result.saturating_record(micros(now - given.due));
            counts
                .from_sending
                .saturating_record(micros(now - given.sent));
        }
    }

    /// Its events came to another socket; nothing is known of when it was due if it was long ago.
    pub(crate) fn came_to_another(&self, due: Option<Instant>, now: Instant) {
        let mut counts = self.counts();
        if self.covers(now) {
            counts.messages += 1;
        }
        if let Some(due) = due.filter(|due| self.covers(*due)) {
            counts.to_others.saturating_record(micros(now - due));
        }
    }

    /// Whether commands that were due have no answer yet.
    pub(crate) fn is_waited_for(&self) -> bool {
        let counts = self.counts();
        counts.due > counts.to_result.len()
    }

    pub(crate) fn refused(&self, code: &str) {
        *self.counts().refused.entry(code.to_owned()).or_default() += 1;
    }

    /// Writes what was measured into the report.
    pub(crate) fn tell(&self, report: &mut Report) {
        let counts = self.counts();
        let seconds = (self.to - self.from).as_secs_f64();
        report.seconds = seconds;
        report.commands = Some(counts.commands);
        report.commands_a_second = Some(each(counts.commands, seconds));
        report.messages_a_command = Some(each(counts.messages, counts.commands as f64));
        report.unanswered = Some(counts.due.saturating_sub(counts.to_result.len()));
        report.refused.clone_from(&counts.refused);
        report.to_result = Latency::of(&counts.to_result);
        report.to_others = Latency::of(&counts.to_others);
        report.from_sending = Latency::of(&counts.from_sending);
    }

    fn covers(&self, moment: Instant) -> bool {
        self.from <= moment && moment < self.to
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latency_counts_from_the_moment_a_command_was_due() {
        let begin = Instant::now();
        let at = |millis| begin + Duration::from_millis(millis);
        let gauge = Gauge::new(at(10), at(20)).unwrap();
        let give = |due, sent, came| {
            let given = Given {
                due: at(due),
                sent: at(sent),
            };
            gauge.gave(given);
            gauge.came(given, at(came));
        };
        // Before the measurement; in it, and sent late; due in it and answered after it.
        give(9, 9, 10);
        give(12, 17, 18);
        give(19, 19, 25);
        let mut report = Report::default();
        gauge.tell(&mut report);
        assert_eq!(report.commands, Some(2), "those whose events came in it");
        let to_result = report.to_result.unwrap();
        assert_eq!((to_result.count, to_result.max / 100), (2, 60));
        assert_eq!(report.from_sending.unwrap().p50 / 100, 10);
        assert_eq!(report.unanswered, Some(0));
    }
}
