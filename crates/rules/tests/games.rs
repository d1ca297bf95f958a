//! Whole games and single rolls, rule by rule; the names that begin with a number are faults that other programs had.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Chance, Step, play, seat_sets};
use ludo_rules::{
    Due, Face, Length, Move, Named, PlayError, Position, ResignError, RollError, RuleSet, Rules,
    Seat, SeatSet, StartError, parse_position,
};

fn read(text: &str) -> (Rules, Position) {
    parse_position(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn face(number: u8) -> Option<Face> {
    Some(Face::new(number).unwrap())
}

/// The positions after one roll and each of its outcomes.
fn after(text: &str, roll: u8) -> Vec<String> {
    let (rules, position) = read(text);
    let moves = rules.moves(&position, face(roll)).unwrap();
    moves
        .iter()
        .map(|&mv| rules.play(&position, face(roll), mv).unwrap().to_string())
        .collect()
}

fn moves(text: &str, roll: u8) -> Vec<String> {
    let (rules, position) = read(text);
    rules
        .moves(&position, face(roll))
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn b002_a_token_moves_exactly_as_far_as_the_goal_allows() {
    for named in Named::ALL {
        // Nothing but the die and the goal decides: no forced entering or clearing, no own token in the way.
        let set: RuleSet = match named {
            Named::Mensch => "mensch+forced=no+clear=no+own=free".parse().unwrap(),
            Named::Chinczyk => "chinczyk+own=free".parse().unwrap(),
            Named::Parchis => "parchis+forced=no".parse().unwrap(),
            named => named.into(),
        };
        let rules = Rules::new(&set);
        let goal = rules.goal();
        for place in 0..=goal {
            for roll in 1..=6 {
                let text = format!("{set} 0,0,0,{place}/-/0,0,0,0/- r roll 0 - -");
                let moves = moves(&text, roll);
                let expected = format!("{place}-{}", place + roll);
                let legal = place > 0 && place + roll <= goal;
                assert_eq!(moves.contains(&expected), legal, "{text} {roll}: {moves:?}");
                let enters = roll == rules.entering_roll();
                assert_eq!(
                    moves.contains(&"0-1".to_owned()),
                    enters,
                    "{text} {roll}: {moves:?}"
                );
                assert_eq!(moves.contains(&"pass".to_owned()), !legal && !enters);
            }
        }
        if rules.goal_in_column() {
            continue;
        }
        for place in 0..goal {
            for roll in 1..=6 {
                let text = format!("{set} {place},{goal},{goal},{goal}/-/0,0,0,0/- r roll 0 - -");
                let seven = named == Named::Parchis && roll == 6 && place > 0;
                let to = if seven { place + 7 } else { place + roll };
                let moves = moves(&text, roll);
                let expected = match place {
                    0 if roll == rules.entering_roll() => "0-1".to_owned(),
                    1.. if to <= goal => format!("{place}-{to}"),
                    _ => "pass".to_owned(),
                };
                assert_eq!(moves, [expected], "{text} {roll}");
            }
        }
    }
}

#[test]
fn b005_a_third_six_is_void() {
    let (rules, mut position) = read("classic 0,0,0,10/0,0,0,0/0,0,0,0/- r roll 0 - -");
    for mv in ["10-16", "16-22"] {
        position = rules.play(&position, face(6), mv.parse().unwrap()).unwrap();
        assert_eq!(
            (position.turn(), position.due()),
            (Some(Seat::Red), Due::Roll { attempt: 1 })
        );
    }
    assert_eq!(position.sixes(), 2);
    assert_eq!(rules.moves(&position, face(6)).unwrap()[..], [Move::Void]);
    let next = rules.play(&position, face(6), Move::Void).unwrap();
    assert_eq!(next.tokens(Seat::Red), position.tokens(Seat::Red));
    assert_eq!(
        (next.turn(), next.sixes(), next.due()),
        (Some(Seat::Green), 0, Due::Roll { attempt: 1 })
    );
}

#[test]
fn b006_nobody_moves_on_a_third_six_in_a_million_rolls() {
    let mut chance = Chance::new(6);
    let (mut rolls, mut thirds) = (0_u32, 0_u32);
    while rolls < 1_000_000 {
        for named in [Named::Classic, Named::Modern, Named::Parchis] {
            let rules = Rules::new(&named.into());
            let start = chance.start(&rules);
            // The count is kept here by the rolls alone.
            let mut sixes = 0;
            play(&rules, start, &mut chance, 100_000, |step| {
                let Some(roll) = step.roll else { return };
                rolls += 1;
                sixes = if roll == Face::Six { sixes + 1 } else { 0 };
                if sixes == 3 {
                    thirds += 1;
                    assert!(
                        matches!(step.mv, Move::Void | Move::Back { .. }),
                        "{} {}",
                        step.before,
                        step.mv
                    );
                    assert_ne!(step.after.turn(), step.before.turn());
                }
                if step.after.turn() != step.before.turn() {
                    sixes = 0;
                }
            });
        }
    }
    assert!(thirds > 1_000, "{thirds}");
}

#[test]
fn b008_a_token_moves_as_far_as_the_die_says_and_only_a_six_earns_a_roll() {
    let (rules, position) = read("classic 3,20,33,40/-/0,0,0,0/- r roll 0 - -");
    for roll in Face::ALL {
        let moves = rules.moves(&position, Some(roll)).unwrap();
        assert_eq!(moves.len(), 4);
        for mv in moves {
            let Move::Token { from, to, .. } = mv else {
                panic!("{mv}")
            };
            assert_eq!(to - from, roll.get());
            let next = rules.play(&position, Some(roll), mv).unwrap();
            let again = next.turn() == Some(Seat::Red);
            assert_eq!(again, roll == Face::Six);
        }
    }
}

#[test]
fn b009_three_tries_never_leak_into_other_turns() {
    let passes = |text: &str, roll: u8| {
        let next = after(text, roll);
        assert_eq!(next.len(), 1);
        let position = read(&next[0]).1;
        (position.turn(), position.due())
    };
    let again = |attempt| (Some(Seat::Red), Due::Roll { attempt });
    let over_to_yellow = (Some(Seat::Yellow), Due::Roll { attempt: 1 });
    let others = "/-/0,0,0,1/- r";
    for roll in 1..=5 {
        // All in the yard, or home as far as it goes: three rolls.
        assert_eq!(
            passes(&format!("chinczyk 0,0,0,0{others} roll 0 - -"), roll),
            again(2)
        );
        assert_eq!(
            passes(&format!("chinczyk 0,0,0,44{others} roll2 0 - -"), roll),
            again(3)
        );
        assert_eq!(
            passes(&format!("chinczyk 0,0,0,44{others} roll3 0 - -"), roll),
            over_to_yellow
        );
        // After a 6 that was played: one.
        assert_eq!(
            passes(&format!("chinczyk 0,0,43,44{others} roll 1 - -"), roll),
            over_to_yellow
        );
        // In sets with one try: one.
        assert_eq!(
            passes(&format!("classic 0,0,0,0{others} roll 0 - -"), roll),
            over_to_yellow
        );
    }
    // A token on the track that cannot move: one.
    assert_eq!(
        passes("chinczyk 0,40,43,44/-/0,0,0,1/- r roll 0 - -", 5),
        over_to_yellow
    );
    assert_eq!(
        passes(
            "chinczyk+own=block 0,1,43,44/-/22,22,43,44/- r roll 0 - -",
            2
        ),
        over_to_yellow
    );
    // A token in the column that another roll could move: one.
    assert_eq!(
        passes("chinczyk 0,0,0,42/-/0,0,0,1/- r roll 0 - -", 4),
        over_to_yellow
    );
    // Nobody in the yard: one.
    assert_eq!(
        passes("chinczyk 40,41,42,44/-/0,0,0,1/- r roll 0 - -", 6),
        (Some(Seat::Red), Due::Roll { attempt: 1 })
    );
    assert_eq!(
        passes("chinczyk 40,41,42,44/-/0,0,0,1/- r roll 0 - -", 5),
        over_to_yellow
    );
}

#[test]
fn b009_in_random_games_a_repeated_roll_had_nothing_on_the_track() {
    let mut repeated = 0;
    for seed in 0..400 {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        play(&rules, start, &mut chance, 2_000, |step| {
            if let Due::Roll { attempt: 2.. } = step.after.due() {
                repeated += 1;
                let tokens = step.after.tokens(step.after.turn().unwrap()).unwrap();
                assert_eq!(step.before.turn(), step.after.turn());
                assert!(
                    tokens[0] == 0 && !tokens.iter().any(|&token| rules.is_on_track(token)),
                    "{}",
                    step.after
                );
                assert_eq!(step.mv, Move::Pass);
                assert_ne!(step.roll.map(Face::get), Some(rules.entering_roll()));
            }
        });
    }
    assert!(repeated > 1_000);
}

/// What must hold for every transition, whatever the rules.
fn check(rules: &Rules, step: &Step) {
    let Step {
        before, mv, after, ..
    } = step;
    let mover = before.turn().unwrap();
    let mut expected = Seat::ALL.map(|seat| before.tokens(seat));
    match *mv {
        Move::Token { from, to, captured } => {
            let square = rules.ring_square(mover, to);
            let own = expected[mover.index()].as_mut().unwrap();
            *own.iter_mut().find(|token| **token == from).unwrap() = to;
            for rival in captured.iter() {
                assert_ne!(rival, mover);
                let tokens = expected[rival.index()].as_mut().unwrap();
                *tokens
                    .iter_mut()
                    .find(|token| **token > 0 && rules.ring_square(rival, **token) == square)
                    .unwrap() = 0;
            }
        }
        Move::Back { from } => {
            let own = expected[mover.index()].as_mut().unwrap();
            *own.iter_mut().find(|token| **token == from).unwrap() = 0;
        }
        Move::Pass | Move::Void => {}
    }
    for (seat, tokens) in Seat::ALL.into_iter().zip(expected) {
        let mut tokens = tokens;
        tokens.iter_mut().for_each(|tokens| tokens.sort_unstable());
        assert_eq!(after.tokens(seat), tokens, "{before} {mv} {after}");
    }
    assert_eq!(after.seats(), before.seats());
    match after.turn() {
        Some(turn) => {
            assert!(
                after.in_play().contains(turn) && after.in_play().len() >= 2,
                "{after}"
            );
            assert!(
                !after
                    .tokens(turn)
                    .unwrap()
                    .iter()
                    .all(|&token| rules.is_home(token))
            );
        }
        None => assert!(after.is_over() && after.in_play().is_empty()),
    }
    assert!(after.sixes() <= 2);
}

#[test]
fn b012_ten_thousand_random_games_end_and_keep_every_token() {
    let mut transitions = 0_u64;
    for seed in 0..10_000 {
        let mut chance = Chance::new(seed);
        // Four of five with the named sets, the rest with house rules; the games of some of those can be very long.
        let rules = if seed % 5 == 4 {
            chance.rules()
        } else {
            Rules::new(&Named::ALL[(seed / 5 % 5) as usize].into())
        };
        let start = chance.start(&rules);
        let end = play(&rules, start, &mut chance, 200_000, |step| {
            check(&rules, step);
            transitions += 1;
            if transitions.is_multiple_of(13) {
                let text = step.after.to_string();
                assert_eq!(read(&text).1, step.after, "{text}");
            }
        });
        assert!(end.is_over(), "{end}");
        let text = end.to_string();
        assert_eq!(read(&text).1, end, "{text}");
    }
    assert!(transitions > 1_000_000);
}

#[test]
fn b014_after_the_end_nothing_happens_any_more() {
    let over = "classic 57,57,57,57/-/0,0,0,9/- - over 0 ry -";
    let (rules, position) = read(over);
    assert!(position.is_over());
    assert!(rules.moves(&position, None).unwrap().is_empty());
    assert_eq!(rules.moves(&position, face(6)), Err(RollError::NotDue));
    assert_eq!(rules.roll(&position, Face::Six), Err(RollError::NotDue));
    assert_eq!(
        rules.play(&position, face(6), Move::Pass),
        Err(RollError::NotDue.into())
    );
    assert_eq!(
        rules.play(&position, None, Move::Pass),
        Err(PlayError::Illegal(Move::Pass))
    );
    assert_eq!(
        rules.resign(&position, Seat::Yellow),
        Err(ResignError::Over)
    );
    assert_eq!(rules.autopilot(&position, None), None);
    assert_eq!(rules.autopilot(&position, face(6)), None);
    assert_eq!(rules.end_by_limit(&position), position);
}

#[test]
fn b015_every_source_of_another_go() {
    // Who is to move next, and what is due: by what happened, and by what captures and tokens home earn.
    let rewards = ["nothing", "roll", "10", "20"];
    for capture in rewards {
        for home in rewards {
            let mut set = String::from("classic");
            if capture != "nothing" {
                set += &format!("+capture={capture}");
            }
            if home != "nothing" {
                set += &format!("+home={home}");
            }
            let next = |groups: &str, roll: u8, mv: &str| {
                let (rules, position) = read(&format!("{set} {groups} r roll 0 - -"));
                let next = rules
                    .play(&position, face(roll), mv.parse().unwrap())
                    .unwrap();
                (next.turn().unwrap(), next.due(), next.sixes())
            };
            let roll = Due::Roll { attempt: 1 };
            let passed = (Seat::Yellow, roll, 0);
            let again = (Seat::Red, roll, 0);
            let earned = |reward: &str| match reward {
                "nothing" => passed,
                "roll" => again,
                steps => (Seat::Red, Due::Bonus(steps.parse().unwrap()), 0),
            };
            let earned_with_six = |reward: &str| match reward {
                "nothing" | "roll" => (Seat::Red, roll, 1),
                steps => (Seat::Red, Due::Bonus(steps.parse().unwrap()), 1),
            };
            // Three seats, so that the turn passes on even where red has finished.
            let rivals = "-/0,0,0,9/0,0,0,1";
            assert_eq!(
                next(&format!("0,0,0,12/{rivals}"), 3, "12-15"),
                passed,
                "{set}"
            );
            assert_eq!(
                next(&format!("0,0,0,12/{rivals}"), 6, "12-18"),
                (Seat::Red, roll, 1),
                "{set}"
            );
            // Yellow's 9 is red's 35.
            assert_eq!(
                next(&format!("0,0,0,32/{rivals}"), 3, "32-35xy"),
                earned(capture),
                "{set}"
            );
            assert_eq!(
                next(&format!("0,0,0,29/{rivals}"), 6, "29-35xy"),
                earned_with_six(capture),
                "{set}"
            );
            assert_eq!(
                next(&format!("0,0,12,54/{rivals}"), 3, "54-57"),
                earned(home),
                "{set}"
            );
            assert_eq!(
                next(&format!("0,0,12,51/{rivals}"), 6, "51-57"),
                earned_with_six(home),
                "{set}"
            );
            // Steps that nothing can move are lost; the 6 still counts.
            let lost = if home == "roll" { again } else { passed };
            assert_eq!(
                next(&format!("0,0,0,54/{rivals}"), 3, "54-57"),
                lost,
                "{set}"
            );
            assert_eq!(
                next(&format!("0,0,0,51/{rivals}"), 6, "51-57"),
                (Seat::Red, roll, 1),
                "{set}"
            );
            // The last token home earns nothing, with a 6 either.
            assert_eq!(
                next(&format!("54,57,57,57/{rivals}"), 3, "54-57"),
                passed,
                "{set}"
            );
            assert_eq!(
                next(&format!("51,57,57,57/{rivals}"), 6, "51-57"),
                passed,
                "{set}"
            );
        }
    }
}

#[test]
fn b015_bonus_steps_keep_the_roll_of_the_six_that_they_followed() {
    // Red's 61 is yellow's 27, and 36 is 2.
    let (rules, mut position) = read("parchis 0,20,30,58/-/0,0,2,27/0,0,0,1 r roll 0 - -");
    for (roll, mv, text) in [
        (
            face(6),
            "30-36xy",
            "parchis 0,20,36,58/-/0,0,0,27/0,0,0,1 r bonus:20 1 - 36",
        ),
        (
            None,
            "20-40",
            "parchis 0,36,40,58/-/0,0,0,27/0,0,0,1 r roll 1 - 40",
        ),
        (
            face(3),
            "58-61xy",
            "parchis 0,36,40,61/-/0,0,0,0/0,0,0,1 r bonus:20 0 - 61",
        ),
        (
            None,
            "36-56",
            "parchis 0,40,56,61/-/0,0,0,0/0,0,0,1 y roll 0 - -",
        ),
    ] {
        position = rules.play(&position, roll, mv.parse().unwrap()).unwrap();
        assert_eq!(position.to_string(), text);
    }
}

#[test]
fn b017_a_refused_move_changes_nothing() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        play(&rules, start, &mut chance, 300, |step| {
            let before = step.before;
            let legal = rules.moves(&before, step.roll).unwrap();
            for from in 0..=72 {
                for to in [from + 1, from + 6, from + 7, from + 20] {
                    for tail in ["", "xr", "xy", "xgg"] {
                        let Ok(mv) = format!("{from}-{to}{tail}").parse::<Move>() else {
                            continue;
                        };
                        let result = rules.play(&before, step.roll, mv);
                        assert_eq!(result.is_ok(), legal.contains(&mv), "{before} {mv}");
                        if result.is_err() {
                            assert_eq!(result, Err(PlayError::Illegal(mv)));
                        }
                    }
                }
            }
            // The wrong kind of answer is refused too, and says so.
            let other = if step.roll.is_some() {
                None
            } else {
                Some(Face::Six)
            };
            let reason = if other.is_some() {
                RollError::NotDue
            } else {
                RollError::Missing
            };
            assert_eq!(rules.play(&before, other, step.mv), Err(reason.into()));
            assert_eq!(rules.moves(&before, other), Err(reason));
        });
    }
}

#[test]
fn b018_all_eleven_sets_of_seats_play_to_the_end_in_turn() {
    let sets = seat_sets();
    assert_eq!(sets.len(), 11);
    for named in Named::ALL {
        let rules = Rules::new(&named.into());
        for &seats in &sets {
            for first in seats.iter() {
                let start = rules.start(seats, first, Length::Whole).unwrap();
                assert_eq!(
                    (start.turn(), start.seats(), start.in_play()),
                    (Some(first), seats, seats)
                );
                let mut chance = Chance::new(seats.iter().map(|seat| 1 << seat.index()).sum());
                let end = play(&rules, start, &mut chance, 100_000, |step| {
                    let (before, after) = (step.before.turn().unwrap(), step.after.turn());
                    if let Some(after) = after.filter(|&after| after != before) {
                        // The next clockwise among those who still play, counted by hand.
                        let mut next = before.next();
                        while !step.after.in_play().contains(next) {
                            next = next.next();
                        }
                        assert_eq!(after, next);
                    }
                });
                let places = end.places().unwrap();
                assert_eq!(places.len(), seats.len());
                assert_eq!(places.iter().copied().collect::<SeatSet>(), seats);
            }
        }
    }
}

#[test]
fn b021_places_are_a_permutation_of_the_seats() {
    for seed in 0..2_000 {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        let end = play(&rules, start, &mut chance, 200_000, |step| {
            assert_eq!(step.before.places(), None);
        });
        let places = end.places().unwrap();
        if rules.rule_set().end == ludo_rules::End::First {
            assert_eq!(places.len(), 1);
        } else {
            assert_eq!(places.len(), end.seats().len());
            assert_eq!(places.iter().copied().collect::<SeatSet>(), end.seats());
        }
        // The winner is home.
        assert!(
            end.tokens(places[0])
                .unwrap()
                .iter()
                .all(|&token| rules.is_home(token))
        );
    }
}

#[test]
fn b024_games_with_wrong_seats_do_not_start() {
    let rules = Rules::new(&RuleSet::default());
    let start = |seats: &[Seat], first| rules.start(SeatSet::new(seats), first, Length::Whole);
    assert_eq!(start(&[], Seat::Red), Err(StartError::TooFewSeats));
    assert_eq!(start(&[Seat::Red], Seat::Red), Err(StartError::TooFewSeats));
    assert_eq!(
        start(&[Seat::Red, Seat::Blue], Seat::Green),
        Err(StartError::NotASeat(Seat::Green))
    );
    assert!(start(&[Seat::Red, Seat::Blue], Seat::Blue).is_ok());
}

#[test]
fn the_outset() {
    for (set, length, text) in [
        (
            "classic",
            Length::Whole,
            "classic 0,0,0,0/-/0,0,0,0/- r roll 0 - -",
        ),
        (
            "classic",
            Length::Quick,
            "classic 0,0,57,57/-/0,0,57,57/- r roll 0 - -",
        ),
        (
            "mensch",
            Length::Whole,
            "mensch 0,0,0,1/-/0,0,0,1/- r roll 0 - -",
        ),
        (
            "mensch",
            Length::Quick,
            "mensch 0,1,43,44/-/0,1,43,44/- r roll 0 - -",
        ),
        (
            "chinczyk",
            Length::Quick,
            "chinczyk 0,0,43,44/-/0,0,43,44/- r roll 0 - -",
        ),
        (
            "parchis",
            Length::Quick,
            "parchis 0,0,72,72/-/0,0,72,72/- r roll 0 - -",
        ),
        (
            "classic+out=1",
            Length::Quick,
            "classic+out=1 0,1,57,57/-/0,1,57,57/- r roll 0 - -",
        ),
    ] {
        let rules = Rules::new(&set.parse().unwrap());
        let seats = SeatSet::new(&[Seat::Yellow, Seat::Red]);
        let start = rules.start(seats, Seat::Red, length).unwrap();
        assert_eq!(start.to_string(), text);
        assert_eq!(read(text).1, start);
    }
}

#[test]
fn positions_of_other_rules_are_refused() {
    let classic = Rules::new(&RuleSet::default());
    let (parchis, position) = read("parchis 0,0,0,72/-/0,0,0,0/- r roll 0 - -");
    assert_eq!(
        classic.moves(&position, face(1)),
        Err(RollError::OtherRules)
    );
    assert_eq!(
        classic.roll(&position, Face::One),
        Err(RollError::OtherRules)
    );
    assert_eq!(
        classic.play(&position, face(1), Move::Pass),
        Err(RollError::OtherRules.into())
    );
    assert_eq!(
        classic.resign(&position, Seat::Red),
        Err(ResignError::OtherRules)
    );
    assert_eq!(classic.autopilot(&position, face(1)), None);
    assert_eq!(classic.end_by_limit(&position), position);
    assert_eq!(classic.text(&position), parchis.text(&position));
}

#[test]
fn a_roll_is_a_choice_or_settles_itself() {
    use ludo_rules::Rolled;
    for seed in 0..200 {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        play(&rules, start, &mut chance, 500, |step| {
            let Some(roll) = step.roll else { return };
            match rules.roll(&step.before, roll).unwrap() {
                Rolled::Settled { mv, position } => {
                    assert_eq!((mv, position), (step.mv, step.after));
                }
                Rolled::Choose(chosen) => {
                    assert_eq!(chosen.due(), Due::Move(roll));
                    assert_eq!(
                        rules.moves(&chosen, None),
                        rules.moves(&step.before, Some(roll))
                    );
                    assert_eq!(rules.play(&chosen, None, step.mv), Ok(step.after));
                    assert_eq!(read(&chosen.to_string()).1, chosen);
                }
            }
        });
    }
}
