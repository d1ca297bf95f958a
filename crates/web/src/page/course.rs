//! How the chances of a win went, after a game and for all. `static/course.js` draws it and is fetched when somebody asks for it.

use super::signal::*;
use ludo_rules::Seat;
use wasm_bindgen::prelude::*;
use web_sys::Element;

use super::dialog::sheet;
use super::element::{El, effect, html};
use super::icon::{SCALE, icon};
use super::live::Live;
use super::words::tr;
use crate::mark;
use crate::wording::key;

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it. Lines are parted by breaks, which no name has.
    #[wasm_bindgen(js_name = ludoCourse, catch)]
    async fn draw(place: &Element, game: &str, title: &str, rows: &str) -> Result<(), JsValue>;
}

/// The button under the podium, for a game of which there is a record.
pub(super) fn course_button(live: Live, open: RwSignal<bool>) -> El {
    html("div").class("part").when(
        move || game(live).is_some(),
        move || {
            html("button")
                .attr("type", "button")
                .class("button big")
                .testid("course")
                .press(move || open.set(true))
                .child(icon(SCALE))
                .child(html("span").words("course"))
        },
    )
}

/// The drawing, once it is asked for.
pub(super) fn course_sheet(live: Live, open: RwSignal<bool>) -> El {
    let place = html("div").class("course-of").child(tr("loading"));
    let shown = place.raw().clone();
    effect(move || {
        let Some(game) = game(live).filter(|_| open.get()) else {
            return;
        };
        let (title, rows) = untrack(|| (tr("course"), rows(live)));
        let shown = shown.clone();
        spawn_local(async move {
            if draw(&shown, &game, &title, &rows).await.is_err() && open.try_set(false).is_none() {
                live.notice.set(Some(tr("think-failed")));
            }
        });
    });
    sheet(open, key("course"), "course-sheet", place).class("sheet wide")
}

fn game(live: Live) -> Option<String> {
    let game = live.with_table(ludo_table::Table::recorded_game)?;
    Some(game?.to_string())
}

/// Letter, mark and name of each seat that played.
fn rows(live: Live) -> String {
    let places = live.with_table(|table| table.places().map(<[Seat]>::to_vec));
    let row = |&seat: &Seat| format!("{seat}\t{}\t{}", mark(seat), live.name(seat));
    let rows = places.flatten().unwrap_or_default();
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}
