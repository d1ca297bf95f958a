use ludo_dice::WrongDice;
use ludo_rules::{Move, Seat};

use crate::Member;

/// Why an event cannot follow on a state: whoever made it is at fault, or events are missing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Wrong {
    /// The first event of a table is not its opening, or a later one is.
    #[error("a table is opened by its first event, and only by that")]
    Opening,
    /// Something happened at a closed table.
    #[error("the table is closed, and yet there is an event `{0}`")]
    AfterClosing(&'static str),
    /// The event does not belong into this phase of the table.
    #[error("there is an event `{0}` in a phase of the table where it cannot be")]
    Phase(&'static str),
    /// Two seats at least can be taken, all that are taken among them.
    #[error("the options do not fit the table")]
    Options,
    /// The member is not one, or has no seat, or is one already.
    #[error("member {0} cannot do this")]
    Member(Member),
    /// The seat is not in the state that the event speaks of.
    #[error("the seat `{}` is not as the event has it", .0.letter())]
    Seat(Seat),
    /// The game, a tip of it, or who plays is not as it was published.
    #[error("the game begins otherwise than it was set up")]
    Begin,
    /// The dice are not right.
    #[error("{0}")]
    Dice(#[from] WrongDice),
    /// The rules do not allow it.
    #[error("the rules do not allow what `{}` is said to have done", .0.letter())]
    Rules(Seat),
    /// Something else follows from the roll.
    #[error("after this roll the outcome is {}, not {}", outcome(*right), outcome(*shown))]
    Outcome {
        /// The outcome shown.
        shown: Option<Move>,
        /// The outcome by the rules.
        right: Option<Move>,
    },
    /// The rules lead to another position.
    #[error("the position is `{right}`, not `{shown}`")]
    Position {
        /// The position shown.
        shown: String,
        /// The position by the rules.
        right: String,
    },
    /// The rules allow other moves.
    #[error("the moves to choose from are not those of the rules")]
    Choices,
    /// No clock of the seat runs, or its time is not over yet.
    #[error("the time of `{}` was not over", .0.letter())]
    Clock(Seat),
    /// Somebody else rolled or moved than could.
    #[error("`{}` was not played by whom the event says", .0.letter())]
    By(Seat),
    /// The places, or the reason for the end, are not those of the position.
    #[error("the game does not end like this")]
    End,
}

impl Wrong {
    /// Whether it is the dice that are wrong: then the event is evidence against whoever made it.
    #[must_use]
    pub const fn is_dice(&self) -> bool {
        matches!(self, Self::Dice(_) | Self::Begin)
    }
}

fn outcome(of: Option<Move>) -> String {
    of.map_or_else(|| "a choice".into(), |mv| mv.to_string())
}
