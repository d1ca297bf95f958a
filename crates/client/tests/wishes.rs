//! What people want, over lines that fail: once, or not at all, and never behind their backs.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::Storage;
use common::server::BOT;
use common::setup::{events, marks, red_to_roll, sent, to_my_roll};
use common::world::{Net, World};
use ludo_client::{Input, Intent, Line, Plan, Stopped};
use ludo_protocol::{ClientMessage, ErrorCode, ServerMessage};
use ludo_rules::Seat;
use ludo_table::{Command, Event, Options, Phase};

/// The number of red's rolls.
fn own_rolls(world: &World) -> usize {
    marks(world).len()
}

#[test]
fn b029_four_presses_are_one_roll() {
    let mut world = red_to_roll(1);
    let before = own_rolls(&world);
    for _ in 0..4 {
        world.intend(0, Intent::Roll);
    }
    assert!(
        !world.devices[0].client.can_roll(),
        "nothing more can be pressed"
    );
    world.run(30);
    world.intend(0, Intent::Roll);
    world.run_until(5000, |world| own_rolls(world) > before);
    world.run(10);
    assert_eq!(own_rolls(&world), before + 1);
    assert_eq!(sent(&world, 0, "roll"), before + 1);
    assert!(world.devices[0].refused.is_empty());
}

/// The client changes nothing by itself, and makes no die.
#[test]
fn b027_nothing_happens_before_the_server_says_so() {
    let mut world = red_to_roll(2);
    let before = world.devices[0].client.table().cloned();
    world.cut(0);
    world.intend(0, Intent::Roll);
    for _ in 0..20 {
        world.give(0, Input::Tick);
        assert_eq!(world.devices[0].client.table().cloned(), before);
    }
}

/// What is pressed while the line is cut is sent when it is back, in one round trip, if it still means something.
#[test]
fn b062_a_press_without_a_line_counts_when_it_is_back() {
    let mut world = red_to_roll(3);
    let before = own_rolls(&world);
    world.net.refuse = 1;
    world.cut(0);
    world.run_until(2000, |world| world.devices[0].client.line() != Line::Online);
    world.intend(0, Intent::Roll);
    world.run(15_000);
    assert_eq!(own_rolls(&world), before);
    assert!(world.devices[0].client.is_acting());
    world.net.refuse = 0;
    let back = world.run_until(20_000, |world| own_rolls(world) > before);
    assert!(back);
    world.come_to_rest();
    world.assert_agreement();
    assert_eq!(own_rolls(&world), before + 1);
}

/// The same, but the table played meanwhile: the press is forgotten, and says nothing about the next turn.
#[test]
fn b029_a_press_that_comes_too_late_is_not_for_the_next_turn() {
    let mut world = red_to_roll(4);
    world.net.refuse = 1;
    world.cut(0);
    world.run_until(2000, |world| world.devices[0].client.line() != Line::Online);
    world.intend(0, Intent::Roll);
    // The seat goes on autopilot, and turns go by.
    let rolls = world.server.rolls();
    world.run_until(120_000, |world| world.server.rolls() > rolls + 6);
    world.net.refuse = 0;
    let (before, asked) = (world.server.carried_out, sent(&world, 0, "roll"));
    world.come_to_rest();
    world.assert_agreement();
    assert_eq!(
        sent(&world, 0, "roll"),
        asked,
        "nothing is sent for a step that is over"
    );
    assert_eq!(world.server.carried_out, before);
    assert!(!world.devices[0].client.is_acting());
}

