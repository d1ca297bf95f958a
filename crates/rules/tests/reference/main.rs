//! A second engine, written for clarity from the words of the rules alone, against the fast one: on walks through games
//! of all named sets and of house rules, and on positions that no game reaches. They share texts, and no code.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[path = "../common/mod.rs"]
mod common;
mod game;
mod rules;
mod text;

use common::Chance;
use game::{Due, Game, letter};
use ludo_rules::{Face, Length, Named, Position, RuleSet, Seat, SeatSet, parse_position};
use rules::Rules;

/// Both engines at one point of a game.
struct Both {
    fast: ludo_rules::Rules,
    position: Position,
    game: Game,
}

impl Both {
    fn start(set: RuleSet, chance: &mut Chance) -> Self {
        let mut seats: Vec<usize> = (0..4).filter(|_| chance.below(4) > 0).collect();
        while seats.len() < 2 {
            let seat = chance.below(4);
            if !seats.contains(&seat) {
                seats.push(seat);
                seats.sort_unstable();
            }
        }
        let first = chance.one(&seats);
        let quick = chance.below(2) == 0;
        let fast = ludo_rules::Rules::new(&set);
        let set_of_seats: SeatSet = seats.iter().map(|&seat| Seat::ALL[seat]).collect();
        let length = if quick { Length::Quick } else { Length::Whole };
        let position = fast.start(set_of_seats, Seat::ALL[first], length).unwrap();
        let game = Game::start(&Rules::new(&set.to_string()), &seats, first, quick);
        let both = Self {
            fast,
            position,
            game,
        };
        both.same();
        both
    }

    fn read(text: &str) -> Option<Self> {
        let (fast, position) = parse_position(text).ok()?;
        if position.is_over() {
            return None;
        }
        let game = Game::read(text);
        let both = Self {
            fast,
            position,
            game,
        };
        both.same();
        Some(both)
    }

    fn same(&self) {
        assert_eq!(self.position.to_string(), self.game.text());
    }

    /// Compares all outcomes of a roll, or of the choice that is due, and gives them.
    fn outcomes(&self, face: Face) -> Vec<Self> {
        let rolls = matches!(self.game.due, Due::Roll(_));
        let roll = rolls.then_some(face);
        let number = roll.map(|face| i32::from(face.get()));
        let moves = self.fast.moves(&self.position, roll).unwrap();
        let fast: Vec<(String, Position)> = moves
            .iter()
            .map(|&mv| {
                let after = self.fast.play(&self.position, roll, mv).unwrap();
                (mv.to_string(), after)
            })
            .collect();
        let slow = self.game.next(number);
        let fast_texts: Vec<(String, String)> = fast
            .iter()
            .map(|(mv, after)| (mv.clone(), after.to_string()))
            .collect();
        let slow_texts: Vec<(String, String)> = slow
            .iter()
            .map(|(mv, after)| (mv.clone(), after.text()))
            .collect();
        assert_eq!(fast_texts, slow_texts, "{} {number:?}", self.position);
        assert_eq!(
            self.fast
                .autopilot(&self.position, roll)
                .map(|mv| mv.to_string()),
            self.game.autopilot(number),
            "{} {number:?}",
            self.position
        );
        fast.into_iter()
            .zip(slow)
            .map(|((_, position), (_, game))| Self {
                fast: self.fast.clone(),
                position,
                game,
            })
            .collect()
    }

    fn resign(&mut self, chance: &mut Chance) {
        let seat = chance.one(&self.game.in_play());
        self.position = self.fast.resign(&self.position, Seat::ALL[seat]).unwrap();
        self.game = self.game.resign(seat);
        self.same();
    }
}

