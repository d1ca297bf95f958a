use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::flaw::Flaw;
use crate::{
    Comment, Deed, Due, Entry, Face, Move, PlayError, Ply, Position, Record, Rolled, RuleSet,
    Rules, Seat, SeatSet, Tag, Termination, parse_position,
};

/// A flaw, and the tag that has it, if it is one that is there.
pub(crate) type TagFlaw = (Option<usize>, Flaw);

/// Tags, each name once, and no more than there may be.
#[derive(Debug, Default)]
pub(crate) struct Tags(Vec<Tag>);

impl Tags {
    pub(crate) fn push(&mut self, tag: Tag) -> Result<(), Flaw> {
        if self.find(tag.name()).is_some() {
            return Err(Flaw::TagTwice(tag.name().into()));
        }
        if self.0.len() >= Record::MAX_TAGS {
            return Err(Flaw::TooManyTags);
        }
        self.0.push(tag);
        Ok(())
    }

    /// The place and the value of a tag.
    fn find(&self, name: &str) -> Option<(usize, &str)> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, tag)| tag.name() == name)
            .map(|(index, tag)| (index, tag.value()))
    }

    fn need(&self, name: &'static str) -> Result<(usize, &str), TagFlaw> {
        self.find(name).ok_or((None, Flaw::Missing(name)))
    }

    fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The seats that somebody plays. What says more of a seat is there only with it.
    fn seats(&self) -> Result<SeatSet, TagFlaw> {
        let seats: SeatSet = Seat::ALL
            .into_iter()
            .filter(|&seat| self.has(Tag::player(seat)))
            .collect();
        if seats.len() < 2 {
            return Err((None, Flaw::Seats));
        }
        for seat in Seat::ALL {
            let kind = self.find(Tag::kind(seat));
            for (index, _) in [kind, self.find(Tag::dice(seat))].into_iter().flatten() {
                if !seats.contains(seat) {
                    return Err((Some(index), Flaw::NobodyPlays(seat)));
                }
            }
            if let Some((index, kind)) = kind
                && !matches!(kind, "person" | "bot")
            {
                return Err((Some(index), Flaw::Kind));
            }
        }
        Ok(seats)
    }

    fn first(&self, seats: SeatSet) -> Result<Option<(usize, Seat)>, TagFlaw> {
        let Some((index, text)) = self.find("First") else {
            return Ok(None);
        };
        match text.parse() {
            Ok(seat) if seats.contains(seat) => Ok(Some((index, seat))),
            _ => Err((Some(index), Flaw::First)),
        }
    }

    /// The rules, and the position that the game begins from.
    fn start(&self) -> Result<(Rules, Position), TagFlaw> {
        let (index, set) = self.need("Rules")?;
        let set: RuleSet = set.parse().map_err(at(index))?;
        let seats = self.seats()?;
        let first = self.first(seats)?;
        let Some((index, start)) = self.find("Start") else {
            let Some((index, first)) = first else {
                return Err((None, Flaw::Missing("First")));
            };
            let rules = Rules::new(&set);
            return match rules.start(seats, first, crate::Length::Whole) {
                Ok(start) => Ok((rules, start)),
                Err(_) => Err((Some(index), Flaw::First)),
            };
        };
        let (rules, start) = parse_position(start).map_err(at(index))?;
        let flaw = if *rules.rule_set() != set {
            Flaw::StartRules
        } else if start.seats() != seats {
            Flaw::StartSeats
        } else {
            match (start.turn(), first) {
                (None, _) => Flaw::StartOver,
                (Some(turn), Some((index, first))) if turn != first => {
                    return Err((Some(index), Flaw::StartTurn(turn)));
                }
                _ => return Ok((rules, start)),
            }
        };
        Err((Some(index), flaw))
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|tag| tag.to_string().len() + 1).sum()
    }
}

fn at<E: Into<Flaw>>(index: usize) -> impl FnOnce(E) -> TagFlaw {
    move |error| (Some(index), error.into())
}

/// A record that is being checked, move by move.
#[derive(Debug)]
pub(crate) struct Checker {
    tags: Tags,
    entries: Vec<Entry>,
    rules: Rules,
    start: Position,
    position: Position,
    /// How many rolls there were.
    rolls: u32,
    /// Whether the last roll was made and not played, so that the game can only be given up.
    unplayed: bool,
    /// The length of the record as it will be written.
    bytes: usize,
}

impl Checker {
    pub(crate) fn new(tags: Tags) -> Result<Self, TagFlaw> {
        let (rules, start) = tags.start()?;
        // Two empty lines are the difference.
        let bytes = tags.bytes() + 2;
        if bytes > Record::MAX_BYTES {
            return Err((None, Flaw::TooLong));
        }
        Ok(Self {
            tags,
            entries: Vec::new(),
            rules,
            start,
            position: start,
            rolls: 0,
            unplayed: false,
            bytes,
        })
    }

