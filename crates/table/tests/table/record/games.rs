//! Many games.

use ludo_rules::{Mark, PlayerKind, Record, Termination};
use ludo_table::Options;
use proptest::prelude::*;

use crate::desk::Desk;

use super::forged::{forge, scratch};
use super::mixed::mixed;
use super::told::check;

pub(super) fn games(seeds: std::ops::Range<u64>, least: usize) {
    let mut seen: Vec<Record> = Vec::new();
    for seed in seeds {
        let mut desk = mixed(seed);
        for record in check(&desk) {
            forge(&mut desk, &record);
            scratch(&mut desk, record.clone(), 40);
            seen.push(record);
        }
    }
    assert!(seen.len() >= least, "{}", seen.len());
    // All that should happen did.
    let has = |wanted: fn(&Record) -> bool| seen.iter().any(wanted);
    let marked = |wanted: fn(&Mark<'_>) -> bool| {
        seen.iter().any(|record| {
            record
                .moves()
                .iter()
                .any(|entry| entry.marks().any(|mark| wanted(&mark)))
        })
    };
    for termination in [
        Termination::Normal,
        Termination::Resigned,
        Termination::Abandoned,
    ] {
        assert!(
            seen.iter()
                .any(|record| record.termination() == termination),
            "{termination}"
        );
    }
    assert!(marked(|mark| *mark == Mark::Auto));
    assert!(marked(|mark| *mark == Mark::AutoMove));
    assert!(marked(|mark| *mark == Mark::NoLink));
    assert!(marked(|mark| matches!(mark, Mark::Bot(_))));
    assert!(marked(|mark| matches!(mark, Mark::Clock(_))));
    assert!(has(|record| record.tag("Start").is_some()));
    assert!(has(|record| record.clock().is_some()));
    assert!(has(
        |record| record.kind(record.first()) == Some(PlayerKind::Bot)
    ));
    assert!(has(|record| record.to_string().contains(" 0 -\"]")));
    assert!(has(|record| record.to_string().contains(":- ")));
}

#[test]
fn records_of_mixed_games_are_proven_and_forged_ones_are_not() {
    games(0..45, 30);
}

#[test]
#[ignore = "long"]
fn a_thousand_mixed_games_are_proven_and_forged_ones_are_not() {
    games(1_000..2_500, 1_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn whatever_happens_at_a_table_its_games_have_records(seed: u64) {
        let mut desk = Desk::seeded(Options::default(), seed);
        for _ in 0..3_000 {
            desk.now = desk.now.plus(50);
            let _ = crate::random::something(&mut desk);
        }
        check(&desk);
    }
}
