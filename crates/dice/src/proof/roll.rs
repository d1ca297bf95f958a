use ludo_rules::{Face, Seat};

use super::RolledBy;
use crate::Link;

/// A roll of a record that follows from what was fixed before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenRoll {
    /// Its number in the game: 1, 2, ….
    pub roll: u32,
    /// Whose roll it is.
    pub seat: Seat,
    /// What the die shows.
    pub face: Face,
    /// The server's link of this roll.
    pub server_link: Link,
    /// The seat's link of this roll, if it used one.
    pub link: Option<Link>,
    /// Who made it.
    pub by: RolledBy,
}
