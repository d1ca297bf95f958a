use ludo_dice::Dice;
use ludo_rules::{Due, Face, Move, Position, PositionError, Rules, Seat, parse_position};
use serde::{Deserialize, Serialize};

use crate::clock::Timing;
use crate::{Control, Wrong};

/// The board of a game: a position with the rules that it is under. As text, only the position is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    pub(crate) rules: Rules,
    pub(crate) position: Position,
}

impl Board {
    /// The moves to choose from, where a move or bonus steps are due.
    pub(crate) fn choices(&self) -> Vec<Move> {
        match self.position.due() {
            Due::Move(_) | Due::Bonus(_) => self
                .rules
                .moves(&self.position, None)
                .map_or_else(|_| Vec::new(), |moves| moves.to_vec()),
            Due::Roll { .. } | Due::Over => Vec::new(),
        }
    }

    pub(crate) fn text(&self) -> String {
        self.rules.text(&self.position)
    }

    /// Another position under the same rules, if it has this text.
    pub(crate) fn at(&self, position: Position, shown: &str) -> Result<Self, Wrong> {
        let board = Self {
            rules: self.rules.clone(),
            position,
        };
        board.check(shown)?;
        Ok(board)
    }

    /// Whether the position has this text.
    pub(crate) fn check(&self, shown: &str) -> Result<(), Wrong> {
        let right = self.text();
        if right == shown {
            return Ok(());
        }
        Err(Wrong::Position {
            shown: shown.into(),
            right,
        })
    }

    pub(crate) fn check_choices(&self, shown: &[Move]) -> Result<(), Wrong> {
        if self.choices() == shown {
            Ok(())
        } else {
            Err(Wrong::Choices)
        }
    }
}

/// A game from its draw on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "PlayText", into = "PlayText")]
pub(crate) struct Play {
    pub(crate) board: Board,
    pub(crate) dice: Dice,
    /// Who rolled in this turn in place of the seat's owner, and so finishes it.
    pub(crate) stand_in: Control,
    pub(crate) last_roll: Option<LastRoll>,
    pub(crate) timing: Timing,
}

/// The last roll of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRoll {
    /// Its number.
    pub roll: u32,
    /// Whose it was.
    pub seat: Seat,
    /// What it showed.
    pub face: Face,
}

/// The form in which a game is written.
#[derive(Serialize, Deserialize)]
struct PlayText {
    position: String,
    choices: Vec<Move>,
    dice: Dice,
    stand_in: Control,
    last_roll: Option<LastRoll>,
    #[serde(default)]
    timing: Timing,
}

/// Why a text is no game.
#[derive(Debug, thiserror::Error)]
enum Unplayable {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Choices(#[from] Wrong),
}

impl From<Play> for PlayText {
    fn from(play: Play) -> Self {
        Self {
            position: play.board.text(),
            choices: play.board.choices(),
            dice: play.dice,
            stand_in: play.stand_in,
            last_roll: play.last_roll,
            timing: play.timing,
        }
    }
}

impl TryFrom<PlayText> for Play {
    type Error = Unplayable;

    fn try_from(text: PlayText) -> Result<Self, Unplayable> {
        let (rules, position) = parse_position(&text.position)?;
        let board = Board { rules, position };
        board.check_choices(&text.choices)?;
        let PlayText {
            dice,
            stand_in,
            last_roll,
            timing,
            ..
        } = text;
        Ok(Self {
            board,
            dice,
            stand_in,
            last_roll,
            timing,
        })
    }
}
