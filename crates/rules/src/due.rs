use crate::Face;

/// What is to happen next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// A roll: `roll`, `roll2`, `roll3`.
    Roll {
        /// Which of the tries it is, 1 to 3; always 1 where a turn has one.
        attempt: u8,
    },
    /// A token is to be chosen for this roll: `move:D`.
    Move(Face),
    /// So many bonus steps are to be played: `bonus:N`.
    Bonus(u8),
    /// Nothing, the game is over: `over`.
    Over,
}
