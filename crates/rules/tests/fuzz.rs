//! The bodies of the fuzz targets on good texts that a seeded generator has changed.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[path = "../../../fuzz/checks.rs"]
mod checks;
mod common;

use common::records::{mutated, record};
use common::{Chance, play};

const ROUNDS: u64 = 1_500;

/// Changes a text again and again, a little more each time.
fn changed(chance: &mut Chance, text: &str, mut check: impl FnMut(&[u8])) {
    let mut text = text.as_bytes().to_vec();
    check(&text);
    for _ in 0..3 {
        mutated(chance, &mut text);
        check(&text);
    }
}

fn position_text(chance: &mut Chance) -> String {
    let rules = chance.rules();
    let start = chance.start(&rules);
    let steps = chance.below(500);
    play(&rules, start, chance, steps, |_| {}).to_string()
}

#[test]
fn positions() {
    let mut chance = Chance::new(21);
    for _ in 0..ROUNDS {
        let text = position_text(&mut chance);
        changed(&mut chance, &text, |bytes| {
            checks::position(&String::from_utf8_lossy(bytes));
        });
    }
}

#[test]
fn rule_sets_and_moves() {
    let mut chance = Chance::new(22);
    for _ in 0..ROUNDS {
        let set = chance.rules().rule_set().to_string();
        for text in [
            &set,
            "17-20xyy",
            "back:25",
            "0-1",
            "rgyb",
            "[Red \"a\\\"b\"]",
        ] {
            changed(&mut chance, text, |bytes| {
                checks::rule_set(&String::from_utf8_lossy(bytes));
            });
        }
    }
}

#[test]
fn records() {
    let mut chance = Chance::new(23);
    for _ in 0..ROUNDS / 5 {
        let size = chance.one(b"\0\x01\x10@z");
        let steps = chance.below(300);
        let texts =
            [record(&mut chance, steps), record(&mut chance, 20)].map(|record| record.to_string());
        let text = texts.concat();
        changed(&mut chance, &text, |bytes| {
            checks::record(&[&[size], bytes].concat());
        });
    }
}

/// The checks see what they look at: a text that is right and whole goes all the way.
#[test]
fn good_texts_are_not_refused() {
    let mut chance = Chance::new(24);
    for _ in 0..50 {
        assert!(
            position_text(&mut chance)
                .parse::<ludo_rules::Position>()
                .is_ok()
        );
        assert!(
            record(&mut chance, 50)
                .to_string()
                .parse::<ludo_rules::Record>()
                .is_ok()
        );
    }
}
