use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;
use core::str;

use super::checker::{Checker, TagFlaw, Tags};
use super::flaw::{Flaw, Line, RecordError};
use crate::{Comment, Ply, Record};

/// Reads records from a text that comes in pieces of any size, one checked game at a time.
///
/// It keeps the line and the game that it is in, which have limits, and nothing else; so a file of any length can be
/// read. A game with a flaw gives an error, and the reader goes on with the next one: the first line that begins with a
/// bracket behind an empty line.
///
/// ```
/// use ludo_rules::RecordReader;
///
/// let text = "[Rules \"classic\"]\n[Red \"Ania\"]\n[Blue \"Ola\"]\n[First \"b\"]\n[Places \"*\"]\n\
///     [Termination \"unfinished\"]\n\nb3:pass r6:0-1 r2:1-3 {[%clk 9]}\n\n";
/// let mut reader = RecordReader::new();
/// let mut games = Vec::new();
/// for piece in text.as_bytes().chunks(7) {
///     let mut rest = piece;
///     while let Some(game) = reader.read(&mut rest) {
///         games.push(game?);
///     }
/// }
/// games.extend(reader.end().transpose()?);
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0].to_string(), text);
/// # Ok::<(), ludo_rules::RecordError>(())
/// ```
#[derive(Debug, Default)]
pub struct RecordReader {
    /// What has been read of the line.
    line: Vec<u8>,
    /// Whether the rest of the line is not looked at, because it is too long.
    dropping: bool,
    /// The number of the last whole line.
    lines: u64,
    /// The number of the last game that has begun.
    games: u64,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    /// Before a game.
    #[default]
    Between,
    Tags {
        /// The number of the first line.
        first: u64,
        tags: Tags,
    },
    Moves {
        first: u64,
        checker: Box<Checker>,
    },
    /// Behind a flaw, up to the next game.
    Skipping {
        /// Whether the line before was empty.
        after_empty: bool,
    },
}

impl RecordReader {
    /// The greatest length of a line in bytes, without the line feed.
    pub const MAX_LINE: usize = 4096;

    /// A reader at the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads on until a game is whole or has a flaw, and takes what it read off the piece; nothing where the piece is
    /// used up and more is needed.
    pub fn read(&mut self, piece: &mut &[u8]) -> Option<Result<Record, RecordError>> {
        while !piece.is_empty() {
            let feed = piece.iter().position(|&byte| byte == b'\n');
            let end = feed.unwrap_or(piece.len());
            let (text, rest) = piece.split_at_checked(end).unwrap_or((piece, &[]));
            if !self.dropping {
                let room = Self::MAX_LINE.saturating_sub(self.line.len());
                if text.len() > room {
                    // Told as soon as it is known, wherever the pieces of the text end.
                    *piece = piece.get(room..).unwrap_or_default();
                    if let Some(error) = self.too_long(text.first().copied()) {
                        return Some(Err(error));
                    }
                    continue;
                }
                self.line.extend_from_slice(text);
            }
            *piece = if feed.is_some() {
                rest.get(1..).unwrap_or_default()
            } else {
                rest
            };
            if feed.is_some()
                && let Some(result) = self.line_ended()
            {
                return Some(result);
            }
        }
        None
    }

    /// The text is at its end: the last game, where no empty line has ended it, or what is wrong with it.
    pub fn end(mut self) -> Option<Result<Record, RecordError>> {
        if !self.line.is_empty()
            && let Some(result) = self.line_ended()
        {
            return Some(result);
        }
        match mem::take(&mut self.state) {
            State::Moves { first, checker } => Some(self.finish(first, *checker)),
            State::Tags { .. } => Some(Err(self.error(self.lines, None, Flaw::EndsInTags))),
            State::Between | State::Skipping { .. } => None,
        }
    }

    fn error(&self, line: u64, number: Option<u32>, flaw: Flaw) -> RecordError {
        let game = self.games;
        RecordError {
            at: Some(Line { game, line }),
            number,
            flaw,
        }
    }

    /// The error for a tag, or for what the tags lack.
    fn tag_error(&self, first: u64, (index, flaw): TagFlaw) -> RecordError {
        let line = index.map_or(self.lines, |index| first.saturating_add(index as u64));
        self.error(line, None, flaw)
    }

