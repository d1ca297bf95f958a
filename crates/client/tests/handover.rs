//! Two devices of one person in a game: the secret of the seat goes from one to the other, and both stay honest.

#![allow(clippy::unwrap_used)]

mod common;

use common::device::Storage;
use common::setup::{events, marks, red_to_roll, seated, sent, to_my_roll, turn};
use common::world::World;
use ludo_client::{BeginFault, Input, Intent, Part, SeatSecret, Stopped};
use ludo_protocol::ServerMessage;
use ludo_rules::Seat;
use ludo_table::{By, Command, Time};

const LINKED: (By, bool) = (By::Owner, true);
const NO_LINK: (By, bool) = (By::OwnerNoLink, false);

/// The phone of the person of device 0, which took the seat's secret along.
fn phone(world: &mut World) -> usize {
    let phone = world.hand_over(0).unwrap();
    world.hands_off.push(phone);
    world.run(1000);
    phone
}

/// A text with one of its parts changed: bytes from `at` on.
fn changed(text: &str, at: usize, change: impl Fn(u8) -> u8) -> String {
    use base64ct::{Base64UrlUnpadded, Encoding};

    let mut bytes = Base64UrlUnpadded::decode_vec(text).unwrap();
    bytes[at] = change(bytes[at]);
    Base64UrlUnpadded::encode_string(&bytes)
}

#[test]
fn the_other_device_rolls_with_links() {
    let mut world = red_to_roll(1);
    turn(&mut world, 0);
    let phone = phone(&mut world);
    let client = &world.devices[phone].client;
    assert_eq!(client.part(), Part::Holds);
    let checks = client.checks();
    assert_eq!(
        (checks.checked, checks.rolls),
        (world.server.rolls(), world.server.rolls()),
        "the whole game was checked there"
    );
    // Either rolls, in any order, and each learns of the other.
    for n in 0..6 {
        let device = [phone, 0, phone, phone, 0, 0][n];
        to_my_roll(&mut world, device);
        turn(&mut world, device);
        let checks = [0, phone].map(|device| world.devices[device].client.checks());
        assert_eq!(checks[0], checks[1]);
    }
    assert!(marks(&world).iter().all(|mark| *mark == LINKED));
    world.come_to_rest();
    world.assert_agreement();
    // It keeps what it was handed: the page can be loaded again.
    world.reload(phone);
    world.run(1000);
    assert_eq!(world.devices[phone].client.part(), Part::Holds);
}

#[test]
fn without_the_secret_the_other_device_rolls_without_links() {
    let mut world = red_to_roll(2);
    let phone = world.join(0, Storage::default());
    world.hands_off.push(phone);
    world.run(1000);
    let client = &world.devices[phone].client;
    assert_eq!(client.part(), Part::Elsewhere);
    assert!(client.seat_secret().is_none(), "it has none to give");
    turn(&mut world, phone);
    assert_eq!(marks(&world).last(), Some(&NO_LINK));
    // From then on the seat has none, here and there.
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&NO_LINK));
    for device in [0, phone] {
        let client = &world.devices[device].client;
        assert_eq!(client.part(), Part::Lost);
        assert!(
            client.seat_secret().is_none(),
            "there is nothing to hand over any more"
        );
    }
    world.come_to_rest();
    world.assert_agreement();
}

/// One device rolls while the other hears nothing: what was pressed there meanwhile does not count, and no link is given
/// for a roll that is spent.
#[test]
fn a_device_that_was_cut_off_learns_before_it_rolls() {
    let mut world = red_to_roll(3);
    let phone = phone(&mut world);
    world.cut(phone);
    world.net.refuse = 1;
    world.run_until(3000, |world| world.devices[phone].line.is_none());
    world.intend(phone, Intent::Roll);
    assert!(world.devices[phone].client.is_acting());
    let before = marks(&world).len();
    // The laptop's line holds.
    turn(&mut world, 0);
    assert!(marks(&world).len() > before);
    world.net.refuse = 0;
    let asked = sent(&world, phone, "roll");
    world.run(15_000);
    assert_eq!(sent(&world, phone, "roll"), asked, "nothing was sent");
    assert!(!world.devices[phone].client.is_acting());
    turn(&mut world, phone);
    assert!(marks(&world).iter().all(|mark| *mark == LINKED));
    world.come_to_rest();
    world.assert_agreement();
    assert!(world.devices[phone].refused.is_empty());
}

