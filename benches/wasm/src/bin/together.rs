//! The same positions as in `alone`, evaluated together.

use std::hint::black_box;

use ludo_brain::Brain;
use ludo_rules::{Named, Rules};

fn main() {
    let (brain, positions) = (Brain::learned(), ludo_wasm_bench::positions());
    let Some(net) = brain.net(&Rules::new(&Named::Classic.into())) else {
        panic!("no net")
    };
    for _ in 0..ludo_wasm_bench::ROUNDS {
        black_box(net.chances_of_all(black_box(&positions)));
    }
}
