//! Whole recorded games, good ones and forged ones, checked by their dice alone: with bots, absent players, lost
//! secrets and seats that gave up. (The rules of the moves are not this crate's matter.)
#![allow(clippy::unwrap_used)]

use ludo_dice::{Begin, Dice, Fault, GameId, Link, Party, Tip, WrongDice};
use ludo_rules::{BySeat, Seat, SeatSet};

/// `TIP INDEX LINK` of a record's dice tags.
#[derive(Clone, Copy)]
struct Shown {
    tip: Tip,
    index: u32,
    link: Option<Link>,
}

impl Shown {
    /// Link number `n`, hashed down from the last one; none if that comes before it.
    fn link(&self, n: u32) -> Option<Link> {
        Some(Link(self.link?.down(self.index.checked_sub(n)?)))
    }
}

#[derive(Debug, PartialEq)]
enum Bad {
    NoProof,
    Dice(WrongDice),
    /// The first seat is not the one that the links give.
    First,
    /// The face of this roll is not the one that the links give.
    Face(u32),
    /// The record does not show the link of this roll.
    LinkMissing(u32),
    /// The server's index is not the number of rolls plus one.
    ServerIndex,
}

#[derive(Debug, Default, PartialEq)]
struct Counts {
    with_link: u32,
    auto: u32,
    bot: u32,
    no_link: u32,
    no_chain: u32,
}

fn tag<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    record.lines().find_map(|line| {
        line.strip_prefix(&format!("[{name} \""))?
            .strip_suffix("\"]")
    })
}

fn shown(record: &str, name: &str) -> Option<Shown> {
    let mut words = tag(record, name)?.split(' ');
    let mut word = || words.next().unwrap();
    Some(Shown {
        tip: word().parse().unwrap(),
        index: word().parse().unwrap(),
        link: word().parse().ok(),
    })
}

fn check(record: &str) -> Result<Counts, Bad> {
    let server = shown(record, "DiceServer").ok_or(Bad::NoProof)?;
    let game: GameId = tag(record, "Game").ok_or(Bad::NoProof)?.parse().unwrap();
    let names = ["Red", "Green", "Yellow", "Blue"];
    let chains = BySeat::from_fn(|seat| shown(record, &format!("Dice{}", names[seat.index()])));
    let seats: SeatSet = Seat::ALL
        .into_iter()
        .filter(|seat| tag(record, names[seat.index()]).is_some())
        .collect();
    let begin = Begin {
        game,
        server_tip: server.tip,
        tips: BySeat::from_fn(|seat| Some(chains[seat]?.tip)),
        seats,
    };
    let links = BySeat::from_fn(|seat| chains[seat]?.link(1));
    let (mut dice, first) =
        Dice::draw(&begin, server.link(1).ok_or(Bad::NoProof)?, &links).map_err(Bad::Dice)?;
    if tag(record, "First").and_then(|first| Seat::from_letter(first.chars().next()?))
        != Some(first)
    {
        return Err(Bad::First);
    }

    let mut counts = Counts::default();
    let moves = record.split_once("\n\n").unwrap().1;
    // Comments stand after their move; glue them to it.
    let moves = moves
        .replace("[%bot ", "[%bot_")
        .replace(['\n', ' '], " ")
        .replace(" {", "{");
    for text in moves.split_whitespace() {
        let mut letters = text.chars();
        let seat = letters.next().and_then(Seat::from_letter).unwrap();
        let Some(face) = letters.next().and_then(|digit| digit.to_digit(10)) else {
            continue; // bonus steps, or a seat that gives up
        };
        let n = dice.next_roll();
        let mut link = None;
        if text.contains("[%auto]") {
            counts.auto += 1;
        } else if text.contains("[%bot_") {
            counts.bot += 1;
        } else if text.contains("[%nolink]") {
            counts.no_link += 1;
            dice.no_link(seat);
        } else if chains[seat].is_some_and(|chain| chain.link.is_some()) {
            counts.with_link += 1;
            link = Some(
                chains[seat]
                    .unwrap()
                    .link(n + 1)
                    .ok_or(Bad::LinkMissing(n))?,
            );
        } else {
            counts.no_chain += 1;
        }
        let found = dice
            .roll(seat, server.link(n + 1).ok_or(Bad::ServerIndex)?, link)
            .map_err(Bad::Dice)?;
        if u32::from(found.get()) != face {
            return Err(Bad::Face(n));
        }
    }
    if server.index != dice.rolls() + 1 {
        return Err(Bad::ServerIndex);
    }
    Ok(counts)
}

macro_rules! record {
    ($name:literal) => {
        check(include_str!(concat!("vectors/dice/", $name, ".ludo")))
    };
}

#[test]
fn good_records() {
    let counts = record!("good_all_linked").unwrap();
    assert_eq!(
        counts,
        Counts {
            with_link: 427,
            ..Counts::default()
        }
    );
    let counts = record!("good_two_seats_one_bot").unwrap();
    assert!(counts.with_link > 50 && counts.no_chain > 50);
    assert_eq!(
        record!("good_no_chains").unwrap(),
        Counts {
            no_chain: 266,
            ..Counts::default()
        }
    );
    assert!(record!("good_parchis_three_chains").unwrap().with_link > 100);
    assert!(record!("good_resigned").unwrap().with_link > 100);
    assert_eq!(record!("good_absent_player").unwrap().auto, 19);
    assert_eq!(record!("good_secret_lost").unwrap().no_link, 75);
    assert_eq!(record!("good_bot_in_a_persons_seat").unwrap().bot, 80);
    assert!(record!("good_silent_at_the_begin").unwrap().no_chain > 50);
}

#[test]
fn forged_records() {
    let wrong = |party, roll, fault| Err(Bad::Dice(WrongDice { party, roll, fault }));
    let green = Party::Seat(Seat::Green);
    assert_eq!(record!("bad_no_proof"), Err(Bad::NoProof));
    assert_eq!(record!("bad_first_changed"), Err(Bad::First));
    assert_eq!(record!("bad_die_changed"), Err(Bad::Face(1)));
    assert_eq!(record!("bad_auto_mark_added"), Err(Bad::Face(1)));
    assert_eq!(
        record!("bad_server_link_changed"),
        wrong(Party::Server, 0, Fault::NotOfChain)
    );
    assert_eq!(
        record!("bad_seat_tip_changed"),
        wrong(green, 0, Fault::NotOfChain)
    );
    assert_eq!(
        record!("bad_same_chain_twice"),
        wrong(green, 0, Fault::SameTip(Party::Seat(Seat::Red)))
    );
    assert!(matches!(
        record!("bad_link_used_after_nolink"),
        Err(Bad::Dice(WrongDice {
            fault: Fault::AfterNoLink,
            ..
        }))
    ));
    assert_eq!(
        record!("bad_server_revealed_too_much"),
        Err(Bad::ServerIndex)
    );
    // What these change goes into S, so that the first seat or a die is another one.
    assert!(matches!(
        record!("bad_game_id_changed"),
        Err(Bad::First | Bad::Face(_))
    ));
    assert!(matches!(
        record!("bad_seat_chain_removed"),
        Err(Bad::First | Bad::Face(_))
    ));
}
