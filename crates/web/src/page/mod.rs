//! The page itself. A part a file; what a table shows hangs on [`live::Live`].

mod act;
mod animate;
mod announcer;
mod app;
mod banner;
mod board;
mod chances;
mod choosing;
mod clock;
mod course;
mod crash;
mod cue;
mod dialog;
mod die;
mod element;
mod fuse;
mod game;
mod handover;
mod head;
mod hint;
mod http;
mod icon;
mod level;
mod live;
mod log;
mod man;
mod memo;
mod naming;
mod navigate;
mod notice;
mod ornament;
mod peg;
mod plate;
mod podium;
mod prefs;
mod presence;
mod preview;
mod proof;
mod qr;
mod running;
mod rw_signal;
mod settings_sheet;
mod share;
mod share_result;
mod signal;
mod socket;
mod stage;
mod start;
mod state;
mod storage;
mod table;
mod taking;
mod talk;
mod thinker;
mod title;
mod trail;
mod turn;
mod waiting;
mod wake;
mod walls;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document, with the words of one language, which `static/boot.js` has fetched: the reader's, or
/// English where those could not be had; and with the fragment of a hand-over, which it has taken out of the address.
#[expect(unreachable_pub, reason = "the page itself calls it, not the program")]
#[wasm_bindgen]
pub fn start(tag: &str, text: String, fragment: &str) {
    taking::came(crate::Handed::from_fragment(fragment));
    words::learn(crate::Locale::from_tag(tag).unwrap_or_default(), text);
    crash::watch();
    // Refused only where it is set already.
    let _ = signal::Executor::init_wasm_bindgen();
    // What lives as long as the page has an owner that is never given up.
    let owner = signal::Owner::new();
    owner.with(|| {
        prefs::recall();
        let document = signal::document();
        if let Some(boot) = document.get_element_by_id("boot") {
            boot.remove();
        }
        if let Some(body) = document.body() {
            // A body takes any element.
            let _ = body.append_child(app::app().raw());
        }
    });
    std::mem::forget(owner);
}
