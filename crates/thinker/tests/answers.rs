//! What a worker is asked, and that nothing that it is asked breaks it.
#![allow(clippy::unwrap_used)]

use ludo_brain::{Bot, Brain};
use ludo_rules::{Named, Seat, parse_position};
use ludo_thinker::{Hundredths, NoAnswer, Thinker};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const CLASSIC: &str = "classic 0,3,17,57/5,5,9,52/0,0,0,41/1,2,32,56 g roll 0 - -";
const CHOICE: &str = "classic 0,3,17,57/5,5,9,52/0,0,0,41/1,2,32,56 g move:6 1 - -";
const MENSCH: &str = "mensch 0,3,17,40/5,8,9,40/0,0,0,40/1,2,32,39 g move:3 0 - -";

fn net(named: Named) -> Vec<u8> {
    Brain::learned()
        .net(&ludo_rules::Rules::new(&named.into()))
        .unwrap()
        .to_bytes()
}

fn knowing(nets: &[Named]) -> Thinker {
    let mut thinker = Thinker::default();
    for &named in nets {
        assert_eq!(thinker.learn(&net(named)).unwrap(), named);
    }
    thinker
}

#[test]
fn it_says_which_net_it_lacks() {
    let thinker = knowing(&[Named::Mensch]);
    assert_eq!(thinker.lacks(CHOICE, Some("simple")), Ok(None));
    assert_eq!(
        thinker.lacks(CHOICE, Some("strong")),
        Ok(Some(Named::Classic))
    );
    assert_eq!(thinker.lacks(CLASSIC, None), Ok(Some(Named::Classic)));
    assert_eq!(thinker.lacks(MENSCH, Some("expert")), Ok(None));
    assert_eq!(
        thinker.choose(CHOICE, "strong", &"0".repeat(64)),
        Err(NoAnswer::NoNet(Named::Classic)),
        "it would be another bot"
    );
    assert_eq!(
        thinker.chances(CLASSIC),
        Err(NoAnswer::NoNet(Named::Classic))
    );
}

/// As a server asks: by bytes of a seed, with nets within the program.
#[test]
fn moves_are_those_of_the_brain() {
    let thinker = knowing(&[Named::Classic, Named::Mensch]);
    let brain = Brain::learned();
    for text in [CHOICE, MENSCH] {
        let (rules, position) = parse_position(text).unwrap();
        for bot in Bot::ALL {
            for byte in [0_u8, 1, 0xa7, 0xff] {
                let seed = format!("{byte:02x}").repeat(32);
                let expected = brain.choose(
                    bot,
                    &rules,
                    &position,
                    &mut ChaCha8Rng::from_seed([byte; 32]),
                );
                let got = thinker.choose(text, bot.name(), &seed);
                assert_eq!(got.ok(), expected, "{bot} {text}");
            }
        }
    }
}

#[test]
fn chances_are_those_of_the_net_and_of_the_best_move() {
    let thinker = knowing(&[Named::Classic]);
    let brain = Brain::learned();
    let (rules, position) = parse_position(CLASSIC).unwrap();
    let chances = thinker.chances(CLASSIC).unwrap();
    assert_eq!(Some(chances), brain.net(&rules).unwrap().chances(&position));
    // Green has rolled a 6 that it can use: that is worth more than before.
    let after = thinker.chances(CHOICE).unwrap();
    assert!(after[Seat::Green][0] > chances[Seat::Green][0]);
    let hundredths = Hundredths::of(&after).0;
    let sum: u8 = Seat::ALL.into_iter().map(|seat| hundredths[seat]).sum();
    assert_eq!(sum, 100, "{hundredths:?}");
    // At the end nothing is open.
    let over = thinker
        .chances("classic 57,57,57,57/-/0,0,0,41/- - over 0 ry -")
        .unwrap();
    assert_eq!(over[Seat::Red], [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(over[Seat::Yellow], [0.0, 1.0, 0.0, 0.0]);
}

/// A real game: from even chances to the winner's hundred.
#[test]
fn the_course_of_a_game_ends_with_its_winner() {
    let record = include_str!("../../dice/tests/vectors/dice/good_absent_player.ludo");
    let thinker = knowing(&Named::ALL);
    let course = thinker.course(record).unwrap();
    let game: ludo_rules::Record = record.parse().unwrap();
    assert_eq!(course.len(), game.positions().count() + 1);
    let (rules, start) = parse_position(&Thinker::start_of(record).unwrap()).unwrap();
    assert_eq!(rules.rule_set(), &game.rule_set());
    let even = 100 / start.seats().len() as u8;
    for seat in Seat::ALL {
        let expected = if start.seats().contains(seat) {
            even
        } else {
            0
        };
        assert!(course[0].0[seat].abs_diff(expected) < 15, "{course:?}");
    }
    assert!(
        course
            .iter()
            .all(|chances| chances.0.into_values().iter().sum::<u8>() == 100)
    );
    let (_, last) = game.positions().last().unwrap();
    let winner = last.places().unwrap()[0];
    assert_eq!(course.last().unwrap().0[winner], 100);
}

#[test]
fn what_is_wrong_is_said() {
    let thinker = knowing(&[Named::Classic]);
    let seed = "0f".repeat(32);
    assert_eq!(
        thinker.choose(CLASSIC, "simple", &seed),
        Err(NoAnswer::NoChoice)
    );
    assert!(matches!(
        thinker.choose(CHOICE, "deep", &seed),
        Err(NoAnswer::Bot(_))
    ));
    for seed in ["", "0", &seed[1..], &"g".repeat(64), &"é".repeat(32)] {
        assert_eq!(
            thinker.choose(CHOICE, "simple", seed),
            Err(NoAnswer::Seed),
            "{seed}"
        );
    }
    assert!(matches!(
        thinker.chances("classic"),
        Err(NoAnswer::Position(_))
    ));
    let long = "x".repeat(Thinker::MAX_POSITION + 1);
    assert_eq!(
        thinker.chances(&long),
        Err(NoAnswer::Long {
            length: 513,
            most: 512
        })
    );
    assert!(matches!(thinker.course("[Rules"), Err(NoAnswer::Record(_))));
    let long = "x".repeat(Thinker::MAX_RECORD + 1);
    assert!(matches!(thinker.course(&long), Err(NoAnswer::Long { .. })));
    assert!(matches!(
        Thinker::default().learn(b"LUDONET1"),
        Err(NoAnswer::Net(_))
    ));
}

proptest! {
    #[test]
    fn nothing_breaks_it(text in ".{0,80}", bot in "[a-z]{0,8}", seed in "[0-9a-f]{0,70}", net in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut thinker = Thinker::default();
        let _ = thinker.learn(&net);
        let _ = thinker.lacks(&text, Some(&bot));
        let _ = thinker.choose(&text, &bot, &seed);
        let _ = thinker.chances(&text);
    }

    /// Positions with something wrong in them.
    #[test]
    fn nor_does_a_position_with_a_fault(at in 0..CHOICE.len(), with in "[ -~]") {
        let mut text = CHOICE.to_owned();
        text.replace_range(at..=at, &with);
        let thinker = Thinker::default();
        let _ = thinker.chances(&text);
        let _ = thinker.choose(&text, "casual", &"00".repeat(32));
    }
}
