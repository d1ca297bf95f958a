//! Servers that cheat with the dice, attack by attack as docs/dice.md lists them: who notices, and that no link is given away.

#![allow(clippy::unwrap_used)]

mod common;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use common::device::Storage;
use common::server::chain;
use common::setup::{red_to_roll, to_begin, to_my_roll};
use common::world::World;
use ludo_client::{Intent, Stopped};
use ludo_dice::{Begin, Dice, Fault, GameId, Link, Tip, words};
use ludo_protocol::{ClientMessage, ErrorCode, ServerMessage};
use ludo_rules::{BySeat, Face, Seat, SeatSet};
use ludo_table::{Command, Event, Options, Phase, Time, Wrong};

/// Changes the events of what is said to one device.
fn tamper(world: &mut World, device: usize, mut change: impl FnMut(&mut Event) + 'static) {
    world.tamper = Some(Box::new(move |to, message| {
        let events = match message {
            ServerMessage::Events { events } => events,
            ServerMessage::Welcome(welcome) => &mut welcome.events,
            _ => return,
        };
        if to == device {
            events
                .iter_mut()
                .for_each(|numbered| change(&mut numbered.event));
        }
    }));
}

fn stopped(world: &World, device: usize) -> Option<Stopped> {
    world.devices[device].client.stopped().cloned()
}

fn fault(world: &World, device: usize) -> Fault {
    match stopped(world, device) {
        Some(Stopped::Wrong(Wrong::Dice(wrong))) => wrong.fault,
        other => panic!("{other:?}"),
    }
}

/// The links that a device gave away, by the number of their roll: never two for one roll.
fn links_given(world: &World, device: usize) -> BTreeMap<u32, Option<Link>> {
    let mut given = BTreeMap::new();
    for message in &world.devices[device].sent {
        if let ClientMessage::Command {
            command: Command::Roll { roll, link, .. },
            ..
        } = message
        {
            let before = given.insert(*roll, *link);
            assert!(
                before.is_none_or(|before| before == *link),
                "two links for roll {roll}"
            );
        }
    }
    given
}

/// A server that sees the players' tips before it chooses its own chain has to set the game up anew for that, and then
/// their tips are gone.
#[test]
fn a_chain_that_is_chosen_late_meets_new_tips() {
    let mut world = to_begin(100);
    let tip = |world: &World| world.server.table.chair(Seat::Red).tip();
    let (game, before) = (world.server.table.game(), tip(&world).unwrap());
    let anew = Event::Renewed {
        game: GameId([5; 16]),
        tip: Tip([6; 32]),
    };
    let count = world.server.happen(vec![anew], Time(world.now));
    assert_eq!(tip(&world), None, "the old tip is gone with the old game");
    world.tell(count);
    world.run(2_000);
    let after = tip(&world).unwrap();
    assert_ne!(after, before, "a chain is for one game");
    assert_ne!(world.server.table.game(), game);

    // A new chain under the old id is no game.
    let mut world = to_begin(101);
    let same = Event::Renewed {
        game: world.server.table.game(),
        tip: Tip([6; 32]),
    };
    let mut table = world.server.table.clone();
    assert_eq!(table.apply(&same, Time(1)), Err(Wrong::Begin));
    world.run(10);
}

/// Ania and Ben, both with chains, about to begin.
fn two_people(seed: u64) -> World {
    let mut world = World::new(seed, Options::default());
    for (person, seat, name) in [(0, Seat::Red, "Ania"), (1, Seat::Blue, "Ben")] {
        let device = world.join(person, Storage::default());
        world.hands_off.push(device);
        world.run(500);
        let name = name.parse().ok();
        world.intend(device, Intent::Sit { seat, name });
        world.run(1_000);
        assert!(world.server.table.chair(seat).tip().is_some());
    }
    world
}

/// Ben is shown another tip at Ania's seat than she has: that of a chain in the server's hand.
#[test]
fn a_begin_that_is_another_one_for_another_player() {
    let mut world = two_people(110);
    tamper(&mut world, 1, |event| {
        if let Event::Begun { seats, .. } = event {
            seats[Seat::Red].as_mut().unwrap().tip = Some(chain([9; 32]).tip());
        }
    });
    world.intend(0, Intent::Begin);
    world.run(5_000);
    // The table showed him her true tip when she sat down: already the begin is wrong.
    assert_eq!(stopped(&world, 1), Some(Stopped::Wrong(Wrong::Begin)));
    assert!(links_given(&world, 1).is_empty());
    assert_eq!(stopped(&world, 0), None);
}

