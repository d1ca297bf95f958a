mod checker;
mod comment;
mod flaw;
mod ply;
mod reader;
mod tag;
mod termination;
mod writer;

use alloc::vec::Vec;
use core::str::FromStr;

use checker::{Checker, Tags, after};

pub use comment::{Comment, CommentError, Mark};
pub use flaw::{Flaw, RecordError};
pub use ply::{Deed, Ply, PlyError};
pub use reader::RecordReader;
pub use tag::{Tag, TagError};
pub use termination::{Termination, TerminationError};

use crate::{Position, RuleSet, Rules, Seat, SeatSet};

/// The record of a game: tags, and moves with rolls and comments. Files of records end in `.ludo`.
///
/// Every record that exists keeps the rules: each roll and move is legal where it stands, captures are told, and the
/// tags say of the end what the moves say. `Rules`, `First` (or `Start`), `Places` and `Termination` are always there;
/// all other tags may be missing, and those that nobody knows are kept, in their order.
///
/// Its text is that of its `Display`: the tags, an empty line, the moves in lines of up to [`Record::COLUMNS`]
/// characters with a move's comments on its line, and an empty line. What is written is read back as the same record,
/// and a text of that form as the same text. [`RecordReader`] reads files with many games; `parse` reads one.
///
/// ```
/// use ludo_rules::{Deed, Entry, Face, Ply, Record, Seat, Tag, Termination};
///
/// let tags = [("Rules", "classic"), ("Red", "Ania"), ("Yellow", "Simple"), ("YellowKind", "bot"), ("First", "r")];
/// let tags = tags.map(|(name, value)| Tag::new(name, value)).into_iter().collect::<Result<_, _>>()?;
/// let moves = vec![
///     Entry::new("r6:0-1".parse()?),
///     Entry::new("r2:1-3".parse()?),
///     Entry::new("y3:pass".parse()?),
///     Entry::new(Ply { seat: Seat::Red, deed: Deed::Resign }),
/// ];
/// let record = Record::of_game(tags, moves, Termination::Unfinished)?;
/// assert_eq!(record.tag("Places"), Some("yr"));
/// assert_eq!(record.termination(), Termination::Resigned);
/// let text = record.to_string();
/// assert!(text.ends_with("[Termination \"resigned\"]\n\nr6:0-1 r2:1-3 y3:pass r:resign\n\n"));
/// assert_eq!(text.parse::<Record>()?, record);
///
/// let wrong = text.replace("r2:1-3", "r2:1-4").parse::<Record>().unwrap_err();
/// assert_eq!(wrong.to_string(), "game 1, line 9, move 2: 1-4 is not legal here, only 1-3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Limits
///
/// | what | limit |
/// |---|---|
/// | bytes of a line that is read | [`RecordReader::MAX_LINE`] |
/// | letters of a tag's name | [`Tag::MAX_NAME`] |
/// | bytes of a tag's value | [`Tag::MAX_VALUE`] |
/// | bytes of a comment | [`Comment::MAX_BYTES`] |
/// | tags of a game | [`Record::MAX_TAGS`] |
/// | rolls of a game | [`Record::MAX_ROLLS`] |
/// | bytes of a game's text | [`Record::MAX_BYTES`] |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Vec<Tag>,
    entries: Vec<Entry>,
    start: Position,
    end: Position,
    termination: Termination,
}

/// A move of a record with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The move.
    pub ply: Ply,
    /// The comments behind it, each in braces of its own.
    pub comments: Vec<Comment>,
}

impl Entry {
    /// A move without comments.
    #[must_use]
    pub const fn new(ply: Ply) -> Self {
        Self {
            ply,
            comments: Vec::new(),
        }
    }

    /// The marks of all comments.
    pub fn marks(&self) -> impl Iterator<Item = Mark<'_>> + Clone {
        self.comments.iter().flat_map(Comment::marks)
    }
}

/// Who plays a seat: the tags `RedKind`, `GreenKind`, `YellowKind` and `BlueKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerKind {
    /// `person`
    Person,
    /// `bot`
    Bot,
}

impl Record {
    /// The characters of a line of moves, where no single move is longer.
    pub const COLUMNS: usize = 99;
    /// The greatest number of tags.
    pub const MAX_TAGS: usize = 100;
    /// The greatest number of rolls. A game that is not over when the next roll would be due ends by this limit.
    pub const MAX_ROLLS: u32 = 4000;
    /// The greatest length of the text in bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// A record of these tags and moves.
    ///
    /// # Errors
    /// Where a tag is missing or does not go with the others, a move breaks the rules, or the tags say something else
    /// of the end than the moves.
    pub fn new(tags: Vec<Tag>, moves: Vec<Entry>) -> Result<Self, RecordError> {
        Self::checked(tags, moves)?
            .finish()
            .map_err(|(_, flaw)| no_move(flaw))
    }

