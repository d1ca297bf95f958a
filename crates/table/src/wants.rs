use ludo_rules::{Due, Seat};

use crate::{Control, Time};

/// What the driver of a table is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Nothing: it is for people to act, who have all the time they want, or nothing can happen any more.
    Nothing,
    /// Make the draw, at `at` or as soon after it as can be.
    Draw {
        /// From then on it can be made.
        at: Time,
    },
    /// Tell the person that their time is over, at `at` or as soon after it as can be, unless they act before.
    TimeOut {
        /// The seat in turn.
        seat: Seat,
        /// From then on its time is over.
        at: Time,
    },
    /// Roll or move for a seat that no person plays now.
    Act {
        /// The seat.
        seat: Seat,
        /// Who plays it: a bot or the autopilot, never its owner.
        control: Control,
        /// What is due: a roll, a move, bonus steps.
        due: Due,
    },
}
