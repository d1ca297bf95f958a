//! The published vectors: `U`, a chain, and whole games.
#![allow(clippy::unwrap_used)]

use ludo_dice::{Begin, Chain, Dice, Link, Secret, uniform};
use ludo_rules::{BySeat, Seat, SeatSet};
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors/dice.json")).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn number(value: &Value, key: &str) -> u32 {
    value[key].as_u64().unwrap().try_into().unwrap()
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap())
        .collect()
}

fn bytes32(text: &str) -> [u8; 32] {
    bytes(text).try_into().unwrap()
}

fn chain(secret: &str) -> Chain {
    Chain::new(Secret::from_entropy(bytes32(secret)))
}

fn seat(letter: &str) -> Seat {
    Seat::from_letter(letter.chars().next().unwrap()).unwrap()
}

/// What a vector shows for each seat that has a chain.
fn by_seat<T>(game: &Value, read: impl Fn(&Value) -> Option<T>) -> BySeat<Option<T>> {
    let chains = game["chains"].as_object().unwrap();
    let mut all = BySeat::from_fn(|_| None);
    for (letter, chain) in chains {
        all[seat(letter)] = read(chain);
    }
    all
}

fn begin(game: &Value) -> Begin {
    Begin {
        game: text(game, "id").parse().unwrap(),
        server_tip: text(game, "server_tip").parse().unwrap(),
        tips: by_seat(game, |chain| Some(text(chain, "tip").parse().unwrap())),
        seats: text(game, "seats")
            .chars()
            .filter_map(Seat::from_letter)
            .collect::<SeatSet>(),
    }
}

fn link(value: &Value) -> Option<Link> {
    value.as_str().map(|text| text.parse().unwrap())
}

#[test]
fn numbers_of_u() {
    let vectors = vectors();
    let cases = vectors["U"].as_array().unwrap();
    assert!(cases.len() >= 6);
    for case in cases {
        let found = uniform(
            &bytes32(text(case, "key")),
            &bytes(text(case, "message")),
            number(case, "below"),
        );
        assert_eq!(found, number(case, "value"), "{case}");
    }
}

#[test]
fn links_of_a_chain() {
    let vectors = vectors();
    let chain = chain(text(&vectors["chain"], "secret"));
    let links = vectors["chain"]["link"].as_object().unwrap();
    assert!(links.len() >= 7);
    for (n, expected) in links {
        let n: u32 = n.parse().unwrap();
        let found = if n == 0 {
            chain.tip().to_string()
        } else {
            chain.link(n).unwrap().to_string()
        };
        assert_eq!(found, expected.as_str().unwrap(), "link {n}");
    }
}

#[test]
fn whole_games() {
    let vectors = vectors();
    let games = vectors["games"].as_array().unwrap();
    assert!(games.len() >= 9);
    for game in games {
        let name = text(game, "name");
        let begin = begin(game);
        assert_eq!(Link(begin.digest()).to_string(), text(game, "G"), "{name}");

        let server = chain(text(game, "server_secret"));
        assert_eq!(server.tip(), begin.server_tip, "{name}");
        assert_eq!(server.link(1), link(&game["server_link1"]), "{name}");
        let chains = by_seat(game, |chain| Some(text(chain, "secret").to_owned()));
        let chains = chains.map(|secret| secret.map(|secret| chain(&secret)));
        let links = by_seat(game, |chain| link(&chain["link1"]));
        for seat in Seat::ALL {
            assert_eq!(
                chains[seat].as_ref().map(Chain::tip),
                begin.tips[seat],
                "{name}"
            );
            assert!(
                links[seat].is_none()
                    || links[seat] == chains[seat].as_ref().and_then(|chain| chain.link(1))
            );
        }

        let (mut dice, first) = Dice::draw(&begin, server.link(1).unwrap(), &links).unwrap();
        assert_eq!(Link(dice.state()).to_string(), text(game, "S0"), "{name}");
        assert_eq!(first, seat(text(game, "first")), "{name}");

        let rolls = game["rolls"].as_array().unwrap();
        assert!(rolls.len() >= 30);
        for roll in rolls {
            let n = number(roll, "roll");
            let (server_link, link, seat) = (
                link(&roll["server"]).unwrap(),
                link(&roll["link"]),
                seat(text(roll, "seat")),
            );
            assert_eq!(dice.next_roll(), n);
            assert_eq!(server.link(n + 1), Some(server_link), "{name}, roll {n}");
            if link.is_some() {
                assert!(dice.has_chain(seat), "{name}, roll {n}");
                assert_eq!(
                    chains[seat].as_ref().and_then(|chain| chain.link(n + 1)),
                    link,
                    "{name}, roll {n}"
                );
            }
            let face = dice.roll(seat, server_link, link).unwrap();
            assert_eq!(
                u32::from(face.get()),
                number(roll, "die"),
                "{name}, roll {n}"
            );
            assert_eq!(dice.server().link, Some(server_link));
            assert_eq!(dice.server().index, n + 1);
        }
        assert_eq!(
            Link(dice.state()).to_string(),
            text(game, "S_after_30"),
            "{name}"
        );
    }
}