    /// A record of a game that was played: `Places` and `Termination` are worked out from the moves and come last.
    /// `unless_over` says how a game ended whose moves do not end it: unfinished or abandoned.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and where those two tags are there already.
    pub fn of_game(
        tags: Vec<Tag>,
        moves: Vec<Entry>,
        unless_over: Termination,
    ) -> Result<Self, RecordError> {
        let mut checker = Self::checked(tags, moves)?;
        checker.conclude(unless_over).map_err(no_move)?;
        checker.finish().map_err(|(_, flaw)| no_move(flaw))
    }

    fn checked(tags: Vec<Tag>, moves: Vec<Entry>) -> Result<Checker, RecordError> {
        let mut list = Tags::default();
        for tag in tags {
            list.push(tag).map_err(no_move)?;
        }
        let mut checker = Checker::new(list).map_err(|(_, flaw)| no_move(flaw))?;
        for (number, entry) in (1..).zip(moves) {
            let at = |flaw| RecordError {
                at: None,
                number: Some(number),
                flaw,
            };
            checker.ply(entry.ply).map_err(at)?;
            for comment in entry.comments {
                checker.comment(comment).map_err(at)?;
            }
        }
        Ok(checker)
    }

    /// The same record with one more tag, behind the others.
    ///
    /// # Errors
    /// Where the record has a tag of this name, or there are too many.
    pub fn with_tag(self, tag: Tag) -> Result<Self, RecordError> {
        let mut tags = self.tags;
        tags.push(tag);
        Self::new(tags, self.entries)
    }

    /// The tags in their order.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name() == name)
            .map(Tag::value)
    }

    /// `Rules`: the rule set.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.start.rule_set()
    }

    /// The seats that are played.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.start.seats()
    }

    /// `Red`, `Green`, `Yellow`, `Blue`: the name of who plays the seat, if somebody does.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.tag(Tag::player(seat))
    }

    /// `RedKind` and so on: whether a person or a bot plays the seat, if the record says so.
    #[must_use]
    pub fn kind(&self, seat: Seat) -> Option<PlayerKind> {
        match self.tag(Tag::kind(seat))? {
            "person" => Some(PlayerKind::Person),
            "bot" => Some(PlayerKind::Bot),
            _ => None,
        }
    }

    /// `First`: the seat that begins.
    #[must_use]
    pub fn first(&self) -> Seat {
        // A position at the start of a game is never one that is over.
        self.start.turn().unwrap_or(Seat::Red)
    }

    /// `Clock`: the seconds for a move, where they are a whole number.
    #[must_use]
    pub fn clock(&self) -> Option<u32> {
        self.tag("Clock")?.parse().ok()
    }

    /// `Termination`: how the game ended.
    #[must_use]
    pub const fn termination(&self) -> Termination {
        self.termination
    }

    /// `Places`: the seats from the first place to the last; nothing where the game is not over.
    #[must_use]
    pub fn places(&self) -> Option<Vec<Seat>> {
        self.end.places()
    }

    /// `Start`, or the position at the outset.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position behind the last move, with the places that the limit gave where it ended the game.
    #[must_use]
    pub const fn end(&self) -> &Position {
        &self.end
    }

    /// The moves in their order.
    #[must_use]
    pub fn moves(&self) -> &[Entry] {
        &self.entries
    }

    /// The moves, each with the position behind it.
    pub fn positions(&self) -> impl Iterator<Item = (&Entry, Position)> {
        let rules = Rules::new(&self.rule_set());
        let mut position = self.start;
        self.entries.iter().map_while(move |entry| {
            position = after(&rules, &position, entry.ply).ok()?;
            Some((entry, position))
        })
    }
}

/// The error of something else than a move, in a record that was not read.
const fn no_move(flaw: Flaw) -> RecordError {
    RecordError {
        at: None,
        number: None,
        flaw,
    }
}

/// Reads a text with one game.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut reader = RecordReader::new();
        let mut rest = text.as_bytes();
        let Some(first) = reader.read(&mut rest) else {
            return reader.end().unwrap_or_else(|| Err(no_move(Flaw::NoGame)));
        };
        let first = first?;
        match reader.read(&mut rest).or_else(|| reader.end()) {
            None => Ok(first),
            Some(_) => Err(no_move(Flaw::MoreGames)),
        }
    }
}
