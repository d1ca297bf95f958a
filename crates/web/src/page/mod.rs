//! The page itself. A component a file; what a table shows hangs on [`live::Live`].

// The macro that makes components writes `pub` for what they take.
#![allow(unreachable_pub)]

mod act;
mod animate;
mod announcer;
mod app;
mod banner;
mod board;
mod clock;
mod crash;
mod dialog;
mod die;
mod game;
mod head;
mod http;
mod icon;
mod live;
mod log;
mod man;
mod naming;
mod navigate;
mod notice;
mod ornament;
mod peg;
mod plate;
mod podium;
mod prefs;
mod preview;
mod running;
mod settings_sheet;
mod share;
mod socket;
mod stage;
mod start;
mod state;
mod storage;
mod table;
mod title;
mod turn;
mod waiting;
mod wake;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document.
#[wasm_bindgen(start)]
pub fn start() {
    crash::watch();
    prefs::recall();
    if let Some(boot) = leptos::prelude::document().get_element_by_id("boot") {
        boot.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