/// A server that keeps two players apart from the first moment, each with another of its chains at the other's seat, shows each a game
/// without a fault. They see it by the four words.
#[test]
fn players_who_are_shown_two_games_have_other_words() {
    let (server, ania, ben, false_ania) = (
        chain([1; 32]),
        chain([2; 32]),
        chain([3; 32]),
        chain([4; 32]),
    );
    let seen = |red: &ludo_dice::Chain| {
        let mut begin = Begin {
            game: GameId([7; 16]),
            server_tip: server.tip(),
            tips: BySeat::default(),
            seats: SeatSet::new(&[Seat::Red, Seat::Blue]),
        };
        let mut links = BySeat::default();
        for (seat, chain) in [(Seat::Red, red), (Seat::Blue, &*ben)] {
            begin.tips[seat] = Some(chain.tip());
            links[seat] = chain.link(1);
        }
        Dice::draw(&begin, server.link(1).unwrap(), &links)
            .unwrap()
            .0
    };
    let (hers, his) = (seen(&ania), seen(&false_ania));
    assert_ne!(words(&hers.state()), words(&his.state()));
    assert_eq!(words(&hers.state()), words(&seen(&ania).state()));
}

/// A rematch under the id of the game that is over.
#[test]
fn the_same_id_for_a_second_game() {
    let mut world = red_to_roll(120);
    let id = world.server.table.game();
    world.intend(0, Intent::Resign);
    assert!(world.run_until(60_000, |world| world.server.is_over()));
    world.run(2_000);
    tamper(&mut world, 0, move |event| {
        if let Event::Rematch { game, .. } = event {
            *game = id;
        }
    });
    let sent = world.devices[0].sent.len();
    world.intend(0, Intent::Rematch);
    world.run(3_000);
    assert_eq!(stopped(&world, 0), Some(Stopped::Wrong(Wrong::Begin)));
    let tips = world.devices[0].sent[sent..].iter().filter(|message| {
        matches!(
            message,
            ClientMessage::Command {
                command: Command::Chain { .. },
                ..
            }
        )
    });
    assert_eq!(tips.count(), 0);
}

/// The same game, id and server's tip and all, set up once more, for a device that has played it.
#[test]
fn the_same_game_set_up_once_more() {
    let mut world = red_to_roll(130);
    for _ in 0..3 {
        world.intend(0, Intent::Roll);
        world.run(1_000);
        to_my_roll(&mut world, 0);
    }
    let first = links_given(&world, 0);
    assert!(first.len() >= 3);
    let (game, storage) = (world.server.table.game(), world.devices[0].storage.clone());

    let mut again = to_begin(130);
    assert_eq!(
        again.server.table.game(),
        game,
        "the same server, from its start"
    );
    let device = again.join(7, storage);
    again.hands_off.push(device);
    again.run(2_000);
    let name = "Ania".parse().ok();
    again.intend(
        device,
        Intent::Sit {
            seat: Seat::Blue,
            name,
        },
    );
    again.run(2_000);
    again.intend(0, Intent::Begin);
    again.run(20_000);
    assert!(!matches!(again.server.table.phase(), Phase::Waiting));
    let answers = again.devices[device].sent.iter().filter(|message| {
        matches!(
            message,
            ClientMessage::Command {
                command: Command::Answer { .. },
                ..
            }
        )
    });
    assert_eq!(stopped(&again, device), Some(Stopped::Behind));
    assert_eq!(
        answers.count(),
        0,
        "nothing of its chain goes to a game that it has played"
    );
    assert!(links_given(&again, device).values().all(Option::is_none));
}

/// A world in which red has rolled twice and is to roll again.
fn some_rolls(seed: u64) -> World {
    let mut world = red_to_roll(seed);
    for _ in 0..2 {
        world.intend(0, Intent::Roll);
        world.run(1_000);
        to_my_roll(&mut world, 0);
    }
    world
}

