use std::rc::Rc;

use super::signal::*;
use ludo_protocol::{MyTable, TableState};

use super::element::{El, html};
use super::http;
use super::icon::{FILE, icon};
use super::navigate::link;
use super::peg::peg;
use super::proof::record_link;
use super::words::{tr, tr_with};
use crate::wording::key;
use crate::{Arg, Route};

/// The tables at which this browser has a seat, by what there is to do. None where the server cannot say.
pub(super) fn games() -> RwSignal<Vec<MyTable>> {
    let tables = RwSignal::new(Vec::<MyTable>::new());
    spawn_local(async move {
        if let Ok(me) = http::my_tables().await {
            let mut found = me.tables;
            found.retain(|table| table.state != TableState::Closed);
            // Where it is one's turn first, then what is on, then what is over; in each the latest first, as they come.
            let rank = |table: &MyTable| match (table.your_turn, table.state) {
                (true, _) => 0,
                (false, TableState::Over) => 2,
                (false, _) => 1,
            };
            let found = (0..=2)
                .flat_map(|wanted| {
                    found
                        .iter()
                        .filter(move |table| rank(table) == wanted)
                        .cloned()
                })
                .collect();
            // Nobody may be here any more to be shown them.
            let _ = tables.try_set(found);
        }
    });
    tables
}

/// The way back into the game where something is due, or that is on: the one thing to do next for who has one.
pub(super) fn back_to(tables: RwSignal<Vec<MyTable>>) -> El {
    let due = move || {
        tables.with(|tables| {
            let first = tables.first()?;
            let on = first.your_turn || first.state == TableState::Playing;
            on.then_some((first.code, first.your_turn))
        })
    };
    html("div").class("back-to").given(due, |due| {
        let (code, turn) = due?;
        let words = if turn {
            key("start-running-turn")
        } else {
            key("start-running-playing")
        };
        Some(
            link(Route::Table(code))
                .class("button primary")
                .testid("back-to")
                .child(html("span").words(words))
                .child(html("b").words("start-running-go")),
        )
    })
}

/// The same as a list. Nothing where there are none.
pub(super) fn running(tables: RwSignal<Vec<MyTable>>) -> El {
    html("div").class("running-place").given(
        move || tables.get(),
        |tables| {
            (!tables.is_empty()).then(|| {
                let games: Vec<_> = tables.into_iter().map(game).collect();
                html("section")
                    .class("running")
                    .attr("aria-labelledby", "running-title")
                    .testid("running")
                    .child(
                        html("h2")
                            .attr("id", "running-title")
                            .words("start-running"),
                    )
                    .child(html("ul").child(games))
            })
        },
    )
}

fn game(table: MyTable) -> El {
    let code = table.code.to_string();
    let bots = table.bots.len();
    let people: Vec<String> = table
        .names
        .iter()
        .filter(|(other, _)| Some(*other) != table.seat && !table.bots.contains(*other))
        .filter_map(|(_, name)| name.clone())
        .collect();
    let with = move || {
        let mut others = people.clone();
        if bots > 0 {
            others.push(tr_with("bots-count", &[("n", bots.into())]));
        }
        if others.is_empty() {
            tr("start-running-alone")
        } else {
            tr_with(
                "start-running-with",
                &[("names", Arg::name(&others.join(", ")))],
            )
        }
    };
    let seat = table.seat;
    let route = Route::Table(table.code);
    let game = table.game.map(|game| game.to_string());
    let table = Rc::new(table);
    let state = move || match table.state {
        _ if table.your_turn => tr("start-running-turn"),
        TableState::Waiting => tr("start-running-waiting"),
        TableState::Playing => tr("start-running-playing"),
        TableState::Over | TableState::Closed => match table.place {
            Some(n) => tr_with("podium-your-place", &[("n", n.into())]),
            None => tr("start-running-over"),
        },
    };
    let who = html("span")
        .class("who")
        .child(html("b").live_text(with))
        .child(html("span").class("small soft").live_text(state));
    let code_shown = html("span").class("code small soft").child(code.as_str());
    html("li")
        .class("card")
        .child(
            link(route)
                .testid(&format!("running-{code}"))
                .child(html("span").class("unseen").words("start-running-go"))
                .child(seat.map(peg))
                .child(who)
                .child(code_shown),
        )
        .child(game.map(|game| {
            record_link(&game)
                .class("record")
                .testid(&format!("record-{code}"))
                .label("record-save")
                .live_attr("title", || Some(tr("record-save")))
                .child(icon(FILE))
        }))
}
