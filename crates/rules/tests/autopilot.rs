//! The autopilot's rule, point by point.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Chance, play};
use ludo_rules::{Move, Seat, parse_position};

fn chosen(text: &str) -> String {
    let (rules, position) = parse_position(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    rules.autopilot(&position, None).unwrap().to_string()
}

#[test]
fn the_order_of_its_wishes() {
    for (text, mv, why) in [
        // Yellow's progress is red's less 26.
        (
            "classic 0,0,10,30/-/0,0,8,40/- r move:4 0 - -",
            "30-34xy",
            "equal captures: the foremost token",
        ),
        (
            "classic 0,0,10,30/-/0,8,40,40/- r move:4 0 - -",
            "10-14xyy",
            "more captured first",
        ),
        (
            "classic 0,0,30,53/-/0,0,0,8/- r move:4 0 - -",
            "30-34xy",
            "a capture before home",
        ),
        (
            "classic 0,0,30,51/-/0,0,0,1/- r move:6 1 - -",
            "51-57",
            "home before entering",
        ),
        (
            "classic 0,0,30,52/-/0,0,0,1/- r move:6 1 - -",
            "0-1",
            "entering before leaving danger",
        ),
        (
            "classic 0,0,30,40/-/0,0,0,1/- r move:5 0 - -",
            "30-35",
            "leaves danger before the foremost token",
        ),
        (
            "classic 0,0,30,40/-/0,0,0,9/- r move:3 0 - -",
            "40-43",
            "both in danger: the foremost",
        ),
        (
            "classic 0,0,33,40/-/0,0,0,1/- r move:5 0 - -",
            "33-38",
            "six behind is danger",
        ),
        (
            "classic 0,0,34,40/-/0,0,0,2/- r move:5 0 - -",
            "34-39",
            "six behind is danger",
        ),
        (
            "classic 0,0,34,40/-/0,0,0,1/- r move:5 0 - -",
            "40-45",
            "seven behind is none",
        ),
        (
            "modern 0,0,35,40/-/0,0,0,8/- r move:5 0 - -",
            "40-45",
            "a safe square is no danger",
        ),
        (
            "classic 0,0,10,26/-/51,57,57,57/- r move:2 0 - -",
            "26-28",
            "a rival whose lap ends before is none",
        ),
        // Where the goal is the column, home is the way into it from the track.
        (
            "mensch 0,38,41,43/-/0,0,0,1/- r move:1 0 - -",
            "43-44",
            "within the column is not home",
        ),
        (
            "chinczyk 0,30,38,43/-/0,0,0,1/- r move:4 0 - -",
            "38-42",
            "into the column is",
        ),
    ] {
        assert_eq!(chosen(text), mv, "{why}: {text}");
    }
}

#[test]
fn it_says_what_happens_where_nothing_is_to_choose() {
    let (rules, position) = parse_position("classic 0,0,0,0/-/0,0,0,0/- r roll 2 - -").unwrap();
    for roll in ludo_rules::Face::ALL {
        let expected = if roll.get() == 6 {
            Move::Void
        } else {
            Move::Pass
        };
        assert_eq!(rules.autopilot(&position, Some(roll)), Some(expected));
    }
    assert_eq!(rules.autopilot(&position, None), None, "a roll is due");
}

/// The rule once more, read from the page: of two moves, the better by the first wish that tells them apart.
#[test]
fn it_is_the_best_by_a_plain_reading_of_the_rule() {
    for seed in 0..400 {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        play(&rules, start, &mut chance, 400, |step| {
            let position = &step.before;
            let seat = position.turn().unwrap();
            let moves = rules.moves(position, step.roll).unwrap();
            let pilot = rules.autopilot(position, step.roll).unwrap();
            assert!(moves.contains(&pilot));
            let home = |progress: u8| {
                if rules.goal_in_column() {
                    progress > rules.lap()
                } else {
                    progress == rules.goal()
                }
            };
            let danger = |progress: u8| {
                let quarter = rules.ring() / 4;
                let on_track = (1..=rules.lap()).contains(&progress);
                let square = |seat: Seat, progress: u8| {
                    (seat.index() as u16 * quarter + u16::from(progress) - 1) % rules.ring()
                };
                on_track
                    && !rules.is_safe(square(seat, progress))
                    && Seat::ALL
                        .into_iter()
                        .filter(|&rival| rival != seat)
                        .any(|rival| {
                            position
                                .tokens(rival)
                                .into_iter()
                                .flatten()
                                .filter(|&token| token > 0)
                                .any(|token| {
                                    (1..=6).any(|far| {
                                        token + far <= rules.lap()
                                            && square(rival, token + far) == square(seat, progress)
                                    })
                                })
                        })
            };
            for other in moves {
                let (
                    Move::Token { from, to, captured },
                    Move::Token {
                        from: f,
                        to: t,
                        captured: c,
                    },
                ) = (pilot, other)
                else {
                    continue;
                };
                let wishes = [
                    (captured.len(), c.len()),
                    (
                        (home(to) && !home(from)).into(),
                        (home(t) && !home(f)).into(),
                    ),
                    ((from == 0).into(), (f == 0).into()),
                    (danger(from).into(), danger(f).into()),
                    (from.into(), f.into()),
                ];
                let first = wishes.into_iter().find(|(mine, theirs)| mine != theirs);
                assert!(
                    first.is_none_or(|(mine, theirs)| mine > theirs),
                    "{position} {pilot} {other}"
                );
            }
        });
    }
}
