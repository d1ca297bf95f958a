//! What people say to each other: now or never, and beside the game.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::{Storage, effects};
use common::setup::{red_to_roll, seated, sent};
use ludo_client::{Effect, Input, Intent, Line};
use ludo_protocol::{ClientMessage, ErrorCode, Saying};
use ludo_rules::Seat;

#[test]
fn what_is_said_is_heard_by_all_and_changes_nothing_else() {
    let mut world = seated(1);
    let other = world.join(1, Storage::default());
    world.hands_off.push(other);
    world.run(500);
    let before = world.devices[0].client.table().cloned();
    world.intend(0, Intent::Say(Saying::WellPlayed));
    assert!(
        world.devices[0].said.is_empty(),
        "it is said when the server says so"
    );
    assert_eq!(world.devices[0].client.pending().count(), 0);
    world.run(500);
    for device in &world.devices {
        assert_eq!(device.said, [(Seat::Red, Saying::WellPlayed)]);
        assert_eq!(device.client.table().cloned(), before);
    }
    // Whoever has no seat hears that, and nobody hears them.
    world.intend(other, Intent::Say(Saying::Hello));
    world.run(500);
    assert_eq!(world.devices[other].unsaid, [(ErrorCode::NotSeated, 0)]);
    assert_eq!(world.devices[0].said.len(), 1);
}

/// A word that comes late is worse than none.
#[test]
fn without_a_line_nothing_is_said_and_nothing_is_kept_to_be_said() {
    let mut world = seated(2);
    world.net.refuse = 1;
    world.cut(0);
    world.run_until(2000, |world| world.devices[0].client.line() != Line::Online);
    world.intend(0, Intent::Say(Saying::Oops));
    assert_eq!(world.devices[0].unsaid, [(ErrorCode::Unavailable, 0)]);
    world.net.refuse = 0;
    world.come_to_rest();
    let is_word = |message: &&ClientMessage| matches!(message, ClientMessage::Say { .. });
    assert_eq!(world.devices[0].sent.iter().filter(is_word).count(), 0);
    assert!(world.devices[0].said.is_empty());
}

#[test]
fn an_older_page_passes_over_what_a_newer_server_knows() {
    let mut world = seated(3);
    let client = &mut world.devices[0].client;
    let now = ludo_table::Time(world.now);
    for saying in ["of_a_later_version", "other", "smile"] {
        let text = format!(r#"{{"type":"said","seat":"y","saying":"{saying}","more":1}}"#);
        client.handle(Input::Frame(text), now);
    }
    let said = effects(client)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Said { seat, saying } => Some((seat, saying)),
            _ => None,
        });
    assert_eq!(said.collect::<Vec<_>>(), [(Seat::Yellow, Saying::Smile)]);
    assert_eq!(client.line(), Line::Online);
}

/// What was said while the device slept was said long ago.
#[test]
fn what_piled_up_in_a_sleep_is_not_told() {
    let mut world = red_to_roll(4);
    let tab = world.join(0, world.devices[0].storage.clone());
    world.hands_off.push(tab);
    world.run(500);
    world.sleep(tab, 20_000);
    world.run(1000);
    world.intend(0, Intent::Say(Saying::Laugh));
    world.run(500);
    assert_eq!(world.devices[0].said.len(), 1);
    world.run(30_000);
    assert!(world.devices[tab].said.is_empty());
    assert_eq!(
        world.devices[tab].connects.len(),
        1,
        "it had the same line all the while"
    );
    world.intend(0, Intent::Say(Saying::Thanks));
    world.run(500);
    assert_eq!(world.devices[tab].said, [(Seat::Red, Saying::Thanks)]);
    assert_eq!(sent(&world, 0, "say"), 0, "it is no command");
}
