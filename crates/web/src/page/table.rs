use std::time::Duration;

use super::signal::*;
use ludo_protocol::{ErrorCode, TableCode};
use ludo_table::{CloseReason, Phase};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;

use super::app::screen;
use super::element::{El, html};
use super::game::game;
use super::http;
use super::icon::{ALARM, icon};
use super::live::{Halt, Live};
use super::navigate::{link, to_top};
use super::notice::{SHORT, notice};
use super::state::{loading, message, reload};
use super::taking::{brought, taking};
use super::talk::talk;
use super::title;
use super::waiting::waiting;
use super::words::{refusal, tr, tr_with};
use crate::Route;
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
    Failed(ErrorCode),
}

/// A table, after what another device handed over with its address, if it did.
pub(super) fn table_page(code: TableCode) -> El {
    match brought() {
        Some(handed) => {
            title::set(String::new);
            taking(handed, Some(code), move || at_table(code))
        }
        None => at_table(code),
    }
}

/// The waiting room, the game, the podium, and what can come between.
fn at_table(code: TableCode) -> El {
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
        if live.can_roll() || live.must_choose() {
            tr("title-turn")
        } else {
            tr_with("title-table", &[("code", live.code().to_string().into())])
        }
    });
    html("div")
        .given(
            move || which(live, there.get()),
            move |which| {
                to_top();
                match which {
                    Screen::Loading => screen(loading(move || {
                        if live.offline() {
                            tr("error-network")
                        } else {
                            tr("connecting")
                        }
                    })),
                    Screen::SettingUp => screen(loading(|| tr("loading"))),
                    Screen::Waiting => waiting(live),
                    Screen::Game => game(live),
                    Screen::NotFound => {
                        let body =
                            move || tr_with("not-found-body", &[("code", code.to_string().into())]);
                        screen(message(key("not-found-title"), body, ()))
                    }
                    Screen::Closed(reason) => {
                        let body = move || match reason {
                            Some(CloseReason::Empty) => tr("closed-empty"),
                            Some(CloseReason::Idle) => tr("closed-idle"),
                            None => tr("closed-before"),
                        };
                        screen(message(key("closed-title"), body, ()))
                    }
                    Screen::OutOfDate => screen(message(
                        key("version-title"),
                        || tr("version-body"),
                        reload(),
                    )),
                    Screen::Failed(code) => {
                        let body =
                            move || tr_with("failed-body", &[("reason", refusal(code).into())]);
                        screen(message(key("failed-title"), body, reload()))
                    }
                }
            },
        )
        .child(talk(live))
        .child(stopped(live))
        .child(notice(live.warning, None))
        .child(notice(live.notice, SHORT))
}

fn which(live: Live, there: bool) -> Screen {
    match live.halt() {
        Some(Halt::OutOfDate) => return Screen::OutOfDate,
        Some(Halt::Refused(ErrorCode::NotFound)) => return Screen::NotFound,
        Some(Halt::Refused(ErrorCode::Closed)) => return Screen::Closed(None),
        Some(Halt::Refused(code)) => return Screen::Failed(code),
        Some(Halt::Wrong { .. }) | None => {}
    }
    let screen = live.with_table(|table| match table.phase() {
        Phase::Waiting if live.setting_up.get() => Screen::SettingUp,
        Phase::Waiting => Screen::Waiting,
        Phase::Drawing { .. } | Phase::Playing | Phase::Over { .. } => Screen::Game,
        // The last move of a game is shown before the table goes.
        Phase::Closed { .. } if live.stage.busy.get() => Screen::Game,
        Phase::Closed { reason } => Screen::Closed(Some(reason)),
    });
    screen.unwrap_or(if there {
        Screen::Loading
    } else {
        Screen::NotFound
    })
}

/// Over everything: the dice or the history of the game are wrong.
fn stopped(live: Live) -> El {
    let found = move || {
        live.halt()
            .filter(|halt| matches!(halt, Halt::Wrong { .. }))
    };
    html("div").given(found, move |found| {
        let Some(Halt::Wrong { dice, found }) = found else {
            return None;
        };
        let body = if dice {
            key("stopped-body")
        } else {
            key("stopped-history-body")
        };
        let save = move || {
            live.evidence.get().map(|evidence| {
                let data = js_sys::encode_uri_component(&evidence);
                html("a")
                    .class("button primary big")
                    .testid("save-evidence")
                    .attr(
                        "href",
                        &format!("data:application/json,{}", String::from(data)),
                    )
                    .attr("download", "ludo-evidence.json")
                    .words("stopped-save")
            })
        };
        let card = html("div")
            .class("card")
            .child(icon(ALARM))
            .child(
                html("h1")
                    .attr("id", "stopped-title")
                    .attr("tabindex", "-1")
                    .words("stopped-title"),
            )
            .child(
                html("p")
                    .class("lead")
                    .attr("id", "stopped-body")
                    .words(body),
            )
            .child(html("p").words("stopped-next"))
            .child(
                html("div")
                    .class("row")
                    .given(move || live.evidence.get().is_some(), move |_| save())
                    .child(link(Route::Start).class("button big").words("to-start")),
            )
            .child(html("h2").words("stopped-detail"))
            .child(html("pre").attr("lang", "en").child(found));
        let screen = html("dialog")
            .class("stopped")
            .attr("role", "alertdialog")
            .attr("aria-labelledby", "stopped-title")
            .attr("aria-describedby", "stopped-body")
            .testid("stopped")
            .child(card);
        Some(for_good(screen))
    })
}

/// Shows a dialog above all others as soon as it is in the page. Nothing closes it.
fn for_good(dialog: El) -> El {
    let Ok(shown) = dialog.raw().clone().dyn_into::<HtmlDialogElement>() else {
        return dialog;
    };
    let again = shown.clone();
    let show = move || {
        // Refused only where it is shown already, or was taken away with the page of the table.
        let _ = shown.show_modal();
    };
    later(Duration::ZERO, show);
    dialog
        .on("cancel", |event| event.prevent_default())
        .on("close", move |_| drop(again.show_modal()))
}
