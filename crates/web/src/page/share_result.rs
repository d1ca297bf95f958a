//! How a game ended, as a picture to give away. `static/card.js` draws it and is fetched when somebody asks for it.

use super::signal::*;
use ludo_rules::Seat;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use super::choosing::rule_words;
use super::dialog::sheet;
use super::element::{El, effect, html};
use super::icon::{FILE, SHARE, icon};
use super::live::Live;
use super::share::{copy_button, has};
use super::words::tr_with;
use crate::mark;
use crate::wording::key;

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it. All that people chose is drawn as text; lines are parted by breaks, which no name has.
    #[wasm_bindgen(js_name = ludoCard)]
    fn draw(place: &Element, lines: &str, rows: &str);
    #[wasm_bindgen(js_name = ludoCardGive)]
    fn give(place: &Element, title: &str, link: &str);
    #[wasm_bindgen(js_name = ludoCardSave)]
    fn save(place: &Element, name: &str);
}

/// The button under the podium.
pub(super) fn share_result_button(open: RwSignal<bool>) -> El {
    html("button")
        .attr("type", "button")
        .class("button big")
        .testid("share-result")
        .press(move || open.set(true))
        .child(icon(SHARE))
        .child(html("span").words("podium-share"))
}

/// The picture, and what can be done with it. `title` says who won.
pub(super) fn share_result_sheet(
    live: Live,
    places: impl Fn() -> Vec<Seat> + Copy + 'static,
    title: impl Fn() -> String + Copy + 'static,
    open: RwSignal<bool>,
) -> El {
    let place = html("div").class("card-place").testid("card");
    let shown = place.raw().clone();
    effect(move || {
        if open.get() {
            let (lines, rows) = untrack(|| (lines(live, title()), rows(live, &places())));
            draw(&shown, &lines, &rows);
        }
    });
    let origin = window().location().origin().unwrap_or_default();
    let link = format!("{origin}/t/{}", live.code());
    let (given, saved) = (place.raw().clone(), place.raw().clone());
    let url = link.clone();
    let button = |class: &str, testid: &str| {
        html("button")
            .attr("type", "button")
            .class(class)
            .testid(testid)
    };
    let share = has("share").then(|| {
        button("button primary", "card-share")
            .press(move || give(&given, &untrack(title), &url))
            .child(icon(SHARE))
            .child(html("span").words("waiting-share"))
    });
    let keep = button("button", "card-save")
        .press(move || save(&saved, &format!("ludo-{}.png", live.code())))
        .child(icon(FILE))
        .child(html("span").words("card-save"));
    let acts = html("div")
        .class("card-acts")
        .child(share)
        .child(keep)
        .child(copy_button(link, "card-copy"));
    sheet(open, key("podium-share"), "card-sheet", (place, acts))
}

/// Title, rules, dice, and where to play.
fn lines(live: Live, title: String) -> String {
    let chips = live
        .with_table(|table| {
            let options = table.options();
            rule_words(|words| words.chips(&options.rules, options.length))
        })
        .unwrap_or_default();
    let checks = live.checks();
    let dice = if checks.rolls > 0 && checks.checked == checks.rolls {
        tr_with("card-dice", &[("rolls", checks.rolls.into())])
    } else {
        String::new()
    };
    let host = window().location().host().unwrap_or_default();
    [title, chips.join(" · "), dice, host].join("\n")
}

/// The players in the order of their places: letter, mark, place and name.
fn rows(live: Live, places: &[Seat]) -> String {
    let row = |(at, seat): (usize, &Seat)| {
        let place = tr_with("plate-place", &[("n", (at + 1).into())]);
        format!("{seat}\t{}\t{place}\t{}", mark(*seat), live.name(*seat))
    };
    places
        .iter()
        .enumerate()
        .map(row)
        .collect::<Vec<_>>()
        .join("\n")
}
