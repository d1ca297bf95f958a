//! Every kind of command by every kind of person in every phase: who may do what, and what the others are told.

use ludo_dice::{GameId, Link};
use ludo_rules::{Due, Seat, SeatSet};
use ludo_table::{
    Actor, BotKind, CloseReason, Command, DriverCommand, Hand, Member, Options, Phase, Refusal,
    Table, Time,
};

use crate::desk::{Desk, name};

/// A table in one of its phases. Red is the host, yellow another player; member 3 sat on green and got up again.
struct Scene {
    name: &'static str,
    desk: Desk,
}

const HOST: Actor = Actor::Member(Member(1));
const PLAYER: Actor = Actor::Member(Member(2));
const UNSEATED: Actor = Actor::Member(Member(3));

fn scenes() -> Vec<Scene> {
    let waiting = || {
        let (mut desk, people) = Desk::of(&[Seat::Red, Seat::Yellow]);
        let third = desk.sit(Seat::Green);
        desk.member_says(third, &Command::Leave).unwrap();
        assert_eq!((people, third), (vec![Member(1), Member(2)], Member(3)));
        desk
    };
    let drawing = || {
        let mut desk = waiting();
        desk.say(HOST, &Command::Begin).unwrap();
        desk
    };
    let playing = || {
        let mut desk = waiting();
        desk.start();
        desk.play_to_roll_of(Member(1));
        desk
    };
    let choosing = || {
        let mut desk = playing();
        desk.play_to_choice_of(Member(1));
        desk
    };
    let over = || {
        let mut desk = playing();
        desk.say(PLAYER, &Command::Resign).unwrap();
        desk
    };
    let closed = || {
        let mut desk = over();
        desk.drive(&DriverCommand::Close(CloseReason::Idle))
            .unwrap();
        desk
    };
    [
        ("waiting", waiting()),
        ("drawing", drawing()),
        ("roll due", playing()),
        ("move due", choosing()),
        ("over", over()),
        ("closed", closed()),
    ]
    .map(|(name, desk)| Scene { name, desk })
    .into()
}

/// One of each kind of command, as right as it can be for this actor.
fn commands(desk: &Desk, actor: Actor) -> Vec<Command> {
    let table = &desk.table;
    let member = match actor {
        Actor::Member(member) => member,
        Actor::Newcomer => Member(99),
    };
    let tip = ludo_dice::Tip([9; 32]);
    let link = desk
        .devices
        .get(&member)
        .and_then(|chain| chain.link(1))
        .unwrap_or(Link([0; 32]));
    let roll = table.dice().map_or(1, ludo_dice::Dice::next_roll);
    let mv = table
        .choices()
        .first()
        .copied()
        .unwrap_or("0-1".parse().unwrap());
    vec![
        Command::Sit {
            seat: Seat::Blue,
            name: Some(name("Newest")),
            game: None,
            tip: None,
        },
        Command::Chain {
            game: table.game(),
            tip,
        },
        Command::Rename {
            name: name("Another"),
        },
        Command::AddBot {
            seat: Seat::Green,
            bot: BotKind::Random,
        },
        Command::Clear { seat: Seat::Yellow },
        Command::SetOptions {
            options: Options {
                seats: "ry".parse().unwrap(),
                ..Options::default()
            },
        },
        Command::Begin,
        Command::Answer {
            game: table.game(),
            link,
        },
        Command::Roll {
            step: table.step(),
            roll,
            link: None,
        },
        Command::Move {
            step: table.step(),
            mv,
        },
        Command::Resign,
        Command::Leave,
        Command::Return,
        Command::Rematch,
    ]
}

/// For each kind of command and of person, what comes of it in each phase: `+` where it is done, else the refusal.
const EXPECTED: &str = "
                      waiting         drawing         roll due        move due        over            closed
