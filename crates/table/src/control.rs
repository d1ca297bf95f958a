use serde::{Deserialize, Serialize};

use crate::BotKind;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// Its person.
    #[default]
    Owner,
    /// A bot: the seat is a bot's, or its person left the game.
    Bot(BotKind),
    /// The autopilot: its person is away.
    Autopilot,
}

/// Who rolled or chose: the marks of a record for rolls without a link and moves that others chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The owner of the seat: its person, or the bot whose seat it is.
    Owner,
    /// The owner, on a device that does not hold the seat's secret: `[%nolink]`.
    OwnerNoLink,
    /// The table, for an absent player: `[%auto]`.
    Auto,
    /// The owner rolled, and the table moved for them: `[%automove]`.
    AutoMove,
    /// A bot in a person's seat: `[%bot NAME]`.
    Bot(BotKind),
}
