use ludo_dice::{GameId, Link, Tip};
use ludo_rules::{BySeat, Face, Move, Seat};
use serde::{Deserialize, Serialize};

use crate::{BotKind, By, CloseReason, Control, End, Member, Name, Options};

/// What happened at a table. The state of a table is the fold of its events, on the server and in every client.
///
/// Events are public: what only the server may know of one (person, address, command id) lies beside it in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    try_from = "crate::written_event::WrittenEvent"
)]
pub enum Event {
    /// The table was opened with its first game; always the first event.
    Opened {
        /// Rules and seats.
        options: Options,
        /// The game to come.
        game: GameId,
        /// Tip of the server's chain for this game.
        tip: Tip,
    },
    /// Somebody became a member. A number that was there before is the same person again.
    Joined {
        /// The member's number.
        member: Member,
        /// The name they go by.
        name: Name,
    },
    /// A member took another name.
    Renamed {
        /// Who.
        member: Member,
        /// The new name.
        name: Name,
    },
    /// A member sat down on an open seat; if they had another one, it is open now and their tip came along.
    Sat {
        /// Who.
        member: Member,
        /// Where.
        seat: Seat,
    },
    /// A seated client brought its chain for the game to come (a new tip takes the place of an older one).
    Chained {
        /// The seat.
        seat: Seat,
        /// Tip of the client's chain.
        tip: Tip,
    },
    /// A person's seat became open again, before or after a game: they got up, were away for too long, or the host
    /// removed them.
    Stood {
        /// The seat.
        seat: Seat,
    },
    /// A bot took an open seat.
    BotSat {
        /// The seat.
        seat: Seat,
        /// Which bot.
        bot: BotKind,
    },
    /// A bot's seat became open again.
    BotLeft {
        /// The seat.
        seat: Seat,
    },
    /// A member is the host now: the first to sit down, or the one who sits here longest after the host left.
    Host {
        /// The new host.
        member: Member,
    },
    /// The host changed the options before the game.
    OptionsSet {
        /// All of them, as they are now.
        options: Options,
    },
    /// The game begins: all that the draw will rest on.
    Begun {
        /// The game.
        game: GameId,
        /// Tip of the server's chain.
        server_tip: Tip,
        /// Who plays; `None` for a seat that stays empty.
        seats: BySeat<Option<SeatAtBegin>>,
    },
    /// A seat's client answered the begin. Its link is shown by the draw, not before.
    Answered {
        /// The seat.
        seat: Seat,
    },
    /// The draw: the links of all who answered, and who begins.
    Drawn {
        /// The server's `link[1]`.
        server_link: Link,
        /// `link[1]` of each seat that answered.
        links: BySeat<Option<Link>>,
        /// The seat that begins.
        first: Seat,
        /// The position after this event, as text.
        position: String,
    },
    /// A die was rolled. What follows without a choice (pass, void) has happened with it.
    Rolled {
        /// The number of the roll in the game: 1, 2, ….
        roll: u32,
        /// Whose roll.
        seat: Seat,
        /// What it shows.
        face: Face,
        /// The server's link of this roll.
        server_link: Link,
        /// The seat's link of this roll, if it came.
        link: Option<Link>,
        /// Who rolled.
        by: By,
        /// What followed at once: `pass`, `void`, `back:25`; nothing where a token is to be chosen.
        outcome: Option<Move>,
        /// The position after this event, as text.
        position: String,
        /// The moves to choose from now; none where no choice is due.
        choices: Vec<Move>,
    },
    /// A token moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// Who chose it.
        by: By,
        /// The position after this event, as text.
        position: String,
        /// The moves to choose from now (bonus steps); none where no choice is due.
        choices: Vec<Move>,
    },
    /// A seat gave up: its tokens left the board, its place is the worst still open.
    Resigned {
        /// The seat.
        seat: Seat,
        /// The position after this event, as text.
        position: String,
        /// The moves that the seat in turn can choose from now; none where no choice is due.
        choices: Vec<Move>,
    },
    /// Somebody else plays a person's seat from now on, or its person plays it again.
    Controlled {
        /// The seat.
        seat: Seat,
        /// Who plays it now.
        control: Control,
    },
    /// The time of the person in turn is over. The table plays the rest of this turn by the autopilot's rule.
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// The server was away while a clock ran: the time for what is due begins anew.
    Resumed {},
    /// All places are decided, or the game ended otherwise.
    Over {
        /// Seats from the first place to the last; empty where there are none (abandoned).
        places: Vec<Seat>,
        /// Why it ended.
        end: End,
    },
    /// The game to come was set up anew, since the server lost its chain for it (as after a backup was restored): new
    /// id, new tip. People and bots keep their seats, tips are gone.
    Renewed {
        /// The game to come.
        game: GameId,
        /// Tip of the server's chain for it.
        tip: Tip,
    },
    /// A new game at the same table: new id, new chains. People and bots keep their seats, tips are gone.
    Rematch {
        /// The new game.
        game: GameId,
        /// Tip of the server's chain for it.
        tip: Tip,
        /// Who asked.
        member: Member,
    },
    /// The table is no more; always the last event.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}

/// A seat as the begin of a game fixes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatAtBegin {
    /// The name shown.
    pub name: Name,
    /// The person whose seat it is; `None` for a bot's.
    pub member: Option<Member>,
    /// The bot that owns the seat; `None` for a person's.
    pub bot: Option<BotKind>,
    /// Tip of the seat's chain, if its client brought one.
    pub tip: Option<Tip>,
}

impl Event {
    /// The name that its JSON form has as `type`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Opened { .. } => "opened",
            Self::Joined { .. } => "joined",
            Self::Renamed { .. } => "renamed",
            Self::Sat { .. } => "sat",
            Self::Chained { .. } => "chained",
            Self::Stood { .. } => "stood",
            Self::BotSat { .. } => "bot_sat",
            Self::BotLeft { .. } => "bot_left",
            Self::Host { .. } => "host",
            Self::OptionsSet { .. } => "options_set",
            Self::Begun { .. } => "begun",
            Self::Answered { .. } => "answered",
            Self::Drawn { .. } => "drawn",
            Self::Rolled { .. } => "rolled",
            Self::Moved { .. } => "moved",
            Self::Resigned { .. } => "resigned",
            Self::Controlled { .. } => "controlled",
            Self::TimedOut { .. } => "timed_out",
            Self::Resumed {} => "resumed",
            Self::Over { .. } => "over",
            Self::Renewed { .. } => "renewed",
            Self::Rematch { .. } => "rematch",
            Self::Closed { .. } => "closed",
        }
    }
}
