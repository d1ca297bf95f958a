//! A server on which an older state was restored: its clients are told, start anew, and go on. One that says so to show
//! other dice is noticed.

#![allow(clippy::unwrap_used)]

mod common;

use common::server::Server;
use common::setup::{some_turns, to_begin, to_my_roll, turn};
use common::world::World;
use ludo_client::{Intent, Kept, Stopped};
use ludo_rules::Seat;
use ludo_table::{DriverCommand, End, Phase, Time};

/// Restores a server as `ludo restore` and the next start do: the game that was on ends.
fn restored(world: &mut World, mut before: Server) -> Server {
    let now = Time(world.now);
    assert!(before.command(&DriverCommand::Abandon, &mut world.chance, now) > 0);
    before
}

fn stopped(world: &World) -> Option<&Stopped> {
    world.devices[0].client.stopped()
}

#[test]
fn a_client_is_told_however_far_the_table_has_gone_since_and_goes_on() {
    for later in [0, 1, 40] {
        let (mut world, before) = some_turns(1);
        let client = &world.devices[0].client;
        let (game, seq, rolls) = (
            client.table().unwrap().game(),
            client.seq(),
            client.seen().unwrap().rolls,
        );
        let mut server = restored(&mut world, before);
        // Somebody else renames themselves again and again.
        for n in 0..later {
            let now = Time(world.now + n);
            let name = format!("Ania {n}").parse().unwrap();
            server.by_hand(
                0,
                ludo_table::Command::Rename { name },
                &mut world.chance,
                now,
            );
        }
        assert_eq!(server.seq() > seq, later == 40);
        world.server = server;
        let sent = world.devices[0].sent.len();
        world.intend(0, Intent::Roll);
        world.cut(0);
        world.run(20_000);
        assert_eq!(stopped(&world), None);
        let device = &world.devices[0];
        assert_eq!(device.set_back.len(), 1, "told once");
        let evidence = device.set_back[0].as_ref().unwrap();
        assert_eq!((evidence.game, evidence.seq), (game, seq));
        let kept = Kept::from_storage(&device.storage.borrow()[&game]).unwrap();
        assert_eq!(
            kept.evidence(),
            Some(&**evidence),
            "what was seen is kept on the device"
        );
        assert!(matches!(
            device.client.table().unwrap().phase(),
            Phase::Over {
                end: End::Abandoned,
                ..
            }
        ));
        assert!(device.client.seen().unwrap().rolls < rolls);
        assert_eq!(device.client.my_seat(), Some(Seat::Red));
        assert!(
            device.sent.len() <= sent + 2,
            "what was wanted of the other history is not sent"
        );
        // Another game is played like any other.
        world.intend(0, Intent::Rematch);
        world.run(2_000);
        world.intend(0, Intent::Begin);
        to_my_roll(&mut world, 0);
        for _ in 0..3 {
            turn(&mut world, 0);
        }
        let device = &world.devices[0];
        assert_eq!((stopped(&world), device.set_back.len()), (None, 1));
        assert!(device.client.checks().seats[Seat::Red].linked > 0);
        world.cut(0);
        world.run(20_000);
        assert_eq!(
            world.devices[0].set_back.len(),
            1,
            "its history is the table's again"
        );
    }
}

/// Nothing that the device knew is lost: it is not troubled.
#[test]
fn who_knows_no_more_than_the_backup_goes_on() {
    let (mut world, _) = some_turns(2);
    let server = world.server.clone();
    world.server = restored(&mut world, server);
    world.cut(0);
    world.run(20_000);
    assert_eq!(
        (stopped(&world), world.devices[0].set_back.len()),
        (None, 0)
    );
    assert!(matches!(
        world.devices[0].client.table().unwrap().phase(),
        Phase::Over {
            end: End::Abandoned,
            ..
        }
    ));
}

/// The table waited when the backup was made, and its game has begun since: it gets another one.
#[test]
fn a_table_that_waited_is_set_up_anew() {
    let mut world = to_begin(3);
    let mut before = world.server.clone();
    world.intend(0, Intent::Begin);
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    let now = Time(world.now);
    assert_eq!(
        before.command(&DriverCommand::Renew, &mut world.chance, now),
        1
    );
    world.server = before;
    world.cut(0);
    world.run(20_000);
    assert_eq!(
        (stopped(&world), world.devices[0].set_back.len()),
        (None, 1)
    );
    world.intend(0, Intent::Begin);
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    assert!(world.devices[0].client.checks().seats[Seat::Red].linked > 0);
}

