use thiserror::Error;

use crate::{Move, Seat};

/// Why a game cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// One seat or none.
    #[error("a game needs two to four seats")]
    TooFewSeats,
    /// The seat that is to begin does not play.
    #[error("seat {0} does not play, so it cannot begin")]
    NotASeat(Seat),
}

/// Why a roll, or none, does not go with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RollError {
    /// A roll is due and none was given.
    #[error("a roll is due, and none is given")]
    Missing,
    /// A roll was given and none is due.
    #[error("no roll is due")]
    NotDue,
    /// The position belongs to another rule set.
    #[error("the position belongs to other rules")]
    OtherRules,
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The roll does not go with the position.
    #[error(transparent)]
    Roll(#[from] RollError),
    /// It is not one of the legal moves.
    #[error("{0} is not legal here")]
    Illegal(Move),
}

/// Why a seat cannot give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResignError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat does not play, or has its place already.
    #[error("seat {0} is not in play")]
    NotInPlay(Seat),
    /// The position belongs to another rule set.
    #[error("the position belongs to other rules")]
    OtherRules,
}
