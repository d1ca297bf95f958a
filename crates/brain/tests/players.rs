//! Players of every strength: legal, the same by the same seed, each better than the one below.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use ludo_brain::{
    Arena, Bot, Brain, Course, Exam, Mark, Net, Shelf, Solver, Tally, Track, Trainer,
};
use ludo_rules::{Named, Playout, Rules, Seat, SeatSet, parse_position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn pair() -> SeatSet {
    SeatSet::new(&[Seat::Red, Seat::Yellow])
}

fn stream(number: u64) -> ChaCha8Rng {
    let mut stream = ChaCha8Rng::seed_from_u64(5);
    stream.set_stream(number);
    stream
}

/// A net that learned for a moment only.
fn quick_net(base: Named, games: u64) -> Net {
    let mut trainer = Trainer::new(Course {
        base,
        games,
        ..Course::default()
    });
    trainer.learn(games, &Shelf::default());
    trainer.net("a test")
}

/// One that learned for some seconds, for all tests.
fn learned() -> Net {
    static NET: OnceLock<Net> = OnceLock::new();
    NET.get_or_init(|| quick_net(Named::Classic, 600)).clone()
}

fn share(arena: &Arena<'_>, games: u64) -> Tally {
    let mut won = Tally::default();
    for number in 0..games {
        let bout = arena.play(number, &mut stream(number));
        won.add(f64::from(u8::from(bout.places[0] == Some(0))));
    }
    won
}

#[test]
fn rules_of_thumb_are_a_ladder() {
    let rules = Rules::new(&Named::Classic.into());
    let brain = Brain::default();
    for (better, worse) in [
        (Bot::Beginner, Bot::Random),
        (Bot::Casual, Bot::Beginner),
        (Bot::Simple, Bot::Casual),
    ] {
        let arena = Arena::new(&rules, &brain, pair(), vec![better, worse]).unwrap();
        let won = share(&arena, 4_000);
        println!(
            "{better} wins {:.3} ± {:.3} against {worse}",
            won.mean(),
            won.margin()
        );
        assert!(
            won.mean() - won.margin() > 0.5,
            "{better} against {worse}: {}",
            won.mean()
        );
    }
}

#[test]
fn a_net_that_learned_for_a_moment_beats_random_players() {
    let rules = Rules::new(&Named::Classic.into());
    let mut brain = Brain::default();
    brain.add_net(learned());
    for bot in [Bot::Good, Bot::Strong] {
        let arena = Arena::new(&rules, &brain, pair(), vec![bot, Bot::Random]).unwrap();
        let won = share(&arena, 400);
        println!(
            "{bot} wins {:.3} ± {:.3} against random",
            won.mean(),
            won.margin()
        );
        assert!(won.mean() - won.margin() > 0.55, "{bot}: {}", won.mean());
    }
}

#[test]
fn b026_players_are_legal_and_the_same_by_the_same_seed_in_all_sets() {
    for named in Named::ALL {
        let rules = Rules::new(&named.into());
        let mut brain = Brain::default();
        brain.add_net(quick_net(named, 1));
        for (players, seats) in [
            (
                vec![Bot::Expert, Bot::Good, Bot::Strong, Bot::Casual],
                SeatSet::ALL,
            ),
            (vec![Bot::Beginner, Bot::Strong], pair()),
        ] {
            let arena = Arena::new(&rules, &brain, seats, players.clone())
                .unwrap()
                .quick();
            for number in 0..2 {
                let bout = arena.play(number, &mut stream(number));
                assert_eq!(bout, arena.play(number, &mut stream(number)));
                let mut places: Vec<usize> = bout.places.iter().copied().flatten().collect();
                places.sort_unstable();
                assert_eq!(places, (0..players.len()).collect::<Vec<_>>(), "{named}");
            }
        }
    }
}

#[test]
fn every_player_answers_with_a_legal_move_and_only_where_one_is_due() {
    let mut brain = Brain::default();
    brain.add_net(quick_net(Named::Classic, 1));
    let mut generator = stream(0);
    for text in [
        "classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -",
        "classic 0,5,9,22/1,1,7,57/0,0,0,2/50,51,56,56 r move:6 1 - -",
        "classic 0,5,9,22/1,1,7,57/0,0,0,2/50,51,56,56 b move:6 2 - -",
        "modern 0,0,13,30/-/0,0,33,50/- r move:1 0 - -",
    ] {
        let (rules, position) = parse_position(text).unwrap();
        for bot in Bot::ALL {
            let mv = brain
                .choose(bot, &rules, &position, &mut generator)
                .unwrap();
            assert!(
                rules.play(&position, None, mv).is_ok(),
                "{bot}: {mv} at {text}"
            );
        }
    }
    let (rules, position) = parse_position("classic 0,0,0,30/-/0,0,0,8/- r roll 0 - -").unwrap();
    for bot in Bot::ALL {
        assert_eq!(brain.choose(bot, &rules, &position, &mut generator), None);
    }
}

#[test]
fn seats_and_turns_rotate() {
    let rules = Rules::new(&Named::Classic.into());
    let brain = Brain::default();
    assert!(Arena::new(&rules, &brain, pair(), vec![Bot::Random; 3]).is_err());
    let arena = Arena::new(&rules, &brain, SeatSet::ALL, vec![Bot::Random; 4]).unwrap();
    let mut won = [0_u32; 4];
    for number in 0..3_200 {
        let bout = arena.play(number, &mut stream(number));
        for (count, place) in won.iter_mut().zip(&bout.places) {
            *count += u32::from(*place == Some(0));
        }
    }
    // Five deviations of a quarter of the games.
    assert!(won.iter().all(|count| count.abs_diff(800) < 123), "{won:?}");
}

#[test]
fn luck_is_nothing_on_the_average_and_explains_much() {
    let rules = Rules::new(&Named::Classic.into());
    let mut brain = Brain::default();
    brain.add_net(learned());
    let net = brain.net(&rules).unwrap();
    let arena = Arena::new(&rules, &brain, pair(), vec![Bot::Strong, Bot::Strong])
        .unwrap()
        .judged_by(net);
    let (mut luck, mut raw, mut adjusted) = (Tally::default(), Tally::default(), Tally::default());
    for number in 0..240 {
        let bout = arena.play(number, &mut stream(number));
        let won = f64::from(u8::from(bout.places[0] == Some(0)));
        luck.add(bout.luck[0]);
        raw.add(won);
        adjusted.add(won - bout.luck[0]);
    }
    assert!(luck.mean().abs() < 2.0 * luck.margin(), "{}", luck.mean());
    println!(
        "variance {} without luck {}",
        raw.variance(),
        adjusted.variance()
    );
    assert!(adjusted.variance() * 2.0 < raw.variance());
    assert!((adjusted.mean() - 0.5).abs() < 2.0 * adjusted.margin());
}

/// Who supposes that the others play at random plays otherwise, and no worse against those.
#[test]
fn experts_can_suppose_that_the_others_play_at_random() {
    let rules = Rules::new(&Named::Classic.into());
    let mut brain = Brain::default();
    brain.add_net(learned());
    let course = Course {
        games: 20,
        against_random: true,
        ..Course::default()
    };
    let mut trainer = Trainer::new(course).from_net(&learned());
    trainer.learn(20, &Shelf::default());
    let mut daring = Brain::default();
    daring.add_net(trainer.net("a test"));
    daring.suppose_random();
    let players = vec![Bot::Expert, Bot::Random];
    let careful = Arena::new(&rules, &brain, pair(), players.clone()).unwrap();
    let daring = Arena::new(&rules, &daring, pair(), players).unwrap();
    let (mut differs, mut won) = (false, 0);
    for number in 0..40 {
        let bout = daring.play(number, &mut stream(number));
        differs |= bout != careful.play(number, &mut stream(number));
        won += u32::from(bout.places[0] == Some(0));
    }
    println!("{won} of 40");
    assert!(differs && won >= 28, "{won}");
}

/// A net that learns from tables is nearer to the truth about endgames, those too that it was not told about.
#[test]
fn truth_helps_with_positions_that_it_did_not_tell() {
    let mut solver = Solver::new(Track::CLASSIC);
    let mut shelf = Shelf::default();
    for (one, other) in Solver::needed(2, 1) {
        solver.begin(one, other).unwrap();
        let table = loop {
            if let Some(table) = solver.step().unwrap() {
                break table;
            }
        };
        shelf.add(table);
    }
    let off = |endgames| {
        let course = Course {
            games: 60,
            endgames,
            ..Course::default()
        };
        let mut trainer = Trainer::new(course).from_net(&learned());
        trainer.learn(60, &shelf);
        let net = trainer.net("a test");
        let mut off = Tally::default();
        for number in 0..50 * 50 * 50 {
            let (a, b, c) = (number % 50, number / 50 % 50, number / 2_500);
            // What is kept for exams, and of that some.
            if a > b || (a + b + 2 * 57) % 7 != 3 || number % 5 != 0 {
                continue;
            }
            let text = format!("classic {a},{b},57,57/-/{c},57,57,57/- r roll 0 - -");
            let Ok((rules, position)) = parse_position(&text) else {
                continue;
            };
            let game = Playout::new(&rules, position).unwrap();
            let truth = shelf.chance(&game, Seat::Red).unwrap();
            let said = net.chances(&position).unwrap()[Seat::Red][0];
            off.add((f64::from(said) - truth).abs());
        }
        assert!(off.count() > 1_000);
        off.mean()
    };
    let (without, with) = (off(0), off(60));
    println!("off by {without:.4}, with truth by {with:.4}");
    assert!(with < 0.9 * without, "{without} {with}");
}

#[test]
fn exams_tell_best_play_from_random() {
    let mut brain = Brain::default();
    let mut shelf = Shelf::default();
    assert!(
        Exam::new(&brain, &shelf, 1, 1).is_none(),
        "there are no tables"
    );
    let mut solver = Solver::new(Track::CLASSIC);
    for (one, other) in Solver::needed(2, 1) {
        solver.begin(one, other).unwrap();
        let table = loop {
            if let Some(table) = solver.step().unwrap() {
                break table;
            }
        };
        brain.add_table(table.clone());
        shelf.add(table);
    }
    brain.add_net(quick_net(Named::Classic, 1));
    assert!(Exam::new(&brain, &shelf, 2, 2).is_none());
    assert!(
        Exam::new(&brain, &shelf, 1, 2).is_none(),
        "one token is no choice"
    );
    let exam = Exam::new(&brain, &shelf, 2, 1).unwrap();
    let mark = |bot| {
        let mut mark = Mark::default();
        for number in 0..2_000 {
            exam.ask(bot, &mut mark, &mut stream(number));
        }
        mark
    };
    let (random, expert) = (mark(Bot::Random), mark(Bot::Expert));
    assert!(random.share().abs() < 0.1, "{}", random.share());
    // It has the tables; its arithmetic is of 32 bits.
    assert!(expert.share() > 0.999, "{}", expert.share());
    assert!(random.lost.mean() > 0.005);
}

#[test]
fn training_goes_on_where_it_stopped() {
    let course = Course {
        games: 12,
        ..Course::default()
    };
    let mut straight = Trainer::new(course.clone());
    straight.learn(100, &Shelf::default());
    assert!(straight.is_done() && straight.games() == 12);

    let mut stopped = Trainer::new(course.clone());
    stopped.learn(5, &Shelf::default());
    stopped.note(0.5, 0.75);
    let mut bytes = stopped.to_bytes();
    let mut stopped = Trainer::from_bytes(course.clone(), &bytes).unwrap();
    assert_eq!(stopped.milestones().len(), 1);
    stopped.learn(100, &Shelf::default());
    assert_eq!(stopped.net("x").to_bytes(), straight.net("x").to_bytes());

    let other = Course {
        seed: 2,
        ..course.clone()
    };
    assert!(Trainer::from_bytes(other, &bytes).is_err());
    assert!(Trainer::from_bytes(course.clone(), b"LUDOLRN0").is_err());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(Trainer::from_bytes(course, &bytes).is_err());
}

/// The order of the players as they ship, where a short match can tell.
#[cfg(feature = "weights")]
#[test]
fn players_with_the_weights_that_ship_beat_the_simple_one() {
    let brain = Brain::learned();
    for (named, bot) in [
        (Named::Classic, Bot::Good),
        (Named::Classic, Bot::Strong),
        (Named::Modern, Bot::Strong),
        (Named::Mensch, Bot::Strong),
        (Named::Chinczyk, Bot::Strong),
        (Named::Parchis, Bot::Strong),
    ] {
        let rules = Rules::new(&named.into());
        assert!(brain.net(&rules).is_some());
        let arena = Arena::new(&rules, &brain, pair(), vec![bot, Bot::Simple]).unwrap();
        let won = share(&arena, 1_200);
        println!(
            "{named}: {bot} wins {:.3} ± {:.3} against simple",
            won.mean(),
            won.margin()
        );
        assert!(
            won.mean() - won.margin() > 0.5,
            "{named}, {bot}: {}",
            won.mean()
        );
    }
}
