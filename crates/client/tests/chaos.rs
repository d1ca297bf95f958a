//! Whole lives of tables under a seeded chance: lines break, die silently, lose, delay and repeat; devices sleep for hours
//! and have their clocks set; pages are loaded again; people take a game along to another device; the server is killed and
//! comes back with what was on its disk. Whatever happens, in the end every client shows what the server has, and no wish
//! was carried out twice, or refused and carried out, or taken for refused without an answer.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{HashMap, HashSet};

use common::Chance;
use common::device::{Device, Storage};
use common::world::{Moods, Net, World};
use ludo_protocol::{ClientMessage, ServerMessage};
use ludo_rules::Length;
use ludo_table::{Command, Event, MoveTime, Options};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// The longest pause of a client between two attempts to connect, and the most attempts in a minute: a few quick ones after
/// each good line or wish to hurry.
const LONGEST_PAUSE: u64 = 10_000;
const MOST_IN_A_MINUTE: usize = 60;

/// One in so many, or never.
fn rate(chance: &mut Chance, from: u64, to: u64) -> u64 {
    if chance.one_in(3) {
        0
    } else {
        from + chance.below(to - from)
    }
}

fn lines(chance: &mut Chance) -> Net {
    Net {
        delay: *chance.pick(&[20, 100, 400, 2000]).unwrap(),
        refuse: rate(chance, 2, 8),
        cut: rate(chance, 20, 200),
        mute: rate(chance, 50, 300),
        lose: rate(chance, 30, 200),
        repeat: rate(chance, 5, 50),
        reorder: chance.one_in(4),
    }
}

fn moods(chance: &mut Chance) -> Moods {
    Moods {
        reload: rate(chance, 50, 300),
        sleep: rate(chance, 100, 1000),
        night: *chance.pick(&[MINUTE, 10 * MINUTE, 6 * HOUR]).unwrap(),
        hide: rate(chance, 30, 200),
        jump: rate(chance, 100, 500),
        leave: 0,
        press_often: chance.one_in(2),
        idle: rate(chance, 2, 10),
        talk: rate(chance, 3, 30),
    }
}

/// One life, up to so many rolls.
fn life(seed: u64, rolls: u32) -> World {
    // Shown only if it fails.
    println!("seed {seed}");
    let mut chance = Chance::new(seed ^ 0x11fe_0000);
    let options = Options {
        length: Length::Quick,
        move_time: *chance.pick(&MoveTime::ALL).unwrap(),
        ..Options::default()
    };
    let mut world = World::new(seed, options);
    world.net = lines(&mut chance);
    world.moods = moods(&mut chance);
    let people = 2 + chance.below(3) as usize;
    for person in 0..people {
        let storage = Storage::default();
        world.join(person, storage.clone());
        // A second tab of the same browser.
        if chance.one_in(4) {
            world.join(person, storage);
        }
    }
    let end = world.now + 3 * 24 * HOUR;
    let (mut restarts, mut handed) = (0, 0);
    while world.now < end && !world.server.is_over() && world.server.rolls() < rolls {
        let step = 1000 + chance.below(4 * MINUTE);
        world.run_until(step, |world| {
            world.server.is_over() || world.server.rolls() >= rolls
        });
        if chance.one_in(4) && restarts < 5 {
            restarts += 1;
            let pause = chance.below(20_000);
            world.restart(pause);
        }
        let from = chance.below(world.devices.len() as u64) as usize;
        if chance.one_in(3) && handed < 2 && world.hand_over(from).is_some() {
            handed += 1;
        }
    }
    assert!(
        world.server.is_over() || world.server.rolls() >= rolls,
        "seed {seed}: the game goes on: {} rolls, {:?}",
        world.server.rolls(),
        world.server.table.phase()
    );
    world.come_to_rest();
    world.assert_agreement();
    once_at_most(&world);
    answered_truly(&world);
    paced(&world);
    world
}