/// Rolls once under a tampered line; the client must stop, and give no further link.
fn cheated(seed: u64, change: impl FnMut(&mut Event) + 'static) -> Fault {
    let mut world = some_rolls(seed);
    tamper(&mut world, 0, change);
    world.intend(0, Intent::Roll);
    world.run_until(60_000, |world| stopped(world, 0).is_some());
    let fault = fault(&world, 0);
    let given = links_given(&world, 0).len();
    world.intend(0, Intent::Roll);
    world.run(20_000);
    assert_eq!(links_given(&world, 0).len(), given, "it stops for good");
    fault
}

#[test]
fn a_number_that_is_skipped_or_runs_ahead() {
    for ahead in [1, 5, 100] {
        let fault = cheated(140 + u64::from(ahead), move |event| {
            if let Event::Rolled { roll, .. } = event {
                *roll += ahead;
            }
        });
        assert!(matches!(fault, Fault::Number { .. }), "{fault:?}");
    }
}

/// A server that says nothing of a roll, refuses, and asks again, gets the same link for the same roll, however often.
#[test]
fn a_server_that_refuses_a_roll_gets_no_further_link() {
    for code in [ErrorCode::Stale, ErrorCode::NotYourTurn, ErrorCode::Busy] {
        let mut world = some_rolls(150);
        let before = links_given(&world, 0);
        let due = world.devices[0]
            .client
            .table()
            .unwrap()
            .dice()
            .unwrap()
            .next_roll();
        world.tamper = Some(Box::new(move |_, message| match message {
            ServerMessage::Done { id, .. } => {
                *message = ServerMessage::Refused {
                    id: id.clone(),
                    code,
                    message: "Again.".into(),
                };
            }
            ServerMessage::Events { .. } => *message = ServerMessage::Pong { seq: 0 },
            _ => {}
        }));
        for _ in 0..5 {
            world.intend(0, Intent::Roll);
            world.run(400);
        }
        let given = links_given(&world, 0);
        assert!(given.len() <= before.len() + 1, "{code:?}: {given:?}");
        assert!(given.keys().all(|roll| *roll <= due), "{code:?}");
    }
}

#[test]
fn a_roll_that_comes_once_more() {
    let last = Rc::new(RefCell::new(None::<Event>));
    let fault = cheated(160, move |event| {
        if matches!(event, Event::Rolled { .. }) {
            let before = last.replace(Some(event.clone()));
            if let Some(before) = before {
                *event = before;
            }
        }
    });
    assert!(matches!(fault, Fault::Number { .. }), "{fault:?}");
}

/// Two dice change places: each is a die that was rolled.
#[test]
fn dice_that_are_swapped() {
    let kept = Rc::new(Cell::new(None::<Face>));
    let fault = cheated(170, move |event| {
        if let Event::Rolled { face, .. } = event {
            let right = *face;
            // The one that is the next of this server, or any other: it is not this roll's.
            let other = kept.replace(Some(right)).filter(|before| *before != right);
            *face = other.unwrap_or(Face::new(7 - right.get()).unwrap());
        }
    });
    assert!(matches!(fault, Fault::Face { .. }), "{fault:?}");
}

#[test]
fn links_that_are_used_again() {
    let last = Rc::new(Cell::new(None::<Link>));
    let found = cheated(180, move |event| {
        if let Event::Rolled { server_link, .. } = event {
            let before = last.replace(Some(*server_link));
            *server_link = before.unwrap_or(*server_link);
        }
    });
    assert_eq!(found, Fault::NotOfChain, "the server's");

    // The player's own link of a roll before, at the next roll.
    let mut world = some_rolls(181);
    let given = links_given(&world, 0);
    let old = given.values().flatten().next().copied().unwrap();
    tamper(&mut world, 0, move |event| {
        if let Event::Rolled {
            link: Some(link), ..
        } = event
        {
            *link = old;
        }
    });
    world.intend(0, Intent::Roll);
    world.run_until(60_000, |world| stopped(world, 0).is_some());
    assert_eq!(fault(&world, 0), Fault::NotOfChain, "the player's");
}
