//! A whole world for clients, in one thread and without a clock: a server with a real table, devices with storage,
//! lines that lose, delay and repeat, people who
//! sleep and press, a server that is killed. The same seed gives the same world.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod device;
mod jobs;
mod lines;
mod people;
pub mod server;
pub mod setup;
pub mod world;

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// Seeded chance.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.next_u64() % limit
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let at = self.below(from.len().max(1) as u64);
        from.get(at as usize)
    }

    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
