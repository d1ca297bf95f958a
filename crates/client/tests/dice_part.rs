//! The client's part in the dice: what is kept before what is sent, and what happens where nothing can be kept.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::Storage;
use common::server::BOT;
use common::setup::{marks, one_device, red_to_roll, seated, to_my_roll, turn};
use common::world::World;
use ludo_client::{Checks, Intent, Part};
use ludo_protocol::ClientMessage;
use ludo_rules::Seat;
use ludo_table::{By, Command, Control, DriverCommand, Event, Options, Phase, Time};

/// That everything is kept before it is sent, the simulated device asserts with each message.
#[test]
fn a_game_with_a_chain() {
    let mut world = red_to_roll(1);
    assert_eq!(world.devices[0].client.part(), Part::Holds);
    for _ in 0..5 {
        turn(&mut world, 0);
    }
    assert!(marks(&world).iter().all(|mark| *mark == (By::Owner, true)));
    let checks = world.devices[0].client.checks();
    assert_eq!(checks.seats[Seat::Red].linked as usize, marks(&world).len());
    assert_eq!(checks.rolls, checks.checked);
    assert_eq!(
        checks.seats[Seat::Yellow].no_chain,
        checks.rolls - checks.seats[Seat::Red].linked
    );
    let faces: u32 = checks
        .seats
        .values()
        .iter()
        .flat_map(|seat| seat.faces)
        .sum();
    assert_eq!(faces, checks.rolls);
}

/// A page that is loaded again finds its chain, checks the whole game, and goes on with links.
#[test]
fn a_page_that_is_loaded_again_goes_on_with_its_chain() {
    let mut world = red_to_roll(2);
    for _ in 0..3 {
        turn(&mut world, 0);
        world.reload(0);
        world.run(500);
        to_my_roll(&mut world, 0);
        assert_eq!(world.devices[0].client.part(), Part::Holds);
    }
    assert!(marks(&world).iter().all(|mark| *mark == (By::Owner, true)));
}

/// The page is loaded again while a roll is on its way: the same link goes with the same roll.
#[test]
fn a_roll_that_was_asked_for_before_the_page_was_loaded_again() {
    let mut world = red_to_roll(3);
    // The server hears nothing.
    world.net.lose = 1;
    world.intend(0, Intent::Roll);
    world.run(300);
    let asked: Vec<Command> = world.devices[0]
        .commands
        .values()
        .filter(|command| matches!(command, Command::Roll { .. }))
        .cloned()
        .collect();
    assert_eq!((asked.len(), marks(&world).len()), (1, 0));
    world.net.lose = 0;
    world.reload(0);
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    let again = world.devices[0]
        .commands
        .values()
        .filter(|command| **command == asked[0])
        .count();
    assert_eq!(again, 2, "another id, the same roll with the same link");
}

/// A device without the secret rolls without links, and so does the seat from then on: also the device that has it.
#[test]
fn a_device_without_the_secret_rolls_without_links() {
    let mut world = red_to_roll(4);
    turn(&mut world, 0);
    let kept = world.devices[0].storage.borrow().clone();
    world.devices[0].storage.borrow_mut().clear();
    world.reload(0);
    world.run(500);
    to_my_roll(&mut world, 0);
    assert_eq!(world.devices[0].client.part(), Part::Elsewhere);
    turn(&mut world, 0);
    assert_eq!(world.devices[0].client.part(), Part::Lost);
    *world.devices[0].storage.borrow_mut() = kept;
    world.reload(0);
    world.run(500);
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    let marks = marks(&world);
    let lost = marks
        .iter()
        .position(|mark| *mark == (By::OwnerNoLink, false))
        .unwrap();
    assert!(marks[..lost].iter().all(|mark| *mark == (By::Owner, true)));
    assert!(
        marks[lost..]
            .iter()
            .all(|mark| *mark == (By::OwnerNoLink, false))
            && marks.len() > lost + 1
    );
    world.come_to_rest();
    world.assert_agreement();
}

