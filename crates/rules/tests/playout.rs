//! `Playout` plays what `roll`, `moves` and `play` play.
#![allow(clippy::unwrap_used)]

mod common;

use common::Chance;
use ludo_rules::{Due, Length, Playout, RollError, RuleSet, Rules, Seat, SeatSet, perft};

#[test]
fn it_plays_the_same_games() {
    let mut chance = Chance::new(1);
    for _ in 0..400 {
        let rules = chance.rules();
        let mut position = chance.start(&rules);
        let mut playout = Playout::new(&rules, position).unwrap();
        for _ in 0..400 {
            let roll = match position.due() {
                Due::Over => break,
                Due::Roll { .. } => Some(chance.face()),
                Due::Move(_) | Due::Bonus(_) => None,
            };
            let moves = rules.moves(&position, roll).unwrap();
            let choice = chance.below(moves.len());
            let choices = roll.map_or(playout.choices(), |face| playout.roll(face));
            if choices > 0 {
                assert_eq!(playout.moves(), moves);
                assert_eq!(playout.choices(), moves.len());
                playout.choose(choice);
            } else {
                assert!(playout.moves().is_empty());
            }
            position = rules.play(&position, roll, moves[choice]).unwrap();
            assert_eq!(*playout.position(), position);
            assert_eq!(playout.is_over(), position.is_over());
            // From any position on there is the same to choose.
            assert_eq!(
                Playout::new(&rules, position).unwrap().moves(),
                playout.moves()
            );
        }
    }
}

#[test]
fn what_is_not_due_changes_nothing() {
    let rules = Rules::new(&RuleSet::default());
    let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).unwrap();
    let mut playout = Playout::new(&rules, start).unwrap();
    assert_eq!(playout.choose(0), 0);
    assert_eq!(*playout.position(), start);
    assert_eq!(playout.roll(ludo_rules::Face::Six), 1);
    let rolled = *playout.position();
    assert_eq!(playout.roll(ludo_rules::Face::One), 1);
    assert_eq!(playout.choose(1), 1);
    assert_eq!(*playout.position(), rolled);
    assert_eq!(playout.choose(0), 0);
    assert_ne!(*playout.position(), rolled);

    let other = Rules::new(&"modern".parse().unwrap());
    assert_eq!(
        Playout::new(&other, start).err(),
        Some(RollError::OtherRules)
    );
    assert_eq!(perft(&other, &start, 1), 0);
}
