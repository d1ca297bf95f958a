//! The begin of a game, its answers and its draw, and the game after it.

use ludo_dice::{GameId, Link};
use ludo_rules::Seat::{Blue, Green, Red, Yellow};
use ludo_rules::{Length, Seat, SeatSet};
use ludo_table::{
    ANSWER_MILLIS, Actor, BotKind, Chair, CloseReason, Command, Control, DriverCommand, End, Event,
    Options, Phase, Refusal, Time, Wants, Wrong,
};

use crate::desk::{Desk, names};

#[test]
fn a_game_needs_two_and_a_host() {
    let (mut desk, people) = Desk::of(&[Red]);
    assert_eq!(
        desk.member_says(people[0], &Command::Begin),
        Err(Refusal::TooFewPlayers)
    );
    desk.add_bot(Yellow, BotKind::Simple);
    let events = desk.member_says(people[0], &Command::Begin).unwrap();
    let [
        Event::Begun {
            game,
            server_tip,
            seats,
        },
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!((*game, *server_tip), (desk.table.game(), desk.server.tip()));
    let bot = seats[Yellow].as_ref().unwrap();
    assert_eq!(
        (bot.name.as_str(), bot.bot, bot.member, bot.tip),
        ("Simple", Some(BotKind::Simple), None, None)
    );
    let person = seats[Red].as_ref().unwrap();
    assert_eq!(person.member, Some(people[0]));
    assert_eq!(person.tip, Some(desk.devices[&people[0]].tip()));
    assert!(seats[Green].is_none() && seats[Blue].is_none());
}

#[test]
fn b018_every_choice_of_seats_can_be_played() {
    let mut games = 0;
    for bits in 0..16 {
        let seats: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|seat| bits >> seat.index() & 1 == 1)
            .collect();
        if seats.len() < 2 {
            continue;
        }
        let set: SeatSet = seats.iter().copied().collect();
        let mut desk = Desk::new(Options {
            seats: set,
            length: Length::Quick,
            ..Options::default()
        });
        for &seat in &seats {
            desk.sit_chained(seat);
        }
        desk.start();
        let mut turns = vec![desk.table.turn().unwrap()];
        while desk.is_playing() {
            let playing = desk.table.position().unwrap().in_play();
            desk.act();
            if let (Some(turn), Some(&last)) = (desk.table.turn(), turns.last())
                && turn != last
            {
                // The next one clockwise of those who play.
                let next = (1..4)
                    .map(|n| Seat::ALL[(last.index() + n) % 4])
                    .find(|&seat| playing.contains(seat));
                if playing.contains(last) {
                    assert_eq!(Some(turn), next);
                }
                turns.push(turn);
            }
        }
        assert_eq!(desk.table.places().unwrap().len(), seats.len());
        games += 1;
    }
    assert_eq!(games, 11);
}

