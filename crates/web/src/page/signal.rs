//! The signals of Leptos under short names, and the few things of a browser that everything here needs.

use std::time::Duration;

pub(super) use any_spawner::Executor;
pub(super) use reactive_graph::effect::RenderEffect;
pub(super) use reactive_graph::graph::untrack;
pub(super) use reactive_graph::owner::{
    LocalStorage, Owner, StoredValue, on_cleanup, provide_context, use_context,
};
pub(super) use reactive_graph::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
pub(super) use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Window};

pub(super) use super::memo::Memo;
pub(super) use super::rw_signal::RwSignal;

/// The window.
pub(super) fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The document.
pub(super) fn document() -> Document {
    window().document().expect("a window has a document")
}

/// Does something later; gives the number by which it can be called off.
pub(super) fn later(wait: Duration, act: impl FnOnce() + 'static) -> Option<i32> {
    later_boxed(wait, Box::new(act))
}

fn later_boxed(wait: Duration, act: Box<dyn FnOnce()>) -> Option<i32> {
    let milliseconds = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX);
    let act = Closure::once_into_js(act);
    window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), milliseconds)
        .ok()
}

/// Calls it off.
pub(super) fn call_off(number: i32) {
    window().clear_timeout_with_handle(number);
}