/// Both press at once: one roll, with the one link that there is for it.
#[test]
fn b059_both_devices_at_once_make_one_roll() {
    let mut world = red_to_roll(4);
    let phone = phone(&mut world);
    for _ in 0..8 {
        to_my_roll(&mut world, 0);
        to_my_roll(&mut world, phone);
        world.run(500);
        let before = world.server.rolls();
        world.intend(0, Intent::Roll);
        world.intend(phone, Intent::Roll);
        world.run_until(5000, |world| world.server.rolls() > before);
        world.run(300);
    }
    assert!(marks(&world).iter().all(|mark| *mark == LINKED));
    let (one, other) = (&world.devices[0].given, &world.devices[phone].given);
    let both = one.iter().filter(|given| other.contains_key(given.0));
    let both: Vec<_> = both.collect();
    assert!(both.len() > 3);
    for (roll, state) in both {
        assert_eq!(other[roll], *state, "one link, one state of the dice");
    }
    world.come_to_rest();
    world.assert_agreement();
}

/// Before the game there is only one chain to bring, and the device that took it over brings it nowhere again.
#[test]
fn a_secret_that_is_handed_over_before_the_game() {
    let mut world = seated(5);
    let tip = world.server.table.chair(Seat::Red).tip();
    let chained = events(&world, "chained");
    let phone = phone(&mut world);
    assert_eq!(world.server.table.chair(Seat::Red).tip(), tip);
    assert_eq!(world.devices[phone].client.part(), Part::Holds);
    assert_eq!(events(&world, "chained"), chained);
    world.add_bot(phone, Seat::Yellow);
    world.run(500);
    // The laptop is gone before the begin: the phone answers it.
    world.sleep(0, 3600 * 1000);
    world.intend(phone, Intent::Begin);
    to_my_roll(&mut world, phone);
    turn(&mut world, phone);
    assert!(marks(&world).iter().all(|mark| *mark == LINKED));
    // And the laptop, which slept through the draw, rolls with links too.
    world.come_to_rest();
    to_my_roll(&mut world, 0);
    turn(&mut world, 0);
    assert_eq!(marks(&world).last(), Some(&LINKED));
    world.come_to_rest();
    world.assert_agreement();
}

/// The phone had a chain of its own, which did not come into the game.
#[test]
fn a_secret_that_takes_the_place_of_a_chain_that_was_of_no_use() {
    let mut world = seated(6);
    // The phone brings its own, and then the laptop one more, which is the one that counts.
    let phone = world.join(0, Storage::default());
    world.hands_off.push(phone);
    world.run(1000);
    assert_eq!(world.devices[phone].client.part(), Part::Holds);
    world.devices[0].storage.borrow_mut().clear();
    world.reload(0);
    world.run(1000);
    let parts = [0, phone].map(|device| world.devices[device].client.part());
    assert_eq!(parts, [Part::Holds, Part::Elsewhere]);
    world.add_bot(0, Seat::Yellow);
    world.intend(0, Intent::Begin);
    to_my_roll(&mut world, 0);
    let text = world.devices[0].client.seat_secret().unwrap().to_fragment();
    world.give(
        phone,
        Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap()),
    );
    world.run(1000);
    assert_eq!(world.devices[phone].client.part(), Part::Holds);
    turn(&mut world, phone);
    assert!(marks(&world).iter().all(|mark| *mark == LINKED));
}

/// What is handed over does not fit what the server shows: the device stops, sends nothing, and keeps what it saw.
#[test]
fn a_game_that_is_not_the_one_that_was_handed_over() {
    type Change = fn(&str) -> String;
    type Check = fn(&Stopped) -> bool;
    let cases: [(Change, Check); 3] = [
        // Another state before the roll.
        (
            |text| changed(text, 20, |byte| byte ^ 1),
            |why| matches!(why, Stopped::Differs { .. }),
        ),
        // Another chain than the one in the begin.
        (
            |text| changed(text, 60, |byte| byte ^ 1),
            |why| *why == Stopped::Begin(BeginFault::OwnTip),
        ),
        // A roll that the server knows nothing of: it has lost some.
        (
            |text| changed(text, 19, |byte| byte + 9),
            |why| *why == Stopped::Behind,
        ),
    ];
    for (n, (change, is_why)) in cases.into_iter().enumerate() {
        let mut world = red_to_roll(7);
        turn(&mut world, 0);
        let text = change(&world.devices[0].client.seat_secret().unwrap().to_fragment());
        let phone = world.join(0, Storage::default());
        world.hands_off.push(phone);
        world.give(
            phone,
            Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap()),
        );
        world.run(40_000);
        let why = world.devices[phone].client.stopped().cloned().unwrap();
        assert!(is_why(&why) && why.is_evidence(), "case {n}: {why}");
        assert!(world.devices[phone].commands.is_empty());
        // And again when the page is loaded again.
        world.reload(phone);
        world.run(1000);
        let again = world.devices[phone].client.stopped();
        assert_eq!(again, Some(&Stopped::Before(why.to_string())), "case {n}");
    }
}