/// Where nothing can be kept, nothing is brought, and play goes on.
#[test]
fn a_device_that_cannot_keep_anything() {
    let (mut world, device) = (one_device(5), 0);
    world.devices[device].storage_works = false;
    world.sit(device, Seat::Red, "Ania");
    world.run(500);
    assert_eq!(world.devices[device].client.my_seat(), Some(Seat::Red));
    world.add_bot(device, Seat::Yellow);
    world.intend(device, Intent::Begin);
    to_my_roll(&mut world, device);
    turn(&mut world, 0);
    assert!(marks(&world).iter().all(|mark| *mark == (By::Owner, false)));
    assert_eq!(world.devices[device].client.part(), Part::None);
}

/// Storage that stops working in a game, and storage that never answers: the roll goes without a link.
#[test]
fn storage_that_fails_in_a_game() {
    let mut world = red_to_roll(6);
    turn(&mut world, 0);
    world.devices[0].storage_works = false;
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&(By::OwnerNoLink, false)));

    let mut world = red_to_roll(7);
    turn(&mut world, 0);
    let rolls = marks(&world).len();
    world.devices[0].storage_hangs = true;
    world.intend(0, Intent::Roll);
    world.run(5000);
    assert_eq!(marks(&world).len(), rolls, "it waits for the storage");
    assert!(world.devices[0].client.is_acting());
    world.run(5000);
    assert_eq!(marks(&world)[rolls], (By::OwnerNoLink, false));
}

/// A server that hands out a state in the middle of a game: the client asks for all that happened; if it does not get
/// it, it keeps its links.
#[test]
fn no_link_for_a_game_that_was_not_seen_from_its_begin() {
    let mut world = red_to_roll(8);
    turn(&mut world, 0);
    world.server.forgetful = true;
    world.reload(0);
    world.run(1000);
    to_my_roll(&mut world, 0);
    assert_eq!(world.devices[0].client.part(), Part::Holds);
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&(By::Owner, true)));
    let Checks { rolls, checked, .. } = world.devices[0].client.checks();
    assert_eq!(rolls, checked);

    // It answers the question with the newest state again.
    world.server.keeps_history = false;
    world.reload(0);
    world.run(1000);
    to_my_roll(&mut world, 0);
    let connects = world.devices[0].connects.len();
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&(By::OwnerNoLink, false)));
    assert_eq!(
        world.devices[0].connects.len(),
        connects,
        "it is not asked for ever"
    );
    let Checks { rolls, checked, .. } = world.devices[0].client.checks();
    assert!(checked < rolls && checked > 0);
}

/// Two devices of one person: the one that came last brings its chain, once, and they do not fight.
#[test]
fn two_devices_do_not_fight() {
    let mut world = World::new(9, Options::default());
    let (phone, laptop) = (
        world.join(0, Storage::default()),
        world.join(0, Storage::default()),
    );
    world.hands_off = vec![phone, laptop];
    world.cut(laptop);
    world.net.refuse = 1;
    world.run(50);
    world.net.refuse = 0;
    world.run_until(5000, |world| world.devices[phone].client.table().is_some());
    world.sit(phone, Seat::Red, "Ania");
    world.run(30_000);
    let chained = world
        .server
        .events
        .iter()
        .filter(|numbered| matches!(numbered.event, Event::Chained { .. }))
        .count();
    assert_eq!(chained, 2);
    let parts = [phone, laptop].map(|device| world.devices[device].client.part());
    assert!(
        parts.contains(&Part::Holds) && parts.contains(&Part::Elsewhere),
        "{parts:?}"
    );
    world.add_bot(phone, Seat::Yellow);
    world.intend(phone, Intent::Begin);
    to_my_roll(&mut world, laptop);
    let begun = world.server.table.phase();
    assert_eq!(begun, Phase::Playing);
    let holder = if parts[0] == Part::Holds {
        phone
    } else {
        laptop
    };
    to_my_roll(&mut world, holder);
    world.intend(holder, Intent::Roll);
    world.run(1000);
    assert_eq!(marks(&world).last(), Some(&(By::Owner, true)));
    world.come_to_rest();
    world.assert_agreement();
}

