//! Exact endgames against value iteration, the engine and played games.
#![allow(clippy::unwrap_used)]

mod naive;
mod played;

use ludo_brain::{Solver, SolverProgress, Table, TableError, Track};
use ludo_rules::{Face, Playout, parse_position};
use naive::{Outcome, State};

/// All tables up to this one, the largest last.
fn tables(track: Track, one: u8, other: u8) -> Vec<Table> {
    work_out(&mut Solver::new(track), one, other)
}

/// A solver that has them.
fn tables_in(track: Track, one: u8, other: u8) -> Solver {
    let mut solver = Solver::new(track);
    work_out(&mut solver, one, other);
    solver
}

fn work_out(solver: &mut Solver, one: u8, other: u8) -> Vec<Table> {
    Solver::needed(one, other)
        .into_iter()
        .map(|(one, other)| {
            solver.begin(one, other).unwrap();
            finish(solver)
        })
        .collect()
}

fn finish(solver: &mut Solver) -> Table {
    loop {
        if let Some(table) = solver.step().unwrap() {
            return table;
        }
    }
}

/// Every value of the tables is within its bound of that of value iteration.
fn compare(track: Track, one: u8, other: u8, widest: f64) {
    let exact = naive::solve(track, one, other);
    let mut compared = 0;
    let tables = tables(track, one, other);
    for ((mine, theirs, sixes), value) in &exact {
        if *sixes > 0 {
            continue;
        }
        let table = tables
            .iter()
            .find(|table| {
                let (a, b) = table.counts();
                (a.max(b), a.min(b))
                    == (
                        mine.len().max(theirs.len()) as u8,
                        mine.len().min(theirs.len()) as u8,
                    )
            })
            .unwrap();
        let ours = table.value(mine, theirs).unwrap();
        assert!(
            (ours - value).abs() <= table.bound(),
            "{mine:?} {theirs:?}: {ours} is not within {} of {value}",
            table.bound()
        );
        compared += 1;
    }
    let last = tables.last().unwrap();
    assert!(last.bound() < widest, "{}", last.bound());
    println!("{compared} positions, bound {}", last.bound());
}

#[test]
fn small_boards_have_the_values_of_value_iteration() {
    for (half, column, one, other) in [
        (4, 1, 1, 1),
        (4, 1, 2, 2),
        (4, 2, 2, 1),
        (5, 1, 2, 2),
        (7, 3, 1, 1),
    ] {
        compare(Track::new(half, column).unwrap(), one, other, 1e-4);
    }
}

#[test]
#[ignore = "long"]
fn three_tokens_on_small_boards_too() {
    compare(Track::new(4, 1).unwrap(), 3, 2, 1e-4);
    compare(Track::new(4, 1).unwrap(), 3, 3, 1e-4);
    compare(Track::new(4, 1).unwrap(), 4, 1, 1e-4);
    compare(Track::new(6, 3).unwrap(), 2, 2, 1e-4);
}

#[test]
fn one_against_one_on_the_real_board() {
    compare(Track::CLASSIC, 1, 1, 1e-4);
}

#[test]
#[ignore = "long"]
fn two_against_one_on_the_real_board() {
    compare(Track::CLASSIC, 2, 1, 1e-4);
}

