use ludo_dice::GameId;
use ludo_rules::{BySeat, RuleSet, Seat, SeatSet};
use ludo_table::{BotKind, Chair, Member, Options, Phase, Table, Time};
use serde::{Deserialize, Serialize};

use crate::{HandoverCode, TableCode};

/// Body of `POST /api/tables`: open a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Rules and seats; what is left out is as by default.
    #[serde(default)]
    pub options: Options,
}

/// Answer to `POST /api/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatedTable {
    /// The code of the new table.
    pub code: TableCode,
}

/// Answer to `POST /api/handover`: a code with which a further device becomes this person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatedHandover {
    /// The code, good for one use.
    pub code: HandoverCode,
    /// When it is of no more use, by the server's clock.
    pub expires_at: Time,
}

/// Body of `POST /api/handover/take`: become the person whose code this is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeHandover {
    /// The code as it was typed or followed; a text that is no [`HandoverCode`] is answered like one that is not known.
    pub code: String,
    /// Whether this browser may give up the person that it is now, with that person's unfinished tables.
    #[serde(default)]
    pub replace: bool,
}

/// Without the code.
impl std::fmt::Debug for TakeHandover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TakeHandover")
            .field("replace", &self.replace)
            .finish_non_exhaustive()
    }
}

/// Where a table stands, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableState {
    /// People can sit down.
    Waiting,
    /// The game has begun.
    Playing,
    /// The game is over.
    Over,
    /// The table is no more.
    Closed,
}

/// Answer to `GET /api/tables/{code}`: what one wants to know before one sits down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSummary {
    /// The table's code.
    pub code: TableCode,
    /// Where it stands.
    pub state: TableState,
    /// Rules and seats.
    pub options: Options,
    /// Who sits where.
    pub seats: BySeat<Option<SeatSummary>>,
    /// Seats that can be taken.
    pub open_seats: SeatSet,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The name.
    pub name: String,
    /// The bot, if it is one.
    pub bot: Option<BotKind>,
}

/// Answer to `GET /api/me`: where the browser's person sits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// Their tables, the one that changed last first.
    pub tables: Vec<MyTable>,
}

/// A table at which the browser's person has a seat, or had one in the game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyTable {
    /// The table's code.
    pub code: TableCode,
    /// Where it stands.
    pub state: TableState,
    /// Its rule set.
    pub rules: RuleSet,
    /// The person's seat: at the table, or else in the game that is over.
    pub seat: Option<Seat>,
    /// The names at the seats.
    pub names: BySeat<Option<String>>,
    /// The seats that bots have, or had in the game that is over.
    #[serde(default)]
    pub bots: SeatSet,
    /// Whether the game waits for this person.
    pub your_turn: bool,
    /// The person's place in the game that is over, 1 for the first.
    pub place: Option<u8>,
    /// The game that is over there, of which a record can be had; nothing where none is.
    #[serde(default)]
    pub game: Option<GameId>,
    /// When something happened there last.
    pub changed_at: Time,
}

impl TableState {
    /// Where `table` stands.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        match table.phase() {
            Phase::Waiting => Self::Waiting,
            Phase::Drawing { .. } | Phase::Playing => Self::Playing,
            Phase::Over { .. } => Self::Over,
            Phase::Closed { .. } => Self::Closed,
        }
    }
}

impl TableSummary {
    /// The summary of a table.
    #[must_use]
    pub fn of(code: TableCode, table: &Table) -> Self {
        let state = TableState::of(table);
        let seats = BySeat::from_fn(|seat| {
            let bot = match table.chair(seat) {
                Chair::Open => return None,
                Chair::Person { .. } => None,
                Chair::Bot { bot } => Some(*bot),
            };
            Some(SeatSummary {
                name: table.name_at(seat)?.into(),
                bot,
            })
        });
        let open_seats = match state {
            TableState::Waiting | TableState::Over => table.open_seats(),
            TableState::Playing | TableState::Closed => SeatSet::EMPTY,
        };
        Self {
            code,
            state,
            options: table.options().clone(),
            seats,
            open_seats,
        }
    }
}

impl MyTable {
    /// How a table looks to one of its members.
    #[must_use]
    pub fn of(code: TableCode, table: &Table, member: Member) -> Self {
        let played = table.roster().and_then(|roster| {
            Seat::ALL.into_iter().find(|&seat| {
                roster[seat]
                    .as_ref()
                    .is_some_and(|at_begin| at_begin.member == Some(member))
            })
        });
        let seat = table.seat_of(member).or(played);
        let place = table
            .places()
            .and_then(|places| places.iter().position(|&seat| Some(seat) == played));
        Self {
            code,
            state: TableState::of(table),
            rules: table.options().rules,
            seat,
            names: BySeat::from_fn(|seat| table.name_at(seat).map(Into::into)),
            bots: table.bots(),
            your_turn: seat.is_some() && table.turn() == seat,
            place: place.and_then(|place| u8::try_from(place + 1).ok()),
            game: table.recorded_game(),
            changed_at: table.changed_at(),
        }
    }
}
