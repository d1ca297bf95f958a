use ludo_dice::{GameId, Link, Tip};
use ludo_rules::{BySeat, Face, Move, Seat};
use serde::{Deserialize, Serialize};

use crate::{BotKind, Member, Name, Options};

/// What happened at a table. The state of a table is the fold of its events, on the server and in every client.
///
/// Events are public: what only the server may know of one (person, address, command id) lies beside it in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
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
    /// Somebody became a member. The first to join is the host.
    Joined {
        /// The new member's number.
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
    /// A person's seat became open again before the game: they got up, or the host removed them.
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
    /// The host's rights passed on.
    Host {
        /// The new host.
        member: Member,
    },
    /// The host changed the options before the game.
    OptionsSet {
        /// All of them, as they are now.
        options: Options,
    },
    /// The game begins: all that the draw will rest on (spec/dice.md, order 3).
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
        /// The position after this event (spec/notation.md).
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
        /// The position after this event.
        position: String,
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
        /// The position after this event.
        position: String,
    },
    /// A seat gave up: its tokens left the board, its place is the worst still open.
    Resigned {
        /// The seat.
        seat: Seat,
        /// The position after this event.
        position: String,
    },
    /// Somebody else plays a person's seat from now on, or its person plays it again.
    Controlled {
        /// The seat.
        seat: Seat,
        /// Who plays it now.
        control: Control,
    },
    /// All places are decided, or the game ended otherwise.
    Over {
        /// Seats from the first place to the last; empty where there are none (abandoned).
        places: Vec<Seat>,
        /// Why it ended.
        end: End,
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
    /// The table is no more.
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
    /// The bot that owns the seat; `None` for a person's.
    pub bot: Option<BotKind>,
    /// Tip of the seat's chain, if its client brought one.
    pub tip: Option<Tip>,
}

/// Who rolled or chose: the marks of a record (spec/dice.md, "Rolls without a link").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The owner of the seat: its person, or the bot whose seat it is.
    Owner,
    /// The owner, on a device that does not hold the seat's secret: `[%nolink]`.
    OwnerNoLink,
    /// The table, for an absent player: `[%auto]`.
    Auto,
    /// The owner rolled, and the table moved after a time-out: `[%automove]`.
    AutoMove,
    /// A bot in a person's seat: `[%bot NAME]`.
    Bot(BotKind),
}

/// Who plays a person's seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// The person.
    #[default]
    Owner,
    /// A bot: the person left a casual game.
    Bot(BotKind),
    /// The autopilot: the person is away.
    Autopilot,
}

/// Why a game ended (`Termination` of a record).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// All places were played out.
    Normal,
    /// The last place was decided by resigning.
    Resigned,
    /// The game reached its greatest number of rolls.
    Limit,
    /// Everybody left, or the server could not go on.
    Abandoned,
}

/// Why a table was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// All people left.
    Empty,
    /// Nothing happened for too long.
    Idle,
}

