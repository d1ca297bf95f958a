//! Devices that slept, pages that nobody looks at, and what time it is.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::Storage;
use common::setup::{marks, one_device, red_to_roll, red_to_roll_with, to_my_roll};
use common::world::World;
use ludo_client::{Input, Intent, Line, Part};
use ludo_protocol::{ClientMessage, ServerMessage};
use ludo_rules::Seat;
use ludo_table::{By, MoveTime, Options, Time};

const MINUTE: u64 = 60_000;

fn with_clock(seed: u64, move_time: MoveTime) -> World {
    let options = Options {
        move_time,
        ..Options::default()
    };
    red_to_roll_with(seed, options)
}

fn pings(world: &World, device: usize) -> usize {
    let sent = world.devices[device].sent.iter();
    sent.filter(|message| **message == ClientMessage::Ping)
        .count()
}

/// A game went on while the device slept, and its line held: all of it is told at once, and the board is the newest.
#[test]
fn b081_what_piled_up_is_told_in_one_batch() {
    for seed in 0..6 {
        let mut world = with_clock(seed, MoveTime::Ten);
        let (batches, connects) = {
            let device = &world.devices[0];
            (device.batches.len(), device.connects.len())
        };
        let before = world.server.seq();
        world.sleep(0, 55_000);
        world.run(54_900);
        let missed = world.server.seq() - before;
        assert!(missed > 6, "{missed} events");
        world.run(600);
        let device = &world.devices[0];
        assert_eq!(device.connects.len(), connects, "the line held");
        assert_eq!(device.client.table(), Some(&world.server.table));
        let new = &device.batches[batches..];
        assert!(new[0] as u64 >= missed, "{new:?} for {missed} events");
    }
}

/// The same where the line did not hold: the welcome has all of it.
#[test]
fn b081_what_was_missed_without_a_line_is_told_in_one_batch() {
    let mut world = with_clock(7, MoveTime::Ten);
    let batches = world.devices[0].batches.len();
    let before = world.server.seq();
    world.sleep(0, 20 * MINUTE);
    world.run(20 * MINUTE - 100);
    let missed = world.server.seq() - before;
    world.run_until(15_000, |world| world.devices[0].batches.len() > batches);
    assert!(world.devices[0].batches[batches] as u64 >= missed && missed > 100);
}

/// A server that does not answer the test holds nothing up for long.
#[test]
fn what_piled_up_does_not_wait_for_an_answer_that_does_not_come() {
    let mut world = with_clock(8, MoveTime::Ten);
    world.tamper = Some(Box::new(|_, message| {
        if let ServerMessage::Pong { .. } = message {
            *message = ServerMessage::You {
                member: ludo_table::Member(1),
            };
        }
    }));
    world.sleep(0, 30_000);
    world.run(30_000);
    world.run(5000);
    let client = &world.devices[0].client;
    assert!(client.seq() + 3 > world.server.seq() && client.stopped().is_none());
}

/// Whoever looks at the page again and again does not put off the end of a dead line.
#[test]
fn b080_a_dead_line_is_found_however_often_one_looks() {
    let mut world = red_to_roll(9);
    world.net.lose = 1;
    let before = pings(&world, 0);
    for _ in 0..5 {
        world.give(0, Input::Awake);
        world.run(1000);
    }
    assert_ne!(world.devices[0].client.line(), Line::Online);
    assert!(pings(&world, 0) <= before + 2, "one test at a time");
}

/// An attempt to connect from before the sleep is not waited for.
#[test]
fn b080_an_attempt_from_before_the_sleep_ends_soon() {
    let mut world = red_to_roll(10);
    world.cut(0);
    world.net.lose = 1;
    world.run_until(10_000, |world| {
        matches!(world.devices[0].client.line(), Line::Connecting { .. })
    });
    let connects = world.devices[0].connects.len();
    world.sleep(0, 3 * 60 * MINUTE);
    world.run(3 * 60 * MINUTE - 1);
    world.net.lose = 0;
    let back = world.run_until(6000, |world| world.devices[0].client.line() == Line::Online);
    assert!(back && world.devices[0].connects.len() > connects);
}

/// Where the server cannot be reached for hours, attempts go on, not in a storm, and far fewer where nobody looks.
#[test]
fn pauses_are_bounded_and_hidden_pages_do_not_hammer() {
    let mut world = World::new(11, Options::default());
    let (seen, hidden) = (
        world.join(0, Storage::default()),
        world.join(1, Storage::default()),
    );
    world.hands_off = vec![seen, hidden];
    world.run(500);
    world.give(hidden, Input::Hidden);
    world.net.refuse = 1;
    world.cut(seen);
    world.cut(hidden);
    world.run(4 * 60 * MINUTE);
    let an_hour = |world: &World, device: usize| world.devices[device].connects.len() / 4;
    // Pauses are drawn from nothing to 10 s, and to a minute.
    let (often, seldom) = (an_hour(&world, seen), an_hour(&world, hidden));
    assert!((600..900).contains(&often), "{often} an hour");
    assert!((80..180).contains(&seldom), "{seldom} an hour");
    // Somebody looks: at once.
    world.net.refuse = 0;
    world.give(hidden, Input::Awake);
    assert!(world.run_until(500, |world| {
        world.devices[hidden].client.line() == Line::Online
    }));
    assert!(world.run_until(11_000, |world| {
        world.devices[seen].client.line() == Line::Online
    }));
    world.come_to_rest();
    world.assert_agreement();
}

