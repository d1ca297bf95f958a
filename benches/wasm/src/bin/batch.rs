//! Sixty-four million rolls of four random players in the classic game, 64 games at once.

#[path = "../../../../crates/rules/benches/speed/dice.rs"]
#[expect(dead_code, reason = "the dice of single games are not needed here")]
mod dice;

use dice::ManyDice;
use ludo_rules::{Batch, Length, RuleSet, Rules, Seat, SeatSet};

const LANES: usize = 64;
const STEPS: u32 = 1_000_000;

fn main() {
    let rules = Rules::new(&RuleSet::default());
    let start = rules
        .start(SeatSet::ALL, Seat::Red, Length::Whole)
        .expect("four seats can play");
    let mut games = Batch::<LANES>::new(&rules, &start).expect("the rules are its own");
    let mut dice = ManyDice::<LANES>::new(1);
    for _ in 0..STEPS {
        dice.roll();
        games.step(&dice.faces, &dice.lots);
        games.renew(&start).expect("the rules are its own");
    }
    std::hint::black_box(&games);
}
