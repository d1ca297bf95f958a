use std::fmt;

use ludo_dice::GameId;

use crate::{Intent, Kept, SeatSecret};

/// What a driver hands to a [`Client`](crate::Client).
pub enum Input {
    /// The connection asked for by [`Effect::Connect`](crate::Effect::Connect) is there.
    Connected,
    /// A text came over it. Nothing of an older connection may be handed in after a newer `Connect` or a `Close`.
    Frame(String),
    /// The connection is gone, or could not be made.
    Disconnected,
    /// What is kept of a game on this device: the answer to [`Effect::Recall`](crate::Effect::Recall).
    Recalled {
        /// The game that was asked for.
        game: GameId,
        /// What is kept, if anything.
        kept: Option<Kept>,
    },
    /// What is stored now: the answer to [`Effect::Remember`](crate::Effect::Remember).
    Remembered(Kept),
    /// This device cannot store anything (now). It takes no part in the dice of this game then.
    NotRemembered(GameId),
    /// 32 bytes from the operating system's generator: the answer to
    /// [`Effect::MakeChain`](crate::Effect::MakeChain).
    Entropy([u8; 32]),
    /// What another device of this person handed over. It is taken up if it is of the game that is on when the client is
    /// connected; so it can be handed in first of all.
    SeatSecret(SeatSecret),
    /// What the person wants.
    Intent(Intent),
    /// Time has passed: at [`Effect::WakeAt`](crate::Effect::WakeAt), and whenever else the driver likes.
    Tick,
    /// A hint: the person looks at the page again, the network came back, the device woke up.
    Awake,
    /// A hint: nobody looks at the page, until [`Awake`](Self::Awake) comes. The line is kept, with fewer tests and longer
    /// pauses.
    Hidden,
}

/// Without entropy, of which secrets are made.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected => f.write_str("Connected"),
            Self::Frame(text) => f.debug_tuple("Frame").field(text).finish(),
            Self::Disconnected => f.write_str("Disconnected"),
            Self::Recalled { game, kept } => f
                .debug_struct("Recalled")
                .field("game", game)
                .field("kept", kept)
                .finish(),
            Self::Remembered(kept) => f.debug_tuple("Remembered").field(kept).finish(),
            Self::NotRemembered(game) => f.debug_tuple("NotRemembered").field(game).finish(),
            Self::Entropy(_) => f.write_str("Entropy(..)"),
            Self::SeatSecret(_) => f.write_str("SeatSecret(..)"),
            Self::Intent(intent) => f.debug_tuple("Intent").field(intent).finish(),
            Self::Tick => f.write_str("Tick"),
            Self::Awake => f.write_str("Awake"),
            Self::Hidden => f.write_str("Hidden"),
        }
    }
}
