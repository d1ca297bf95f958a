//! What is heard and felt. `static/sound.js` makes the sounds; it is fetched when the first is due.

use super::signal::*;
use ludo_protocol::NumberedEvent;
use ludo_rules::{Captured, Move};
use ludo_table::Event;
use wasm_bindgen::prelude::wasm_bindgen;

use super::element::effect;
use super::live::Live;
use super::prefs::settings_now;

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it: a sound, how loud, how often, how many milliseconds apart, after how many.
    #[wasm_bindgen(js_name = ludoCue)]
    fn sound(name: &str, level: f64, count: u32, apart: f64, delay: f64);
    /// Likewise: a short tremble of the device.
    #[wasm_bindgen(js_name = ludoTremble)]
    fn tremble();
}

/// Plays a sound, where sounds are wanted and the page is seen.
pub(super) fn cue(name: &str, count: u32, apart: f64, delay: f64) {
    let level = settings_now().sound.level();
    if level > 0.0 && !document().hidden() {
        sound(name, level, count, apart, delay);
    }
}

/// A sound by itself.
pub(super) fn once(name: &str) {
    cue(name, 1, 0.0, 0.0);
}

/// What happened as one sound, for those for whom nothing moves.
pub(super) fn briefly(events: &[NumberedEvent]) {
    let told = events.iter().rev().find_map(|event| match &event.event {
        Event::Moved {
            mv: Move::Token { captured, .. },
            ..
        } => Some(if *captured == Captured::NONE {
            "step"
        } else {
            "capture"
        }),
        Event::Rolled { .. } => Some("die"),
        _ => None,
    });
    if let Some(name) = told {
        once(name);
    }
}

/// The device says that it is one's turn, and how the game ended.
pub(super) fn cues(live: Live) {
    // Once a turn: to choose after one's own roll, or to roll again after a six, is no news.
    let mut told = true;
    effect(move || {
        let due = live.can_roll() || live.must_choose();
        let turn = live.stage.turn.get();
        if turn != live.mine() {
            told = false;
        } else if due && !told {
            told = true;
            once("turn");
            if settings_now().tremble && !document().hidden() {
                tremble();
            }
        }
    });
    let mut was_over = None;
    effect(move || {
        let over = live.is_over();
        if over && was_over == Some(false) {
            let won = live.mine().is_some_and(|mine| live.place(mine) == Some(1));
            once(if won { "win" } else { "end" });
        }
        was_over = Some(over);
    });
}
