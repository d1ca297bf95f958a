//! `Batch` plays in every lane what the engine for one game plays.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Chance, play, seat_sets};
use ludo_rules::{
    Batch, BatchError, Due, Face, Length, Moves, Named, Playout, Position, RuleSet, Rules, Seat,
    SeatSet,
};

/// The choices of a game as a batch shows them.
fn bits(position: &Position, moves: &Moves) -> u8 {
    let Some(tokens) = position.turn().and_then(|seat| position.tokens(seat)) else {
        return 0;
    };
    moves
        .iter()
        .filter_map(|mv| tokens.iter().position(|&token| Some(token) == mv.from()))
        .fold(0, |bits, place| bits | 1 << place)
}

/// A batch with the games that its lanes should play.
struct Pair<'r, const N: usize> {
    batch: Batch<N>,
    games: Vec<Playout<'r>>,
    rolls: usize,
    bonuses: usize,
}

impl<'r, const N: usize> Pair<'r, N> {
    fn new(rules: &'r Rules, starts: &[Position]) -> Self {
        let mut batch = Batch::new(rules, &starts[0]).unwrap();
        let games: Vec<_> = (0..N)
            .map(|lane| Playout::new(rules, starts[lane % starts.len()]).unwrap())
            .collect();
        for (lane, game) in games.iter().enumerate() {
            batch.set(lane, game.position()).unwrap();
        }
        let mut pair = Self {
            batch,
            games,
            rolls: 0,
            bonuses: 0,
        };
        pair.agree();
        pair
    }

    fn agree(&mut self) {
        for (lane, game) in self.games.iter().enumerate() {
            let position = game.position();
            assert_eq!(self.batch.position(lane).as_ref(), Some(position));
            assert_eq!(
                self.batch.choices()[lane],
                bits(position, &game.moves()),
                "{position}"
            );
            assert_eq!(self.batch.is_over(lane), game.is_over());
            self.rolls += usize::from(matches!(position.due(), Due::Roll { .. }));
            self.bonuses += usize::from(matches!(position.due(), Due::Bonus(_)));
        }
    }

    /// Roll and choice one after the other, some of the choices wrong.
    fn roll_and_choose(&mut self, chance: &mut Chance) {
        let faces = [(); N].map(|()| chance.face());
        self.batch.roll(&faces.map(Face::get));
        for (game, face) in self.games.iter_mut().zip(faces) {
            game.roll(face);
        }
        self.agree();
        let tokens = [(); N].map(|()| chance.below(5) as u8);
        self.batch.choose(&tokens);
        for (game, token) in self.games.iter_mut().zip(tokens) {
            let choices = bits(game.position(), &game.moves());
            if token < 4 && choices >> token & 1 == 1 {
                game.choose((choices & ((1 << token) - 1)).count_ones() as usize);
            }
        }
        self.agree();
    }

    /// Roll and choice in one.
    fn step(&mut self, chance: &mut Chance) {
        let faces = [(); N].map(|()| chance.face());
        let lots = [(); N].map(|()| chance.below(12) as u8);
        self.batch.step(&faces.map(Face::get), &lots);
        for ((game, face), lot) in self.games.iter_mut().zip(faces).zip(lots) {
            let choices = game.roll(face);
            game.choose(usize::from(lot) * choices / 12);
        }
        self.agree();
    }
}

fn starts(rules: &Rules) -> Vec<Position> {
    let mut starts = Vec::new();
    for seats in seat_sets() {
        for first in seats.iter() {
            for length in [Length::Whole, Length::Quick] {
                starts.push(rules.start(seats, first, length).unwrap());
            }
        }
    }
    starts
}

