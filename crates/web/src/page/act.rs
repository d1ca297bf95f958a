use std::cell::Cell;

use super::signal::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, KeyboardEvent};

use super::die::{checked, die};
use super::element::{El, html, listen};
use super::fuse::fuse;
use super::live::Live;
use super::stage::Die;
use super::talk::talk_button;
use super::words::tr;

/// The die in its tray, which is the button that rolls it, and the way back into one's seat.
pub(super) fn act(live: Live) -> El {
    let pressed = move |event: Event| {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if matches!(key.key().as_str(), " " | "Enter")
            && !key.repeat()
            && nothing_else_takes(key)
            && live.roll()
        {
            key.prevent_default();
        }
    };
    listen(&window(), "keydown", pressed);
    // Whoever touches anything is there again.
    for touch in ["pointerdown", "keydown"] {
        let there = move |_| {
            if untrack(|| live.is_on_autopilot()) {
                live.take_back();
            }
        };
        listen(&window(), touch, there);
    }
    let sent = Cell::new(false);
    let word = move || {
        let again = live.stage.beside.with(|scene| {
            scene
                .as_ref()
                .is_some_and(|scene| scene.position.sixes() > 0)
        });
        match live.stage.die.get() {
            Die::Tumbling => sent.set(true),
            // On a quick line the die tumbles for a moment only: the word stays until one sees the face.
            Die::Landing(_) => {}
            Die::Blank | Die::Rest(_) => sent.set(false),
        }
        if sent.get() {
            tr("roll-sent")
        } else if again && live.can_roll() {
            tr("roll-again")
        } else {
            tr("roll")
        }
    };
    // Not `disabled`: a button that is disabled loses the focus, and with it a keyboard's place.
    let roll = html("button")
        .attr("type", "button")
        .class("roll")
        .testid("roll")
        .live_flag("aria-disabled", move || !live.can_roll())
        .press(move || {
            live.roll();
        })
        .child(die(live.stage))
        .child(html("span").class("word").live_text(word))
        .child(checked(live));
    let roll = roll.child(fuse(live, None, "clock"));
    html("div")
        .class("act")
        .child(roll)
        .child(talk_button(live, false))
        .given(
            move || live.played_by_other(),
            move |sentence| {
                sentence.map(|sentence| {
                    html("button")
                        .attr("type", "button")
                        .class("button primary back")
                        .testid("take-back")
                        .words(sentence)
                        .press(move || live.take_back())
                })
            },
        )
}

/// Whether a key is pressed where nothing else is meant by it.
fn nothing_else_takes(key: &KeyboardEvent) -> bool {
    if key.ctrl_key() || key.alt_key() || key.meta_key() || key.default_prevented() {
        return false;
    }
    let Some(target) = key
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return true;
    };
    // A match that cannot be asked for is none.
    let takes = target
        .closest("a, button, input, select, textarea, summary, dialog, [role=button], [tabindex]");
    !takes.is_ok_and(|found| found.is_some())
}
