//! Sitting down, getting up, the host, bots, options, the begin and its answers.

use ludo_dice::{GameId, Link, Tip};
use ludo_rules::Seat::{Blue, Green, Red, Yellow};
use ludo_rules::{Length, Seat, SeatSet};
use ludo_table::{
    ANSWER_MILLIS, Actor, BotKind, Chair, CloseReason, Command, Control, DriverCommand, End, Event,
    MAX_MEMBERS, Member, Options, Phase, Refusal, Time, Wants,
};

use crate::desk::{Desk, name, names};

fn sit(seat: Seat, who: &str) -> Command {
    Command::Sit {
        seat,
        name: Some(name(who)),
        game: None,
        tip: None,
    }
}

#[test]
fn the_first_to_sit_down_is_the_host() {
    let mut desk = Desk::new(Options::default());
    assert_eq!(desk.table.host(), None);
    let game = desk.table.game();
    let tip = desk.new_tip();
    let command = Command::Sit {
        seat: Green,
        name: Some(name("Ania")),
        game: Some(game),
        tip: Some(tip),
    };
    let events = desk.say(Actor::Newcomer, &command).unwrap();
    let member = Member(1);
    assert_eq!(
        events,
        [
            Event::Joined {
                member,
                name: name("Ania")
            },
            Event::Sat {
                member,
                seat: Green
            },
            Event::Host { member },
            Event::Chained { seat: Green, tip },
        ]
    );
    assert_eq!(desk.table.host(), Some(member));
    assert_eq!(desk.table.name_at(Green), Some("Ania"));
    assert_eq!(
        names(&desk.say(Actor::Newcomer, &sit(Red, "Ania")).unwrap()),
        ["joined", "sat"],
        "same names are fine"
    );
}

#[test]
fn a_newcomer_needs_a_name_and_an_open_seat_of_the_table() {
    let mut desk = Desk::new(Options {
        seats: "rgy".parse().unwrap(),
        ..Options::default()
    });
    let plain = Command::Sit {
        seat: Red,
        name: None,
        game: None,
        tip: None,
    };
    assert_eq!(desk.say(Actor::Newcomer, &plain), Err(Refusal::NameNeeded));
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Blue, "A")),
        Err(Refusal::NoSuchSeat)
    );
    desk.sit(Red);
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Red, "A")),
        Err(Refusal::SeatTaken)
    );
    desk.add_bot(Green, BotKind::Simple);
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Green, "A")),
        Err(Refusal::SeatTaken)
    );
    desk.sit(Yellow);
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Red, "A")),
        Err(Refusal::TableFull)
    );
}

#[test]
fn b054_b056_who_comes_back_has_the_same_seat_and_the_others_find_it_full() {
    let mut desk = Desk::new(Options::default());
    let mut members = Vec::new();
    let mut full = 0;
    for n in 0..100 {
        let seat = Seat::ALL[n % 4];
        match desk.say(Actor::Newcomer, &sit(seat, &format!("Person {n}"))) {
            Ok(_) => members.push(desk.table.chair(seat).member().unwrap()),
            Err(refusal) => {
                assert_eq!(refusal, Refusal::TableFull);
                full += 1;
            }
        }
    }
    assert_eq!((members, full), ((1..=4).map(Member).collect(), 96));
    // A member who sits down again on the own seat is no second player.
    let again = Command::Sit {
        seat: Red,
        name: None,
        game: None,
        tip: None,
    };
    assert_eq!(desk.member_says(Member(1), &again), Err(Refusal::NoChange));
    assert_eq!(desk.table.people().len(), 4);
}

#[test]
fn b057_whoever_loses_the_race_for_the_last_seat_is_told_so() {
    let (mut desk, _) = Desk::of(&[Red, Green, Yellow]);
    desk.say(Actor::Newcomer, &sit(Blue, "First")).unwrap();
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Blue, "Second")),
        Err(Refusal::TableFull)
    );
    assert_eq!(desk.table.members().count(), 4, "the loser left no trace");
}

#[test]
fn a_member_changes_seats_and_the_tip_comes_along() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let tip = desk.table.chair(Yellow).tip();
    assert!(tip.is_some());
    let change = Command::Sit {
        seat: Blue,
        name: Some(name("Other")),
        game: None,
        tip: None,
    };
    let events = desk.member_says(people[1], &change).unwrap();
    assert_eq!(names(&events), ["renamed", "sat"]);
    assert!(desk.table.chair(Yellow).is_open());
    assert_eq!(desk.table.chair(Blue).tip(), tip);
    assert_eq!(desk.table.name_at(Blue), Some("Other"));
}