/// Whoever leaves and sits down again before the begin brings the chain again; with a change of seats it comes along.
#[test]
fn the_chain_goes_where_its_person_goes() {
    let (mut world, device) = (seated(10), 0);
    let tip = world.server.table.chair(Seat::Red).tip();
    assert!(tip.is_some());
    world.intend(
        device,
        Intent::Sit {
            seat: Seat::Blue,
            name: None,
        },
    );
    world.run(500);
    assert_eq!(world.server.table.chair(Seat::Blue).tip(), tip);
    world.intend(device, Intent::Leave);
    world.run(500);
    assert_eq!(world.devices[device].client.my_seat(), None);
    world.sit(device, Seat::Green, "Ania");
    world.run(500);
    assert_eq!(
        world.server.table.chair(Seat::Green).tip(),
        tip,
        "one chain a game"
    );
    assert_eq!(world.devices[device].storage.borrow().len(), 1);
}

/// The table rolls for a player who asked in time: that is noticed.
#[test]
fn a_roll_that_the_table_made_though_it_was_asked_for() {
    let mut world = red_to_roll(11);
    world.net.delay = 4000;
    world.intend(0, Intent::Roll);
    world.run(30);
    let asked = world.devices[0].sent.last();
    assert!(matches!(
        asked,
        Some(ClientMessage::Command {
            command: Command::Roll { .. },
            ..
        })
    ));
    // The server calls the player away although the request is on its way.
    let now = Time(world.now);
    let away = world.server.away(Seat::Red, &mut world.chance, now);
    assert_eq!(
        world.server.table.actor(),
        Some((Seat::Red, Control::Autopilot))
    );
    let roll = world
        .server
        .command(&DriverCommand::Roll, &mut world.chance, now);
    world.tell(away + roll);
    world.run(10_000);
    assert_eq!(world.devices[0].client.checks().overtaken, 1);
    assert!(world.devices[0].client.checks().seats[Seat::Red].auto > 0);
}

/// What the server cannot do for the moment is asked again, quietly.
#[test]
fn a_chain_that_is_refused_for_the_moment_comes_later() {
    let (mut world, device) = (seated(12), 0);
    // A second chain is brought after leaving storage behind: the first answers say that it cannot be now.
    world.devices[device].storage.borrow_mut().clear();
    world.server.busy = 3;
    world.reload(device);
    world.run(10_000);
    assert_eq!(world.server.busy, 0);
    assert!(
        world.devices[device].refused.is_empty(),
        "nobody needs to know"
    );
    assert_eq!(world.devices[device].client.part(), Part::Holds);
    let chains = world.devices[device].sent.iter();
    let chains = chains.filter(|message| {
        matches!(
            message,
            ClientMessage::Command {
                command: Command::Chain { .. },
                ..
            }
        )
    });
    assert!(chains.count() >= 4);
}

/// A bot that plays on for a person who left rolls without links; the person comes back and rolls with them.
#[test]
fn whoever_comes_back_rolls_with_links_again() {
    let mut world = World::new(13, Options::default());
    let (one, two) = (
        world.join(0, Storage::default()),
        world.join(1, Storage::default()),
    );
    world.hands_off = vec![one, two];
    world.run(500);
    world.sit(one, Seat::Red, "Ania");
    world.run(500);
    world.sit(two, Seat::Blue, "Ola");
    world.run(500);
    world.hands_off = vec![one];
    world.intend(one, Intent::Begin);
    to_my_roll(&mut world, one);
    turn(&mut world, 0);
    world.intend(one, Intent::Leave);
    world.run(500);
    assert!(world.devices[one].client.can_return() && !world.devices[one].client.can_roll());
    let before = marks(&world).len();
    world.run_until(60_000, |world| marks(world).len() >= before + 2);
    assert_eq!(marks(&world).last(), Some(&(By::Bot(BOT), false)));
    world.intend(one, Intent::Return);
    to_my_roll(&mut world, one);
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&(By::Owner, true)));
    assert!(world.devices[one].client.checks().seats[Seat::Red].bot >= 2);
    world.come_to_rest();
    world.assert_agreement();
}
