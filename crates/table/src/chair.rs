use ludo_dice::Tip;
use serde::{Deserialize, Serialize};

use crate::{BotKind, Control, Member};

/// Who sits on a seat of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    try_from = "crate::written_chair::WrittenChair"
)]
pub enum Chair {
    /// Nobody.
    #[default]
    Open,
    /// A person.
    Person {
        /// Who.
        member: Member,
        /// Tip of the chain that their device brought for the game that is being set up or played.
        tip: Option<Tip>,
        /// Who plays the seat in the game that is on.
        control: Control,
    },
    /// A bot.
    Bot {
        /// Which.
        bot: BotKind,
    },
}

impl Chair {
    /// The member who sits here.
    #[must_use]
    pub const fn member(&self) -> Option<Member> {
        match *self {
            Self::Person { member, .. } => Some(member),
            Self::Open | Self::Bot { .. } => None,
        }
    }

    /// The tip that the person's device brought.
    #[must_use]
    pub const fn tip(&self) -> Option<Tip> {
        match *self {
            Self::Person { tip, .. } => tip,
            Self::Open | Self::Bot { .. } => None,
        }
    }

    /// Who plays the seat; none if it is open.
    #[must_use]
    pub const fn control(&self) -> Option<Control> {
        match *self {
            Self::Open => None,
            Self::Person { control, .. } => Some(control),
            Self::Bot { bot } => Some(Control::Bot(bot)),
        }
    }

    /// Whether nobody sits here.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }

    /// Whether a person sits here who has not left the game that is on.
    #[must_use]
    pub const fn is_present(&self) -> bool {
        matches!(
            self,
            Self::Person {
                control: Control::Owner | Control::Autopilot,
                ..
            }
        )
    }
}