#[test]
fn the_draw_waits_for_the_answers_or_for_their_time() {
    let (mut desk, people) = Desk::of(&[Red, Green, Yellow]);
    desk.add_bot(Blue, BotKind::Simple);
    desk.member_says(people[0], &Command::Begin).unwrap();
    let begun = desk.now;
    assert_eq!(
        desk.table.wants(),
        Wants::Draw {
            at: begun.plus(ANSWER_MILLIS)
        }
    );
    desk.answer(people[0]).unwrap();
    assert_eq!(desk.answer(people[0]), Err(Refusal::AlreadyAnswered));
    desk.answer(people[1]).unwrap();
    assert_eq!(desk.drive(&DriverCommand::Draw), Err(Refusal::DrawNotDue));
    desk.now = begun.plus(ANSWER_MILLIS - 1);
    assert_eq!(desk.drive(&DriverCommand::Draw), Err(Refusal::DrawNotDue));
    desk.now = begun.plus(ANSWER_MILLIS);
    let events = desk.drive(&DriverCommand::Draw).unwrap();
    let [
        Event::Drawn {
            links,
            server_link,
            first,
            ..
        },
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(Some(*server_link), desk.server.link(1));
    assert_eq!(links[Red], desk.devices[&people[0]].link(1));
    assert!(links[Green].is_some() && links[Yellow].is_none() && links[Blue].is_none());
    assert_eq!(desk.table.turn(), Some(*first));
    let dice = desk.table.dice().unwrap();
    assert!(
        dice.has_chain(Red) && !dice.has_chain(Yellow),
        "who did not answer has no chain from here on"
    );
    assert_eq!(desk.answer(people[2]), Err(Refusal::TooLate));
}

#[test]
fn an_answer_is_the_first_link_of_the_seats_chain_in_this_game() {
    let (mut desk, people) = Desk::of(&[Red, Green]);
    let plain = desk.sit(Yellow);
    desk.member_says(people[0], &Command::Begin).unwrap();
    let game = desk.table.game();
    let link = desk.devices[&people[0]].link(1).unwrap();
    let answer = |game, link| Command::Answer { game, link };
    assert_eq!(
        desk.member_says(people[0], &answer(GameId([9; 16]), link)),
        Err(Refusal::WrongGame)
    );
    assert_eq!(
        desk.member_says(people[0], &answer(game, Link([3; 32]))),
        Err(Refusal::BadLink)
    );
    let second = desk.devices[&people[0]].link(2).unwrap();
    assert_eq!(
        desk.member_says(people[0], &answer(game, second)),
        Err(Refusal::BadLink)
    );
    assert_eq!(
        desk.member_says(people[1], &answer(game, link)),
        Err(Refusal::BadLink),
        "not another seat's"
    );
    assert_eq!(
        desk.member_says(plain, &answer(game, link)),
        Err(Refusal::NoChain)
    );
    desk.member_says(people[0], &answer(game, link)).unwrap();
}

#[test]
fn without_chains_the_draw_is_due_at_once() {
    let mut desk = Desk::new(Options::default());
    let host = desk.sit(Red);
    desk.sit(Green);
    desk.member_says(host, &Command::Begin).unwrap();
    assert_eq!(desk.table.wants(), Wants::Draw { at: desk.now });
    desk.drive(&DriverCommand::Draw).unwrap();
    assert!(desk.is_playing());
}

#[test]
fn who_goes_between_begin_and_draw_is_absent() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    desk.member_says(people[0], &Command::Begin).unwrap();
    let events = desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        events,
        [
            Event::Controlled {
                seat: Red,
                control: Control::Bot(BotKind::Simple)
            },
            Event::Host { member: people[1] }
        ]
    );
    assert!(
        desk.table.roster().unwrap()[Red].is_some(),
        "the seat plays"
    );
    desk.answer(people[1]).unwrap();
    // An answer is something done: its person is here again.
    let events = desk.answer(people[0]).unwrap();
    assert_eq!(names(&events), ["controlled", "answered"]);
    desk.member_says(people[1], &Command::Leave).unwrap();
    let events = desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        names(&events),
        ["controlled", "over", "closed"],
        "everybody is gone before the draw"
    );
    assert_eq!(
        desk.table.phase(),
        Phase::Closed {
            reason: CloseReason::Empty
        }
    );
    assert_eq!(
        (desk.table.wants(), desk.table.server_link()),
        (Wants::Nothing, None)
    );
}

#[test]
fn the_draw_needs_the_servers_link() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    desk.member_says(people[0], &Command::Begin).unwrap();
    desk.now = desk.now.plus(ANSWER_MILLIS);
    let drive = |hand: &ludo_table::Hand| desk.table.drive(&DriverCommand::Draw, desk.now, hand);
    let mut hand = desk.hand(false);
    assert_eq!(drive(&hand), Err(Refusal::Unavailable));
    hand.server_link = desk.server.link(2);
    assert_eq!(
        drive(&hand).unwrap_err().code(),
        "internal",
        "a wrong link never gets out"
    );
}

#[test]
fn no_answer_is_left_out_of_the_draw() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    desk.member_says(people[0], &Command::Begin).unwrap();
    desk.answer(people[0]).unwrap();
    desk.now = desk.now.plus(ANSWER_MILLIS);
    // The driver lost the answer, and must not go on without it; the client that comes back gives it again.
    let lost = std::mem::take(&mut desk.answers);
    assert_eq!(desk.drive(&DriverCommand::Draw), Err(Refusal::Unavailable));
    assert_eq!(desk.answer(people[0]), Err(Refusal::AlreadyAnswered));
    desk.answers = lost;
    // A link that was not answered with is not used either.
    desk.answers[Yellow] = desk.devices[&people[1]].link(1);
    desk.drive(&DriverCommand::Draw).unwrap();
    assert!(!desk.table.dice().unwrap().has_chain(Yellow));
}

