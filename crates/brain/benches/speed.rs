//! How fast the bots and what they think with are: `cargo bench -p ludo-brain`. Thousands a second of processor time, median of
//! the samples, lowest and highest behind it. What they were stands in docs/strength.md.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Duration;

use ludo_brain::{Bot, Brain, Course, Shelf, Solver, Track, Trainer};
use ludo_rules::{Face, Length, Named, Playout, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

const SAMPLES: usize = 9;
const SAMPLE: Duration = Duration::from_millis(100);

/// Processor time of this thread.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn now() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}

/// Measures work that tells how many units it did.
fn measure(name: &str, unit: &str, mut work: impl FnMut() -> u64) {
    let mut samples: Vec<f64> = (0..=SAMPLES)
        .map(|_| {
            let begun = now();
            let mut units = 0;
            loop {
                units += work();
                let spent = now().saturating_sub(begun);
                if spent >= SAMPLE {
                    return units as f64 / spent.as_secs_f64() / 1e3;
                }
            }
        })
        .skip(1)
        .collect();
    samples.sort_by(f64::total_cmp);
    println!(
        "{name:<44} {:>12.2} thousand {unit}/s ({:.2} to {:.2})",
        samples[SAMPLES / 2],
        samples[0],
        samples[SAMPLES - 1]
    );
}

fn roll(dice: &mut ChaCha8Rng) -> Face {
    Face::new((dice.next_u64() % 6) as u8 + 1).unwrap()
}

/// Games where a token is to be chosen, from games of simple players.
fn choices(rules: &Rules, seats: SeatSet, count: usize) -> Vec<Playout<'_>> {
    let brain = Brain::default();
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < count {
        let start = rules.start(seats, Seat::Red, Length::Whole).unwrap();
        let mut game = Playout::new(rules, start).unwrap();
        while !game.is_over() {
            let mut choices = game.roll(roll(&mut dice));
            while choices > 0 {
                if choices > 1 && dice.next_u32().is_multiple_of(8) {
                    found.push(game.clone());
                }
                choices = game.choose(brain.choice(Bot::Simple, &game, &mut dice));
            }
        }
    }
    found.truncate(count);
    found
}

fn main() {
    // Anything that cargo hands over, as `--bench`, is not for us.
    let rules = Rules::new(&Named::Classic.into());
    let pair = SeatSet::new(&[Seat::Red, Seat::Yellow]);
    let four = choices(&rules, SeatSet::ALL, 400);
    let two = choices(&rules, pair, 400);
    let mut brain = Brain::default();
    // Nets are as fast whatever they have learned.
    let mut trainer = Trainer::new(Course::default());
    trainer.learn(20, &Shelf::default());
    brain.add_net(trainer.net(""));
    let net = brain.net(&rules).unwrap();

    let positions: Vec<_> = four.iter().map(|game| *game.position()).collect();
    measure("evaluations, four seats at a position", "seats", || {
        for position in &positions {
            black_box(net.chances(black_box(position)));
        }
        4 * positions.len() as u64
    });
    measure("the same, all positions together", "seats", || {
        black_box(net.chances_of_all(black_box(&positions)));
        4 * positions.len() as u64
    });
    for bot in Bot::ALL {
        for (seats, games) in [("four", &four), ("two", &two)] {
            let mut chance = ChaCha8Rng::seed_from_u64(2);
            let mut at = 0;
            measure(
                &format!("decisions of {bot}, {seats} seats"),
                "moves",
                || {
                    let mut done = 0;
                    for _ in 0..10 {
                        let game = &games[at % games.len()];
                        at += 1;
                        black_box(brain.choice(bot, black_box(game), &mut chance));
                        done += 1;
                    }
                    done
                },
            );
        }
    }
    let mut trainer = Trainer::new(Course::default());
    measure("training", "games", || {
        trainer.learn(1, &Shelf::default());
        1
    });

    let mut shelf = Shelf::default();
    measure("solving up to 2 v 2", "positions worked out", || {
        let mut solver = Solver::new(Track::CLASSIC);
        let mut visits = 0;
        for (one, other) in Solver::needed(2, 2) {
            solver.begin(one, other).unwrap();
            let table = loop {
                let before = solver.progress().map_or(0, |progress| progress.visits);
                if let Some(table) = solver.step().unwrap() {
                    visits += before;
                    break table;
                }
            };
            shelf.add(table);
        }
        visits
    });
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    for table in shelf.tables() {
        let (one, other) = table.counts();
        let mut group = |count: u8| {
            let mut group = [0; 2];
            let tokens = &mut group[..usize::from(count)];
            tokens.fill_with(|| (dice.next_u32() % 57) as u8);
            tokens.sort_unstable();
            group
        };
        let asked: Vec<_> = (0..1_000).map(|_| (group(one), group(other))).collect();
        measure(&format!("looking up {one} v {other}"), "positions", || {
            for (mine, theirs) in &asked {
                let mine = &mine[..usize::from(one)];
                black_box(table.value(black_box(mine), &theirs[..usize::from(other)]));
            }
            asked.len() as u64
        });
    }
}
