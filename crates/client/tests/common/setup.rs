//! Worlds in which something is under way already.

use ludo_client::{Intent, Plan};
use ludo_protocol::ClientMessage;
use ludo_rules::Seat;
use ludo_table::{By, Event, Options};

use super::device::Storage;
use super::server::{BOT, Server};
use super::world::World;

/// Red for Ania, yellow for a bot.
pub fn against_a_bot(begin: bool) -> Plan {
    Plan {
        seat: Seat::Red,
        name: "Ania".parse().unwrap(),
        bots: vec![(Seat::Yellow, BOT)],
        begin,
    }
}

/// A world with one device whose person does nothing by itself; it is connected.
pub fn one_device(seed: u64) -> World {
    let mut world = World::new(seed, Options::default());
    let device = world.join(0, Storage::default());
    world.hands_off = vec![device];
    world.run(500);
    world
}

/// The same, and its person sits on red.
pub fn seated(seed: u64) -> World {
    let mut world = one_device(seed);
    world.sit(0, Seat::Red, "Ania");
    world.run(500);
    assert_eq!(world.devices[0].client.my_seat(), Some(Seat::Red));
    world
}

/// A table that waits for device 0 to begin.
pub fn to_begin(seed: u64) -> World {
    let mut world = World::new(seed, Options::default());
    world.join_with_plan(0, against_a_bot(false));
    world.hands_off = vec![0];
    world.run_until(5000, |world| world.devices[0].client.can_begin());
    assert!(world.server.table.chair(Seat::Red).tip().is_some());
    world
}

/// A world in which device 0 plays red against a bot: the game is on, and it is red's roll.
pub fn red_to_roll(seed: u64) -> World {
    red_to_roll_with(seed, Options::default())
}

/// The same with other options.
pub fn red_to_roll_with(seed: u64, options: Options) -> World {
    let mut world = World::new(seed, options);
    world.join_with_plan(0, against_a_bot(true));
    world.hands_off = vec![0];
    to_my_roll(&mut world, 0);
    world
}

/// Goes on until device `device` can roll; its moves are made for it.
pub fn to_my_roll(world: &mut World, device: usize) {
    loop {
        let there = world.run_until(120_000, |world| {
            let client = &world.devices[device].client;
            client.can_roll() || !client.choices().is_empty()
        });
        assert!(there, "it is this seat's turn at last");
        let client = &world.devices[device].client;
        if client.can_roll() {
            return;
        }
        let mv = client.choices()[0];
        world.intend(device, Intent::Move(mv));
    }
}

/// One turn of a device, up to its next roll.
pub fn turn(world: &mut World, device: usize) {
    world.intend(device, Intent::Roll);
    let before = marks(world).len();
    assert!(world.run_until(30_000, |world| marks(world).len() > before));
    world.run(100);
    to_my_roll(world, device);
}

/// A game of some turns, and the server as it was after the second.
pub fn some_turns(seed: u64) -> (World, Server) {
    let mut world = red_to_roll(seed);
    turn(&mut world, 0);
    turn(&mut world, 0);
    let before = world.server.clone();
    for _ in 0..4 {
        turn(&mut world, 0);
    }
    (world, before)
}

/// How red's rolls were made, in order: by whom, and whether with a link.
pub fn marks(world: &World) -> Vec<(By, bool)> {
    let events = world.server.events.iter();
    let rolls = events.filter_map(|numbered| match &numbered.event {
        Event::Rolled {
            seat: Seat::Red,
            by,
            link,
            ..
        } => Some((*by, link.is_some())),
        _ => None,
    });
    rolls.collect()
}

/// How many events of a name there were.
pub fn events(world: &World, name: &str) -> usize {
    let events = world.server.events.iter();
    events
        .filter(|numbered| numbered.event.name() == name)
        .count()
}

/// How many commands of a name a device sent, repetitions too.
pub fn sent(world: &World, device: usize, name: &str) -> usize {
    let sent = world.devices[device].sent.iter();
    sent.filter(|message| matches!(message, ClientMessage::Command { command, .. } if command.name() == name)).count()
}