    /// How many moves there were.
    pub(crate) fn moves(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// Checks a move and goes on to the position after it.
    pub(crate) fn ply(&mut self, ply: Ply) -> Result<(), Flaw> {
        let rolled = matches!(ply.deed, Deed::Roll { .. });
        if rolled && self.rolls >= Record::MAX_ROLLS {
            return Err(Flaw::Limit);
        }
        if self.unplayed && ply.deed != Deed::Resign {
            return Err(Flaw::Unplayed);
        }
        let next = after(&self.rules, &self.position, ply)?;
        self.grow(ply.to_string().len() + 1)?;
        if rolled {
            self.rolls += 1;
        }
        // Whoever had rolled may have gone, and then the roll is nobody's.
        self.unplayed = match ply.deed {
            Deed::Roll { mv: None, .. } => true,
            _ => self.unplayed && matches!(next.due(), Due::Move(_)),
        };
        self.position = next;
        self.entries.push(Entry::new(ply));
        Ok(())
    }

    /// Puts a comment behind the last move.
    pub(crate) fn comment(&mut self, comment: Comment) -> Result<(), Flaw> {
        self.grow(comment.text().len() + 3)?;
        let entry = self.entries.last_mut().ok_or(Flaw::CommentFirst)?;
        entry.comments.push(comment);
        Ok(())
    }

    /// What is written of a move is never longer than what was read, so this bounds the memory that a game takes.
    fn grow(&mut self, bytes: usize) -> Result<(), Flaw> {
        self.bytes += bytes;
        if self.bytes > Record::MAX_BYTES {
            Err(Flaw::TooLong)
        } else {
            Ok(())
        }
    }

    /// How the game can have ended by its moves.
    fn terminations(&self) -> &'static [Termination] {
        let resigned = self
            .entries
            .last()
            .is_some_and(|entry| entry.ply.deed == Deed::Resign);
        match self.position.due() {
            Due::Over if resigned => &[Termination::Resigned],
            Due::Over => &[Termination::Normal],
            Due::Roll { .. } if self.rolls >= Record::MAX_ROLLS => &[Termination::Limit],
            _ => &[Termination::Unfinished, Termination::Abandoned],
        }
    }

    /// The position at the end, with the places that the limit gave where it ended the game.
    fn end(&self, termination: Termination) -> Position {
        if termination == Termination::Limit {
            self.rules.end_by_limit(&self.position)
        } else {
            self.position
        }
    }

    /// The record, if its end is told as it was.
    pub(crate) fn finish(self) -> Result<Record, TagFlaw> {
        let (index, text) = self.tags.need("Termination")?;
        let termination: Termination = text.parse().map_err(at(index))?;
        let right = self.terminations();
        if !right.contains(&termination) {
            return Err((Some(index), Flaw::Termination { right }));
        }
        let end = self.end(termination);
        let (index, text) = self.tags.need("Places")?;
        let right = places(&end);
        if text != right {
            return Err((Some(index), Flaw::Places { right }));
        }
        Ok(Record {
            tags: self.tags.0,
            entries: self.entries,
            start: self.start,
            end,
            termination,
        })
    }

    /// Tells how the game ended, by its moves; where they do not say, like this.
    pub(crate) fn conclude(&mut self, unless_over: Termination) -> Result<(), Flaw> {
        let termination = match self.terminations() {
            [only] => *only,
            several if several.contains(&unless_over) => unless_over,
            right => return Err(Flaw::Termination { right }),
        };
        let places = places(&self.end(termination));
        for (name, value) in [("Places", &*places), ("Termination", termination.name())] {
            let tag = Tag::new(name, value)?;
            self.grow(tag.to_string().len() + 1)?;
            self.tags.push(tag)?;
        }
        Ok(())
    }
}

/// The tag `Places` of a position.
fn places(position: &Position) -> String {
    match position.places() {
        Some(places) => places.into_iter().map(Seat::letter).collect(),
        None => "*".into(),
    }
}

/// The position after a move of a record.
pub(crate) fn after(rules: &Rules, position: &Position, ply: Ply) -> Result<Position, Flaw> {
    let turn = position.turn().ok_or(Flaw::Over)?;
    if ply.deed == Deed::Resign {
        return Ok(rules.resign(position, ply.seat)?);
    }
    if ply.seat != turn {
        return Err(Flaw::Turn(turn));
    }
    match (position.due(), ply.deed) {
        (Due::Roll { .. }, Deed::Roll { face, mv: Some(mv) }) => {
            played(rules, position, Some(face), mv)
        }
        (Due::Roll { .. }, Deed::Roll { face, mv: None }) => match rules.roll(position, face) {
            Ok(Rolled::Choose(next)) => Ok(next),
            Ok(Rolled::Settled { mv, .. }) => Err(Flaw::Settled(mv)),
            Err(_) => Err(Flaw::Due(position.due())),
        },
        // Only a game that began there: the position of its start has the roll, and so has its first move.
        (Due::Move(due), Deed::Roll { face, mv: Some(mv) }) if due == face => {
            played(rules, position, None, mv)
        }
        (Due::Bonus(due), Deed::Bonus { steps, mv }) if due == steps => {
            played(rules, position, None, mv)
        }
        (due, _) => Err(Flaw::Due(due)),
    }
}

fn played(
    rules: &Rules,
    position: &Position,
    roll: Option<Face>,
    mv: Move,
) -> Result<Position, Flaw> {
    rules.play(position, roll, mv).map_err(|error| match error {
        PlayError::Roll(_) => Flaw::Due(position.due()),
        PlayError::Illegal(mv) => match rules.moves(position, roll) {
            Ok(legal) => Flaw::Illegal { mv, legal },
            Err(_) => Flaw::Due(position.due()),
        },
    })
}
