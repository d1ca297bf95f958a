use ludo_rules::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::play::Play;
use crate::{CloseReason, End, SeatAtBegin, Time};

/// Who plays a game, as its begin fixed it.
pub type Roster = BySeat<Option<SeatAtBegin>>;

/// Where a table stands in the life of a game, with what only that stage has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    try_from = "crate::written_stage::WrittenStage"
)]
pub(crate) enum Stage {
    #[default]
    Waiting,
    Drawing {
        begun_at: Time,
        seats: Roster,
        answered: SeatSet,
    },
    Playing {
        seats: Roster,
        play: Play,
    },
    Over {
        seats: Roster,
        /// Nothing where the game ended before its draw.
        play: Option<Play>,
        places: Vec<Seat>,
        end: End,
    },
}

impl Stage {
    pub(crate) const fn roster(&self) -> Option<&Roster> {
        match self {
            Self::Waiting => None,
            Self::Drawing { seats, .. }
            | Self::Playing { seats, .. }
            | Self::Over { seats, .. } => Some(seats),
        }
    }

    pub(crate) const fn play(&self) -> Option<&Play> {
        match self {
            Self::Waiting | Self::Drawing { .. } => None,
            Self::Playing { play, .. } => Some(play),
            Self::Over { play, .. } => play.as_ref(),
        }
    }
}

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// A game is being set up: people come and go.
    Waiting,
    /// The game has begun, and the draw is being prepared: seats with a chain answer.
    Drawing {
        /// Since when.
        begun_at: Time,
        /// Who has answered.
        answered: SeatSet,
    },
    /// The game is on.
    Playing,
    /// The game is over; a rematch can be asked for.
    Over {
        /// From the first to the last; empty for an abandoned game.
        places: &'a [Seat],
        /// Why it ended.
        end: End,
    },
    /// The table is no more. What was last on it can still be read.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}