    /// Drops the rest of the line. Behind a flaw, one more is not told unless it begins a game.
    fn too_long(&mut self, next: Option<u8>) -> Option<RecordError> {
        self.dropping = true;
        let begins = self.line.first().copied().or(next) == Some(b'[');
        self.line.clear();
        let number = match mem::replace(&mut self.state, State::Skipping { after_empty: false }) {
            State::Skipping { after_empty } if !(after_empty && begins) => return None,
            State::Between | State::Skipping { .. } => {
                self.games += 1;
                None
            }
            State::Tags { .. } => None,
            State::Moves { checker, .. } => Some(checker.moves() + 1),
        };
        Some(self.error(self.lines + 1, number, Flaw::LineTooLong))
    }

    fn line_ended(&mut self) -> Option<Result<Record, RecordError>> {
        self.lines += 1;
        let line = mem::take(&mut self.line);
        let result = if mem::take(&mut self.dropping) {
            None
        } else {
            self.whole_line(&line)
        };
        // The same memory again for the next line.
        self.line = line;
        self.line.clear();
        result
    }

    fn whole_line(&mut self, line: &[u8]) -> Option<Result<Record, RecordError>> {
        let behind_flaw = State::Skipping {
            after_empty: line.is_empty(),
        };
        match mem::replace(&mut self.state, behind_flaw) {
            State::Skipping { after_empty } => {
                if after_empty && line.starts_with(b"[") {
                    return self.tag(self.lines, Tags::default(), line, true);
                }
                None
            }
            State::Between if line.is_empty() => {
                self.state = State::Between;
                None
            }
            State::Between => self.tag(self.lines, Tags::default(), line, true),
            State::Tags { first, tags } if line.is_empty() => match Checker::new(tags) {
                Ok(checker) => {
                    self.state = State::Moves {
                        first,
                        checker: Box::new(checker),
                    };
                    None
                }
                Err(flaw) => Some(Err(self.tag_error(first, flaw))),
            },
            State::Tags { first, tags } => self.tag(first, tags, line, false),
            State::Moves { first, checker } if line.is_empty() => {
                self.state = State::Between;
                Some(self.finish(first, *checker))
            }
            State::Moves { first, mut checker } => {
                let flaw = match text(line) {
                    Ok(line) => moves(&mut checker, line),
                    Err(flaw) => Err((checker.moves() + 1, flaw)),
                };
                match flaw {
                    Ok(()) => {
                        self.state = State::Moves { first, checker };
                        None
                    }
                    Err((number, flaw)) => Some(Err(self.error(self.lines, Some(number), flaw))),
                }
            }
        }
    }

    fn tag(
        &mut self,
        first: u64,
        mut tags: Tags,
        line: &[u8],
        begins: bool,
    ) -> Option<Result<Record, RecordError>> {
        if begins {
            self.games += 1;
        }
        let read = text(line).and_then(|line| tags.push(line.parse()?));
        match read {
            Ok(()) => {
                self.state = State::Tags { first, tags };
                None
            }
            Err(flaw) => Some(Err(self.error(self.lines, None, flaw))),
        }
    }

    fn finish(&self, first: u64, checker: Checker) -> Result<Record, RecordError> {
        checker.finish().map_err(|flaw| self.tag_error(first, flaw))
    }
}

/// A line as text without control characters.
fn text(line: &[u8]) -> Result<&str, Flaw> {
    let line = str::from_utf8(line).map_err(|_| Flaw::NotUtf8)?;
    if line.starts_with('\u{feff}') {
        return Err(Flaw::ByteOrderMark);
    }
    match line.chars().find(|c| c.is_control()) {
        Some(control) => Err(Flaw::Control(control)),
        None => Ok(line),
    }
}

/// Reads a line of moves and comments. An error comes with the number of the move.
fn moves(checker: &mut Checker, line: &str) -> Result<(), (u32, Flaw)> {
    let mut rest = line.trim_start_matches(' ');
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('{') {
            let here = checker.moves().max(1);
            let (comment, behind) = comment
                .split_once('}')
                .filter(|(_, behind)| behind.is_empty() || behind.starts_with(' '))
                .ok_or((here, Flaw::CommentOpen))?;
            Comment::new(comment)
                .map_err(Flaw::from)
                .and_then(|comment| checker.comment(comment))
                .map_err(|flaw| (here, flaw))?;
            rest = behind;
        } else {
            let number = checker.moves() + 1;
            let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
            let ply: Result<Ply, Flaw> = word.parse().map_err(|error| {
                if word.starts_with('[') {
                    Flaw::TagAmongMoves
                } else {
                    Flaw::ply(word, error)
                }
            });
            ply.and_then(|ply| checker.ply(ply))
                .map_err(|flaw| (number, flaw))?;
            rest = behind;
        }
        rest = rest.trim_start_matches(' ');
    }
    Ok(())
}
