use leptos::ev;
use leptos::prelude::*;
use ludo_client::Intent;
use wasm_bindgen::JsCast as _;
use web_sys::Element;

use super::die::Die;
use super::live::Live;
use super::stage::Die as Shown;
use super::words::tr;

/// The die in its tray, which is the button that rolls it, and the way back into one's seat.
#[component]
pub(super) fn Act(live: Live) -> impl IntoView {
    let listener = window_event_listener(ev::keydown, move |key| {
        if matches!(key.key().as_str(), " " | "Enter")
            && !key.repeat()
            && nothing_else_takes(&key)
            && live.roll()
        {
            key.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    let word = move || {
        let again = live.stage.scene.with(|scene| {
            scene
                .as_ref()
                .is_some_and(|scene| scene.position.sixes() > 0)
        });
        if matches!(live.stage.die.get(), Shown::Tumbling) {
            tr("roll-sent")
        } else if again && live.can_roll.get() {
            tr("roll-again")
        } else {
            tr("roll")
        }
    };
    view! {
        <div class="act">
            // Not `disabled`: a button that is disabled loses the focus, and with it a keyboard's place.
            <button
                type="button"
                class="roll"
                data-testid="roll"
                aria-disabled=move || (!live.can_roll.get()).to_string()
                on:click=move |_| {
                    live.roll();
                }
            >
                <Die stage=live.stage />
                <span class="word">{word}</span>
            </button>
            {move || {
                live.played_by_other()
                    .map(|sentence| {
                        view! {
                            <div class="stack">
                                <p class="small soft">{tr(sentence)}</p>
                                <button type="button" class="button primary" data-testid="take-back" on:click=move |_| live.want(Intent::Return)>
                                    {move || tr("take-back")}
                                </button>
                            </div>
                        }
                    })
            }}
        </div>
    }
}

/// Whether a key is pressed where nothing else is meant by it.
fn nothing_else_takes(key: &ev::KeyboardEvent) -> bool {
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