/// Value iteration plays by the rules of the engine.
#[test]
fn value_iteration_plays_the_game() {
    let mut compared = 0;
    let sides = naive::groups(2, 57);
    for (number, mine) in sides.iter().enumerate().step_by(7) {
        for theirs in sides.iter().skip(number % 11).step_by(31) {
            if !naive::is_legal(Track::CLASSIC, mine, theirs) {
                continue;
            }
            for sixes in 0..3 {
                let state = (mine.clone(), theirs.clone(), sixes);
                let text = format!(
                    "classic {},{},57,57/-/{},{},57,57/- r roll {sixes} - -",
                    mine[0], mine[1], theirs[0], theirs[1]
                );
                let Ok((rules, position)) = parse_position(&text) else {
                    // Sixes that nothing can have earned.
                    assert!(sixes > 0, "{text}");
                    continue;
                };
                for face in Face::ALL {
                    let mut game = Playout::new(&rules, position).unwrap();
                    let choices = game.roll(face);
                    let mut ends: Vec<Outcome> = (0..choices.max(1))
                        .map(|choice| {
                            let mut after = game.clone();
                            after.choose(choice);
                            outcome(after.position())
                        })
                        .collect();
                    ends.sort();
                    ends.dedup();
                    assert_eq!(
                        naive::outcomes(Track::CLASSIC, &state, face.get()),
                        ends,
                        "{text} {face:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// A position of the engine after red's choice, as value iteration sees it.
fn outcome(position: &ludo_rules::Position) -> Outcome {
    use ludo_rules::Seat::{Red, Yellow};
    let afield = |seat| -> Vec<u8> {
        let tokens = position.tokens(seat).unwrap();
        tokens.into_iter().filter(|&token| token < 57).collect()
    };
    match position.turn() {
        None => Outcome::Won,
        Some(Red) => Outcome::Again((afield(Red), afield(Yellow), position.sixes())),
        Some(_) => Outcome::Passed((afield(Yellow), afield(Red), 0)),
    }
}

#[test]
fn values_at_the_outset() {
    let tables = tables(Track::CLASSIC, 2, 1);
    let start = |index: usize| tables[index].start();
    assert!((start(0).0 - 0.517_138).abs() < 2e-6, "{:?}", start(0));
    assert!((start(1).0 - 0.243_935).abs() < 1e-5, "{:?}", start(1));
    assert!((start(1).1 - 0.771_873).abs() < 1e-5, "{:?}", start(1));
}

#[test]
fn work_goes_on_where_it_was_saved() {
    let track = Track::new(6, 2).unwrap();
    let bytes = |table: &Table| {
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        bytes
    };
    let straight = tables(track, 2, 2);
    let mut solver = Solver::new(track);
    for table in &straight[..2] {
        solver.take(table).unwrap();
    }
    solver.begin(2, 2).unwrap();
    let whole = finish(&mut solver);
    assert_eq!(whole.counts(), (2, 2));

    let again = || {
        let mut solver = Solver::new(track);
        for table in &straight[..2] {
            solver.take(table).unwrap();
        }
        solver
    };
    let mut solver = again();
    solver.begin(2, 2).unwrap();
    let mut saved = Vec::new();
    for _ in 0..4 {
        for _ in 0..20 {
            assert!(solver.step().unwrap().is_none(), "too short to be stopped");
        }
        solver.save(&mut saved).unwrap();
        let blocks = solver.progress().unwrap().blocks;
        // A block that was being written is done again.
        let cut = saved.len();
        saved.extend([7; 100]);
        solver = again();
        let whole = solver.resume(2, 2, saved.as_slice()).unwrap();
        assert_eq!(whole, cut as u64);
        saved.truncate(cut);
        assert_eq!(solver.progress().unwrap().blocks, blocks);
        assert!(blocks > 0);
    }
    assert_eq!(bytes(&finish(&mut solver)), bytes(&whole));

    let mut other = Solver::new(track);
    other.take(&straight[0]).unwrap();
    assert!(
        other.resume(2, 1, saved.as_slice()).is_err(),
        "of another table"
    );
    assert!(other.progress().is_none());
    let mut elsewhere = tables_in(track, 2, 1);
    assert!(
        elsewhere.resume(2, 2, saved.as_slice()).is_err(),
        "built on tables that are not rounded"
    );

    // Blocks before the damage are kept.
    let mut solver = again();
    let whole = solver.resume(2, 2, saved.as_slice()).unwrap();
    assert_eq!(whole, saved.len() as u64);
    let blocks = solver.progress().unwrap().blocks;
    let last = saved.len() - 1;
    saved[last] ^= 1;
    let mut damaged = again();
    assert!(damaged.resume(2, 2, saved.as_slice()).unwrap() < whole);
    assert_eq!(damaged.progress().unwrap().blocks, blocks - 1);
    assert_eq!(bytes(&finish(&mut damaged)), bytes(&finish(&mut solver)));
}

#[test]
fn files_come_back_and_damage_is_seen() {
    let all = tables(Track::new(5, 2).unwrap(), 2, 1);
    let table = &all[1];
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    let back = Table::read(bytes.as_slice()).unwrap();
    assert_eq!(back.counts(), (2, 1));
    assert_eq!(back.start(), table.start());
    assert_eq!(back.bound().to_bits(), table.bound().to_bits());
    assert_eq!(back.value(&[0, 3], &[5]), table.value(&[0, 3], &[5]));
    assert_eq!(back.value(&[5], &[0, 3]), table.value(&[5], &[0, 3]));
    assert_eq!(back.value(&[3, 0], &[5]), None, "not ascending");
    assert_eq!(back.value(&[0, 3], &[5, 6]), None);
    assert_eq!(back.value(&[0, 40], &[5]), None, "no such place");

    let read = |bytes: &[u8]| Table::read(bytes);
    let mut damaged = bytes.clone();
    damaged[60] ^= 4;
    assert!(matches!(read(&damaged), Err(TableError::Damaged)));
    assert!(matches!(
        read(&bytes[..bytes.len() - 3]),
        Err(TableError::Damaged)
    ));
    assert!(matches!(read(b"LUDOEND2 and more"), Err(TableError::Form)));
    let mut vast = bytes;
    vast[10] = 4;
    vast[11] = 4;
    assert!(
        matches!(read(&vast), Err(TableError::Form)),
        "no table is so large"
    );
}

#[test]
fn what_is_missing_or_too_much_is_said() {
    let mut solver = Solver::new(Track::CLASSIC);
    assert!(
        solver
            .begin(2, 1)
            .unwrap_err()
            .to_string()
            .contains("1 v 1")
    );
    assert!(solver.begin(0, 1).is_err());
    assert!(solver.begin(5, 1).is_err());
    assert!(solver.step().is_err());
    assert_eq!(solver.progress(), None::<SolverProgress>);
    assert_eq!(
        Solver::needed(2, 3),
        [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
    );
}

/// States are what the tests say of them.
#[test]
fn value_iteration_knows_passes_and_thirds() {
    let track = Track::CLASSIC;
    let state: State = (vec![0], vec![50], 2);
    let void = Outcome::Passed((vec![50], vec![0], 0));
    for face in [3, 6] {
        let all = naive::outcomes(track, &state, face);
        assert_eq!(all, std::slice::from_ref(&void));
    }
}