/// What was carried out was carried out once: each step has one act, and each wish of a device at a step one command,
/// unless the one before was refused.
fn once_at_most(world: &World) {
    let events = world.server.events.iter();
    let rolls = events.filter_map(|numbered| match numbered.event {
        Event::Rolled { roll, .. } => Some(roll),
        _ => None,
    });
    assert!(
        rolls.eq(1..=world.server.rolls()),
        "each roll once, in order"
    );
    let mut ids = HashSet::new();
    let mut links = HashMap::new();
    for device in &world.devices {
        for (id, command) in &device.commands {
            assert!(ids.insert(id.clone()), "no two devices use the same id");
            let done = matches!(
                world.server.answers.get(&(device.person, id.clone())),
                Some((_, ServerMessage::Done { .. }))
            );
            if let (true, Command::Roll { step, .. } | Command::Move { step, .. }) = (done, command)
            {
                assert!(
                    ids.insert(format!("step-{step}").parse().unwrap()),
                    "one act a step"
                );
            }
            if let Command::Roll {
                roll,
                link: Some(link),
                ..
            } = command
            {
                let same = links.insert((device.person, *roll), *link);
                assert!(same.is_none_or(|same| same == *link), "one link a roll");
            }
        }
        // Devices that give a link for the same roll give it for the same state of the dice.
        for other in &world.devices {
            let same_state = |(roll, state): (&(_, u32), &[u8; 32])| {
                other.given.get(roll).is_none_or(|other| other == state)
            };
            assert!(device.given.iter().all(same_state), "one history");
        }
    }
}

/// Nobody was told no by anything but a no, and what was told did not happen: not even after a restart of the server, which
/// forgets what it refused.
fn answered_truly(world: &World) {
    for device in &world.devices {
        let refused = device.refused.iter();
        let refused = refused.filter(|refused| refused.command.is_some()).count();
        assert!(
            refused <= device.told_no.len() + device.local_noes,
            "a no that nobody said"
        );
        for id in &device.told_no {
            let answer = world.server.answers.get(&(device.person, id.clone()));
            assert!(
                !matches!(answer, Some((_, ServerMessage::Done { .. }))),
                "what was refused happened all the same: {answer:?}"
            );
        }
    }
}

/// Attempts to connect come neither in a storm nor too late.
fn paced(world: &World) {
    for device in &world.devices {
        let mut at = device.connected_at.clone();
        at.sort_unstable();
        let storm = at
            .windows(MOST_IN_A_MINUTE)
            .find(|window| window[MOST_IN_A_MINUTE - 1] - window[0] < MINUTE);
        assert!(storm.is_none(), "a storm of connections: {storm:?}");
        assert!(
            longest_wait(device) <= LONGEST_PAUSE,
            "{}",
            longest_wait(device)
        );
    }
}

/// The longest that a device which was awake and looked at waited before it tried again.
fn longest_wait(device: &Device) -> u64 {
    device.waits.iter().copied().max().unwrap_or(0)
}

fn sent(world: &World) -> Vec<String> {
    let sent = world.devices.iter().flat_map(|device| device.sent.iter());
    sent.map(|message: &ClientMessage| serde_json::to_string(message).unwrap())
        .collect()
}

#[test]
fn b063_b075_b077_b080_lives() {
    let (mut restarts, mut devices, mut nights, mut reloads) = (0, 0, 0, 0);
    for seed in 0..40 {
        let world = life(seed, 60);
        restarts += world.process;
        devices += world.devices.len();
        nights += world
            .devices
            .iter()
            .map(|device| device.nights)
            .sum::<u32>();
        reloads += world.devices.iter().map(|device| device.epoch).sum::<u32>();
    }
    // It was as bad as it should be.
    assert!(
        restarts > 20 && devices > 120 && nights > 50 && reloads > 50,
        "{restarts} restarts, {devices} devices, {nights} nights, {reloads} reloads"
    );
}

/// Whoever joins gets there, or is told why not.
#[test]
fn b065_a_thousand_joins_over_lines_that_lose() {
    for seed in 0..1000 {
        let mut world = World::new(seed, Options::default());
        world.net = Net {
            delay: 400,
            lose: 20,
            ..Net::default()
        };
        world.join_with_plan(0, common::setup::against_a_bot(false));
        world.hands_off = vec![0];
        let joined = world.run_until(60_000, |world| {
            let client = &world.devices[0].client;
            client.my_seat().is_some() || client.stopped().is_some()
        });
        assert!(joined, "seed {seed}: {:?}", world.devices[0].client.line());
        assert_eq!(world.devices[0].client.stopped(), None);
    }
}

#[test]
fn the_same_seed_is_the_same_life() {
    let (one, other) = (life(7, 40), life(7, 40));
    assert_eq!(one.server.events, other.server.events);
    assert_eq!(sent(&one), sent(&other));
    assert_eq!(one.now, other.now);
}

#[test]
#[ignore = "long"]
fn b063_b075_b077_b080_thousands_of_lives() {
    for seed in 1000..3000 {
        life(seed, 100);
    }
}