#[test]
fn a_rematch_is_a_new_game_with_new_chains() {
    let (mut desk, people) = Desk::of(&[Red, Green]);
    desk.add_bot(Yellow, BotKind::Random);
    desk.start();
    desk.play_out();
    let (game, tip, step) = (
        desk.table.game(),
        desk.table.server_tip(),
        desk.table.step(),
    );
    let refused = desk.table.decide(
        Actor::Member(people[1]),
        &Command::Rematch,
        Time(9),
        &desk.hand(false),
    );
    assert_eq!(
        refused,
        Err(Refusal::Unavailable),
        "the driver has no chain at hand"
    );
    let events = desk.member_says(people[1], &Command::Rematch).unwrap();
    assert_eq!(names(&events), ["rematch"]);
    assert_ne!((desk.table.game(), desk.table.server_tip()), (game, tip));
    assert_eq!(desk.table.phase(), Phase::Waiting);
    assert_eq!(
        desk.table.chair(Red),
        &Chair::Person {
            member: people[0],
            tip: None,
            control: Control::Owner
        }
    );
    assert_eq!(
        desk.table.chair(Yellow),
        &Chair::Bot {
            bot: BotKind::Random
        }
    );
    assert!(desk.table.places().is_none() && desk.table.dice().is_none());
    assert_eq!(
        desk.table.host(),
        Some(people[0]),
        "who asks for it does not become the host"
    );
    desk.bring_chain(people[0]);
    desk.start();
    assert_eq!(
        desk.table.step(),
        step,
        "steps go on, so that nothing of the last game is timely"
    );
    desk.play_out();
}

#[test]
fn the_server_gives_up_a_game() {
    let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
    desk.member_says(people[2], &Command::Leave).unwrap();
    let events = desk.drive(&DriverCommand::Abandon).unwrap();
    assert_eq!(
        events,
        [
            Event::Over {
                places: vec![],
                end: End::Abandoned
            },
            Event::Stood { seat: Yellow }
        ]
    );
    assert_eq!(desk.table.turn(), None);
    desk.member_says(people[0], &Command::Rematch).unwrap();
}

#[test]
fn a_game_that_is_set_up_can_be_set_up_anew() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let (game, tip) = (desk.table.game(), desk.table.server_tip());
    let chairs = *desk.table.chairs();
    let events = desk.drive(&DriverCommand::Renew).unwrap();
    assert!(matches!(events[..], [Event::Renewed { .. }]), "{events:?}");
    assert_ne!(desk.table.game(), game);
    assert_ne!(desk.table.server_tip(), tip);
    for seat in [Red, Yellow] {
        let chair = desk.table.chair(seat);
        assert_eq!(chair.member(), chairs[seat].member(), "seats are kept");
        assert_eq!(chair.tip(), None, "a chain is for one game");
    }
    // A chain that comes for the game of before is told so.
    let late = Command::Chain {
        game,
        tip: ludo_dice::Tip([9; 32]),
    };
    assert!(desk.member_says(people[0], &late).is_err());
    // It can neither go on with what was there nor happen anywhere else.
    let again = Event::Renewed {
        game: desk.table.game(),
        tip: ludo_dice::Tip([8; 32]),
    };
    let wrong = desk.table.clone().apply(&again, desk.now);
    assert_eq!(wrong, Err(Wrong::Begin));
    desk.start();
    let running = desk.drive(&DriverCommand::Renew);
    assert_eq!(running, Err(Refusal::GameRunning));
    desk.drive(&DriverCommand::Abandon).unwrap();
    assert!(desk.drive(&DriverCommand::Renew).is_err());
    let elsewhere = Event::Renewed {
        game: GameId([7; 16]),
        tip: ludo_dice::Tip([8; 32]),
    };
    let wrong = desk.table.clone().apply(&elsewhere, desk.now);
    assert_eq!(wrong, Err(Wrong::Phase("renewed")));
}
