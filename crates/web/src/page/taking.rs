//! Going on here from another device: by its link, or by a code that was typed.

use std::cell::RefCell;
use std::rc::Rc;

use super::signal::*;
use ludo_client::SeatSecret;
use ludo_protocol::{ErrorCode, TableCode, TableState};

use super::app::screen;
use super::element::{El, html};
use super::http::{self, Failure};
use super::live;
use super::navigate::here;
use super::state::{loading, message};
use super::words::{refusal, tr};
use crate::wording::key;
use crate::{Handed, Route};

thread_local! {
    /// What the address brought, until somebody takes it.
    static CAME: RefCell<Option<Handed>> = const { RefCell::new(None) };
}

/// The address brought this.
pub(super) fn came(handed: Option<Handed>) {
    CAME.set(handed);
}

/// What the address brought, once.
pub(super) fn brought() -> Option<Handed> {
    CAME.take()
}

/// How far it is.
#[derive(Clone, PartialEq)]
enum Taking {
    Asking,
    /// This browser is another person, who still plays.
    Other,
    /// The code is of no use.
    Useless,
    /// Nobody knows: the server was not reached, or would not.
    Failed(String),
    /// It is done, or is not to be done.
    Over,
}

/// Becomes the person whose code it is, and then shows what `next` makes. Without a table it goes to the person's game, if
/// there is one to go to.
pub(super) fn taking(
    handed: Handed,
    table: Option<TableCode>,
    next: impl Fn() -> El + 'static,
) -> El {
    let state = RwSignal::new(Taking::Asking);
    let handed = Rc::new(handed);
    let here = here();
    let ask: Rc<dyn Fn(bool)> = Rc::new(move |replace| {
        state.set(Taking::Asking);
        let handed = Rc::clone(&handed);
        spawn_local(async move {
            let answer = http::take_handover(handed.code.clone(), replace).await;
            let new = match answer {
                Ok(()) => {
                    let secret = handed.secret.as_deref().map(SeatSecret::from_fragment);
                    match (table, secret) {
                        (Some(table), Some(Ok(secret))) => live::secret_for(table, secret),
                        (_, Some(Err(_))) => live::secret_was_damaged(),
                        _ => {}
                    }
                    if table.is_none()
                        && let Some(game) = only_game().await
                    {
                        return here.go(Route::Table(game));
                    }
                    Taking::Over
                }
                Err(Failure::Answered {
                    code: ErrorCode::OtherPerson,
                    ..
                }) => Taking::Other,
                Err(Failure::Answered {
                    code: ErrorCode::BadHandover,
                    ..
                }) => Taking::Useless,
                Err(failure) => Taking::Failed(failure.sentence()),
            };
            // Who has left meanwhile needs no answer.
            let _ = state.try_set(new);
        });
    });
    ask(false);
    let button = |class: &str, words: &'static str| {
        html("button")
            .attr("type", "button")
            .class(class)
            .testid(words)
            .words(words)
    };
    let leave = move || state.set(Taking::Over);
    html("div").given(
        move || state.get(),
        move |state| match state {
            Taking::Asking => screen(loading(|| tr("handover-taking"))),
            Taking::Over => next(),
            Taking::Other => {
                let ask = Rc::clone(&ask);
                screen(message(
                    key("handover-other-title"),
                    || tr("handover-other-body"),
                    [
                        button("button danger", key("handover-replace")).press(move || ask(true)),
                        button("button", key("handover-keep")).press(leave),
                    ],
                ))
            }
            Taking::Useless => screen(message(
                key("handover-useless-title"),
                || refusal(ErrorCode::BadHandover),
                button("button primary", key("handover-on")).press(leave),
            )),
            Taking::Failed(reason) => {
                let ask = Rc::clone(&ask);
                screen(message(
                    key("handover-failed-title"),
                    move || reason.clone(),
                    button("button primary", key("handover-again")).press(move || ask(false)),
                ))
            }
        },
    )
}

/// The one game of this person that is not over; with several of them the start page lets them choose.
async fn only_game() -> Option<TableCode> {
    let mut tables = http::my_tables().await.ok()?.tables;
    tables.retain(|table| matches!(table.state, TableState::Waiting | TableState::Playing));
    match tables.as_slice() {
        [only] => Some(only.code),
        _ => None,
    }
}