#[test]
fn a_tip_is_dropped_when_its_person_gets_up() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    desk.member_says(people[1], &Command::Leave).unwrap();
    let events = desk
        .member_says(
            people[1],
            &Command::Sit {
                seat: Yellow,
                name: None,
                game: None,
                tip: None,
            },
        )
        .unwrap();
    assert_eq!(names(&events), ["sat"], "the known name stays");
    assert_eq!(desk.table.chair(Yellow).tip(), None);
}

#[test]
fn a_chain_is_for_the_game_at_hand_and_differs_from_all_others() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let game = desk.table.game();
    let (server, red) = (
        desk.table.server_tip(),
        desk.table.chair(Red).tip().unwrap(),
    );
    let fresh = desk.new_tip();
    let chain = |game, tip| Command::Chain { game, tip };
    assert_eq!(
        desk.member_says(people[1], &chain(GameId([9; 16]), fresh)),
        Err(Refusal::WrongGame)
    );
    assert_eq!(
        desk.member_says(people[1], &chain(game, server)),
        Err(Refusal::TipTaken)
    );
    assert_eq!(
        desk.member_says(people[1], &chain(game, red)),
        Err(Refusal::TipTaken)
    );
    assert_eq!(
        desk.member_says(people[0], &chain(game, red)),
        Err(Refusal::NoChange)
    );
    desk.member_says(people[1], &chain(game, fresh)).unwrap();
    assert_eq!(
        desk.table.chair(Yellow).tip(),
        Some(fresh),
        "a newer chain takes the place of the older one"
    );
    // The same with a seat, and a tip never comes without the game that it is for.
    let sit = |game, tip| Command::Sit {
        seat: Blue,
        name: Some(name("C")),
        game,
        tip,
    };
    for (command, refusal) in [
        (
            sit(Some(GameId([9; 16])), Some(Tip([5; 32]))),
            Refusal::WrongGame,
        ),
        (sit(None, Some(Tip([5; 32]))), Refusal::WrongGame),
        (sit(Some(game), None), Refusal::WrongGame),
        (sit(Some(game), Some(red)), Refusal::TipTaken),
    ] {
        assert_eq!(desk.say(Actor::Newcomer, &command), Err(refusal));
    }
    assert!(desk.table.chair(Blue).is_open());
}

#[test]
fn b048_the_host_leaves_the_waiting_room_and_the_next_one_can_begin() {
    let (mut desk, people) = Desk::of(&[Blue, Red, Yellow]);
    let events = desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        events,
        [
            Event::Stood { seat: Blue },
            Event::Host { member: people[1] }
        ]
    );
    assert_eq!(
        desk.member_says(people[2], &Command::Begin),
        Err(Refusal::NotHost)
    );
    assert_eq!(
        desk.member_says(people[0], &Command::Begin),
        Err(Refusal::NotSeated)
    );
    // Who comes back is a guest now.
    desk.member_says(
        people[0],
        &Command::Sit {
            seat: Blue,
            name: None,
            game: None,
            tip: None,
        },
    )
    .unwrap();
    assert_eq!(
        desk.member_says(people[0], &Command::Begin),
        Err(Refusal::NotHost)
    );
    desk.member_says(people[1], &Command::Begin).unwrap();
}

#[test]
fn the_host_is_away_too_long_before_the_game() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let events = desk.drive(&DriverCommand::Away { seat: Red }).unwrap();
    assert_eq!(
        events,
        [
            Event::Stood { seat: Red },
            Event::Host { member: people[1] }
        ]
    );
}

#[test]
fn an_empty_waiting_room_stays_open_for_whoever_has_the_link() {
    let (mut desk, people) = Desk::of(&[Red]);
    desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        (desk.table.phase(), desk.table.host()),
        (Phase::Waiting, None)
    );
    let newcomer = desk.sit(Yellow);
    assert_eq!(desk.table.host(), Some(newcomer));
}

#[test]
fn the_host_clears_seats_but_not_the_own() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    desk.add_bot(Blue, BotKind::Random);
    let host = people[0];
    assert_eq!(
        desk.member_says(
            host,
            &Command::AddBot {
                seat: Blue,
                bot: BotKind::Simple
            }
        ),
        Err(Refusal::SeatTaken)
    );
    assert_eq!(
        desk.member_says(host, &Command::Clear { seat: Red }),
        Err(Refusal::OwnSeat)
    );
    assert_eq!(
        desk.member_says(host, &Command::Clear { seat: Green }),
        Err(Refusal::SeatOpen)
    );
    assert_eq!(
        names(
            &desk
                .member_says(host, &Command::Clear { seat: Blue })
                .unwrap()
        ),
        ["bot_left"]
    );
    assert_eq!(
        names(
            &desk
                .member_says(host, &Command::Clear { seat: Yellow })
                .unwrap()
        ),
        ["stood"]
    );
    assert_eq!(desk.table.taken_seats(), "r".parse().unwrap());
}

