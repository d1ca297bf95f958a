//! Records in which something was changed.

use ludo_dice::Proof;
use ludo_rules::{Entry, Record, Seat, Tag};

use crate::desk::Desk;

use super::{is_proven, is_sealed, key};

/// Changes one letter at this byte of a text.
pub(super) fn with(text: &str, at: usize, new: char) -> String {
    let mut changed = text.to_owned();
    changed.replace_range(at..=at, new.encode_utf8(&mut [0; 4]));
    changed
}

/// Another hex digit.
fn other_digit(text: &str, at: usize) -> String {
    let new = if text.as_bytes()[at] == b'7' {
        '8'
    } else {
        '7'
    };
    with(text, at, new)
}

/// Forges one thing of a good record at a time; each must be refused without a look at the seal.
pub(super) fn forge(desk: &mut Desk, record: &Record) {
    let text = record.to_string();
    let rolls = Proof::of(record).unwrap().rolls;
    let chained: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|&seat| {
            record
                .tag(Tag::dice(seat))
                .is_some_and(|tag| !tag.ends_with(" 0 -"))
        })
        .collect();

    // A tip, an index, a link.
    for line in text
        .lines()
        .filter(|line| line.starts_with("[Dice") && line.len() > 80)
    {
        let start = text.find(line).unwrap();
        let quote = start + line.find('"').unwrap() + 1;
        let is_silent = line.ends_with(" 0 -\"]");
        if is_silent && rolls < 30 {
            // The tip of a seat that never showed a link goes into the dice, and in a few of them luck can hide it.
            continue;
        }
        let at = quote + desk.below(64);
        assert!(!is_proven(&other_digit(&text, at)), "tip: {line}");
        let number = quote + 65;
        assert!(!is_proven(&other_digit(&text, number)), "index: {line}");
        if !is_silent {
            let link = start + line.len() - 2 - 64 + desk.below(64);
            assert!(!is_proven(&other_digit(&text, link)), "link: {line}");
        }
    }
    // The first seat.
    for seat in record.seats().iter().filter(|&seat| seat != record.first()) {
        let (from, to) = (record.first(), seat);
        let changed = text.replacen(
            &format!("[First \"{from}\"]"),
            &format!("[First \"{to}\"]"),
            1,
        );
        assert!(!is_proven(&changed), "first: {to}");
    }
    // A die.
    let moves = text.split_once("\n\n").unwrap().0.len() + 2;
    let dice: Vec<usize> = text[moves..]
        .match_indices(':')
        .map(|(at, _)| moves + at - 1)
        .filter(|&at| text.as_bytes()[at].is_ascii_digit() && text.as_bytes()[at - 2] != b'+')
        .filter(|&at| !text[..at].ends_with('+') && !text[at - 2..at].contains('+'))
        .collect();
    for _ in 0..10.min(dice.len()) {
        let at = dice[desk.below(dice.len())];
        for face in ('1'..='6').filter(|&face| face != char::from(text.as_bytes()[at])) {
            assert!(!is_proven(&with(&text, at, face)), "die at {at}: {face}");
        }
    }
    // A colour: a chain that goes with another seat, and the whole game with the colours passed on.
    if rolls < 30 || chained.is_empty() {
        return;
    }
    for seat in Seat::ALL.into_iter().filter(|seat| *seat != chained[0]) {
        let (one, other) = (Tag::dice(chained[0]), Tag::dice(seat));
        let swapped = text
            .replace(&format!("[{one} "), "[? ")
            .replace(&format!("[{other} "), &format!("[{one} "))
            .replace("[? ", &format!("[{other} "));
        assert!(!is_proven(&swapped), "{one} and {other}");
    }
    if text.contains("[Start ") {
        return;
    }
    // By the rules it is as good as before: the dice alone tell.
    assert!(Proof::of(&passed_on(record)).is_err());
}

/// The same game with every colour the next one: the moves keep the rules as before.
fn passed_on(record: &Record) -> Record {
    let tag = |tag: &Tag| {
        let mut name = tag.name().to_owned();
        for seat in Seat::ALL {
            let names = [Tag::player, Tag::kind, Tag::dice].map(|of| (of(seat), of(seat.next())));
            if let Some((_, next)) = names.into_iter().find(|(old, _)| *old == tag.name()) {
                next.clone_into(&mut name);
            }
        }
        let value = match tag.name() {
            "First" | "Places" => letters(tag.value()),
            _ => tag.value().to_owned(),
        };
        Tag::new(&name, &value).unwrap()
    };
    let entry = |entry: &Entry| {
        let text = entry.ply.to_string();
        let (front, mv) = text.split_once(':').unwrap();
        let mv = if mv.starts_with(|c: char| c.is_ascii_digit()) {
            letters(mv)
        } else {
            mv.to_owned()
        };
        // Captured seats stand in the order of the colours.
        let (walk, captured) = mv.split_once('x').unwrap_or((&mv, ""));
        let mut captured: Vec<Seat> = captured.chars().filter_map(Seat::from_letter).collect();
        captured.sort();
        let captured: String = captured.into_iter().map(Seat::letter).collect();
        let x = if captured.is_empty() { "" } else { "x" };
        let ply = format!("{}:{walk}{x}{captured}", letters(front));
        Entry {
            ply: ply.parse().unwrap(),
            comments: entry.comments.clone(),
        }
    };
    let tags = record.tags().iter().map(tag).collect();
    let moves = record.moves().iter().map(entry).collect();
    Record::new(tags, moves).unwrap()
}

fn letters(text: &str) -> String {
    let next = |c| Seat::from_letter(c).map_or(c, |seat| seat.next().letter());
    text.chars().map(next).collect()
}

/// Changes bytes of a sealed record: whatever it is, it is refused.
pub(super) fn scratch(desk: &mut Desk, record: Record, tries: usize) {
    let sealed = key().seal(record).unwrap().to_string();
    assert!(is_sealed(&sealed));
    for _ in 0..tries {
        let mut bytes = sealed.clone().into_bytes();
        let at = desk.below(bytes.len());
        let new = b"09afzrgyb xX-:\n\"\\"[desk.below(17)];
        if bytes[at] == new || !sealed.is_char_boundary(at) || !sealed.is_char_boundary(at + 1) {
            continue;
        }
        bytes[at] = new;
        assert!(
            !is_sealed(&String::from_utf8(bytes).unwrap()),
            "{at}: {new}"
        );
    }
}
