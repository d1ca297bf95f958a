//! Whatever the lines do, every client comes to show what the server has, and each wish is carried out once at most.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::Storage;
use common::world::{Moods, Net, World};
use ludo_rules::Length;
use ludo_table::{Command, Event, Options};

/// Four people (the fourth with two tabs) play a whole game over such lines.
fn play(seed: u64, net: Net, moods: Moods) -> World {
    let options = Options {
        length: Length::Quick,
        ..Options::default()
    };
    let mut world = World::new(seed, options);
    world.net = net;
    world.moods = moods;
    for person in 0..4 {
        let storage = Storage::default();
        world.join(person, storage.clone());
        if person == 3 {
            world.join(person, storage);
        }
    }
    assert!(
        world.run_until(4 * 3600 * 1000, |world| world.server.is_over()),
        "the game ends: {:?}",
        world.server.table.phase()
    );
    world.come_to_rest();
    world.assert_agreement();
    once_at_most(&world);
    world
}

fn connects(world: &World) -> usize {
    world
        .devices
        .iter()
        .map(|device| device.connects.len())
        .sum()
}

/// Commands that were sent more than once.
fn repeats(world: &World) -> usize {
    let sent = |device: &common::device::Device| {
        let commands = device.sent.iter();
        commands
            .filter(|message| matches!(message, ludo_protocol::ClientMessage::Command { .. }))
            .count()
    };
    world
        .devices
        .iter()
        .map(|device| sent(device) - device.commands.len())
        .sum()
}

/// Each command was carried out once at most, however often it was sent; each step has one roll or move.
fn once_at_most(world: &World) {
    let events = &world.server.events;
    let acts = events
        .iter()
        .filter(|numbered| matches!(numbered.event, Event::Rolled { .. }))
        .count();
    let last = events
        .iter()
        .rev()
        .find_map(|numbered| match numbered.event {
            Event::Rolled { roll, .. } => Some(roll),
            _ => None,
        });
    assert_eq!(acts as u32, last.unwrap_or(0));
    let mut ids: Vec<_> = world
        .devices
        .iter()
        .flat_map(|device| device.commands.keys())
        .collect();
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "no two devices use the same id");
    for device in &world.devices {
        let rolls = device.commands.values();
        let rolls = rolls
            .filter(|command| matches!(command, Command::Roll { .. }))
            .count();
        assert!(
            rolls as u32 <= device.rolls_wanted,
            "a wish makes one command at most"
        );
    }
}

fn linked(world: &World) -> (u32, u32) {
    let mut counts = (0, 0);
    for numbered in &world.server.events {
        if let Event::Rolled { link, .. } = &numbered.event {
            counts.0 += 1;
            counts.1 += u32::from(link.is_some());
        }
    }
    counts
}

#[test]
fn good_lines() {
    for seed in 0..2 {
        let net = Net {
            delay: 60,
            ..Net::default()
        };
        let world = play(seed, net, Moods::default());
        let (rolls, linked) = linked(&world);
        assert_eq!(rolls, linked, "every roll carries a link");
        for device in &world.devices {
            let checks = device.client.checks();
            assert_eq!((checks.rolls, checks.checked), (rolls, rolls));
            assert_eq!(device.connects.len(), 1, "one connection is enough");
        }
    }
}

/// A friend's word never makes a roll stale, and whatever becomes of words on the way, the game goes on.
#[test]
fn b029_words_change_nothing() {
    let talkative = |talk| Moods {
        talk,
        ..Moods::default()
    };
    let good = Net {
        delay: 60,
        ..Net::default()
    };
    let world = play(40, good, talkative(1));
    for (n, device) in world.devices.iter().enumerate() {
        // The fourth person has two tabs, and each of them wants to roll.
        let refused = &device.refused;
        assert!(n > 2 || refused.is_empty(), "{refused:?}");
        assert!(device.said.len() > 100, "{}", device.said.len());
        let checks = device.client.checks();
        assert_eq!(checks.rolls, checks.checked);
    }
    let bad = Net {
        delay: 300,
        refuse: 4,
        cut: 100,
        lose: 40,
        repeat: 10,
        reorder: true,
        ..Net::default()
    };
    let world = play(41, bad, talkative(2));
    assert!(world.devices.iter().all(|device| !device.said.is_empty()));
}

fn on_bad_lines(seeds: std::ops::Range<u64>, net: Net) {
    for seed in seeds {
        let world = play(seed, net, Moods::default());
        assert!(
            connects(&world) > 50 && repeats(&world) > 5,
            "the lines were bad"
        );
    }
}

/// Lines as they are: slow, and gone now and then.
#[test]
fn b063_b072_bad_lines() {
    let net = Net {
        delay: 400,
        refuse: 4,
        cut: 60,
        ..Net::default()
    };
    on_bad_lines(10..13, net);
}

/// Lines worse than TCP allows: messages are lost, come twice, and overtake each other.
#[test]
fn b068_worse_lines() {
    let net = Net {
        delay: 300,
        refuse: 4,
        cut: 100,
        lose: 40,
        repeat: 10,
        reorder: true,
        ..Net::default()
    };
    on_bad_lines(20..23, net);
}

/// Pages are loaded again, devices sleep, people press many times.
#[test]
fn b029_b027_impatient_people() {
    for seed in 30..33 {
        let net = Net {
            delay: 200,
            refuse: 6,
            cut: 150,
            ..Net::default()
        };
        let moods = Moods {
            reload: 80,
            sleep: 120,
            press_often: true,
            idle: 5,
            ..Moods::default()
        };
        let world = play(seed, net, moods);
        let (rolls, linked) = linked(&world);
        assert!(
            linked * 10 > rolls * 5,
            "pages that come back have their part in the dice: {linked} of {rolls}"
        );
        assert!(
            world.devices.iter().all(|device| device.epoch > 0),
            "pages were loaded again"
        );
    }
}
