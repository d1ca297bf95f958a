//! How fast the engine is: `cargo bench -p ludo-rules`, or only parts of it, as in `cargo bench -p ludo-rules -- one batch`.
//! `--json` prints a line of JSON for each figure.
//!
//! What the figures mean, and what they were, stands in docs/performance.md.
#![allow(clippy::unwrap_used)]

mod clock;
mod dice;
mod report;

use std::hint::black_box;
use std::mem::size_of;

use dice::{Dice, ManyDice, choice};
use ludo_rules::{
    Batch, Due, Length, Named, Playout, Position, Rolled, RuleSet, Rules, Seat, SeatSet,
    parse_position, perft,
};
use report::{Done, Figure};

/// Games between two looks at the clock.
const GAMES: u64 = 50;

/// Steps of a batch for which the dice are rolled before: a prime, and few enough to lie near the processor.
const ROLLED_BEFORE: usize = 1009;

fn rules(named: Named) -> (Rules, Position) {
    let rules = Rules::new(&RuleSet::named(named));
    let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).unwrap();
    (rules, start)
}

/// One game at a time by `Playout`. Counts rolls, the ones that settle themselves too.
fn one(named: Named) -> Figure {
    let (rules, start) = rules(named);
    let mut dice = Dice::new(1);
    Figure {
        group: "one game at a time, four random players to the last place",
        name: named.to_string(),
        unit: "rolls",
        work: Box::new(move || {
            let mut rolls = 0;
            for _ in 0..GAMES {
                let mut game = Playout::new(&rules, start).unwrap();
                while !game.is_over() {
                    let (face, chance) = dice.roll();
                    rolls += 1;
                    let mut choices = game.roll(face);
                    let mut chance = chance;
                    while choices > 0 {
                        choices = game.choose(choice(chance, choices));
                        if choices > 0 {
                            chance = dice.roll().1;
                        }
                    }
                }
                black_box(game.position());
            }
            Done {
                units: rolls,
                games: GAMES,
            }
        }),
    }
}

/// The same by `roll`, `moves` and `play`, which take nothing on trust.
fn checked(named: Named) -> Figure {
    let (rules, start) = rules(named);
    let mut dice = Dice::new(1);
    Figure {
        group: "the same by roll, moves and play",
        name: named.to_string(),
        unit: "rolls",
        work: Box::new(move || {
            let mut rolls = 0;
            for _ in 0..GAMES {
                let mut position = start;
                while !position.is_over() {
                    let (face, chance) = dice.roll();
                    if let Due::Roll { .. } = position.due() {
                        rolls += 1;
                        match rules.roll(&position, face).unwrap() {
                            Rolled::Settled { position: next, .. } => {
                                position = next;
                                continue;
                            }
                            Rolled::Choose(next) => position = next,
                        }
                    }
                    let moves = rules.moves(&position, None).unwrap();
                    let mv = moves[choice(chance, moves.len())];
                    position = rules.play(&position, None, mv).unwrap();
                }
                black_box(&position);
            }
            Done {
                units: rolls,
                games: GAMES,
            }
        }),
    }
}

/// Games in the lanes of a batch, begun anew where they are over. Counts a step of a lane where a roll was due.
///
/// The dice are rolled on the way, as in the other figures, or, to see the engine alone, were rolled before.
fn batch<const N: usize>(named: Named, rolled_before: bool) -> Figure {
    let (rules, start) = rules(named);
    let earns_steps =
        rules.rule_set().capture.steps().is_some() || rules.rule_set().home.steps().is_some();
    let mut dice = ManyDice::<N>::new(1);
    let mut before = Vec::new();
    if rolled_before {
        before.resize_with(ROLLED_BEFORE, || {
            dice.roll();
            (dice.faces, dice.lots)
        });
    }
    let mut next = 0;
    let mut games = Box::new(Batch::<N>::new(&rules, &start).unwrap());
    Figure {
        group: if rolled_before {
            "many games at once, dice rolled before"
        } else {
            "many games at once, four random players to the last place"
        },
        name: format!("{named}, {N} lanes"),
        unit: "rolls",
        work: Box::new(move || {
            let (mut rolls, mut over) = (0, 0);
            for _ in 0..100_000 / N {
                rolls += N;
                if earns_steps {
                    // Steps that a move earned are no rolls.
                    rolls -= games.bonuses().iter().filter(|&&steps| steps > 0).count();
                }
                if rolled_before {
                    let (faces, lots) = &before[next];
                    games.step(faces, lots);
                    next = (next + 1) % ROLLED_BEFORE;
                } else {
                    dice.roll();
                    games.step(&dice.faces, &dice.lots);
                }
                over += games.renew(&start).unwrap();
            }
            Done {
                units: rolls as u64,
                games: over as u64,
            }
        }),
    }
}

/// Leaves of the game tree.
fn tree(name: &str, text: &str, depth: u8) -> Figure {
    let (rules, position) = parse_position(text).unwrap();
    Figure {
        group: "perft",
        name: format!("{name}, depth {depth}"),
        unit: "leaves",
        work: Box::new(move || Done {
            units: perft(black_box(&rules), black_box(&position), depth),
            games: 0,
        }),
    }
}

fn main() {
    let mut asked: Vec<String> = std::env::args().skip(1).collect();
    let words = asked.len();
    asked.retain(|word| word != "--bench");
    if asked.len() == words {
        // `cargo test --benches` only wants to know that it starts.
        println!("measures with `cargo bench` only");
        return;
    }
    let json = asked.iter().any(|word| word == "--json");
    let all = asked.iter().all(|word| word.starts_with("--"));
    let wants = |part: &str| all || asked.iter().any(|word| word == part);
    let mut figures = Vec::new();
    if wants("one") {
        figures.extend(Named::ALL.map(one));
    }
    if wants("checked") {
        figures.extend(Named::ALL.map(checked));
    }
    if wants("batch") {
        for rolled_before in [false, true] {
            figures.extend([
                batch::<16>(Named::Classic, rolled_before),
                batch::<32>(Named::Classic, rolled_before),
                batch::<64>(Named::Classic, rolled_before),
                batch::<128>(Named::Classic, rolled_before),
            ]);
            let others = Named::ALL.into_iter().skip(1);
            figures.extend(others.map(|named| batch::<64>(named, rolled_before)));
        }
    }
    if wants("perft") {
        figures.extend([
            tree(
                "classic, a game begins",
                "classic 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 r roll 0 - -",
                6,
            ),
            tree(
                "classic, in the middle",
                "classic 0,7,30,57/0,12,40,51/1,9,35,54/0,0,21,44 g roll 0 - -",
                4,
            ),
            tree(
                "parchis, in the middle",
                "parchis 0,7,7,72/0,12,40,60/1,9,33,66/0,0,20,44 g roll 0 - -",
                4,
            ),
        ]);
    }
    report::run(figures, json);
    if wants("size") && !json {
        println!(
            "\nbytes: Position {}, Playout {}, Batch of 64 lanes {}",
            size_of::<Position>(),
            size_of::<Playout<'_>>(),
            size_of::<Batch<64>>()
        );
    }
}
