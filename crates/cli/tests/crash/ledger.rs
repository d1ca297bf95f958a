use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use ludo_protocol::NumberedEvent;
use ludo_table::{By, Command, Event};

use super::player::Player;

/// All events that anybody was shown, by table and number.
pub(crate) struct Ledger(Vec<Mutex<BTreeMap<u64, NumberedEvent>>>);

impl Ledger {
    pub(crate) fn new(tables: usize) -> Self {
        Self((0..tables).map(|_| Mutex::default()).collect())
    }

    /// What others were shown under this number was the same.
    pub(crate) fn keep(&self, table: usize, event: &NumberedEvent) {
        let mut events = self.0[table].lock().unwrap();
        let known = events.entry(event.seq).or_insert_with(|| event.clone());
        assert_eq!(known, event);
    }

    pub(crate) fn events(&self) -> usize {
        self.0
            .iter()
            .map(|events| events.lock().unwrap().len())
            .sum()
    }

    /// Every command of these players is in the table's events exactly once, and the events are of nobody else.
    pub(crate) fn has_each_once(&self, table: usize, players: &[&Player]) {
        let events = self.0[table].lock().unwrap();
        let last = *events.keys().next_back().unwrap();
        // The first one was in a snapshot.
        let first = *events.keys().next().unwrap();
        assert_eq!(events.len() as u64, last - first + 1, "no gap");
        let mut seqs = BTreeSet::new();
        for player in players {
            let count = |wanted: fn(&Command) -> bool| {
                player
                    .given
                    .iter()
                    .filter(|given| wanted(&given.command))
                    .count()
            };
            let rolls = events.values().filter(|event| {
                matches!(&event.event, Event::Rolled { seat, by, .. }
                    if *seat == player.seat && matches!(by, By::Owner | By::OwnerNoLink))
            });
            assert_eq!(
                rolls.count(),
                count(|command| matches!(command, Command::Roll { .. }))
            );
            let moves = events.values().filter(|event| {
                matches!(&event.event, Event::Moved { seat, by: By::Owner, .. } if *seat == player.seat)
            });
            assert_eq!(
                moves.count(),
                count(|command| matches!(command, Command::Move { .. }))
            );
            for given in &player.given {
                let seq = given.done.unwrap();
                assert!(seqs.insert(seq), "two commands made event {seq}");
                assert!(events.contains_key(&seq));
            }
        }
        let by_nobody = events.values().filter(|event| {
            matches!(
                &event.event,
                Event::Rolled {
                    by: By::Auto | By::Bot(_),
                    ..
                } | Event::Moved {
                    by: By::Auto | By::Bot(_),
                    ..
                }
            )
        });
        assert_eq!(by_nobody.count(), 0);
    }
}