/// Says that it was set back, and goes on with the game: with the dice that were seen, or with others.
#[test]
fn a_game_that_goes_on_after_it_was_set_back() {
    for (seed, is_rewritten) in [(4, false), (5, true)] {
        let (mut world, mut other) = some_turns(seed);
        let now = Time(world.now);
        if is_rewritten {
            // Without the link that red has shown since, other dice follow.
            other.away(Seat::Red, &mut world.chance, now);
            for _ in 0..4 {
                assert!(other.drive(&mut world.chance, now) > 0);
            }
            assert!(
                other.rolls() <= world.server.rolls(),
                "no more than was seen"
            );
        }
        assert!(other.seq() < world.server.seq());
        let sent = world.devices[0].sent.len();
        world.server = other;
        world.cut(0);
        world.run_until(60_000, |world| stopped(world).is_some());
        let device = &world.devices[0];
        assert_eq!(device.set_back.len(), 1);
        match stopped(&world) {
            Some(Stopped::Differs { .. }) if is_rewritten => {}
            Some(Stopped::Behind) if !is_rewritten => {}
            other => panic!("{other:?}"),
        }
        assert!(
            device.sent[sent..]
                .iter()
                .all(|message| *message == ludo_protocol::ClientMessage::Ping)
        );
    }
}

/// Says that it was set back, shows the game as it was, and lets it go on a roll further than was seen.
#[test]
fn a_game_that_is_rolled_once_more_after_it_was_set_back() {
    let (mut world, _) = some_turns(6);
    // It forgets that somebody renamed themselves, so that the dice are those that were seen.
    let mut other = world.server.clone();
    let (now, name) = (Time(world.now), "Anna".parse().unwrap());
    world.intend(0, Intent::Rename(name));
    world.run(1_000);
    other.away(Seat::Red, &mut world.chance, now);
    assert!(other.seq() < world.devices[0].client.seq() + 2);
    while other.rolls() <= world.server.rolls() {
        assert!(other.drive(&mut world.chance, now) > 0);
    }
    world.server = other;
    world.cut(0);
    world.run_until(4_000, |world| stopped(world).is_some());
    assert_eq!(stopped(&world), Some(&Stopped::Behind));
}

/// The device is one too many of its person: it looks on as a stranger.
#[test]
fn a_device_that_is_its_persons_no_more_watches() {
    let (mut world, _) = some_turns(8);
    world.tamper = Some(Box::new(|_, message| match message {
        ludo_protocol::ServerMessage::Welcome(welcome) => welcome.you = None,
        message => {
            *message = ludo_protocol::ServerMessage::Error {
                code: ludo_protocol::ErrorCode::NoSession,
                message: "This device is not yours any more.".into(),
                fatal: true,
            };
        }
    }));
    world.intend(0, Intent::Roll);
    world.run_until(1_000, |world| world.devices[0].client.you().is_none());
    world.tamper = Some(Box::new(|_, message| {
        if let ludo_protocol::ServerMessage::Welcome(welcome) = message {
            welcome.you = None;
        }
    }));
    world.run(10_000);
    let client = &world.devices[0].client;
    assert_eq!(
        (client.stopped(), client.you(), client.my_seat()),
        (None, None, None)
    );
    assert!(client.table().is_some() && !client.can_roll());
}

/// Whoever knows nothing yet cannot know more than there is.
#[test]
fn who_has_just_come_is_not_ahead() {
    let mut world = World::new(7, ludo_table::Options::default());
    world.tamper = Some(Box::new(|_, message| {
        *message = ludo_protocol::ServerMessage::Error {
            code: ludo_protocol::ErrorCode::Ahead,
            message: "The server has lost events.".into(),
            fatal: true,
        };
    }));
    world.join(0, common::device::Storage::default());
    world.run(5_000);
    assert_eq!(stopped(&world), Some(&Stopped::Behind));
}
