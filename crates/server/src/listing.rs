use ludo_dice::GameId;
use ludo_protocol::{MyTable, TableCode, TableState, TableSummary};
use ludo_rules::{BySeat, Seat};
use ludo_store::Standing;
use ludo_table::{Member, Table, Time};
use serde::{Deserialize, Serialize};

/// What lists show of a table. It is stored with every append, so that lists need no table in memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Listing {
    pub(crate) summary: TableSummary,
    names: BySeat<Option<String>>,
    changed_at: Time,
    /// Listings of before there were records have none.
    #[serde(default)]
    game: Option<GameId>,
    mine: Vec<Mine>,
}

/// What is different for each member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mine {
    member: Member,
    seat: Seat,
    your_turn: bool,
    place: Option<u8>,
}

impl Listing {
    pub(crate) fn of(code: TableCode, table: &Table) -> Self {
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
            let MyTable {
                seat,
                your_turn,
                place,
                ..
            } = MyTable::of(code, table, member);
            Some(Mine {
                member,
                seat: seat?,
                your_turn,
                place,
            })
        };
        Self {
            summary: TableSummary::of(code, table),
            names: BySeat::from_fn(|seat| table.name_at(seat).map(Into::into)),
            changed_at: table.changed_at(),
            game: table.recorded_game(),
            mine: members.into_iter().filter_map(mine).collect(),
        }
    }

    /// How the table looks to a member; nothing to one who has no part in it.
    pub(crate) fn for_member(self, member: Member) -> Option<MyTable> {
        let mine = self.mine.into_iter().find(|mine| mine.member == member)?;
        Some(MyTable {
            code: self.summary.code,
            state: self.summary.state,
            rules: self.summary.options.rules,
            seat: Some(mine.seat),
            names: self.names,
            your_turn: mine.your_turn,
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