#[test]
fn named_sets_with_all_seats_to_the_end() {
    for named in Named::ALL {
        let rules = Rules::new(&RuleSet::named(named));
        let starts = starts(&rules);
        assert_eq!(starts.len(), 56);
        let mut chance = Chance::new(7);
        let mut pair = Pair::<56>::new(&rules, &starts);
        let mut steps = 0;
        while pair.games.iter().any(|game| !game.is_over()) {
            match steps % 3 {
                0 => pair.roll_and_choose(&mut chance),
                _ => pair.step(&mut chance),
            }
            steps += 1;
            assert!(steps < 20_000, "{named} does not end");
        }
        assert!(pair.rolls > 5_000);
        assert_eq!(pair.bonuses > 0, named == Named::Parchis);
        for (lane, game) in pair.games.iter().enumerate() {
            let places = game.position().places().unwrap();
            for seat in Seat::ALL {
                let place = places.iter().position(|&other| other == seat);
                assert_eq!(
                    usize::from(pair.batch.places(seat)[lane]),
                    place.map_or(0, |place| place + 1)
                );
            }
        }
        assert_eq!(pair.batch.renew(&starts[0]), Ok(56));
        assert_eq!(pair.batch.renew(&starts[0]), Ok(0));
        assert_eq!(pair.batch.position(55), Some(starts[0]));
    }
}

#[test]
fn house_rules_from_anywhere() {
    let mut chance = Chance::new(8);
    for round in 0..300 {
        let rules = chance.rules();
        let starts: Vec<Position> = (0..33)
            .map(|_| {
                let start = chance.start(&rules);
                let steps = chance.below(300);
                let mut position = play(&rules, start, &mut chance, steps, |_| {});
                if chance.below(4) == 0
                    && let Some(seat) = position.in_play().iter().next()
                {
                    position = rules.resign(&position, seat).unwrap();
                }
                if chance.below(20) == 0 {
                    position = rules.end_by_limit(&position);
                }
                position
            })
            .collect();
        let mut pair = Pair::<33>::new(&rules, &starts);
        for _ in 0..60 {
            if round % 2 == 0 {
                pair.roll_and_choose(&mut chance);
            } else {
                pair.step(&mut chance);
            }
        }
    }
}

#[test]
fn any_number_of_lanes() {
    let rules = Rules::new(&RuleSet::default());
    let start = rules
        .start(SeatSet::ALL, Seat::Yellow, Length::Quick)
        .unwrap();
    fn some<const N: usize>(rules: &Rules, start: Position) {
        let mut chance = Chance::new(N as u64);
        let mut pair = Pair::<N>::new(rules, &[start]);
        for _ in 0..200 {
            pair.step(&mut chance);
        }
    }
    some::<1>(&rules, start);
    some::<16>(&rules, start);
    some::<64>(&rules, start);
    some::<128>(&rules, start);
    some::<257>(&rules, start);
}

#[test]
fn what_does_not_fit_is_refused() {
    let rules = Rules::new(&RuleSet::default());
    let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).unwrap();
    let other = Rules::new(&"modern".parse().unwrap());
    assert_eq!(
        Batch::<2>::new(&other, &start).err(),
        Some(BatchError::OtherRules)
    );
    let mut batch = Batch::<2>::new(&rules, &start).unwrap();
    assert_eq!(batch.set(2, &start), Err(BatchError::NoLane(2)));
    assert_eq!(batch.position(2), None);
    assert!(batch.is_over(2));
    // Faces that a die does not have count as the nearest one that it has.
    assert_eq!(batch.roll(&[0, 255]), &[0, 1]);
    assert_eq!(batch.turns(), &[1, 0]);
    assert_eq!(batch.faces(), &[0, 6]);
    // What is not one of the choices leaves the lane waiting, and so does a roll meanwhile.
    batch.choose(&[0, 1]);
    batch.choose(&[0, 255]);
    assert_eq!(batch.roll(&[1, 1]), &[0, 1]);
    batch.choose(&[0, 0]);
    assert_eq!(batch.tokens(Seat::Red), &[[0, 0], [0, 0], [0, 0], [0, 1]]);
    assert_eq!(batch.turns(), &[2, 0]);
    assert_eq!(batch.sixes(), &[0, 1]);
    assert_eq!(batch.attempts(), &[1, 1]);
    assert_eq!(batch.bonuses(), &[0, 0]);
    assert_eq!(batch.in_play(), &[15, 15]);
}
