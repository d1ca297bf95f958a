//! The seal of a record: valid for its bytes alone.
#![allow(clippy::unwrap_used)]

use ludo_dice::{SealKey, SealPublic, SealState};
use ludo_rules::Record;

const GAME: &str = include_str!("vectors/dice/good_two_seats_one_bot.ludo");

fn key() -> SealKey {
    SealKey::from_entropy([7; 32])
}

fn sealed() -> String {
    key().seal(GAME.parse().unwrap()).unwrap().to_string()
}

#[test]
fn the_seal_is_one_more_tag_and_always_the_same() {
    let sealed = sealed();
    assert_eq!(sealed, self::sealed());
    assert_eq!(
        SealState::of(sealed.as_bytes()),
        SealState::Valid(key().public())
    );
    let line = sealed
        .lines()
        .find(|line| line.starts_with("[Seal "))
        .unwrap();
    assert_eq!(line.len(), "[Seal \"\"]".len() + 64 + 1 + 128);
    assert!(line.contains(&key().public().to_string()));
    assert_eq!(sealed.replace(&format!("{line}\n"), ""), GAME);
    assert_eq!(SealState::of(GAME.as_bytes()), SealState::None);
    let twice = key().seal(sealed.parse().unwrap());
    assert!(twice.is_err(), "a sealed record is not sealed again");
}

#[test]
fn the_published_example_of_the_algorithm() {
    // RFC 8032, 7.1, test 1: a key and its public half.
    let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    let bytes: Vec<u8> = (0..32)
        .map(|i| u8::from_str_radix(&secret[2 * i..2 * i + 2], 16).unwrap())
        .collect();
    let key = SealKey::from_entropy(bytes.try_into().unwrap());
    let public: SealPublic = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        .parse()
        .unwrap();
    assert_eq!(key.public(), public);
}

#[test]
fn no_byte_of_a_sealed_record_can_be_another_one() {
    let sealed = sealed();
    let valid = SealState::Valid(key().public());
    for at in 0..sealed.len() {
        let mut bytes = sealed.clone().into_bytes();
        // A digit for a digit, a letter for a letter: as often as can be the text stays a record.
        bytes[at] = match bytes[at] {
            b'9' => b'0',
            b'f' => b'a',
            b'z' => b'a',
            byte => byte + 1,
        };
        assert_ne!(SealState::of(&bytes), valid, "{at}");
        bytes.remove(at);
        assert_ne!(SealState::of(&bytes), valid, "{at}");
    }
    // Nor one more.
    let more = sealed.replacen("r4:pass ", "r4:pass  ", 1);
    assert!(more.parse::<Record>().is_ok());
    assert_eq!(SealState::of(more.as_bytes()), SealState::Broken);
    assert_eq!(
        SealState::of(sealed.trim_end().as_bytes()),
        SealState::Broken
    );
}

#[test]
fn the_seal_of_another_host_says_so() {
    let other = SealKey::from_entropy([8; 32]);
    let record = other.seal(GAME.parse().unwrap()).unwrap().to_string();
    assert_eq!(
        SealState::of(record.as_bytes()),
        SealState::Valid(other.public())
    );
    // Another one's key before our signature is no seal.
    let stolen = sealed().replace(&key().public().to_string(), &other.public().to_string());
    assert_eq!(SealState::of(stolen.as_bytes()), SealState::Broken);
}

#[test]
fn what_is_no_seal_is_broken() {
    let line =
        |value: &str| GAME.replace("[Termination", &format!("[Seal \"{value}\"]\n[Termination"));
    let key = key().public().to_string();
    for value in [
        "",
        "x",
        &key,
        &format!("{key} "),
        &format!("{key} {}", "0".repeat(128)),
        &"0".repeat(193),
    ] {
        assert_eq!(
            SealState::of(line(value).as_bytes()),
            SealState::Broken,
            "{value}"
        );
    }
    let shouted = sealed().replace(&key, &key.to_uppercase());
    assert_eq!(SealState::of(shouted.as_bytes()), SealState::Broken);
}

#[test]
fn a_line_among_the_moves_is_no_seal() {
    let sealed = sealed();
    let line = sealed
        .lines()
        .find(|line| line.starts_with("[Seal "))
        .unwrap();
    let moved = format!("{GAME}{line}\n");
    assert_eq!(SealState::of(moved.as_bytes()), SealState::None);
}
