use super::signal::*;
use ludo_rules::Seat;

use super::element::{El, View, html};
use super::head::sign;
use super::navigate::link;
use super::peg::open_peg;
use crate::Route;

/// A screen with one message and the way back to the start, after anything else that there is to do.
pub(super) fn message(
    title: &'static str,
    body: impl FnMut() -> String + 'static,
    action: impl View,
) -> El {
    html("section")
        .class("state")
        .testid(title)
        // Places where nobody stands.
        .child(html("div").class("pegs").child(Seat::ALL.map(open_peg)))
        .child(html("h1").words(title))
        .child(html("p").live_text(body))
        .child(
            html("div")
                .class("row")
                .child(action)
                .child(link(Route::Start).class("button").words("to-start")),
        )
}

/// While something is on its way.
pub(super) fn loading(words: impl FnMut() -> String + 'static) -> El {
    html("section")
        .class("state loading")
        .attr("role", "status")
        .testid("loading")
        .child(sign().class("boot-mark"))
        .child(html("p").live_text(words))
}

/// Loads the page again.
pub(super) fn reload() -> El {
    html("button")
        .attr("type", "button")
        .class("button primary")
        .words("reload")
        .press(|| {
            let _ = window().location().reload();
        })
}
