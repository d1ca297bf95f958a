use ludo_dice::{GameId, Link, Tip};
use ludo_rules::BySeat;

/// What the driver hands in beside a command: secrets of this one moment, and entropy.
///
/// The table puts into its events what is to be revealed, and keeps nothing of the rest.
#[derive(Clone, Default)]
pub struct Hand {
    /// The server's link of the roll or draw at hand ([`Table::server_link`](crate::Table::server_link) says which
    /// one); nothing where the command needs none.
    pub server_link: Option<Link>,
    /// The links that the seats' clients answered the begin with, for the draw: of every seat that has answered.
    ///
    /// They are not in the table, so they are to be kept with the same care as the events. Where they are lost all the
    /// same, clients that come back answer again, and are refused with `already_answered`: such an answer has the right
    /// link, and can be kept in place of the lost one.
    pub links: BySeat<Option<Link>>,
    /// Id and tip of a new game, for a rematch, or for a game that is set up anew.
    pub next_game: Option<(GameId, Tip)>,
}