sit         newcomer  +               game_running    game_running    game_running    +               closed
sit         unseated  +               game_running    game_running    game_running    +               closed
sit         player    +               game_running    game_running    game_running    +               closed
sit         host      +               game_running    game_running    game_running    +               closed
chain       newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
chain       unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
chain       player    +               game_running    game_running    game_running    game_over       closed
chain       host      +               game_running    game_running    game_running    game_over       closed
rename      newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
rename      unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
rename      player    +               +               +               +               +               closed
rename      host      +               +               +               +               +               closed
add_bot     newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
add_bot     unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
add_bot     player    not_host        not_host        not_host        not_host        not_host        closed
add_bot     host      +               game_running    game_running    game_running    game_over       closed
clear       newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
clear       unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
clear       player    not_host        not_host        not_host        not_host        not_host        closed
clear       host      +               game_running    game_running    game_running    game_over       closed
set_options newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
set_options unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
set_options player    not_host        not_host        not_host        not_host        not_host        closed
set_options host      +               game_running    game_running    game_running    game_over       closed
begin       newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
begin       unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
begin       player    not_host        not_host        not_host        not_host        not_host        closed
begin       host      +               game_running    game_running    game_running    game_over       closed
answer      newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
answer      unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
answer      player    not_started     +               too_late        too_late        game_over       closed
answer      host      not_started     +               too_late        too_late        game_over       closed
roll        newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
roll        unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
roll        player    not_started     not_started     not_your_turn   not_your_turn   game_over       closed
roll        host      not_started     not_started     +               roll_not_due    game_over       closed
move        newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
move        unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
move        player    not_started     not_started     not_your_turn   not_your_turn   game_over       closed
move        host      not_started     not_started     move_not_due    +               game_over       closed
resign      newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
resign      unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
resign      player    not_started     not_started     +               +               game_over       closed
resign      host      not_started     not_started     +               +               game_over       closed
leave       newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
leave       unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
leave       player    +               +               +               +               +               closed
leave       host      +               +               +               +               +               closed
return      newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
return      unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
return      player    not_started     no_change       no_change       no_change       game_over       closed
return      host      not_started     no_change       no_change       no_change       game_over       closed
rematch     newcomer  not_a_member    not_a_member    not_a_member    not_a_member    not_a_member    closed
rematch     unseated  not_seated      not_seated      not_seated      not_seated      not_seated      closed
rematch     player    not_started     game_running    game_running    game_running    +               closed
rematch     host      not_started     game_running    game_running    game_running    +               closed
";

