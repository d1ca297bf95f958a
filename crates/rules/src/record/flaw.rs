use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use crate::{
    CommentError, Due, Move, Moves, PlyError, PositionError, Record, RecordReader, ResignError,
    RuleSetError, Seat, TagError, Termination, TerminationError,
};

/// Why a record was refused, and where: `game 2, line 31, move 17: …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub(crate) at: Option<Line>,
    pub(crate) number: Option<u32>,
    pub(crate) flaw: Flaw,
}

/// A line of a text with many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) game: u64,
    pub(crate) line: u64,
}

impl RecordError {
    /// The number of the game in what was read, from 1; nothing where the record was not read from a text.
    #[must_use]
    pub fn game(&self) -> Option<u64> {
        self.at.map(|at| at.game)
    }

    /// The number of the line in what was read, from 1; nothing where the record was not read from a text.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.at.map(|at| at.line)
    }

    /// The number of the move in its game, from 1 and with rolls that moved nothing counted; nothing where something
    /// else than a move is wrong.
    #[must_use]
    pub const fn number(&self) -> Option<u32> {
        self.number
    }

    /// What is wrong.
    #[must_use]
    pub const fn flaw(&self) -> &Flaw {
        &self.flaw
    }
}

impl core::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Line { game, line }) = self.at {
            write!(f, "game {game}, line {line}")?;
        }
        if let Some(number) = self.number {
            let comma = if self.at.is_some() { ", " } else { "" };
            write!(f, "{comma}move {number}")?;
        }
        if self.at.is_some() || self.number.is_some() {
            f.write_str(": ")?;
        }
        fmt::Display::fmt(&self.flaw, f)
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The line is longer than [`RecordReader::MAX_LINE`].
    #[error("a line has at most {} bytes", RecordReader::MAX_LINE)]
    LineTooLong,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// The line begins with the mark that some programs put before a text.
    #[error("the line begins with a byte order mark (U+FEFF); save the text as UTF-8 without one")]
    ByteOrderMark,
    /// The line holds a control character.
    #[error("the control character U+{:04X}; lines end with a line feed alone", u32::from(*.0))]
    Control(char),
    /// The text of the game is longer than [`Record::MAX_BYTES`].
    #[error("a game has at most {} bytes", Record::MAX_BYTES)]
    TooLong,
    /// More tags than [`Record::MAX_TAGS`].
    #[error("a game has at most {} tags", Record::MAX_TAGS)]
    TooManyTags,
    /// The text ends in the middle of the tags.
    #[error("the text ends before the empty line behind the tags")]
    EndsInTags,
    /// There is no game where one is needed.
    #[error("there is no game")]
    NoGame,
    /// There is more than one game where one is needed.
    #[error("there is more than one game")]
    MoreGames,

    /// A line among the tags is not one.
    #[error(transparent)]
    Tag(#[from] TagError),
    /// A tag for the second time.
    #[error("the tag {0} comes twice")]
    TagTwice(Box<str>),
    /// A tag that each record needs is not there.
    #[error("the tag {0} is missing")]
    Missing(&'static str),
    /// `Rules` is not a rule set that can be played.
    #[error("{0}")]
    Rules(#[from] RuleSetError),
    /// Fewer than two seats have a tag with a name.
    #[error("a game needs two to four seats; each has a tag Red, Green, Yellow or Blue")]
    Seats,
    /// A kind that there is not.
    #[error("who plays a seat is a \"person\" or a \"bot\"")]
    Kind,
    /// A kind, or a chain, of a seat that nobody plays.
    #[error("nobody plays {0}; its tag {name} is missing", name = crate::Tag::player(*.0))]
    NobodyPlays(Seat),
    /// `First` is not a seat of the game.
    #[error("the first seat is the letter of one of the seats of the game")]
    First,
    /// `Start` is not a position.
    #[error("not a position: {0}")]
    Start(#[from] PositionError),
    /// `Start` belongs to other rules.
    #[error("the position at the start has other rules than the tag Rules says")]
    StartRules,
    /// `Start` has other seats.
    #[error("the position at the start has other seats than the tags")]
    StartSeats,
    /// `Start` and `First` differ.
    #[error("at the start it is the turn of {0}, not of the first seat")]
    StartTurn(Seat),
    /// `Start` is a game that is over.
    #[error("the game is over at its start")]
    StartOver,
    /// `Places` are not those of the play.
    #[error("by the moves the places are \"{right}\"")]
    Places {
        /// What the tag must be.
        right: String,
    },
    /// `Termination` is none of the words.
    #[error(transparent)]
    TerminationWord(#[from] TerminationError),
    /// `Termination` does not go with the play.
    #[error("by the moves the game ends {}", Either(right))]
    Termination {
        /// What it can be.
        right: &'static [Termination],
    },

    /// A tag stands among the moves.
    #[error("a tag among the moves; an empty line ends a game")]
    TagAmongMoves,
    /// A comment stands before the first move.
    #[error("a comment follows a move")]
    CommentFirst,
    /// A comment does not end on its line.
    #[error("a comment ends on its line, with a closing brace and then a space or nothing")]
    CommentOpen,
    /// A text cannot be a comment.
    #[error(transparent)]
    Comment(#[from] CommentError),
    /// A move that cannot be read.
    #[error("{text:?}: {error}")]
    Ply {
        /// The move, or its beginning.
        text: String,
        /// What is wrong with it.
        error: PlyError,
    },

    /// A move after the end of the game.
    #[error("the game is over")]
    Over,
    /// A roll after the limit of the game.
    #[error("a game has at most {} rolls", Record::MAX_ROLLS)]
    Limit,
    /// A move of a seat whose turn it is not.
    #[error("it is the turn of {0}")]
    Turn(Seat),
    /// Another roll, or another number of steps, than what is due.
    #[error("{} is due", Wanted(*.0))]
    Due(Due),
    /// A move that the rules do not have here.
    #[error("{mv} is not legal here, only {}", List(legal))]
    Illegal {
        /// The move.
        mv: Move,
        /// Those that are.
        legal: Moves,
    },
    /// A roll is written without what followed from it by itself.
    #[error("the roll has an outcome, {0}")]
    Settled(Move),
    /// After a roll that no move was made with, the game went on.
    #[error("the roll before was not played, so only giving up can follow")]
    Unplayed,
    /// A seat cannot give up.
    #[error(transparent)]
    Resign(#[from] ResignError),
}

struct List<'a>(&'a Moves);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.0.iter().enumerate() {
            write!(f, "{}{mv}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

struct Either(&'static [Termination]);

impl fmt::Display for Either {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, termination) in self.0.iter().enumerate() {
            let or = if index == 0 { "" } else { " or " };
            write!(f, "{or}\"{termination}\"")?;
        }
        Ok(())
    }
}

struct Wanted(Due);

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Due::Roll { .. } => f.write_str("a roll"),
            Due::Move(face) => write!(f, "a move with the {face} that was rolled"),
            Due::Bonus(steps) => write!(f, "a move of {steps} bonus steps"),
            Due::Over => f.write_str("nothing"),
        }
    }
}

impl Flaw {
    /// A move that cannot be read; of a long text only its beginning is kept.
    pub(crate) fn ply(text: &str, error: PlyError) -> Self {
        const SHOWN: usize = 40;
        let shown = text
            .char_indices()
            .nth(SHOWN)
            .map_or(text, |(end, _)| text.get(..end).unwrap_or_default());
        Self::Ply {
            text: shown.to_string(),
            error,
        }
    }
}