/// The answer stays away for ten seconds: the command is sent again with the same id, and carried out once.
#[test]
fn b075_no_answer_means_that_nobody_knows() {
    let mut world = red_to_roll(5);
    let before = own_rolls(&world);
    // The server hears everything, and its answers to the command do not come through.
    world.tamper = Some(Box::new(|_, message| {
        if matches!(
            message,
            ServerMessage::Events { .. } | ServerMessage::Done { .. }
        ) {
            *message = ServerMessage::Pong { seq: 0 };
        }
    }));
    world.intend(0, Intent::Roll);
    world.run_until(4000, |world| own_rolls(world) > before);
    assert_eq!(own_rolls(&world), before + 1);
    let client = &world.devices[0].client;
    assert!(client.is_acting() && client.table() != Some(&world.server.table));
    world.run(11_000);
    world.tamper = None;
    world.run(15_000);
    assert!(sent(&world, 0, "roll") > before + 1, "it was sent again");
    assert_eq!(
        world.devices[0]
            .commands
            .values()
            .filter(|command| matches!(command, Command::Roll { .. }))
            .count(),
        before + 1
    );
    to_my_roll(&mut world, 0);
    world.come_to_rest();
    world.assert_agreement();
}

/// Whoever comes later, or comes back, sees the board as it is.
#[test]
fn b066_b050_whoever_comes_later_sees_the_same_board() {
    let mut world = red_to_roll(6);
    for turn in 0..4 {
        world.intend(0, Intent::Roll);
        world.run(2000);
        to_my_roll(&mut world, 0);
        let guest = world.join(10 + turn, Storage::default());
        world.hands_off.push(guest);
        world.run(1000);
        assert_eq!(
            world.devices[guest].client.table(),
            Some(&world.server.table)
        );
        assert_eq!(world.devices[guest].client.my_seat(), None);
        world.reload(0);
        world.run(1000);
        assert_eq!(world.devices[0].client.table(), Some(&world.server.table));
    }
    world.come_to_rest();
    world.assert_agreement();
    let checks = world.devices[0].client.checks();
    assert_eq!(
        checks.checked, checks.rolls,
        "the whole game is checked again after the page was loaded again"
    );
}

/// Loading the page again gives the same seat; a stranger gets another one or none.
#[test]
fn b054_whoever_comes_back_is_the_same_member() {
    let mut world = red_to_roll(7);
    let you = world.devices[0].client.you();
    world.reload(0);
    world.run(1000);
    let client = &world.devices[0].client;
    assert_eq!(
        (client.you(), client.my_seat(), client.is_host()),
        (you, Some(Seat::Red), true)
    );
    let stranger = world.join(9, Storage::default());
    world.hands_off.push(stranger);
    world.run(1000);
    assert!(!world.devices[stranger].client.can_sit(Seat::Red));
    world.sit(stranger, Seat::Red, "Eve");
    world.run(1000);
    assert_eq!(
        world.devices[stranger].refused[0].code,
        ErrorCode::GameRunning
    );
    assert_eq!(world.server.people.len(), 1);
}

/// A line that breaks before the first event came makes no difference.
#[test]
fn b072_a_line_that_breaks_at_once() {
    let mut world = World::new(8, Options::default());
    let device = world.join(0, Storage::default());
    world.hands_off.push(device);
    for _ in 0..5 {
        world.run(20);
        world.cut(device);
        world.run(3000);
    }
    world.come_to_rest();
    world.assert_agreement();
    world.sit(device, Seat::Blue, "Ewa");
    world.run(1000);
    assert_eq!(world.devices[device].client.my_seat(), Some(Seat::Blue));
}

/// Two tabs of one browser show the same, both can act, and nothing happens twice.
#[test]
fn b059_b060_two_tabs_are_one_player() {
    let mut world = red_to_roll(9);
    let storage = world.devices[0].storage.clone();
    let tab = world.join(0, storage);
    world.hands_off.push(tab);
    for _ in 0..6 {
        to_my_roll(&mut world, 0);
        world.run(500);
        let before = own_rolls(&world);
        assert!(world.devices[tab].client.can_roll());
        // Both at once.
        world.intend(0, Intent::Roll);
        world.intend(tab, Intent::Roll);
        world.run_until(5000, |world| own_rolls(world) > before);
        world.run(200);
        assert_eq!(
            world.devices[0].client.table(),
            world.devices[tab].client.table()
        );
    }
    world.come_to_rest();
    world.assert_agreement();
    let linked = world
        .server
        .events
        .iter()
        .all(|numbered| match &numbered.event {
            Event::Rolled {
                seat: Seat::Red,
                link,
                ..
            } => link.is_some(),
            _ => true,
        });
    assert!(linked, "both tabs hold the chain");
}

