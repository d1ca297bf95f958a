//! Twenty million rolls of four random players in the classic game, one game at a time.

#[path = "../../../../crates/rules/benches/speed/dice.rs"]
#[expect(dead_code, reason = "the dice of batches are not needed here")]
mod dice;

use dice::{Dice, choice};
use ludo_rules::{Length, Playout, RuleSet, Rules, Seat, SeatSet};

const ROLLS: u32 = 20_000_000;

fn main() {
    let rules = Rules::new(&RuleSet::default());
    let start = rules
        .start(SeatSet::ALL, Seat::Red, Length::Whole)
        .expect("four seats can play");
    let new = || Playout::new(&rules, start).expect("the rules are its own");
    let mut game = new();
    let mut dice = Dice::new(1);
    for _ in 0..ROLLS {
        let (face, chance) = dice.roll();
        let choices = game.roll(face);
        game.choose(choice(chance, choices));
        if game.is_over() {
            game = new();
        }
    }
    std::hint::black_box(game.position());
}
