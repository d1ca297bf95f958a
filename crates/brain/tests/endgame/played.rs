//! Tables against games that are played by them.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use ludo_brain::{Shelf, Solver, Table, Track};
use ludo_rules::{Face, Named, Playout, Rules, Seat, parse_position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

fn shelf(one: u8, other: u8) -> Shelf {
    let mut shelf = Shelf::default();
    for table in super::tables(Track::CLASSIC, one, other) {
        shelf.add(table);
    }
    assert_eq!(shelf.tables().count(), Solver::needed(one, other).len());
    shelf
}

/// Plays from a position, both seats by the tables; the share that red wins, less what the tables say, in standard deviations.
fn deviation(shelf: &Shelf, text: &str, games: u32) -> f64 {
    let (rules, start) = parse_position(text).unwrap();
    let start = Playout::new(&rules, start).unwrap();
    let expected = shelf.chance(&start, Seat::Red).unwrap();
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let mut won = 0;
    for _ in 0..games {
        let mut game = start.clone();
        while let Some(turn) = game.position().turn() {
            let face = Face::new((dice.next_u64() % 6) as u8 + 1).unwrap();
            let choices = game.roll(face);
            if choices > 0 {
                game = best(shelf, &game, turn, choices);
            }
        }
        won += u32::from(game.position().finished().next() == Some(Seat::Red));
    }
    let share = f64::from(won) / f64::from(games);
    let spread = (expected * (1.0 - expected) / f64::from(games)).sqrt();
    println!("{text}: {share:.5} played, {expected:.5} by table, one deviation {spread:.5}");
    (share - expected) / spread
}

fn best<'r>(shelf: &Shelf, game: &Playout<'r>, turn: Seat, choices: usize) -> Playout<'r> {
    let mut best: Option<(f64, Playout<'r>)> = None;
    for choice in 0..choices {
        let mut after = game.clone();
        after.choose(choice);
        let chance = if after.is_over() {
            1.0
        } else if choices == 1 {
            0.0
        } else {
            shelf.chance(&after, turn).unwrap()
        };
        if best.as_ref().is_none_or(|(most, _)| chance > *most) {
            best = Some((chance, after));
        }
    }
    best.unwrap().1
}

#[test]
fn played_games_come_to_the_same() {
    let shelf = shelf(2, 1);
    for (text, games) in [
        ("classic 0,57,57,57/-/0,57,57,57/- r roll 0 - -", 20_000),
        ("classic 0,40,57,57/-/12,57,57,57/- y roll 0 - -", 10_000),
        ("classic 0,0,57,57/-/0,57,57,57/- r roll 0 - -", 10_000),
        ("classic 30,50,57,57/-/0,57,57,57/- r roll 1 - -", 10_000),
    ] {
        let deviation = deviation(&shelf, text, games);
        assert!(deviation.abs() < 4.0, "{text}: {deviation}");
    }
}

#[test]
#[ignore = "long"]
fn millions_of_played_games_come_to_the_same() {
    let shelf = shelf(2, 2);
    for (text, games) in [
        ("classic 0,57,57,57/-/0,57,57,57/- r roll 0 - -", 3_000_000),
        ("classic 0,0,57,57/-/0,57,57,57/- r roll 0 - -", 1_000_000),
        ("classic 0,0,57,57/-/0,0,57,57/- r roll 0 - -", 1_000_000),
        ("classic 0,30,57,57/-/5,52,57,57/- y roll 0 - -", 1_000_000),
    ] {
        let deviation = deviation(&shelf, text, games);
        assert!(deviation.abs() < 4.0, "{text}: {deviation}");
    }
}

#[test]
#[ignore = "long"]
fn a_million_played_games_of_three_against_two_come_to_the_same() {
    let shelf = shelf(3, 2);
    for (text, games) in [
        ("classic 0,0,0,57/-/0,0,57,57/- r roll 0 - -", 1_000_000),
        ("classic 0,0,0,57/-/0,0,57,57/- y roll 0 - -", 1_000_000),
        ("classic 3,20,41,57/-/0,33,57,57/- r roll 0 - -", 1_000_000),
    ] {
        let deviation = deviation(&shelf, text, games);
        assert!(deviation.abs() < 4.0, "{text}: {deviation}");
    }
}

/// `LUDO_TABLES` is a folder where `ludo solve 3 3` has made its tables; `cargo xtask test --long` leaves out tests whose names begin so
/// where there is none.
#[test]
#[ignore = "long, and needs tables that take an hour to make"]
fn by_saved_tables_a_million_played_games_of_three_against_three_come_to_the_same() {
    let folder = std::env::var_os("LUDO_TABLES").expect("LUDO_TABLES=DIR, of `ludo solve 3 3`");
    let mut shelf = Shelf::default();
    for (one, other) in Solver::needed(3, 3) {
        let path = Path::new(&folder).join(format!("classic-{one}v{other}.end"));
        let file = BufReader::new(File::open(path).unwrap());
        shelf.add(Table::read(file).unwrap());
    }
    for (text, games) in [
        ("classic 0,0,0,57/-/0,0,0,57/- r roll 0 - -", 1_000_000),
        ("classic 3,20,41,57/-/0,33,50,57/- r roll 0 - -", 1_000_000),
    ] {
        let deviation = deviation(&shelf, text, games);
        assert!(deviation.abs() < 4.0, "{text}: {deviation}");
    }
}

#[test]
fn a_shelf_knows_only_what_its_tables_have() {
    let shelf = shelf(1, 1);
    let classic = Rules::new(&Named::Classic.into());
    let chance = |text: &str, seat| {
        let (rules, position) = parse_position(text).unwrap();
        shelf.chance(&Playout::new(&rules, position).unwrap(), seat)
    };
    let known = "classic 0,57,57,57/-/0,57,57,57/- r roll 0 - -";
    let red = chance(known, Seat::Red).unwrap();
    let yellow = chance(known, Seat::Yellow).unwrap();
    assert!((red + yellow - 1.0).abs() < 1e-12 && red > 0.517);
    assert_eq!(chance(known, Seat::Green), None, "nobody sits there");
    for text in [
        "classic 0,0,57,57/-/0,57,57,57/- r roll 0 - -",
        "classic 0,57,57,57/0,57,57,57/-/- r roll 0 - -",
        "modern 0,57,57,57/-/0,57,57,57/- r roll 0 - -",
        "classic 0,57,57,57/5,9,9,9/0,57,57,57/- r roll 0 - -",
    ] {
        assert_eq!(chance(text, Seat::Red), None, "{text}");
    }
    // Two that are left of four play on for the third place.
    let left = "classic 57,57,57,57/0,57,57,57/57,57,57,57/0,57,57,57 g roll 0 ry -";
    assert_eq!(chance(left, Seat::Green), Some(red));
    drop(classic);
}