/// A person who has no seat in one tab, and sits down in another.
#[test]
fn b060_the_other_tab_learns_who_it_is() {
    let mut world = World::new(10, Options::default());
    let storage = Storage::default();
    let (one, two) = (world.join(0, storage.clone()), world.join(0, storage));
    world.hands_off = vec![one, two];
    world.run(500);
    world.sit(one, Seat::Green, "Ola");
    world.run(500);
    assert_eq!(world.devices[two].client.my_seat(), Some(Seat::Green));
    assert!(world.devices[two].client.is_host());
    assert_eq!(events(&world, "chained"), 1);
}

#[test]
fn a_plan_is_carried_out_once_over_any_lines() {
    for seed in 0..12 {
        let mut world = World::new(100 + seed, Options::default());
        world.net = Net {
            delay: 300,
            refuse: 3,
            cut: 6,
            ..Net::default()
        };
        let plan = Plan {
            seat: Seat::Green,
            name: "Ola".parse().unwrap(),
            bots: vec![(Seat::Red, BOT), (Seat::Yellow, BOT), (Seat::Blue, BOT)],
            begin: true,
        };
        world.join_with_plan(0, plan);
        world.hands_off = vec![0];
        let begun = world.run_until(300_000, |world| {
            matches!(world.server.table.phase(), Phase::Playing)
        });
        assert!(begun, "seed {seed}: {:?}", world.server.table.phase());
        assert_eq!(
            (
                events(&world, "sat"),
                events(&world, "bot_sat"),
                events(&world, "begun")
            ),
            (1, 3, 1)
        );
        assert!(
            world
                .server
                .table
                .dice()
                .unwrap()
                .chain(Seat::Green)
                .is_some(),
            "its chain is in the game"
        );
        world.come_to_rest();
        world.assert_agreement();
        assert!(
            world.devices[0].refused.is_empty(),
            "{:?}",
            world.devices[0].refused
        );
    }
}

#[test]
fn a_plan_ends_with_a_refusal() {
    let mut world = World::new(11, Options::default());
    let host = world.join(0, Storage::default());
    world.hands_off = vec![host];
    world.run(500);
    world.sit(host, Seat::Red, "Ania");
    world.run(500);
    let plan = Plan {
        seat: Seat::Red,
        name: "Eve".parse().unwrap(),
        bots: vec![(Seat::Blue, BOT)],
        begin: true,
    };
    let late = world.join_with_plan(1, plan);
    world.hands_off.push(late);
    world.run(20_000);
    assert_eq!(world.devices[late].refused.len(), 1);
    assert_eq!(world.devices[late].refused[0].code, ErrorCode::SeatTaken);
    assert_eq!((events(&world, "bot_sat"), events(&world, "begun")), (0, 0));
}

#[test]
fn a_rematch_brings_new_chains_by_itself() {
    let mut world = red_to_roll(12);
    let (game, tip) = (
        world.server.table.game(),
        world.server.table.chair(Seat::Red).tip(),
    );
    world.intend(0, Intent::Resign);
    world.run(1000);
    assert!(matches!(world.server.table.phase(), Phase::Over { .. }));
    assert!(world.devices[0].client.can_rematch());
    world.intend(0, Intent::Rematch);
    world.run(1000);
    let table = &world.server.table;
    assert_ne!(table.game(), game);
    assert!(
        table
            .chair(Seat::Red)
            .tip()
            .is_some_and(|new| Some(new) != tip)
    );
    world.intend(0, Intent::Begin);
    to_my_roll(&mut world, 0);
    world.intend(0, Intent::Roll);
    world.run(1000);
    assert!(world.devices[0].client.checks().seats[Seat::Red].linked > 0);
    assert_eq!(world.devices[0].storage.borrow().len(), 2);
}

