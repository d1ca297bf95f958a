//! Bots as WebAssembly and natively: they must choose the same moves by the same seed. Plays three games and stops with an error
//! where what was chosen is not what it was on the machine that this was written on. `run.mjs` times it too.

use ludo_brain::{Bot, Brain};
use ludo_rules::{Face, Length, Named, Playout, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// What all choices come to, mixed into one number.
const EXPECTED: u64 = 0x611f_6c74_8256_9065;

const PLAYERS: [Bot; 4] = [Bot::Expert, Bot::Good, Bot::Strong, Bot::Expert];

fn main() {
    let brain = Brain::learned();
    let mut mixed = 0xcbf2_9ce4_8422_2325_u64;
    let pair = SeatSet::new(&[Seat::Red, Seat::Yellow]);
    for (named, seats) in [
        (Named::Classic, SeatSet::ALL),
        (Named::Mensch, SeatSet::ALL),
        (Named::Classic, pair),
    ] {
        let rules = Rules::new(&named.into());
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let Ok(start) = rules.start(seats, Seat::Red, Length::Quick) else {
            panic!("no game")
        };
        let Ok(mut game) = Playout::new(&rules, start) else {
            panic!("no game")
        };
        while let Some(seat) = game.position().turn() {
            let face = Face::ALL[(chance.next_u64() % 6) as usize];
            let mut choices = game.roll(face);
            while choices > 0 {
                let choice = brain.choice(PLAYERS[seat.index()], &game, &mut chance);
                mixed = (mixed ^ choice as u64).wrapping_mul(0x0100_0000_01b3);
                choices = game.choose(choice);
            }
        }
    }
    assert!(mixed == EXPECTED, "other choices: {mixed:#x}");
}
