use ludo_protocol::Saying;
use ludo_rules::{Move, Seat};
use ludo_table::{BotKind, Name, Options};

/// What a person wants. The client makes a command of it; whether it is carried out, the server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Sit down on an open seat, or change to it.
    Sit {
        /// Where.
        seat: Seat,
        /// The name to go by; needed from whoever is new at the table.
        name: Option<Name>,
    },
    /// Get up, or leave the game that is on: a bot plays on.
    Leave,
    /// Put a bot on an open seat.
    AddBot {
        /// Where.
        seat: Seat,
        /// Which.
        bot: BotKind,
    },
    /// Open the seat of a bot or of another person.
    Clear {
        /// Which.
        seat: Seat,
    },
    /// Change the options.
    SetOptions(Options),
    /// Begin the game, as soon as this device's chain is brought.
    Begin,
    /// Roll the die.
    Roll,
    /// Make one of the [choices](crate::Client::choices).
    Move(Move),
    /// Give up.
    Resign,
    /// Play again after a time away.
    Return,
    /// Set up another game at the same table.
    Rematch,
    /// Take another name.
    Rename(Name),
    /// Say something to all at the table, now or never: it is not sent later.
    Say(Saying),
}