#[test]
fn refusals_are_shown_and_nothing_is_sent_that_cannot_be() {
    let mut world = red_to_roll(13);
    let before = world.devices[0].sent.len();
    world.intend(0, Intent::Move("5-7".parse().unwrap()));
    assert_eq!(
        world.devices[0].refused.pop().unwrap().code,
        ErrorCode::MoveNotDue
    );
    world.intend(0, Intent::Roll);
    world.run_until(3000, |world| {
        world.server.table.turn() == Some(Seat::Yellow) && !world.devices[0].client.is_acting()
    });
    let turn = world.devices[0].client.table().unwrap().turn();
    if turn == Some(Seat::Yellow) {
        world.intend(0, Intent::Roll);
        assert_eq!(
            world.devices[0].refused.pop().unwrap().code,
            ErrorCode::NotYourTurn
        );
    }
    world.intend(
        0,
        Intent::AddBot {
            seat: Seat::Blue,
            bot: BOT,
        },
    );
    world.run(1000);
    let refused = world.devices[0].refused.pop().unwrap();
    assert_eq!(
        (refused.command, refused.code),
        (Some("add_bot"), ErrorCode::GameRunning)
    );
    assert!(world.devices[0].sent.len() > before);
}

/// A device that slept finds out at once whether its line is still one.
#[test]
fn b080_a_device_that_wakes_up_tests_its_line_at_once() {
    let mut world = red_to_roll(14);
    world.sleep(0, 60_000);
    // The line dies without a word.
    let line = world.devices[0].line.take();
    assert!(line.is_some());
    world.run(60_001);
    let pinged = world.devices[0].sent.last();
    assert!(matches!(pinged, Some(ClientMessage::Ping)));
    assert!(
        world.run_until(6000, |world| world.devices[0].client.line() == Line::Online
            && world.devices[0].line.is_some())
    );
    world.come_to_rest();
    world.assert_agreement();
}

