//! Records at random.

use ludo_rules::{
    Comment, Deed, Due, Entry, Face, Length, Mark, Move, Ply, Position, Record, Rolled, Rules,
    Seat, Tag, Termination,
};

use super::Chance;

const NAMES: [&str; 8] = [
    "Ania",
    "",
    "a \"quoted\" name",
    "back\\slash\\",
    "] \"] {",
    "Łódź 🎲",
    " spaces  within ",
    "[%auto]",
];
const COMMENTS: [&str; 6] = [
    "",
    " ",
    "well played",
    "{ [%odd] [%clk x] \"",
    "Ż 🎲 [%eval r 0.5]",
    "[%nolink] [%clk 7]",
];

/// A game played at random under some rules, with whatever a record can have.
pub fn record(chance: &mut Chance, steps: usize) -> Record {
    let rules = chance.rules();
    record_of(chance, &rules, steps)
}

pub fn record_of(chance: &mut Chance, rules: &Rules, steps: usize) -> Record {
    let mut start = chance.start(rules);
    if chance.below(4) == 0 {
        // From the middle of a game.
        let moves = chance.below(200);
        let middle = super::play(rules, start, chance, moves, |_| {});
        if !middle.is_over() {
            start = middle;
        }
    }
    let mut tags = vec![
        Tag::new("Event", "At random").unwrap(),
        Tag::new("Rules", &rules.rule_set().to_string()).unwrap(),
    ];
    for seat in start.seats().iter() {
        tags.push(Tag::new(Tag::player(seat), chance.one(&NAMES)).unwrap());
        if chance.below(2) == 0 {
            tags.push(Tag::new(Tag::kind(seat), chance.one(&["person", "bot"])).unwrap());
        }
    }
    let outset = start
        .turn()
        .is_some_and(|first| rules.start(start.seats(), first, Length::Whole) == Ok(start));
    if outset || chance.below(2) == 0 {
        tags.push(Tag::new("First", &start.turn().unwrap().to_string()).unwrap());
    }
    if !outset {
        tags.push(Tag::new("Start", &start.to_string()).unwrap());
    }
    for name in ["Clock", "X_unknown", "Seal"] {
        if chance.below(3) == 0 {
            tags.push(Tag::new(name, chance.one(&NAMES)).unwrap());
        }
    }
    let at = chance.below(tags.len());
    tags.rotate_left(at);
    let moves = moves(chance, rules, start, steps);
    let stopped = chance.one(&[Termination::Unfinished, Termination::Abandoned]);
    Record::of_game(tags, moves, stopped).unwrap()
}

fn moves(chance: &mut Chance, rules: &Rules, start: Position, steps: usize) -> Vec<Entry> {
    let talk = chance.below(3);
    let mut position = start;
    let mut moves = Vec::new();
    for _ in 0..steps {
        let Some(seat) = position.turn() else { break };
        let ply = if chance.below(300) == 0 {
            let seat = chance.one(&position.in_play().iter().collect::<Vec<Seat>>());
            Ply {
                seat,
                deed: Deed::Resign,
            }
        } else {
            Ply {
                seat,
                deed: deed(chance, rules, &position),
            }
        };
        position = match ply.deed {
            Deed::Resign => rules.resign(&position, ply.seat).unwrap(),
            Deed::Roll { face, mv: Some(mv) } => {
                let roll = matches!(position.due(), Due::Roll { .. }).then_some(face);
                rules.play(&position, roll, mv).unwrap()
            }
            Deed::Roll { face, mv: None } => match rules.roll(&position, face).unwrap() {
                Rolled::Choose(position) => position,
                Rolled::Settled { .. } => unreachable!(),
            },
            Deed::Bonus { mv, .. } => rules.play(&position, None, mv).unwrap(),
        };
        let mut entry = Entry::new(ply);
        while chance.below(6) < talk {
            entry.comments.push(comment(chance));
        }
        moves.push(entry);
        if let Deed::Roll { mv: None, .. } = ply.deed {
            // Nobody plays it any more.
            if chance.below(2) == 0 {
                moves.push(Entry::new(Ply {
                    seat,
                    deed: Deed::Resign,
                }));
            }
            break;
        }
    }
    moves
}

fn deed(chance: &mut Chance, rules: &Rules, position: &Position) -> Deed {
    let mut one =
        |roll: Option<Face>| -> Move { chance.one(&rules.moves(position, roll).unwrap()) };
    match position.due() {
        Due::Move(face) => Deed::Roll {
            face,
            mv: Some(one(None)),
        },
        Due::Bonus(steps) => Deed::Bonus {
            steps,
            mv: one(None),
        },
        Due::Roll { .. } | Due::Over => {
            let face = chance.face();
            let choose = matches!(rules.roll(position, face), Ok(Rolled::Choose(_)));
            let unplayed = choose && chance.below(500) == 0;
            let mv = chance.one(&rules.moves(position, Some(face)).unwrap());
            Deed::Roll {
                face,
                mv: (!unplayed).then_some(mv),
            }
        }
    }
}

fn comment(chance: &mut Chance) -> Comment {
    if chance.below(40) == 0 {
        return Comment::new(&"long ".repeat(chance.below(Comment::MAX_BYTES / 5))).unwrap();
    }
    if chance.below(2) == 0 {
        return Comment::new(chance.one(&COMMENTS)).unwrap();
    }
    let clock = Mark::Clock(chance.below(100) as u32);
    Comment::of([
        clock,
        chance.one(&[
            Mark::Auto,
            Mark::NoLink,
            Mark::AutoMove,
            Mark::Bot("Simple"),
        ]),
    ])
    .unwrap()
}

/// A text with some bytes changed, taken out, put in or put elsewhere.
pub fn mutated(chance: &mut Chance, text: &mut Vec<u8>) {
    const PIECES: [&[u8]; 24] = [
        b"\n",
        b"\n\n",
        b" ",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"{",
        b"}",
        b"\xc3",
        b"\xff",
        b"\0",
        b"\t",
        b"\r",
        b":",
        b"-",
        b"x",
        b"r",
        b"6",
        b"r6:0-1",
        b"g:resign",
        b"[Rules \"modern\"]\n",
        b"{[%clk 1]}",
        b"r4:-",
    ];
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(text.len() + 1);
        match chance.below(5) {
            0 => {
                text.splice(at..at, chance.one(&PIECES).iter().copied());
            }
            1 => {
                let end = (at + 1 + chance.below(8)).min(text.len());
                text.drain(at..end);
            }
            2 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << chance.below(8);
                }
            }
            3 => {
                let end = (at + chance.below(60)).min(text.len());
                let piece = text[at..end].to_vec();
                let to = chance.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = chance.one(b"0123456789rgyb:-x+\n[]{}\" ");
                }
            }
        }
    }
}
