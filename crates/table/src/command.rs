use ludo_dice::{GameId, Link, Tip};
use ludo_rules::{Move, Seat};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{BotKind, CloseReason, Name, Options};

/// What a person at a table wants. The table answers with events or a [`Refusal`](crate::Refusal).
///
/// `step` of [`Roll`](Self::Roll) and [`Move`](Self::Move) is the game step that the sender saw
/// ([`Table::step`](crate::Table::step)); a command for another step is stale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Sit down on an open seat, or change to it. Makes the sender a member.
    Sit {
        /// Where.
        seat: Seat,
        /// The name to go by; needed from a newcomer, else the known one stays.
        #[serde(default)]
        name: Option<Name>,
        /// The game that `tip` is for; goes with it.
        #[serde(default)]
        game: Option<GameId>,
        /// Tip of the sender's chain for this game.
        #[serde(default)]
        tip: Option<Tip>,
    },
    /// Bring a chain for the game to come to the seat one has.
    Chain {
        /// The game it is for.
        game: GameId,
        /// Its tip.
        tip: Tip,
    },
    /// Take another name.
    Rename {
        /// The new one.
        name: Name,
    },
    /// Host only: put a bot on an open seat.
    AddBot {
        /// Where.
        seat: Seat,
        /// Which.
        bot: BotKind,
    },
    /// Host only, before the game: make the seat of a bot or of another person open.
    Clear {
        /// The seat.
        seat: Seat,
    },
    /// Host only, before the game: change the options.
    SetOptions {
        /// All of them, as they are to be.
        options: Options,
    },
    /// Host only: begin the game with those who sit.
    #[serde(deserialize_with = "nothing")]
    Begin,
    /// Answer the begin with `link[1]` of the chain whose tip the begin shows.
    Answer {
        /// The game that begins.
        game: GameId,
        /// The seat's `link[1]`.
        link: Link,
    },
    /// Roll the die.
    Roll {
        /// The game step that the sender saw.
        step: u32,
        /// The number of the roll in the game.
        roll: u32,
        /// The seat's link of this roll, from the device that holds the secret.
        #[serde(default)]
        link: Option<Link>,
    },
    /// Move a token.
    Move {
        /// The game step that the sender saw.
        step: u32,
        /// One of the legal moves.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Give up.
    #[serde(deserialize_with = "nothing")]
    Resign,
    /// Leave: before and after a game the seat becomes open; in a game a bot plays on until one comes back.
    #[serde(deserialize_with = "nothing")]
    Leave,
    /// Play again after a time away: the seat is its person's again.
    #[serde(deserialize_with = "nothing")]
    Return,
    /// After a game: set up another one at the same table.
    #[serde(deserialize_with = "nothing")]
    Rematch,
}

impl Command {
    /// The name that its JSON form has as `type`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sit { .. } => "sit",
            Self::Chain { .. } => "chain",
            Self::Rename { .. } => "rename",
            Self::AddBot { .. } => "add_bot",
            Self::Clear { .. } => "clear",
            Self::SetOptions { .. } => "set_options",
            Self::Begin => "begin",
            Self::Answer { .. } => "answer",
            Self::Roll { .. } => "roll",
            Self::Move { .. } => "move",
            Self::Resign => "resign",
            Self::Leave => "leave",
            Self::Return => "return",
            Self::Rematch => "rematch",
        }
    }

    /// Whether the table needs the server's link of the roll at hand for this command.
    #[must_use]
    pub const fn needs_link(&self) -> bool {
        matches!(self, Self::Roll { .. })
    }
}

/// The content of a command that has none: without this, serde would take anything.
fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}

/// What only the driver of a table may do: it keeps the clock, hands in entropy, and plays bots and absent players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriverCommand {
    /// Make the draw: all links are there, or the time for them is over.
    Draw,
    /// Roll for a bot's seat, or for a seat that a bot or the autopilot plays.
    Roll,
    /// Move for it. The autopilot's moves follow its rule; the table refuses another one.
    Move {
        /// The move to make.
        mv: Move,
    },
    /// A person has had no connection for too long: in a game the autopilot plays, before it the seat becomes open.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// A person who was away is here again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The time of the person in turn is over ([`Table::clock`](crate::Table::clock)): the table finishes the turn.
    TimeOut {
        /// The seat.
        seat: Seat,
    },
    /// Whoever drives the table could not do so for a while: a clock that ran meanwhile starts anew.
    Resume,
    /// The game cannot go on (the server's chain is lost): it ends `abandoned`.
    Abandon,
    /// The game that is set up cannot begin (the server's chain is lost): another one is set up in its place.
    Renew,
    /// Close the table.
    Close(CloseReason),
}

impl DriverCommand {
    /// Whether the table needs the server's link of the roll or draw at hand for this command.
    #[must_use]
    pub const fn needs_link(&self) -> bool {
        matches!(self, Self::Draw | Self::Roll)
    }
}
