use std::collections::VecDeque;

use ludo_protocol::NumberedEvent;
use ludo_table::Event;

use crate::limits;

/// The newest events of a table.
#[derive(Debug, Default)]
pub(super) struct Recent(VecDeque<NumberedEvent>);

impl Recent {
    pub(super) fn push(&mut self, event: NumberedEvent) {
        if self.0.len() >= limits::RECENT_EVENTS {
            self.0.pop_front();
        }
        self.0.push_back(event);
    }

    /// The events of the last `steps` rolls and moves and what came with them, those after `after` only, and of them the
    /// newest: whoever finds a gap before them has to connect again.
    pub(super) fn last_steps(&self, steps: u32, after: u64) -> Vec<NumberedEvent> {
        let mut left = steps;
        let is_missed = |numbered: &&NumberedEvent| {
            let goes_on = left > 0 && numbered.seq > after;
            if let Event::Rolled { .. } | Event::Moved { .. } = numbered.event {
                left = left.saturating_sub(1);
            }
            goes_on
        };
        let newest = self.0.iter().rev().take(limits::REPEATED_EVENTS);
        let mut events: Vec<_> = newest.take_while(is_missed).cloned().collect();
        events.reverse();
        events
    }

    /// What a connection that has all events up to `after` misses: which events to read from the store first, if any,
    /// and the newest ones.
    /// `last` is the number of the table's last event.
    pub(super) fn since(&self, after: u64, last: u64) -> (Option<(u64, u64)>, Vec<NumberedEvent>) {
        let before = self
            .0
            .front()
            .map_or(last, |oldest| oldest.seq.saturating_sub(1));
        let read = (after < before).then_some((after, before));
        (
            read,
            self.0
                .iter()
                .filter(|event| event.seq > after)
                .cloned()
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::Seat;
    use ludo_table::{By, Member, Time};

    use super::*;

    fn numbered(seq: u64, event: Event) -> NumberedEvent {
        NumberedEvent {
            seq,
            at: Time(seq),
            event,
        }
    }

    #[test]
    fn b063_b078_who_is_some_steps_behind_is_told_these_again() {
        let mut recent = Recent::default();
        let other = || Event::Host { member: Member(1) };
        let moved = || Event::Moved {
            seat: Seat::Red,
            mv: "0-1".parse().unwrap(),
            by: By::Owner,
            position: String::new(),
            choices: Vec::new(),
        };
        for (event, seq) in [other(), moved(), other(), moved(), other()]
            .into_iter()
            .zip(1..)
        {
            recent.push(numbered(seq, event));
        }
        let seqs = |steps, after| -> Vec<u64> {
            let events = recent.last_steps(steps, after);
            events.iter().map(|event| event.seq).collect()
        };
        assert_eq!(seqs(0, 0), [0; 0], "nothing was missed");
        assert_eq!(seqs(1, 0), [4, 5]);
        assert_eq!(seqs(2, 0), [2, 3, 4, 5]);
        assert_eq!(seqs(9, 0), [1, 2, 3, 4, 5]);
        assert_eq!(seqs(2, 4), [5], "nothing comes twice");
        assert_eq!(seqs(2, 5), [0; 0]);
        for seq in 6..1_000 {
            recent.push(numbered(seq, moved()));
        }
        let newest = recent.last_steps(u32::MAX, 0);
        assert_eq!(newest.len(), limits::REPEATED_EVENTS);
        assert_eq!(newest.last().unwrap().seq, 999);
    }

    #[test]
    fn b063_nothing_is_missing_between_what_is_read_and_what_is_remembered() {
        let mut recent = Recent::default();
        assert_eq!(recent.since(0, 0), (None, Vec::new()));
        // A table that was loaded from its last event on.
        assert_eq!(recent.since(3, 7), (Some((3, 7)), Vec::new()));
        assert_eq!(recent.since(7, 7), (None, Vec::new()));
        let count = limits::RECENT_EVENTS as u64 + 50;
        for seq in 1..=count {
            recent.push(numbered(seq, Event::Host { member: Member(1) }));
        }
        for after in 0..=count {
            let (read, newest) = recent.since(after, count);
            let mut seqs: Vec<u64> =
                read.map_or(Vec::new(), |(after, to)| (after + 1..=to).collect());
            seqs.extend(newest.iter().map(|event| event.seq));
            assert_eq!(seqs, (after + 1..=count).collect::<Vec<_>>());
            assert!(newest.len() <= limits::RECENT_EVENTS);
        }
    }
}
