//! Sitting down, getting up, the host, bots, options.

use ludo_dice::{GameId, Tip};
use ludo_rules::Seat::{Blue, Green, Red, Yellow};
use ludo_rules::{Length, Seat};
use ludo_table::{
    Actor, BotKind, Command, DriverCommand, Event, MAX_MEMBERS, Member, Options, Phase, Refusal,
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
        desk.member_says(people[1], &chain(game, Tip([0; 32]))),
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
