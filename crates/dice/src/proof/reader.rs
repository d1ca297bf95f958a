use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use ludo_rules::{Record, RecordError, RecordReader};

use super::{Proof, Unproven};

/// Reads records from a text that comes in pieces of any size, and checks the dice of each.
///
/// It keeps one game at a time, so a file of any length can be read. A game with a flaw gives an error, and the reader goes
/// on with the next one.
///
/// ```
/// use ludo_dice::RecordProofs;
///
/// let text = "[Rules \"classic\"]\n[Red \"Ania\"]\n[Blue \"Ola\"]\n[First \"b\"]\n[Places \"*\"]\n\
///     [Termination \"unfinished\"]\n[Dice \"local\"]\n\nb3:pass r6:0-1 r2:1-3\n\n";
/// let mut proofs = RecordProofs::new();
/// let mut piece = text.as_bytes();
/// let game = proofs.read(&mut piece).expect("a whole game")?;
/// assert_eq!(game.proof.as_ref().map(|proof| proof.rolls), Ok(3));
/// assert_eq!(game.bytes(), Some(text.as_bytes()));
/// assert!(proofs.end().is_none());
/// # Ok::<(), ludo_rules::RecordError>(())
/// ```
#[derive(Debug, Default)]
pub struct RecordProofs {
    reader: RecordReader,
    state: State,
    /// The text of the game at hand; nothing where it is too long to be kept.
    text: Option<Vec<u8>>,
    /// The number of whole lines.
    lines: u64,
    /// The number of the game's first line.
    first: u64,
    games: u64,
    /// Whether the next byte is the first of its line.
    in_line: bool,
    /// Whether the line at hand has no byte but its line feed.
    is_empty: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Game,
    /// Behind a flaw, up to the next game: the first line with a bracket behind an empty one.
    Skipping {
        after_empty: bool,
    },
}

/// A game whose moves keep the rules, and what its dice prove.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// Its number in what was read, from 1.
    pub game: u64,
    /// The number of its first line in what was read, from 1.
    pub line: u64,
    /// The record.
    pub record: Record,
    /// What its dice prove, or the first thing that is wrong with them.
    pub proof: Result<Proof, Box<Unproven>>,
    text: Option<Vec<u8>>,
}

impl RecordProofs {
    /// A reader at the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads on until a game is whole or has a flaw, and takes what it read off the piece; nothing where the piece is
    /// used up and more is needed.
    ///
    /// # Errors
    ///
    /// If the record breaks its form or the rules.
    pub fn read(&mut self, piece: &mut &[u8]) -> Option<Result<CheckedGame, RecordError>> {
        while !piece.is_empty() {
            let feed = piece.iter().position(|&byte| byte == b'\n');
            let length = feed.map_or(piece.len(), |feed| feed + 1);
            let (part, rest) = piece.split_at_checked(length).unwrap_or((piece, &[]));
            *piece = rest;
            if let Some(result) = self.part(part, feed.is_some()) {
                return Some(result);
            }
        }
        None
    }

    /// The text is at its end: the last game, where no empty line has ended it, or what is wrong with it.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn end(mut self) -> Option<Result<CheckedGame, RecordError>> {
        let reader = core::mem::take(&mut self.reader);
        let result = reader.end()?;
        if self.state != State::Game {
            self.first = self.lines + 1;
            self.games += 1;
        }
        Some(result.map(|record| self.checked(record)))
    }

    /// Reads a line, or a part of one that has no line feed yet.
    fn part(&mut self, part: &[u8], ends: bool) -> Option<Result<CheckedGame, RecordError>> {
        if !self.in_line {
            let begins = part.first().copied();
            self.is_empty = begins == Some(b'\n');
            let is_game = match self.state {
                State::Between => !self.is_empty,
                State::Game => false,
                State::Skipping { after_empty } => after_empty && begins == Some(b'['),
            };
            if is_game {
                self.state = State::Game;
                self.text = Some(Vec::new());
                self.first = self.lines + 1;
                self.games += 1;
            }
        }
        self.in_line = !ends;
        if ends {
            self.lines += 1;
        }
        if self.state == State::Game {
            // What is written of a game is never longer; what is read has to be bounded too.
            match &mut self.text {
                Some(text) if text.len() + part.len() <= Record::MAX_BYTES => {
                    text.extend_from_slice(part);
                }
                text => *text = None,
            }
        }
        let mut rest = part;
        let mut result = None;
        while !rest.is_empty() {
            match self.reader.read(&mut rest) {
                Some(read) => result = Some(read),
                None => break,
            }
        }
        match result {
            Some(Ok(record)) => {
                self.state = State::Between;
                Some(Ok(self.checked(record)))
            }
            Some(Err(error)) => {
                self.state = State::Skipping {
                    after_empty: ends && self.is_empty,
                };
                self.text = None;
                Some(Err(error))
            }
            None => {
                if let State::Skipping { after_empty } = &mut self.state
                    && ends
                {
                    *after_empty = self.is_empty;
                }
                None
            }
        }
    }

    fn checked(&mut self, record: Record) -> CheckedGame {
        CheckedGame {
            game: self.games,
            line: self.first,
            proof: Proof::of(&record).map_err(Box::new),
            record,
            text: self.text.take(),
        }
    }
}

impl CheckedGame {
    /// The bytes of the record as they were read, from its first bracket to the empty line that ends it (or the end of
    /// the text); nothing where they are more than a record can have, because of spaces.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        self.text.as_deref()
    }

    /// Where a doubt is, in words: `game 2, line 31, move 17`.
    #[must_use]
    pub fn place(&self, unproven: &Unproven) -> String {
        let line = match (unproven.number, unproven.doubt.tag()) {
            (Some(number), _) => self.line_of_move(number),
            (None, Some(name)) => self.line_of_tag(name),
            (None, None) => None,
        };
        let mut place = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            place,
            "game {}, line {}",
            self.game,
            line.unwrap_or(self.line)
        );
        if let Some(number) = unproven.number {
            let _ = write!(place, ", move {number}");
        }
        place
    }

    fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        let text = self.text.as_deref().unwrap_or_default();
        let text = core::str::from_utf8(text).unwrap_or_default();
        (self.line..).zip(text.split('\n'))
    }

    fn line_of_tag(&self, name: &str) -> Option<u64> {
        self.lines()
            .take_while(|(_, line)| !line.is_empty())
            .find(|(_, line)| {
                line.strip_prefix('[')
                    .and_then(|line| line.strip_prefix(name))
                    .is_some_and(|line| line.starts_with(' '))
            })
            .map(|(number, _)| number)
    }

    /// The line of a move. A comment ends on its line.
    fn line_of_move(&self, number: u32) -> Option<u64> {
        let mut moves = 0_u32;
        let behind_tags = self.lines().skip_while(|(_, line)| !line.is_empty());
        for (at, line) in behind_tags {
            let mut rest = line.trim_start_matches(' ');
            while !rest.is_empty() {
                let end = if rest.starts_with('{') { '}' } else { ' ' };
                moves += u32::from(end == ' ');
                if moves == number {
                    return Some(at);
                }
                rest = rest.split_once(end).map_or("", |(_, behind)| behind);
                rest = rest.trim_start_matches(' ');
            }
        }
        None
    }
}
