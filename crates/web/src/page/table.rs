use leptos::prelude::*;
use leptos::task::spawn_local;
use ludo_client::Stopped;
use ludo_protocol::{ErrorCode, TableCode};
use ludo_table::{CloseReason, Phase};

use super::game::Game;
use super::head::Head;
use super::http;
use super::live::Live;
use super::notice::Notice;
use super::state::{Loading, Message, Reload};
use super::title;
use super::waiting::Waiting;
use super::words::{refusal, tr, tr_with};
use crate::wording::key;

/// Which screen a table is on.
#[derive(Clone, Debug, PartialEq)]
enum Screen {
    NotFound,
    Loading,
    SettingUp,
    Waiting,
    Game,
    /// Why, if this client was there when it happened.
    Closed(Option<CloseReason>),
    OutOfDate,
    Failed(String),
}

/// A table: the waiting room, the game, the podium, and what can come between.
#[component]
pub(super) fn TablePage(code: TableCode) -> impl IntoView {
    let live = Live::new(code);
    let there = RwSignal::new(true);
    spawn_local(async move {
        // A socket cannot tell that there is no such table; this can. Unreachable says nothing: the client goes on trying.
        if http::table_is_there(&code).await == Ok(false) {
            // Who has left meanwhile needs no answer.
            let _ = there.try_set(false);
            live.end();
        }
    });
    title::set(move || {
        if live.can_roll.get() || live.choices.with(|choices| !choices.is_empty()) {
            tr("title-turn")
        } else {
            tr_with("title-table", &[("code", live.code().to_string().into())])
        }
    });
    let screen = Memo::new(move |_| {
        match live.stopped.get() {
            Some(Stopped::Version { .. } | Stopped::Garbled) => return Screen::OutOfDate,
            Some(Stopped::Refused {
                code: ErrorCode::NotFound,
                ..
            }) => return Screen::NotFound,
            Some(Stopped::Refused {
                code: ErrorCode::Closed,
                ..
            }) => return Screen::Closed(None),
            Some(Stopped::Refused { code, .. }) => return Screen::Failed(refusal(code)),
            _ => {}
        }
        let Some(table) = live.table() else {
            return if there.get() {
                Screen::Loading
            } else {
                Screen::NotFound
            };
        };
        match table.phase() {
            Phase::Waiting if live.setting_up.get() => Screen::SettingUp,
            Phase::Waiting => Screen::Waiting,
            Phase::Drawing { .. } | Phase::Playing | Phase::Over { .. } => Screen::Game,
            // The last move of a game is shown before the table goes.
            Phase::Closed { .. } if live.stage.busy.get() => Screen::Game,
            Phase::Closed { reason } => Screen::Closed(Some(reason)),
        }
    });
    let plain = move |content: AnyView| {
        view! {
            <div class="page">
                <Head />
                <main id="main">{content}</main>
            </div>
        }
        .into_any()
    };
    view! {
        {move || match screen.get() {
            Screen::Loading => {
                plain(
                    view! { <Loading words=move || if live.offline.get() { tr("offline") } else { tr("connecting") } /> }.into_any(),
                )
            }
            Screen::SettingUp => plain(view! { <Loading words=move || tr("loading") /> }.into_any()),
            Screen::Waiting => view! { <Waiting live /> }.into_any(),
            Screen::Game => view! { <Game live /> }.into_any(),
            Screen::NotFound => {
                plain(
                    view! {
                        <Message
                            title=key("not-found-title")
                            body=move || tr_with("not-found-body", &[("code", code.to_string().into())])
                        />
                    }
                        .into_any(),
                )
            }
            Screen::Closed(reason) => {
                let body = move || match reason {
                    Some(CloseReason::Empty) => tr("closed-empty"),
                    Some(CloseReason::Idle) => tr("closed-idle"),
                    None => tr("closed-before"),
                };
                plain(view! { <Message title=key("closed-title") body /> }.into_any())
            }
            Screen::OutOfDate => {
                plain(
                    view! { <Message title=key("version-title") body=move || tr("version-body") action=|| view! { <Reload /> } /> }.into_any(),
                )
            }
            Screen::Failed(reason) => {
                plain(
                    view! {
                        <Message
                            title=key("failed-title")
                            body=move || tr_with("failed-body", &[("reason", reason.clone().into())])
                            action=|| view! { <Reload /> }
                        />
                    }
                        .into_any(),
                )
            }
        }}
        <StoppedHere live />
        <Notice message=live.notice />
    }
}

/// Over everything: the dice or the history of the game are wrong.
#[component]
fn StoppedHere(live: Live) -> impl IntoView {
    let found = Memo::new(move |_| {
        live.stopped.get().and_then(|stopped| match &stopped {
            Stopped::Wrong(_) => Some((key("stopped-body"), stopped.to_string())),
            Stopped::Behind | Stopped::Begin(_) | Stopped::Differs { .. } | Stopped::Before(_) => {
                Some((key("stopped-history-body"), stopped.to_string()))
            }
            Stopped::Version { .. } | Stopped::Garbled | Stopped::Refused { .. } => None,
        })
    });
    move || {
        found
            .get()
            .map(|(body, detail)| {
                view! {
                    <div class="stopped" role="alertdialog" aria-modal="true" aria-labelledby="stopped-title" aria-describedby="stopped-body" data-testid="stopped">
                        <div class="card">
                            <h1 id="stopped-title">{move || tr("stopped-title")}</h1>
                            <p id="stopped-body">{move || tr(body)}</p>
                            <h2>{move || tr("stopped-detail")}</h2>
                            <pre>{detail}</pre>
                            <div class="row">
                                <a class="button primary" href="/">
                                    {move || tr("to-start")}
                                </a>
                            </div>
                        </div>
                    </div>
                }
            })
    }
}
