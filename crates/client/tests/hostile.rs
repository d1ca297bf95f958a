//! Servers that cheat: the client notices, stops, sends nothing more, and keeps what it saw.

#![allow(clippy::unwrap_used)]

mod common;

use std::cell::Cell;
use std::rc::Rc;

use common::device::Storage;
use common::server::BOT;
use common::setup::{red_to_roll, some_turns, to_begin, to_my_roll};
use common::world::World;
use ludo_client::{BeginFault, Input, Intent, Kept, Part, Stopped};
use ludo_dice::{Fault, GameId, Link, Party, Tip};
use ludo_protocol::{ClientMessage, ServerMessage};
use ludo_rules::{Face, Seat};
use ludo_table::{Command, Event, Options, Phase, Table, Time, Wrong};

/// Changes events on their way to the client, wherever they stand.
fn tamper(world: &mut World, change: impl Fn(&mut Event) -> bool + 'static) -> Rc<Cell<u32>> {
    let count = Rc::new(Cell::new(0));
    let changed = count.clone();
    world.tamper = Some(Box::new(move |_, message| {
        let events = match message {
            ServerMessage::Events { events } => events,
            ServerMessage::Welcome(welcome) => &mut welcome.events,
            _ => return,
        };
        for numbered in events {
            if change(&mut numbered.event) {
                changed.set(changed.get() + 1);
            }
        }
    }));
    count
}

fn stopped(world: &World) -> Option<Stopped> {
    world.devices[0].client.stopped().cloned()
}

fn dice_fault(world: &World) -> Option<(Party, Fault)> {
    match stopped(world) {
        Some(Stopped::Wrong(Wrong::Dice(wrong))) => Some((wrong.party, wrong.fault)),
        _ => None,
    }
}

fn answers(world: &World) -> usize {
    let sent = world.devices[0].sent.iter();
    sent.filter(|message| {
        matches!(
            message,
            ClientMessage::Command {
                command: Command::Answer { .. },
                ..
            }
        )
    })
    .count()
}

/// Nothing more comes from it, whatever happens; what it saw is on its device, and stops it again.
fn silent_for_good(world: &mut World) {
    let (sent, connects) = (world.devices[0].sent.len(), world.devices[0].connects.len());
    world.tamper = None;
    for intent in [Intent::Roll, Intent::Begin, Intent::Rematch] {
        world.intend(0, intent);
    }
    world.give(0, Input::Awake);
    world.run(12_000);
    assert_eq!(world.devices[0].sent.len(), sent);
    assert_eq!(world.devices[0].connects.len(), connects);
    assert!(!world.devices[0].client.can_roll());
    assert!(world.devices[0].client.choices().is_empty());
}

fn keeps_evidence(world: &mut World) {
    let game = world.devices[0].client.table().unwrap().game();
    let kept = Kept::from_storage(&world.devices[0].storage.borrow()[&game]).unwrap();
    let evidence = kept.evidence().unwrap().clone();
    assert_eq!(evidence.game, game);
    assert!(evidence.why.len() > 20 && evidence.state.is_some());
    world.tamper = None;
    world.reload(0);
    world.run(20_000);
    assert_eq!(stopped(world), Some(Stopped::Before(evidence.why)));
}