#[test]
fn options_change_as_long_as_they_fit_those_who_sit() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let host = people[0];
    let set = |seats: &str, length| Command::SetOptions {
        options: Options {
            seats: seats.parse().unwrap(),
            length,
            ..Options::default()
        },
    };
    assert_eq!(
        desk.member_says(host, &set("rgyb", Length::Whole)),
        Err(Refusal::NoChange)
    );
    assert_eq!(
        desk.member_says(host, &set("rg", Length::Whole)),
        Err(Refusal::SeatTaken)
    );
    assert_eq!(
        desk.member_says(host, &set("y", Length::Whole)),
        Err(Refusal::BadOptions)
    );
    desk.member_says(host, &set("ry", Length::Quick)).unwrap();
    assert_eq!(
        desk.say(Actor::Newcomer, &sit(Green, "G")),
        Err(Refusal::TableFull)
    );
    assert_eq!(
        desk.member_says(
            host,
            &Command::AddBot {
                seat: Blue,
                bot: BotKind::Simple
            }
        ),
        Err(Refusal::NoSuchSeat)
    );
    assert_eq!(
        desk.member_says(host, &Command::Clear { seat: Blue }),
        Err(Refusal::NoSuchSeat)
    );
    desk.start();
    assert!(
        desk.table
            .position_text()
            .unwrap()
            .starts_with("classic 0,0,57,57/-/0,0,57,57/- ")
    );
}

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
fn b074_who_leaves_a_finished_game_and_comes_back_changes_nothing_of_it() {
    let (mut desk, people) = Desk::playing(&[Red, Green, Yellow]);
    desk.play_out();
    let places = desk.table.places().unwrap().to_vec();
    assert_eq!(
        names(&desk.member_says(people[1], &Command::Leave).unwrap()),
        ["stood"]
    );
    assert_eq!(
        desk.table.name_at(Green),
        Some("Person g"),
        "the name stays with the game"
    );
    desk.member_says(
        people[1],
        &Command::Sit {
            seat: Green,
            name: None,
            game: None,
            tip: None,
        },
    )
    .unwrap();
    assert_eq!(desk.table.places().unwrap(), places);
    assert_eq!(desk.table.name_at(Green), Some("Person g"));
    assert_eq!(desk.table.seat_of(people[1]), Some(Green));
}

#[test]
fn when_the_last_person_leaves_a_finished_game_the_table_closes() {
    let (mut desk, people) = Desk::of(&[Red, Green]);
    desk.add_bot(Yellow, BotKind::Simple);
    desk.start();
    desk.play_out();
    let events = desk.member_says(people[0], &Command::Leave).unwrap();
    assert_eq!(
        events,
        [
            Event::Stood { seat: Red },
            Event::Host { member: people[1] }
        ]
    );
    let events = desk.member_says(people[1], &Command::Leave).unwrap();
    assert_eq!(names(&events), ["stood", "closed"]);
    assert!(
        desk.table.places().is_some(),
        "what was on the table can still be read"
    );
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
fn b092_who_comes_and_goes_does_not_make_the_table_grow() {
    let (mut desk, people) = Desk::of(&[Red, Yellow]);
    let mut size = 0;
    for n in 0..1_000 {
        let member = desk.sit(Green);
        assert_eq!(member, Member(3 + n));
        desk.member_says(member, &Command::Leave).unwrap();
        if n == 40 {
            size = serde_json::to_string(&desk.table).unwrap().len();
        }
    }
    assert_eq!(desk.table.members().count(), MAX_MEMBERS);
    assert!(serde_json::to_string(&desk.table).unwrap().len() < size + 100);
    assert!(
        people
            .iter()
            .all(|&member| desk.table.member_name(member).is_some()),
        "who sits is remembered"
    );
    // Somebody whom the table forgot is asked the name again, and has the same number.
    let again = |name| Command::Sit {
        seat: Green,
        name,
        game: None,
        tip: None,
    };
    assert_eq!(
        desk.member_says(Member(3), &again(None)),
        Err(Refusal::NameNeeded)
    );
    let events = desk
        .member_says(Member(3), &again(Some(name("Again"))))
        .unwrap();
    assert_eq!(names(&events), ["joined", "sat"]);
    assert_eq!(desk.table.chair(Green).member(), Some(Member(3)));
    // A number that was never given is nobody's.
    assert_eq!(
        desk.member_says(Member(5_000), &again(Some(name("X")))),
        Err(Refusal::NotAMember)
    );
}