#[test]
fn b107_b030_b017_every_command_by_every_person_in_every_phase() {
    let hand = |desk: &Desk| Hand {
        next_game: Some((GameId([8; 16]), ludo_dice::Tip([8; 32]))),
        ..desk.hand(true)
    };
    let scenes = scenes();
    let mut found = format!("\n{:22}", "");
    for scene in &scenes {
        found.push_str(&format!("{:16}", scene.name));
    }
    let kinds = commands(&scenes[0].desk, Actor::Newcomer).len();
    for kind in 0..kinds {
        for (who, actor) in [
            ("newcomer", Actor::Newcomer),
            ("unseated", UNSEATED),
            ("player", PLAYER),
            ("host", HOST),
        ] {
            let command = &commands(&scenes[0].desk, actor)[kind];
            found.push_str(&format!("\n{:12}{who:10}", command.name()));
            for scene in &scenes {
                let command = &commands(&scene.desk, actor)[kind];
                let table = &scene.desk.table;
                let before = serde_json::to_string(table).unwrap();
                let outcome = match table.decide(actor, command, Time(5_000), &hand(&scene.desk)) {
                    Ok(events) => {
                        assert!(!events.is_empty());
                        "+"
                    }
                    Err(refusal) => {
                        assert!(refusal.to_string().ends_with('.'), "a sentence: {refusal}");
                        refusal.code()
                    }
                };
                assert_eq!(
                    serde_json::to_string(table).unwrap(),
                    before,
                    "deciding changes nothing"
                );
                found.push_str(&format!("{outcome:16}"));
            }
        }
    }
    let trim = |text: &str| {
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let (found, expected) = (trim(&found), trim(EXPECTED));
    assert_eq!(found.trim(), expected.trim(), "\n{found}");
}

#[test]
fn the_driver_in_every_phase() {
    let commands = |table: &Table| {
        [
            DriverCommand::Draw,
            DriverCommand::Roll,
            DriverCommand::Move {
                mv: table
                    .choices()
                    .first()
                    .copied()
                    .unwrap_or("0-1".parse().unwrap()),
            },
            DriverCommand::Away { seat: Seat::Yellow },
            DriverCommand::Back { seat: Seat::Yellow },
            DriverCommand::Away { seat: Seat::Blue },
            DriverCommand::Abandon,
            DriverCommand::Close(CloseReason::Idle),
        ]
    };
    let mut found = Vec::new();
    for scene in scenes() {
        let table = &scene.desk.table;
        let outcomes = commands(table).map(|command| {
            match table.drive(&command, Time(2_000), &scene.desk.hand(true)) {
                Ok(_) => "+",
                Err(refusal) => refusal.code(),
            }
        });
        found.push((scene.name, outcomes));
    }
    let closed = ["closed"; 8];
    let no = "no_change";
    let (early, idle) = ("not_started", "not_driven");
    assert_eq!(
        found,
        [
            ("waiting", [early, early, early, "+", no, no, early, "+"]),
            (
                "drawing",
                ["draw_not_due", early, early, "+", no, no, "+", "+"]
            ),
            ("roll due", ["too_late", idle, idle, "+", no, no, "+", "+"]),
            ("move due", ["too_late", idle, idle, "+", no, no, "+", "+"]),
            (
                "over",
                [
                    "game_over",
                    "game_over",
                    "game_over",
                    no,
                    no,
                    no,
                    "game_over",
                    "+"
                ]
            ),
            ("closed", closed),
        ]
    );
}

#[test]
fn b014_after_the_end_every_command_of_the_game_is_told_so() {
    for scene in scenes() {
        let Phase::Over { .. } = scene.desk.table.phase() else {
            continue;
        };
        for command in [
            scene.desk.plain_roll(),
            scene.desk.move_to("0-1".parse().unwrap()),
            Command::Resign,
        ] {
            let refusal = scene
                .desk
                .table
                .decide(HOST, &command, Time(9), &scene.desk.hand(true));
            assert_eq!(refusal, Err(Refusal::GameOver));
        }
        assert_eq!(
            scene.desk.table.server_link(),
            None,
            "no link is needed any more"
        );
    }
}

#[test]
fn b110_nobody_can_act_for_another_seat() {
    // A command has no word for whose it is: the actor alone decides, and that is the server's knowledge.
    let (mut desk, people) = Desk::playing(&[Seat::Red, Seat::Green, Seat::Yellow, Seat::Blue]);
    for _ in 0..40 {
        let in_turn = desk.in_turn();
        let roll = desk.roll_of(in_turn);
        for &other in people.iter().filter(|&&other| other != in_turn) {
            assert_eq!(desk.member_says(other, &roll), Err(Refusal::NotYourTurn));
        }
        assert_eq!(desk.say(Actor::Newcomer, &roll), Err(Refusal::NotAMember));
        assert_eq!(
            desk.say(Actor::Member(Member(77)), &roll),
            Err(Refusal::NotSeated)
        );
        desk.play_until(|desk| desk.in_turn() != in_turn);
        desk.play_until(|desk| matches!(desk.table.position().unwrap().due(), Due::Roll { .. }));
    }
}

#[test]
fn b024_a_table_has_two_to_four_seats() {
    for (seats, good) in [
        ("-", false),
        ("r", false),
        ("ry", true),
        ("rgb", true),
        ("rgyb", true),
    ] {
        let options = Options {
            seats: seats.parse().unwrap(),
            ..Options::default()
        };
        let opened = Table::open(options, GameId([0; 16]), ludo_dice::Tip([0; 32]));
        assert_eq!(opened.is_ok(), good, "{seats}");
    }
    for text in [
        "0",
        "1",
        "5",
        "-1",
        "2.5",
        "\"4\"",
        "null",
        "\"rr\"",
        "\"rgybr\"",
        "[\"r\"]",
    ] {
        let text = format!("{{\"seats\":{text}}}");
        assert!(serde_json::from_str::<Options>(&text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Options>("{\"players\":2}").is_err());
    let options: Options = serde_json::from_str("{}").unwrap();
    assert_eq!(options.seats, SeatSet::ALL);
}