/// A hidden page keeps its line, and asks less often whether it is alive.
#[test]
fn a_hidden_page_keeps_its_line() {
    let mut world = one_device(12);
    world.run(10 * MINUTE);
    let seen = pings(&world, 0);
    world.give(0, Input::Hidden);
    world.run(10 * MINUTE);
    let hidden = pings(&world, 0) - seen;
    assert!(
        (50..=62).contains(&seen) && (18..=22).contains(&hidden),
        "{seen}, {hidden}"
    );
    assert_eq!(world.devices[0].connects.len(), 1);
}

/// A device that falls asleep while it waits for its storage does not lose its part in the dice.
#[test]
fn storage_that_answers_after_a_sleep() {
    let mut world = red_to_roll(13);
    world.reload(0);
    world.run_until(1000, |world| {
        world.devices[0].client.part() == Part::Preparing
    });
    world.sleep(0, 15_000);
    world.run(20_000);
    assert_eq!(world.devices[0].client.part(), Part::Holds);
}

/// An event that was lost on the way, and nothing after it: the answer to the next test tells that it is missing.
#[test]
fn b063_the_last_event_is_lost() {
    let mut world = red_to_roll(14);
    world.tamper = Some(Box::new(|device, message| {
        if device == 0 && matches!(message, ServerMessage::Events { .. }) {
            *message = ServerMessage::Pong { seq: 0 };
        }
    }));
    let name = "Ola".parse().unwrap();
    let count = world.server.by_hand(
        0,
        ludo_table::Command::Rename { name },
        &mut world.chance,
        Time(world.now),
    );
    world.tell(count);
    world.run(100);
    world.tamper = None;
    assert_ne!(world.devices[0].client.table(), Some(&world.server.table));
    world.run(25_000);
    assert_eq!(world.devices[0].client.table(), Some(&world.server.table));
}

/// The move clock is told in the device's own time, however wrong that is.
#[test]
fn the_clock_of_a_move_in_local_time() {
    let hour = 3600 * 1000;
    for skew in [0, 5 * hour, -5 * hour] {
        let mut world = with_clock(15, MoveTime::Twenty);
        world.devices[0].skew = skew;
        world.reload(0);
        world.run(1000);
        let clock = world.server.table.clock().unwrap();
        let (seat, until) = world.devices[0].client.clock().unwrap();
        assert_eq!(seat, clock.seat);
        let (here, there) = (
            until.since(world.devices[0].clock(world.now)),
            clock.until.since(Time(world.now)),
        );
        assert!(
            here.abs_diff(there) < 100 && here > 15_000,
            "{here} {there}"
        );
    }
    let world = red_to_roll(15);
    assert_eq!(world.devices[0].client.clock(), None, "no clock, no time");
}

/// The device asked in time, its request was slow, and the table rolled: that is marked. Whoever asks too late has nothing
/// to complain of.
#[test]
fn a_roll_that_was_asked_for_in_time_and_one_that_was_not() {
    for (wait, overtaken) in [(9900, 1), (10_200, 0)] {
        let mut world = with_clock(16, MoveTime::Ten);
        let rolls = marks(&world).len();
        // What the device and the server say to each other takes longer than there is time.
        world.tamper = Some(Box::new(|_, message| {
            if let ServerMessage::Events { .. } | ServerMessage::Pong { .. } = message {
                *message = ServerMessage::Pong { seq: 0 };
            }
        }));
        let until = world.server.table.clock().unwrap().until.0;
        world.run(until - 10_000 + wait - world.now);
        world.net.delay = 3000;
        world.net.lose = 1;
        assert!(world.devices[0].client.can_roll());
        world.intend(0, Intent::Roll);
        world.run(1000);
        world.net.lose = 0;
        world.net.delay = 40;
        world.tamper = None;
        world.run_until(60_000, |world| {
            world.devices[0].client.table() == Some(&world.server.table)
                && marks(world).len() > rolls
        });
        assert_eq!(marks(&world)[rolls], (By::Auto, false));
        let checks = world.devices[0].client.checks();
        let own = checks.own.unwrap();
        assert_eq!((own.seat, own.overtaken), (Seat::Red, overtaken), "{wait}");
        assert_eq!(own.auto, checks.seats[Seat::Red].auto);
        assert_eq!(own.checked, own.linked + own.auto);
        assert!(own.auto > 0);
    }
}

/// After a time-out the seat plays on with its links.
#[test]
fn b035_after_a_time_out_the_next_roll_has_its_link() {
    let mut world = with_clock(17, MoveTime::Ten);
    let before = marks(&world).len();
    world.run_until(15_000, |world| marks(world).len() > before);
    assert_eq!(marks(&world).last(), Some(&(By::Auto, false)));
    world.run(200);
    to_my_roll(&mut world, 0);
    world.intend(0, Intent::Roll);
    world.run(500);
    assert!(marks(&world).contains(&(By::Owner, true)));
    assert_eq!(world.devices[0].client.part(), Part::Holds);
}
