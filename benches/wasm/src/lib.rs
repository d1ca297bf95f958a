//! What the programs of this folder share.

use ludo_brain::{Bot, Brain};
use ludo_rules::{Face, Length, Named, Playout, Position, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// How often `alone` and `together` look at all positions.
pub const ROUNDS: usize = 500;

/// Positions of a game of four, a roll due.
pub fn positions() -> Vec<Position> {
    let (brain, rules) = (Brain::default(), Rules::new(&Named::Classic.into()));
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let Ok(start) = rules.start(SeatSet::ALL, Seat::Red, Length::Whole) else {
        panic!("no game")
    };
    let Ok(mut game) = Playout::new(&rules, start) else {
        panic!("no game")
    };
    let mut found = Vec::new();
    while game.position().in_play().len() == 4 {
        found.push(*game.position());
        let mut choices = game.roll(Face::ALL[(chance.next_u64() % 6) as usize]);
        while choices > 0 {
            choices = game.choose(brain.choice(Bot::Simple, &game, &mut chance));
        }
    }
    found.truncate(200);
    assert!(found.len() == 200, "a short game: {}", found.len());
    found
}
