//! The screen stays on while one plays.

use std::cell::RefCell;

use super::signal::*;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::element::{effect, listen};

thread_local! {
    static LOCK: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// Keeps the screen on while `wanted`, in browsers that can. The browser lets go when the page is hidden, so it is asked again
/// when the page is seen again.
pub(super) fn keep_on(wanted: impl Fn() -> bool + Send + Sync + 'static) {
    // Asked when that changes, not at each event of the table.
    let wanted = Memo::new(move |_| wanted());
    effect(move || if wanted.get() { ask() } else { release() });
    let seen = move |_| {
        if !document().hidden() && wanted.get_untracked() {
            ask();
        }
    };
    listen(&document(), "visibilitychange", seen);
    on_cleanup(release);
}

fn ask() {
    spawn_local(async {
        // Refused when the battery is low, or by browsers that know nothing of it: the screen then does as it always does.
        if let Some(lock) = request().await {
            LOCK.with(|held| held.replace(Some(lock)));
        }
    });
}

async fn request() -> Option<JsValue> {
    let wake_lock = Reflect::get(&window().navigator(), &"wakeLock".into())
        .ok()
        .filter(JsValue::is_object)?;
    let request: Function = Reflect::get(&wake_lock, &"request".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let promise: Promise = request
        .call1(&wake_lock, &"screen".into())
        .ok()?
        .dyn_into()
        .ok()?;
    JsFuture::from(promise).await.ok()
}

fn release() {
    let Some(lock) = LOCK.with(RefCell::take) else {
        return;
    };
    if let Ok(release) =
        Reflect::get(&lock, &"release".into()).and_then(JsCast::dyn_into::<Function>)
    {
        let _ = release.call0(&lock);
    }
}
