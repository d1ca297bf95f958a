//! Positions evaluated one by one; `evaluate.mjs` times it.

use std::hint::black_box;

use ludo_brain::Brain;
use ludo_rules::{Named, Rules};

fn main() {
    let (brain, positions) = (Brain::learned(), ludo_wasm_bench::positions());
    let Some(net) = brain.net(&Rules::new(&Named::Classic.into())) else {
        panic!("no net")
    };
    for _ in 0..ludo_wasm_bench::ROUNDS {
        for position in &positions {
            black_box(net.chances(black_box(position)));
        }
    }
}
