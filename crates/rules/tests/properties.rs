//! What holds for every text, every game and every rule set.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Chance, play};
use ludo_rules::{
    Captured, Due, Face, Group, Move, Position, RuleSet, Seat, SeatSet, parse_position,
};
use proptest::prelude::*;

const LETTERS: &str = "classic 0,0,17,57/-/x,1,1,52/- rgyb roll2 move:6 bonus:20 over 0 - 64 +own=block+end=first back: pass void\n\u{e9}";

/// A position of some game under some house rules.
fn some_position(seed: u64, steps: usize) -> Position {
    let mut chance = Chance::new(seed);
    let rules = chance.rules();
    let start = chance.start(&rules);
    play(&rules, start, &mut chance, steps, |_| {})
}

/// The text with one character changed, taken out or put in.
fn mutated(text: &str, at: usize, kind: u8, letter: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    match kind % 3 {
        0 => letters[at] = letter,
        1 => {
            letters.remove(at);
        }
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}

/// A text that is read must be the one text of what it says.
fn reads_strictly(text: &str) {
    if let Ok((rules, position)) = parse_position(text) {
        assert_eq!(rules.text(&position), text);
        // And the engine can go on from there.
        let rolls: Vec<Option<Face>> = match position.due() {
            Due::Roll { .. } => Face::ALL.map(Some).to_vec(),
            _ => vec![None],
        };
        for roll in rolls {
            let moves = rules.moves(&position, roll).unwrap();
            assert_eq!(moves.is_empty(), position.is_over(), "{text}");
            for &mv in &moves {
                let next = rules.play(&position, roll, mv).unwrap();
                let again = next.to_string();
                assert_eq!(
                    parse_position(&again).map(|(_, position)| position),
                    Ok(next),
                    "{text} {mv}"
                );
            }
        }
    }
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
    if let Ok(set) = text.parse::<RuleSet>() {
        assert_eq!(set.to_string(), text);
    }
    if let Ok(seats) = text.parse::<SeatSet>() {
        assert_eq!(seats.to_string(), text);
    }
    if let Ok(seat) = text.parse::<Seat>() {
        assert_eq!(seat.to_string(), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        reads_strictly(&text);
    }

    #[test]
    fn any_text_of_known_letters_is_read_or_refused(
        picks in proptest::collection::vec(0..LETTERS.chars().count(), 0..60)
    ) {
        let letters: Vec<char> = LETTERS.chars().collect();
        let text: String = picks.into_iter().map(|pick| letters[pick]).collect();
        reads_strictly(&text);
    }

    #[test]
    fn mutated_positions_are_read_or_refused(
        seed in any::<u64>(),
        steps in 0..400_usize,
        changes in proptest::collection::vec((any::<usize>(), any::<u8>(), 0..LETTERS.chars().count()), 1..4),
    ) {
        let mut text = some_position(seed, steps).to_string();
        for (at, kind, letter) in changes {
            text = mutated(&text, at, kind, LETTERS.chars().nth(letter).unwrap());
            if text.is_empty() {
                break;
            }
            reads_strictly(&text);
        }
    }

    #[test]
    fn positions_that_no_game_reaches_are_read_or_refused(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        // Tokens anywhere, but many of them where the rules are special.
        let places = [0, 0, 1, 2, 7, 8, 13, 14, 15, 18, 27, 40, 51, 52, rules.lap(), rules.goal() - 1, rules.goal(), rules.goal()];
        let mut group = || match chance.below(10) {
            0 => "-".to_owned(),
            1 => "x".to_owned(),
            2 if rules.goal_in_column() => "41,42,43,44".to_owned(),
            2 => [rules.goal(); 4].map(|place| place.to_string()).join(","),
            _ => {
                let mut tokens = [0; 4].map(|_| chance.one(&places).min(rules.goal()));
                tokens.sort_unstable();
                tokens.map(|place| place.to_string()).join(",")
            }
        };
        let groups = [group(), group(), group(), group()].join("/");
        let turn = chance.one(&["r", "g", "y", "b"]);
        let due = chance.one(&["roll", "roll", "roll2", "roll3", "move:3", "move:5", "move:6", "bonus:10", "bonus:20"]);
        let sixes = chance.one(&["0", "1", "2"]);
        let last = chance.one(&["-", "-", "1", "40", "51"]);
        let mut seats = Seat::ALL;
        seats.rotate_left(chance.below(4));
        let shown = |what: &dyn Fn(&str) -> bool| -> String {
            seats.iter().filter(|seat| what(groups.split('/').nth(seat.index()).unwrap())).map(|seat| seat.letter()).collect()
        };
        let home = |group: &str| {
            group.split(',').all(|place| place.parse().is_ok_and(|place: u8| rules.is_home(place)))
        };
        let (finished, resigned) = (shown(&home), shown(&|group| group == "x"));
        let finished = if finished.is_empty() { "-" } else { &finished };
        let resigned = if resigned.is_empty() { String::new() } else { format!("/{resigned}") };
        reads_strictly(&format!("{} {groups} {turn} {due} {sixes} {finished}{resigned} {last}", rules.rule_set()));
    }

    #[test]
    fn mutated_moves_are_read_or_refused(
        text in "(pass|void|back:[0-9]{1,3}|[0-9]{1,3}-[0-9]{1,3}(x[rgyb]{0,5})?)",
        at in any::<usize>(),
        kind in any::<u8>(),
        letter in any::<char>(),
    ) {
        reads_strictly(&text);
        reads_strictly(&mutated(&text, at, kind, letter));
    }

    #[test]
    fn positions_of_games_round_trip(seed in any::<u64>(), steps in 0..600_usize) {
        let position = some_position(seed, steps);
        let text = position.to_string();
        prop_assert_eq!(text.parse::<Position>(), Ok(position));
        prop_assert_eq!(text.split(' ').count(), 7);
        let json = serde_json::to_string(&position).unwrap();
        prop_assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), position);
    }

    #[test]
    fn the_board_turned_by_a_seat_is_the_same_game(seed in any::<u64>(), steps in 0..300_usize, resigns in 0..3_u8) {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        let mut position = play(&rules, start, &mut chance, steps, |_| {});
        if resigns == 0 && let Some(seat) = position.turn() {
            position = rules.resign(&position, seat.next()).or_else(|_| rules.resign(&position, seat)).unwrap();
        }
        let turned = parse_position(&turned_text(&position.to_string())).unwrap().1;
        for roll in Face::ALL.map(Some).into_iter().chain([None]) {
            let (here, there) = (rules.moves(&position, roll), rules.moves(&turned, roll));
            let turned_moves = here.map(|moves| moves.iter().copied().map(turned_move).collect::<Vec<_>>());
            prop_assert_eq!(&turned_moves, &there.map(|moves| moves.to_vec()));
            for &mv in rules.moves(&position, roll).iter().flat_map(|moves| moves.iter()) {
                let next = rules.play(&position, roll, mv).unwrap();
                let turned_next = rules.play(&turned, roll, turned_move(mv)).unwrap();
                prop_assert_eq!(turned_text(&next.to_string()), turned_next.to_string());
            }
            let pilot = rules.autopilot(&position, roll).map(turned_move);
            prop_assert_eq!(pilot, rules.autopilot(&turned, roll));
        }
    }

    #[test]
    fn resigning_seats_leave_in_order(seed in any::<u64>(), steps in 0..300_usize, order in Just(Seat::ALL.to_vec()).prop_shuffle()) {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        let mut position = play(&rules, start, &mut chance, steps, |_| {});
        let mut gone = Vec::new();
        for seat in order {
            let before = position;
            match rules.resign(&before, seat) {
                Err(_) => prop_assert!(before.is_over() || !before.in_play().contains(seat)),
                Ok(after) => {
                    gone.push(seat);
                    position = after;
                    prop_assert_eq!(after.group(seat), Group::Resigned);
                    prop_assert_eq!(parse_position(&after.to_string()).unwrap().1, after);
                    for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
                        prop_assert_eq!(after.group(other), before.group(other));
                    }
                    if after.is_over() {
                        prop_assert_eq!(before.in_play().len(), 2);
                        break;
                    }
                    prop_assert!(after.resigned().eq(gone.iter().copied()));
                    if before.turn() == Some(seat) {
                        prop_assert_eq!(after.turn(), after.in_play().after(seat));
                        prop_assert_eq!(after.due(), Due::Roll { attempt: 1 });
                    } else {
                        prop_assert_eq!((after.turn(), after.due(), after.sixes()), (before.turn(), before.due(), before.sixes()));
                    }
                    let roll = matches!(after.due(), Due::Roll { .. }).then_some(Face::Three);
                    prop_assert!(!rules.moves(&after, roll).unwrap().is_empty());
                }
            }
        }
        let places = position.places();
        prop_assert!(position.is_over());
        let places = places.unwrap();
        if rules.rule_set().end == ludo_rules::End::All {
            // Who went first is last.
            prop_assert!(places.iter().rev().copied().take(gone.len()).eq(gone.iter().copied()));
        }
    }

    #[test]
    fn the_limit_ranks_by_progress(seed in any::<u64>(), steps in 0..600_usize) {
        let mut chance = Chance::new(seed);
        let rules = chance.rules();
        let start = chance.start(&rules);
        let position = play(&rules, start, &mut chance, steps, |_| {});
        let end = rules.end_by_limit(&position);
        prop_assert!(end.is_over());
        prop_assert_eq!(parse_position(&end.to_string()).unwrap().1, end);
        let finished: Vec<Seat> = position.finished().collect();
        let mut left: Vec<Seat> = position.in_play().iter().collect();
        let sum = |seat| position.tokens(seat).unwrap().iter().map(|&token| u32::from(token)).sum::<u32>();
        left.sort_by_key(|&seat| (std::cmp::Reverse(sum(seat)), seat));
        let mut expected = [finished, left].concat();
        if rules.rule_set().end == ludo_rules::End::First {
            expected.truncate(1);
        }
        prop_assert_eq!(end.places().unwrap(), expected);
    }
}

fn turned_letter(letter: char) -> char {
    Seat::from_letter(letter).map_or(letter, |seat| seat.next().letter())
}

fn turned_text(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut groups: Vec<&str> = text.split(' ').nth(1).unwrap().split('/').collect();
    groups.rotate_right(1);
    fields[1] = groups.join("/");
    for field in [2, 5] {
        fields[field] = fields[field].chars().map(turned_letter).collect();
    }
    fields.join(" ")
}

fn turned_move(mv: Move) -> Move {
    match mv {
        Move::Token { from, to, captured } => {
            let [red, green, yellow, blue] = Seat::ALL.map(|seat| captured.count(seat));
            Move::Token {
                from,
                to,
                captured: Captured::new([blue, red, green, yellow]),
            }
        }
        other => other,
    }
}
