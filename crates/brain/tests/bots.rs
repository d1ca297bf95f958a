//! Bots at whole games.
#![allow(clippy::unwrap_used)]

use ludo_brain::{Bot, Brain};
use ludo_rules::{Due, Face, Length, Named, Position, Rolled, RuleSet, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

fn face(dice: &mut ChaCha8Rng) -> Face {
    Face::new((dice.next_u64() % 6) as u8 + 1).unwrap()
}

/// Plays a game to its end; calls `seen` at every choice with the legal move that was made.
fn game(
    rules: &Rules,
    start: Position,
    bot: impl Fn(Seat) -> Bot,
    seed: u64,
    mut seen: impl FnMut(&Position, ludo_rules::Move),
) -> Position {
    let brain = Brain::default();
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut generator = ChaCha8Rng::seed_from_u64(!seed);
    let mut position = start;
    for _ in 0..100_000 {
        position = match position.due() {
            Due::Over => return position,
            Due::Roll { .. } => {
                assert_eq!(
                    brain.choose(Bot::Simple, rules, &position, &mut generator),
                    None,
                    "a roll is no choice"
                );
                match rules.roll(&position, face(&mut dice)).unwrap() {
                    Rolled::Settled { position, .. } | Rolled::Choose(position) => position,
                }
            }
            Due::Move(_) | Due::Bonus(_) => {
                let bot = bot(position.turn().unwrap());
                let mv = brain.choose(bot, rules, &position, &mut generator).unwrap();
                seen(&position, mv);
                rules.play(&position, None, mv).unwrap()
            }
        };
    }
    panic!("no end: {position}");
}

fn pair() -> SeatSet {
    SeatSet::new(&[Seat::Red, Seat::Yellow])
}

/// Games of 2,000 that the simple bot wins against the random one, seats and first move changing.
fn wins(set: &RuleSet) -> u32 {
    let rules = Rules::new(set);
    let mut wins = 0;
    for seed in 0..2_000 {
        let simple = if seed % 2 == 0 {
            Seat::Red
        } else {
            Seat::Yellow
        };
        let first = if seed / 2 % 2 == 0 {
            Seat::Red
        } else {
            Seat::Yellow
        };
        let start = rules.start(pair(), first, Length::Whole).unwrap();
        let bot = |seat| {
            if seat == simple {
                Bot::Simple
            } else {
                Bot::Random
            }
        };
        let end = game(&rules, start, bot, seed, |_, _| {});
        wins += u32::from(end.places().unwrap().first() == Some(&simple));
    }
    wins
}

#[test]
fn simple_beats_random_at_classic() {
    let wins = wins(&RuleSet::default());
    println!("{wins} of 2000");
    assert!(wins > 1_400, "{wins} of 2000");
}

#[test]
fn simple_beats_random_at_every_other_set() {
    for named in [
        Named::Modern,
        Named::Mensch,
        Named::Chinczyk,
        Named::Parchis,
    ] {
        let wins = wins(&named.into());
        println!("{named}: {wins} of 2000");
        assert!(wins > 1_200, "{named}: {wins} of 2000");
    }
}

#[test]
fn every_choice_is_legal_in_all_sets() {
    let house = [
        "classic+own=block+capture=roll",
        "modern+own=forbidden",
        "parchis+capture=roll+home=nothing",
    ];
    let sets = Named::ALL
        .into_iter()
        .map(RuleSet::from)
        .chain(house.map(|text| text.parse().unwrap()));
    for set in sets {
        let rules = Rules::new(&set);
        for seed in 0..40 {
            let start = rules
                .start(SeatSet::ALL, Seat::ALL[(seed % 4) as usize], Length::Whole)
                .unwrap();
            let bot = |seat: Seat| {
                if seat.index().is_multiple_of(2) {
                    Bot::Simple
                } else {
                    Bot::Random
                }
            };
            // `game` unwraps the checked `play`, so an illegal choice would fail there.
            game(&rules, start, bot, seed, |position, mv| {
                assert!(rules.moves(position, None).unwrap().contains(&mv));
            });
        }
    }
}

#[test]
fn b026_the_same_seed_gives_the_same_game() {
    for named in Named::ALL {
        let rules = Rules::new(&named.into());
        let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).unwrap();
        let record = |seed| {
            let mut moves = Vec::new();
            let bot = |seat: Seat| {
                if seat.index() < 2 {
                    Bot::Simple
                } else {
                    Bot::Random
                }
            };
            game(&rules, start, bot, seed, |position, mv| {
                moves.push((*position, mv));
            });
            moves
        };
        assert_eq!(record(7), record(7));
        assert_ne!(record(7), record(8));
    }
}

/// What the simple bot does where one thing is clearly right.
#[test]
fn simple_plays_sensibly() {
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    for (text, expected, why) in [
        (
            "classic 0,0,10,30/-/0,0,0,8/- r move:4 0 - -",
            "30-34xy",
            "captures",
        ),
        (
            "classic 0,0,10,30/-/0,0,8,40/- r move:4 0 - -",
            "10-14xy",
            "of two it captures the one that came further",
        ),
        (
            "classic 0,0,10,30/-/0,0,34,50/- r move:6 1 - -",
            "0-1",
            "enters",
        ),
        (
            "classic 20,56,57,57/-/0,0,0,1/- r move:1 0 - -",
            "56-57",
            "gets home",
        ),
        (
            "classic 0,0,10,30/-/0,0,0,1/- r move:5 0 - -",
            "30-35",
            "leaves a threatened square",
        ),
        (
            "classic 0,0,10,30/-/0,0,0,5/- r move:2 0 - -",
            "10-12",
            "does not step before a rival for nothing",
        ),
        (
            "modern 0,0,13,30/-/0,0,33,50/- r move:1 0 - -",
            "13-14",
            "goes to a safe square",
        ),
    ] {
        let (rules, position) = ludo_rules::parse_position(text).unwrap();
        let mv = Brain::default()
            .choose(Bot::Simple, &rules, &position, &mut generator)
            .unwrap();
        assert_eq!(mv.to_string(), expected, "{why}: {text}");
    }
}

#[test]
fn random_makes_every_move_about_equally_often() {
    let (rules, position) =
        ludo_rules::parse_position("classic 0,5,9,20/-/0,0,0,1/- r move:6 1 - -").unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let moves = rules.moves(&position, None).unwrap();
    let mut counts = vec![0; moves.len()];
    for _ in 0..4_000 {
        let mv = Brain::default()
            .choose(Bot::Random, &rules, &position, &mut generator)
            .unwrap();
        counts[moves.iter().position(|&legal| legal == mv).unwrap()] += 1;
    }
    assert_eq!(counts.len(), 4);
    assert!(
        counts.iter().all(|count| (850..1_150).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn names_round_trip() {
    for bot in Bot::ALL {
        assert_eq!(bot.to_string().parse(), Ok(bot));
    }
    assert!("Simple".parse::<Bot>().is_err());
}