/// Walks so many steps under these rules, from game to game.
fn walk(set: RuleSet, chance: &mut Chance, steps: usize) {
    let mut both = Both::start(set, chance);
    // Many sixes bring what is rare: bonuses, third sixes, barriers.
    let mut sixes = chance.below(4);
    for _ in 0..steps {
        if both.game.due == Due::Over {
            both = Both::start(set, chance);
            sixes = chance.below(4);
        }
        match chance.below(400) {
            0 => both.resign(chance),
            1 => {
                let end = both.fast.end_by_limit(&both.position).to_string();
                assert_eq!(end, both.game.end_by_limit().text());
            }
            _ => {}
        }
        if both.game.due == Due::Over {
            continue;
        }
        let face = if chance.below(10) < sixes {
            chance.one(&[Face::Six, Face::Five])
        } else {
            chance.face()
        };
        let mut outcomes = both.outcomes(face);
        both = outcomes.swap_remove(chance.below(outcomes.len()));
    }
}

fn named_sets(steps: usize) {
    for named in Named::ALL {
        walk(named.into(), &mut Chance::new(1), steps / 5);
    }
}

fn house_rules(steps: usize) {
    let mut chance = Chance::new(2);
    for _ in 0..steps / 500 {
        let set = *chance.rules().rule_set();
        walk(set, &mut chance, 500);
    }
}

#[test]
fn walks_through_the_named_sets() {
    named_sets(50_000);
}

#[test]
fn walks_through_house_rules() {
    house_rules(50_000);
}

#[test]
#[ignore = "long"]
fn half_a_million_steps_through_the_named_sets() {
    named_sets(500_000);
}

#[test]
#[ignore = "long"]
fn half_a_million_steps_through_house_rules() {
    house_rules(500_000);
}

/// Positions with tokens anywhere, many of them where the rules are special.
fn crowded(chance: &mut Chance) -> String {
    let rules = chance.rules();
    let goal = i32::from(rules.goal());
    let lap = i32::from(rules.lap());
    let quarter = i32::from(rules.ring()) / 4;
    // Half of them around the start squares, where rivals meet in some rules.
    let offsets: &[i32] = chance.one(&[&[1, 1, 1, 6], &[1, 2, 3, 8, 9, 13]]);
    let mut places = vec![0, 0, 0, 1, lap - 1, lap, lap + 1, goal - 1, goal];
    places.extend(
        offsets
            .iter()
            .flat_map(|offset| (0..4).map(move |turn| turn * quarter + offset)),
    );
    let empty = chance.below(5);
    let turn = chance.below(4);
    // Sometimes the mover has nothing on the track, and a rival a pair on its start square.
    let shut_in = chance.below(3) == 0;
    let doorman = chance.below(4);
    let mut groups = Vec::new();
    for seat in 0..4 {
        let mut group = [0; 4].map(|_| chance.one(&places).min(goal));
        if shut_in && seat == turn {
            group = group.map(|place| if place > lap { place } else { 0 });
        } else if shut_in && seat == doorman {
            let before = 1 + (turn as i32 - seat as i32).rem_euclid(4) * quarter;
            group = [0, 0, before, before];
        }
        group.sort_unstable();
        let group = group.map(|place| place.to_string()).join(",");
        groups.push(if seat == empty { "-".to_owned() } else { group });
    }
    let turn = letter(turn);
    let due = chance.one(&[
        "roll", "roll", "roll2", "roll3", "move:2", "move:5", "move:6", "bonus:10", "bonus:20",
    ]);
    let sixes = if due == "move:6" { 1 } else { 0 };
    let last = if chance.below(3) == 0 { "1" } else { "-" };
    format!(
        "{} {} {turn} {due} {sixes} - {last}",
        rules.rule_set(),
        groups.join("/")
    )
}

fn positions_that_no_game_reaches(wanted: usize) {
    let mut chance = Chance::new(3);
    let mut seen = 0;
    while seen < wanted {
        let Some(both) = Both::read(&crowded(&mut chance)) else {
            continue;
        };
        seen += 1;
        let faces = if matches!(both.game.due, Due::Roll(_)) {
            &Face::ALL[..]
        } else {
            &Face::ALL[..1]
        };
        for &face in faces {
            for next in both.outcomes(face) {
                if next.game.due != Due::Over {
                    next.outcomes(chance.face());
                }
            }
        }
    }
}

#[test]
fn crowded_positions() {
    positions_that_no_game_reaches(1_500);
}

#[test]
#[ignore = "long"]
fn many_crowded_positions() {
    positions_that_no_game_reaches(30_000);
}
