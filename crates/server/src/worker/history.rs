use std::collections::VecDeque;

use ludo_protocol::NumberedEvent;

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
    use ludo_table::{Event, Member, Time};

    use super::*;

    #[test]
    fn b063_nothing_is_missing_between_what_is_read_and_what_is_remembered() {
        let mut recent = Recent::default();
        assert_eq!(recent.since(0, 0), (None, Vec::new()));
        // A table that was loaded from its last event on.
        assert_eq!(recent.since(3, 7), (Some((3, 7)), Vec::new()));
        assert_eq!(recent.since(7, 7), (None, Vec::new()));
        let count = limits::RECENT_EVENTS as u64 + 50;
        for seq in 1..=count {
            recent.push(NumberedEvent {
                seq,
                at: Time(seq),
                event: Event::Host { member: Member(1) },
            });
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
