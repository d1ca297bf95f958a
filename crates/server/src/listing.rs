use ludo_dice::GameId;
use ludo_protocol::{MyTable, TableCode, TableState, TableSummary};
use ludo_rules::{BySeat, Seat, SeatSet};
use ludo_store::Standing;
use ludo_table::{Member, Table, Time};
use serde::{Deserialize, Serialize};

use crate::app::to_text;
use crate::error::ApiError;

/// What lists show of a table. It is stored with every append, so that lists need no table in memory.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Listing {
    pub(crate) summary: TableSummary,
    names: BySeat<Option<String>>,
    changed_at: Time,
    /// The seat in turn. Listings of before it was here say it of each member.
    #[serde(default)]
    turn: Option<Seat>,
    /// Listings of before there were records have none.
    #[serde(default)]
    game: Option<GameId>,
    /// Listings of before it was here call no seat a bot's.
    #[serde(default)]
    bots: SeatSet,
    mine: Vec<Mine>,
}

/// What is different for each member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mine {
    member: Member,
    seat: Seat,
    #[serde(default, skip_serializing)]
    your_turn: bool,
    place: Option<u8>,
}

/// The text of the part of a [`Listing`] that no roll and no move changes, which is nearly all of it: made once a game,
/// not once a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixed(String);

/// How [`Fixed`] is written.
#[derive(Serialize)]
struct Written {
    summary: TableSummary,
    names: BySeat<Option<String>>,
    game: Option<GameId>,
    bots: SeatSet,
    mine: Vec<Mine>,
}

impl Fixed {
    pub(crate) fn of(code: TableCode, table: &Table) -> Result<Self, ApiError> {
        let played = table.roster().into_iter().flat_map(|roster| {
            roster
                .iter()
                .filter_map(|(_, at_begin)| at_begin.as_ref()?.member)
        });
        let seated = Seat::ALL
            .into_iter()
            .filter_map(|seat| table.chair(seat).member());
        let mut members: Vec<Member> = seated.chain(played).collect();
        members.sort_unstable();
        members.dedup();
        let mine = |member| {
            let MyTable { seat, place, .. } = MyTable::of(code, table, member);
            Some(Mine {
                member,
                seat: seat?,
                your_turn: false,
                place,
            })
        };
        let written = Written {
            summary: TableSummary::of(code, table),
            names: BySeat::from_fn(|seat| table.name_at(seat).map(Into::into)),
            game: table.recorded_game(),
            bots: table.bots(),
            mine: members.into_iter().filter_map(mine).collect(),
        };
        to_text(&written).map(Self)
    }

    /// The text of the whole listing, of the table of which this is a part.
    pub(crate) fn listing(&self, table: &Table) -> String {
        let turn = table.turn().map_or("null", |seat| match seat {
            Seat::Red => "\"r\"",
            Seat::Green => "\"g\"",
            Seat::Yellow => "\"y\"",
            Seat::Blue => "\"b\"",
        });
        let changed_at = table.changed_at().0;
        let rest = self.0.strip_prefix('{').unwrap_or_default();
        format!("{{\"changed_at\":{changed_at},\"turn\":{turn},{rest}")
    }
}

impl Listing {
    /// How the table looks to a member; nothing to one who has no part in it.
    pub(crate) fn for_member(self, member: Member) -> Option<MyTable> {
        let mine = self.mine.into_iter().find(|mine| mine.member == member)?;
        Some(MyTable {
            code: self.summary.code,
            state: self.summary.state,
            rules: self.summary.options.rules,
            seat: Some(mine.seat),
            names: self.names,
            bots: self.bots,
            your_turn: mine.your_turn || self.turn == Some(mine.seat),
            place: mine.place,
            changed_at: self.changed_at,
            game: self.game,
        })
    }
}

/// Where a table stands, as far as lists care.
pub(crate) fn standing(table: &Table) -> Standing {
    match TableState::of(table) {
        TableState::Waiting | TableState::Playing => Standing::Running,
        TableState::Over => Standing::Over,
        TableState::Closed => Standing::Closed,
    }
}

#[cfg(test)]
mod tests {
    use ludo_dice::Tip;
    use ludo_table::{Actor, Command, Hand, Name, Options};

    use super::*;

    #[test]
    fn the_text_is_read_as_what_a_member_sees() {
        let code: TableCode = "K7M2QX".parse().unwrap();
        let opened = Table::open(Options::default(), GameId([1; 16]), Tip([2; 32])).unwrap();
        let table = Table::fold(None, &opened, Time(5)).unwrap();
        let sit = Command::Sit {
            seat: Seat::Red,
            name: Some(Name::new("Ada").unwrap()),
            game: None,
            tip: None,
        };
        let sat = table.decide_and_fold(Actor::Newcomer, &sit, Time(9), &Hand::default());
        let (_, table) = sat.unwrap();
        let text = Fixed::of(code, &table).unwrap().listing(&table);
        let listing: Listing = serde_json::from_str(&text).unwrap();
        assert_eq!(listing.summary, TableSummary::of(code, &table));
        let mine = listing.for_member(Member(1)).unwrap();
        assert_eq!(mine, MyTable::of(code, &table, Member(1)));
    }

    #[test]
    fn whose_turn_it_is_is_also_read_as_it_was_written_before() {
        let old = r#"{"summary":{"code":"K7M2QX","state":"playing","options":{},"seats":{"r":null,"g":null,"y":null,"b":null},"open_seats":"-"},
            "names":{"r":"Ada","g":null,"y":null,"b":null},"changed_at":7,
            "mine":[{"member":1,"seat":"r","your_turn":true,"place":null},{"member":2,"seat":"y","your_turn":false,"place":null}]}"#;
        let new = old
            .replace(r#""changed_at":7"#, r#""changed_at":7,"turn":"r""#)
            .replace(r#""your_turn":true,"#, "")
            .replace(r#""your_turn":false,"#, "");
        for text in [old, &new] {
            let listing: Listing = serde_json::from_str(text).unwrap();
            let red = listing.clone().for_member(Member(1)).unwrap();
            let yellow = listing.for_member(Member(2)).unwrap();
            assert_eq!((red.your_turn, yellow.your_turn), (true, false), "{text}");
        }
    }
}
