use ludo_dice::GameId;
use ludo_protocol::{ErrorCode, NumberedEvent, Saying};
use ludo_rules::Seat;
use ludo_table::Time;

use crate::{After, Evidence, Kept, Stopped};

/// What a [`Client`](crate::Client) asks its driver to do, in this order.
#[derive(Debug)]
pub enum Effect {
    /// Connect to the table, with `after` as the address's query if there is one. Any older connection is of no use.
    Connect {
        /// The last event that the client has.
        after: Option<After>,
    },
    /// Send a text over the connection.
    Send(String),
    /// Close the connection.
    Close,
    /// Look up what is kept of a game; answer with [`Input::Recalled`](crate::Input::Recalled).
    Recall(GameId),
    /// Store this, as [`Kept::settle`] says; answer with [`Input::Remembered`](crate::Input::Remembered), or
    /// [`Input::NotRemembered`](crate::Input::NotRemembered).
    Remember(Kept),
    /// Draw 32 bytes from the operating system's generator; answer with [`Input::Entropy`](crate::Input::Entropy).
    MakeChain,
    /// The state of the table is here, and does not follow on what was known before. With it come the latest events that led
    /// to it, as far as the server told them: those of the present game.
    Loaded(Vec<NumberedEvent>),
    /// These events happened, in this order; the state of the table has them all. What was not taken out yet is one batch
    /// with it, and so is all that piled up while the device slept: whoever shows it can go to the newest state at once.
    Happened(Vec<NumberedEvent>),
    /// A command was refused; nothing happened.
    Refused(Refused),
    /// Somebody at the table said something just now, perhaps this person. It is one of those that this version knows.
    Said {
        /// The seat of who said it.
        seat: Seat,
        /// What.
        saying: Saying,
    },
    /// What this person wanted to say was not said.
    Unsaid {
        /// The kind of refusal.
        code: ErrorCode,
        /// Milliseconds until something can be said again; 0 where waiting is no help.
        wait: u64,
    },
    /// The table was set back: whoever runs the server restored an older state, and some of what this client knew is no more.
    /// The person must be told. The client starts anew with what there is now, which comes as [`Loaded`](Self::Loaded);
    /// the game that it followed goes on no more, and what was given to be done and was not answered is given up.
    SetBack {
        /// What it saw before. If the device has a chain in the game, it is kept with it too.
        evidence: Option<Box<Evidence>>,
    },
    /// The client has stopped for good.
    Stopped {
        /// Why.
        why: Stopped,
        /// What it saw, where that speaks against whoever runs the table. If the device has a chain in the game, it is
        /// kept with it too.
        evidence: Option<Box<Evidence>>,
    },
    /// Hand in [`Input::Tick`](crate::Input::Tick) at this moment. It takes the place of an earlier one.
    WakeAt(Time),
}

/// A refusal, by the server or by the client itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The name of the command, as in its JSON form; none for an error that has no command.
    pub command: Option<&'static str>,
    /// The kind of refusal.
    pub code: ErrorCode,
    /// The server's sentence for people. Empty where the client itself refused: sentences for that are more than a browser should
    /// load, and the code says all.
    pub message: String,
}