/// A server that shows each device another game: the same begin, and then, for the phone, a roll that the table made
/// without red's link. All its dice are right; the state that the laptop handed over says no.
#[test]
fn b020_a_server_that_shows_each_device_another_game() {
    let mut world = red_to_roll(8);
    let mut fork = world.server.clone();
    turn(&mut world, 0);
    let now = Time(world.now);
    fork.away(Seat::Red, &mut world.chance, now);
    for _ in 0..100 {
        fork.drive(&mut world.chance, now);
    }
    assert!(fork.rolls() > world.server.rolls());
    let laptop = world.devices[0].client.seat_secret().unwrap();
    world.tamper = Some(Box::new(move |device, message| {
        if device == 0 {
            return;
        }
        *message = match message {
            ServerMessage::Welcome(welcome) => fork.welcome(0, None, welcome.here, now),
            _ => ServerMessage::Pong { seq: 0 },
        };
    }));
    let phone = world.join(0, Storage::default());
    world.hands_off.push(phone);
    world.give(phone, Input::SeatSecret(laptop));
    world.run(30_000);
    let stopped = world.devices[phone].client.stopped();
    assert!(
        matches!(stopped, Some(Stopped::Differs { .. })),
        "{stopped:?}"
    );
    assert!(world.devices[phone].commands.is_empty(), "it gives nothing");
    // The laptop's game goes on.
    turn(&mut world, 0);
}

/// What is of another game, or comes when there is none, is left aside, and the device has its own part.
#[test]
fn a_secret_of_another_game_is_left_aside() {
    let mut world = red_to_roll(9);
    let old = world.devices[0].client.seat_secret().unwrap();
    assert_eq!(old.game(), world.server.table.game());
    let text = old.to_fragment();
    world.intend(0, Intent::Resign);
    world.run(1000);
    assert!(world.devices[0].client.seat_secret().is_none());
    let chained = events(&world, "chained");
    world.intend(0, Intent::Rematch);
    world.run(1000);
    let phone = world.join(0, Storage::default());
    world.hands_off.push(phone);
    world.give(
        phone,
        Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap()),
    );
    world.run(1000);
    assert_eq!(world.devices[phone].client.part(), Part::Holds);
    assert!(
        !world.devices[phone]
            .storage
            .borrow()
            .contains_key(&old.game())
    );
    assert_eq!(
        events(&world, "chained"),
        chained + 2,
        "one of each device for the new game"
    );
}

/// A device that cannot store what it is handed gives no link.
#[test]
fn a_device_that_cannot_keep_the_secret() {
    for hangs in [false, true] {
        let mut world = red_to_roll(10);
        let text = world.devices[0].client.seat_secret().unwrap().to_fragment();
        let phone = world.join(0, Storage::default());
        world.hands_off.push(phone);
        world.devices[phone].storage_works = false;
        world.devices[phone].storage_hangs = hangs;
        world.give(
            phone,
            Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap()),
        );
        world.run(30_000);
        turn(&mut world, phone);
        assert_eq!(marks(&world).last(), Some(&NO_LINK));
    }
}

/// The secret is in what goes from screen to screen, and in nothing that is sent or printed.
#[test]
fn b111_the_secret_is_not_printed() {
    let mut world = red_to_roll(11);
    let secret = world.devices[0].client.seat_secret().unwrap();
    let stored = world.devices[0].storage.borrow()[&secret.game()].clone();
    let stored: serde_json::Value = serde_json::from_str(&stored).unwrap();
    let hex = stored["secret"].as_str().unwrap().to_owned();
    let text = secret.to_fragment();
    let printed = format!(
        "{:?} {:?}",
        Input::SeatSecret(secret),
        world.devices[0].client
    );
    assert!(printed.contains("SeatSecret(..)"));
    assert!(!printed.contains(&hex) && !printed.contains(&text[72..]));
    world.give(
        0,
        Input::SeatSecret(SeatSecret::from_fragment(&text).unwrap()),
    );
    assert!(!format!("{:?}", world.devices[0].client).contains(&hex));
    let sent = |command: &Command| format!("{command:?}").contains(&hex);
    assert!(!world.devices[0].commands.values().any(sent));
}
