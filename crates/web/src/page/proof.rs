//! The ways to the proof of a game's dice, which is a program of its own (`static/proofs.js`), and a quiet mark that rolls are
//! checked.

use super::signal::*;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use super::dialog::sheet;
use super::element::{El, effect, html};
use super::icon::{SHIELD, icon};
use super::live::Live;
use super::words::{locale, tr, tr_with};
use crate::wording::key;

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it.
    #[wasm_bindgen(js_name = ludoProof)]
    fn show(place: &Element, tag: &str, seen: &str, names: &str);
}

/// The proof over the page, as it stands when it is opened.
pub(super) fn proof_sheet(live: Live, open: RwSignal<bool>) -> El {
    let place = html("div").class("proof-of").child(tr("loading"));
    let shown = place.raw().clone();
    effect(move || {
        if open.get()
            && let Some(seen) = live.seen()
        {
            let names = untrack(|| live.names().into_values().join("\n"));
            show(&shown, locale().tag(), &seen, &names);
        }
    });
    sheet(open, key("proof-title"), "proof-sheet", place).class("sheet wide")
}

/// Beside the last moves: that every roll was checked, and the way to the proof.
pub(super) fn proof_chip(live: Live, open: RwSignal<bool>) -> El {
    let said = move || {
        let checks = live.checks();
        let args = [
            ("checked", checks.checked.into()),
            ("rolls", checks.rolls.into()),
        ];
        tr_with("proof-chip", &args)
    };
    html("button")
        .attr("type", "button")
        .class("chip")
        .testid("proof-chip")
        .live_attr("aria-label", move || Some(said()))
        .live_attr("data-checked", move || {
            Some(live.checks().checked.to_string())
        })
        .press(move || open.set(true))
        .child(icon(SHIELD))
        .child(html("span").live_text(move || live.checks().checked.to_string()))
        .child(
            html("span")
                .class("hint")
                .attr("aria-hidden", "true")
                .live_text(said),
        )
}

/// The record of a finished game, to keep.
pub(super) fn record_link(game: &str) -> El {
    html("a")
        .attr("href", &format!("/api/games/{game}.ludo"))
        .attr("download", &format!("{game}.ludo"))
}

/// The page that checks records.
pub(super) fn verify_link() -> El {
    html("a")
        .attr("href", "/verify")
        .testid("verify")
        .words("start-verify")
}
