use leptos::prelude::*;
use leptos::task::spawn_local;
use ludo_protocol::{MyTable, TableState};

use super::http;
use super::navigate::here;
use super::peg::Peg;
use super::words::{tr, tr_with};
use crate::{Arg, Route};

/// The tables at which this browser has a seat. Nothing where there are none, or where the server cannot say.
#[component]
pub(super) fn Running() -> impl IntoView {
    let tables = RwSignal::new(Vec::<MyTable>::new());
    spawn_local(async move {
        if let Ok(me) = http::my_tables().await {
            let mut found = me.tables;
            found.retain(|table| table.state != TableState::Closed);
            // Where it is one's turn first, then what is on, then what is over; the latest first.
            found.sort_by_key(|table| {
                (
                    !table.your_turn,
                    table.state == TableState::Over,
                    std::cmp::Reverse(table.changed_at),
                )
            });
            // Nobody may be here any more to be shown them.
            let _ = tables.try_set(found);
        }
    });
    move || {
        (!tables.with(Vec::is_empty)).then(|| {
            view! {
                <section class="running" aria-labelledby="running-title" data-testid="running">
                    <h2 id="running-title">{move || tr("start-running")}</h2>
                    <ul>
                        <For each=move || tables.get() key=|table| table.code.clone() let:table>
                            <li class="card">
                                <Game table />
                            </li>
                        </For>
                    </ul>
                </section>
            }
        })
    }
}

#[component]
fn Game(table: MyTable) -> impl IntoView {
    let here = here();
    let route = Route::Table(table.code.clone());
    let seat = table.seat;
    let others: Vec<String> = table
        .names
        .iter()
        .filter(|(other, _)| Some(*other) != seat)
        .filter_map(|(_, name)| name.clone())
        .collect();
    let with = move || {
        if others.is_empty() {
            tr("start-running-alone")
        } else {
            tr_with(
                "start-running-with",
                &[("names", Arg::name(&others.join(", ")))],
            )
        }
    };
    let state = move || match table.state {
        _ if table.your_turn => tr("start-running-turn"),
        TableState::Waiting => tr("start-running-waiting"),
        TableState::Playing => tr("start-running-playing"),
        TableState::Over | TableState::Closed => match table.place {
            Some(n) => tr_with("podium-your-place", &[("n", n.into())]),
            None => tr("start-running-over"),
        },
    };
    let code = table.code.to_string();
    view! {
        <a
            href=route.path()
            data-testid=format!("running-{code}")
            aria-label=move || tr("start-running-go")
            aria-describedby=format!("running-{code}")
            on:click=move |click| here.follow(&click, route.clone())
        >
            {seat.map(|seat| view! { <Peg seat /> })}
            <span class="who" id=format!("running-{code}")>
                <b>{with}</b>
                <span class="small soft">{state}</span>
            </span>
            <span class="code small soft">{code.clone()}</span>
        </a>
    }
}
