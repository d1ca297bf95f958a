use ludo_rules::Seat;
use ludo_table::{BotKind, Name};

/// What a client does by itself once it is connected: sit down, add bots, begin. For "play the computer" in one tap.
///
/// It is carried out once, over as many connections as that takes, and looks at the table before each step, so that
/// nothing is done twice. It ends when the game begins, when something is refused, or when the person does not host
/// the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where to sit.
    pub seat: Seat,
    /// The name to go by.
    pub name: Name,
    /// The bots, and where they sit.
    pub bots: Vec<(Seat, BotKind)>,
    /// Whether to begin then.
    pub begin: bool,
}