#[test]
fn a_begin_that_is_not_the_one_that_was_set_up() {
    type Change = fn(&mut Event) -> bool;
    let changes: [Change; 4] = [
        |event| match event {
            Event::Begun { server_tip, .. } => {
                server_tip.0[3] ^= 1;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Begun { game, .. } => {
                *game = GameId([9; 16]);
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Begun { seats, .. } => {
                seats[Seat::Red].as_mut().unwrap().tip = Some(Tip([7; 32]));
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Begun { seats, .. } => {
                seats[Seat::Red].as_mut().unwrap().tip = None;
                true
            }
            _ => false,
        },
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let mut world = to_begin(n as u64);
        tamper(&mut world, change);
        world.intend(0, Intent::Begin);
        world.run(2000);
        assert_eq!(
            stopped(&world),
            Some(Stopped::Wrong(Wrong::Begin)),
            "change {n}"
        );
        assert_eq!(answers(&world), 0, "a wrong begin is not answered");
        silent_for_good(&mut world);
        keeps_evidence(&mut world);
    }
}

/// A begin that changes after it was answered, shown to a page that is loaded again.
#[test]
fn a_begin_that_changes() {
    let mut world = to_begin(20);
    world.tamper = Some(Box::new(|_, message| {
        if let ServerMessage::Events { events } = message {
            events.retain(|numbered| {
                !matches!(
                    numbered.event,
                    Event::Drawn { .. } | Event::Rolled { .. } | Event::Moved { .. }
                )
            });
        }
        if matches!(message, ServerMessage::Events { events } if events.is_empty()) {
            *message = ServerMessage::Pong { seq: 0 };
        }
    }));
    world.intend(0, Intent::Begin);
    world.run_until(3000, |world| answers(world) == 1);
    assert_eq!(answers(&world), 1);

    // The same game, with another name at the begin and so another begin; and then with another chain of the server.
    for (n, changed) in ["server tip", "begin"].into_iter().enumerate() {
        let mut other = Table::clone(&world.server.table);
        let json = serde_json::to_string(&other).unwrap();
        let tip = match n {
            0 => world.server.table.server_tip().to_string(),
            _ => world.devices[0].client.table().unwrap().game().to_string(),
        };
        let mut snapshot = None;
        if n == 0 {
            other = serde_json::from_str(&json.replace(&tip, &"ab".repeat(32))).unwrap();
            snapshot = Some(other);
        }
        let begun_at = world
            .server
            .events
            .iter()
            .position(|numbered| matches!(numbered.event, Event::Begun { .. }));
        world.tamper = Some(Box::new(move |_, message| {
            if let ServerMessage::Welcome(welcome) = message {
                if let Some(other) = &snapshot {
                    welcome.snapshot.as_mut().unwrap().table = Some(Box::new(other.clone()));
                    welcome.events.clear();
                } else {
                    // A second person sits down before the begin that nobody saw there.
                    let events = &mut welcome.events;
                    events.truncate(
                        begun_at.unwrap() - welcome.snapshot.as_ref().unwrap().seq as usize,
                    );
                    let mut next = events.last().unwrap().clone();
                    next.seq += 1;
                    next.event = Event::BotSat {
                        seat: Seat::Blue,
                        bot: BOT,
                    };
                    events.push(next);
                    let mut table = welcome.snapshot.as_ref().unwrap().table.clone().unwrap();
                    for numbered in &*events {
                        table.apply(&numbered.event, Time(1)).unwrap();
                    }
                    let seats = roster(&table);
                    let mut next = events.last().unwrap().clone();
                    next.seq += 1;
                    next.event = Event::Begun {
                        game: table.game(),
                        server_tip: table.server_tip(),
                        seats,
                    };
                    events.push(next);
                }
            }
        }));
        let storage = world.devices[0].storage.borrow().clone();
        world.reload(0);
        world.run(20_000);
        let expected = if n == 0 {
            BeginFault::ServerTip
        } else {
            BeginFault::Changed
        };
        assert_eq!(stopped(&world), Some(Stopped::Begin(expected)), "{changed}");
        assert_eq!(answers(&world), 1, "it was answered once, before");
        // For the second round as if it had not stopped.
        *world.devices[0].storage.borrow_mut() = storage;
    }
}

fn roster(table: &Table) -> ludo_table::Roster {
    let begin = table.decide(
        ludo_table::Actor::Member(ludo_table::Member(1)),
        &Command::Begin,
        Time(2),
        &Default::default(),
    );
    match begin.unwrap().remove(0) {
        Event::Begun { seats, .. } => seats,
        _ => unreachable!(),
    }
}

#[test]
fn a_draw_that_is_wrong() {
    let mut world = to_begin(30);
    tamper(&mut world, |event| match event {
        Event::Drawn { links, .. } => links[Seat::Red].take().is_some(),
        _ => false,
    });
    world.intend(0, Intent::Begin);
    world.run(2000);
    // Without the link another seat could begin; here it is the same, and only the client knows.
    let why = stopped(&world).unwrap();
    assert!(
        matches!(
            why,
            Stopped::Begin(BeginFault::LeftOut) | Stopped::Wrong(Wrong::Dice(_) | Wrong::Seat(_))
        ),
        "{why:?}"
    );
    silent_for_good(&mut world);

    let mut world = to_begin(31);
    tamper(&mut world, |event| match event {
        Event::Drawn { first, .. } => {
            *first = if *first == Seat::Red {
                Seat::Yellow
            } else {
                Seat::Red
            };
            true
        }
        _ => false,
    });
    world.intend(0, Intent::Begin);
    world.run(2000);
    assert!(
        matches!(
            dice_fault(&world),
            Some((Party::Server, Fault::First { .. }))
        ),
        "{:?}",
        stopped(&world)
    );
    keeps_evidence(&mut world);

    let mut world = to_begin(32);
    tamper(&mut world, |event| match event {
        Event::Drawn { server_link, .. } => {
            server_link.0[0] ^= 1;
            true
        }
        _ => false,
    });
    world.intend(0, Intent::Begin);
    world.run(2000);
    assert_eq!(dice_fault(&world), Some((Party::Server, Fault::NotOfChain)));
}

/// A draw without a link that the table had: made with that server's own chain, so that all else about it is right.
#[test]
fn a_draw_that_leaves_out_an_answer() {
    let mut world = to_begin(33);
    // Another person's device does not answer, so that the draw has to wait.
    let guest = world.join(1, Storage::default());
    world.hands_off.push(guest);
    world.run(500);
    let name = "Ewa".parse().ok();
    world.intend(
        guest,
        Intent::Sit {
            seat: Seat::Blue,
            name,
        },
    );
    world.run(500);
    world.devices[guest].storage_works = false;
    world.intend(0, Intent::Begin);
    world.run(1000);
    assert!(
        matches!(world.server.table.phase(), Phase::Drawing { answered, .. } if answered.contains(Seat::Red))
    );
    let cheat = world.server.draw_without_answers();
    tamper(&mut world, move |event| match event {
        Event::Drawn { .. } => {
            *event = cheat.clone();
            true
        }
        _ => false,
    });
    world.run(11_000);
    assert_eq!(stopped(&world), Some(Stopped::Begin(BeginFault::LeftOut)));
    silent_for_good(&mut world);
    keeps_evidence(&mut world);
}

#[test]
fn rolls_that_are_wrong() {
    type Change = fn(&mut Event) -> bool;
    type Expected = fn(Fault) -> bool;
    let changes: [(Change, Expected); 4] = [
        (
            |event| match event {
                Event::Rolled { face, .. } => {
                    *face = Face::new(face.get() % 6 + 1).unwrap();
                    true
                }
                _ => false,
            },
            |fault| matches!(fault, Fault::Face { .. }),
        ),
        (
            |event| match event {
                Event::Rolled { roll, .. } => {
                    *roll -= 1;
                    true
                }
                _ => false,
            },
            |fault| matches!(fault, Fault::Number { .. }),
        ),
        (
            |event| match event {
                Event::Rolled { server_link, .. } => {
                    server_link.0[31] ^= 0x80;
                    true
                }
                _ => false,
            },
            |fault| fault == Fault::NotOfChain,
        ),
        (
            |event| match event {
                Event::Rolled {
                    link: Some(link), ..
                } => {
                    *link = Link([5; 32]);
                    true
                }
                _ => false,
            },
            |fault| fault == Fault::NotOfChain,
        ),
    ];
    for (n, (change, expected)) in changes.into_iter().enumerate() {
        let mut world = red_to_roll(40 + n as u64);
        for _ in 0..2 {
            world.intend(0, Intent::Roll);
            world.run(1000);
            to_my_roll(&mut world, 0);
        }
        let changed = tamper(&mut world, change);
        world.intend(0, Intent::Roll);
        world.run(1000);
        assert!(changed.get() > 0);
        let (_, fault) =
            dice_fault(&world).unwrap_or_else(|| panic!("change {n}: {:?}", stopped(&world)));
        assert!(expected(fault), "change {n}: {fault:?}");
        silent_for_good(&mut world);
        keeps_evidence(&mut world);
    }
}

/// The same roll shown twice with different dice, the second time to a page that is loaded again.
#[test]
fn events_that_break_the_rules() {
    let mut world = red_to_roll(50);
    tamper(&mut world, |event| match event {
        Event::Rolled { position, .. } => {
            *position = position.replacen("0,0", "0,1", 1);
            true
        }
        _ => false,
    });
    world.intend(0, Intent::Roll);
    world.run(1000);
    assert!(matches!(
        stopped(&world),
        Some(Stopped::Wrong(
            Wrong::Position { .. } | Wrong::Outcome { .. }
        ))
    ));
    silent_for_good(&mut world);
}

/// A server that was set back, and that this client meets again.
#[test]
fn a_server_that_forgot() {
    let (mut world, before) = some_turns(60);
    world.server = before.clone();
    world.cut(0);
    world.run_until(60_000, |world| stopped(world).is_some());
    assert_eq!(stopped(&world), Some(Stopped::Behind));
    silent_for_good(&mut world);
    keeps_evidence(&mut world);

    // The same for a page that is loaded again: only what it kept tells it.
    let (mut world, before) = some_turns(61);
    world.server = before;
    world.reload(0);
    world.run_until(60_000, |world| stopped(world).is_some());
    assert_eq!(stopped(&world), Some(Stopped::Behind));
    silent_for_good(&mut world);
}

/// A server that was set back and went on otherwise.
#[test]
fn a_history_that_differs_from_what_was_kept() {
    for (seed, reload) in [(70, true), (71, true), (72, false), (73, false)] {
        let (mut world, mut other) = some_turns(seed);
        let seen = world.server.rolls();
        // In the other history the table rolls for red, so that another state of the dice follows.
        let now = Time(world.now);
        other.away(Seat::Red, &mut world.chance, now);
        while other.seq() <= world.server.seq() + 4 || other.rolls() <= seen {
            assert!(other.drive(&mut world.chance, now) > 0);
        }
        let sent = world.devices[0].sent.len();
        world.server = other;
        if reload {
            world.reload(0);
        } else {
            world.cut(0);
        }
        world.run_until(60_000, |world| stopped(world).is_some());
        match stopped(&world) {
            Some(Stopped::Differs { .. }) if reload => {}
            Some(Stopped::Differs { .. } | Stopped::Behind) if !reload => {}
            other => panic!("{other:?}"),
        }
        let links = world.devices[0].sent[sent..].iter();
        let links = links.filter(|message| {
            matches!(
                message,
                ClientMessage::Command {
                    command: Command::Roll { .. },
                    ..
                }
            )
        });
        assert_eq!(links.count(), 0, "no link for a history that differs");
        silent_for_good(&mut world);
    }
}

/// A chain at this person's seat that is not this device's: another device of theirs, as far as one can know. This one
/// takes no part, and says so.
#[test]
fn another_chain_before_the_begin_is_another_device() {
    let mut world = to_begin(80);
    let foreign = Event::Chained {
        seat: Seat::Red,
        tip: Tip([0x77; 32]),
    };
    let count = world.server.happen(vec![foreign], Time(world.now));
    world.tell(count);
    world.run(500);
    assert_eq!(world.devices[0].client.part(), Part::Elsewhere);
    world.intend(0, Intent::Begin);
    world.run_until(20_000, |world| {
        matches!(world.server.table.phase(), Phase::Playing)
    });
    assert_eq!((stopped(&world), answers(&world)), (None, 0));
    to_my_roll(&mut world, 0);
    world.intend(0, Intent::Roll);
    world.run(500);
    assert_eq!(world.devices[0].client.checks().seats[Seat::Red].linked, 0);
    world.come_to_rest();
    world.assert_agreement();
}

/// What is said to be from a line that was given up is not heard.
#[test]
fn a_frame_out_of_time_is_not_heard() {
    let mut world = World::new(90, Options::default());
    let device = world.join(0, Storage::default());
    world.give(device, Input::Disconnected);
    let welcome = world.server.welcome(0, None, Default::default(), Time(1));
    world.give(
        device,
        Input::Frame(serde_json::to_string(&welcome).unwrap()),
    );
    assert_eq!(world.devices[device].client.table(), None);
}