/// Of a server with another version nothing is believed.
#[test]
fn another_version_stops_the_client() {
    let mut world = World::new(15, Options::default());
    world.tamper = Some(Box::new(|_, message| {
        if let ServerMessage::Welcome(welcome) = message {
            welcome.version += 1;
        }
    }));
    let device = world.join(0, Storage::default());
    world.run(1000);
    let client = &world.devices[device].client;
    assert_eq!(client.stopped(), Some(&Stopped::Version { server: 2 }));
    assert_eq!((client.line(), client.table()), (Line::Ended, None));

    let mut world = World::new(15, Options::default());
    let device = world.join(0, Storage::default());
    world.give(device, Input::Connected);
    world.give(
        device,
        Input::Frame(r#"{"type":"welcome","version":7,"hello":"of the future"}"#.into()),
    );
    let stopped = world.devices[device].client.stopped();
    assert_eq!(stopped, Some(&Stopped::Version { server: 7 }));
}

/// What cannot be understood ends in a line that is made anew, and then in a sentence; never in a loop.
#[test]
fn b065_messages_that_cannot_be_understood() {
    let mut world = World::new(16, Options::default());
    world.tamper = Some(Box::new(|_, message| {
        *message = ServerMessage::Events { events: Vec::new() };
    }));
    let device = world.join(0, Storage::default());
    world.run(15_000);
    assert_eq!(
        world.devices[device].client.stopped(),
        None,
        "a welcome that does not come is waited for"
    );
    assert!(world.devices[device].connects.len() > 1);
    for _ in 0..3 {
        world.run_until(30_000, |world| {
            world.devices[device].client.line() == Line::Connecting { failures: 0 }
        });
        world.give(device, Input::Connected);
        world.give(device, Input::Frame("{".into()));
        world.run(1);
    }
    world.run(60_000);
    for _ in 0..3 {
        world.run_until(60_000, |world| {
            matches!(world.devices[device].client.line(), Line::Connecting { .. })
        });
        world.give(device, Input::Frame("null".into()));
    }
    assert_eq!(
        world.devices[device].client.stopped(),
        Some(&Stopped::Garbled)
    );
}

/// A table that is closed ends the client's work without an error.
#[test]
fn b039_a_closed_table_ends_the_line() {
    let mut world = red_to_roll(17);
    world.intend(0, Intent::Leave);
    world.run(2000);
    assert!(matches!(world.server.table.phase(), Phase::Closed { .. }));
    let client = &world.devices[0].client;
    assert_eq!((client.line(), client.stopped()), (Line::Ended, None));
    let connects = world.devices[0].connects.len();
    world.run(120_000);
    assert_eq!(world.devices[0].connects.len(), connects);
}

/// What is stored of a table is damaged: nobody asks again and again.
#[test]
fn a_damaged_table_ends_the_line_and_says_why() {
    let mut world = red_to_roll(19);
    world.tamper = Some(Box::new(|_, message| {
        *message = ServerMessage::Error {
            code: ErrorCode::Damaged,
            message: "What is stored of this table is damaged.".into(),
            fatal: true,
        };
    }));
    world.intend(0, Intent::Roll);
    world.run(2_000);
    let client = &world.devices[0].client;
    let is_told = |stopped: &Stopped| {
        matches!(
            stopped,
            Stopped::Refused {
                code: ErrorCode::Damaged,
                ..
            }
        )
    };
    assert!(client.stopped().is_some_and(is_told));
    let connects = world.devices[0].connects.len();
    world.run(120_000);
    assert_eq!(world.devices[0].connects.len(), connects);
}

/// Whoever begins before this device's chain is there waits for it.
#[test]
fn a_begin_waits_for_the_chain() {
    let mut world = red_to_roll(18);
    world.intend(0, Intent::Resign);
    world.run(1000);
    world.intend(0, Intent::Rematch);
    world.run_until(1000, |world| {
        matches!(
            world.devices[0].client.table().unwrap().phase(),
            Phase::Waiting
        )
    });
    assert_eq!(world.server.table.chair(Seat::Red).tip(), None);
    assert!(world.devices[0].client.can_begin());
    world.intend(0, Intent::Begin);
    assert!(world.devices[0].client.is_beginning() && !world.devices[0].client.can_begin());
    world.run_until(2000, |world| world.server.table.roster().is_some());
    let begin = world.server.table.begin().unwrap();
    assert!(begin.tips[Seat::Red].is_some());
}

/// An answer speaks of an event that does not come: the line is made anew.
#[test]
fn b063_an_event_that_stays_away() {
    let mut world = red_to_roll(19);
    let connects = world.devices[0].connects.len();
    world.tamper = Some(Box::new(|_, message| {
        if let ServerMessage::Events { .. } = message {
            *message = ServerMessage::Pong { seq: 0 };
        }
    }));
    world.intend(0, Intent::Roll);
    world.run(7000);
    assert!(
        world.devices[0].client.is_acting(),
        "it is known that something happened"
    );
    assert_eq!(world.devices[0].connects.len(), connects);
    world.run(3000);
    assert_eq!(world.devices[0].connects.len(), connects + 1);
    assert_eq!(world.devices[0].client.table(), Some(&world.server.table));
    assert_eq!(
        world.devices[0]
            .connects
            .last()
            .unwrap()
            .map(|after| after > 5),
        Some(true),
        "only what is missing"
    );
}

/// Timers can fire a little early, and clocks can be set back: the client asks to be woken again.
#[test]
fn a_timer_that_fires_early() {
    use common::device::{effects, new_client};
    use ludo_client::Effect;
    use ludo_table::Time;

    let wake = |effects: Vec<Effect>| {
        effects.into_iter().rev().find_map(|effect| match effect {
            Effect::WakeAt(at) => Some(at.0),
            _ => None,
        })
    };
    let mut client = new_client(&mut common::Chance::new(1), Time(10_000));
    client.handle(Input::Tick, Time(10_000));
    let at = wake(effects(&mut client)).unwrap();
    client.handle(Input::Tick, Time(at - 1));
    assert_eq!(wake(effects(&mut client)), Some(at));
    client.handle(Input::Tick, Time(5000));
    assert_eq!(wake(effects(&mut client)), Some(5001));
    client.handle(Input::Tick, Time(5001));
    assert!(
        effects(&mut client)
            .iter()
            .any(|effect| matches!(effect, Effect::Close)),
        "the attempt is given up"
    );
}
