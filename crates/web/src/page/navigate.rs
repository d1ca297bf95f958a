//! Where one is, and going elsewhere, without loading the page again.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::Route;

/// Where one is.
#[derive(Clone, Copy)]
pub(super) struct Here(RwSignal<Route>);

impl Here {
    /// Follows the address, back and forward too.
    pub(super) fn watch() -> Self {
        let here = Self(RwSignal::new(current()));
        let listener = window_event_listener(ev::popstate, move |_| here.0.set(current()));
        on_cleanup(move || listener.remove());
        provide_context(here);
        here
    }

    /// What is shown.
    pub(super) fn route(self) -> Route {
        self.0.get()
    }

    /// Goes to another place.
    pub(super) fn go(self, to: Route) {
        if let Ok(history) = window().history() {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&to.path()));
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
        self.0.set(to);
    }

    /// Goes to another place by a link: as its address, unless the person wants it in a tab of its own.
    pub(super) fn follow(self, click: &ev::MouseEvent, to: Route) {
        if click.ctrl_key() || click.meta_key() || click.shift_key() || click.button() != 0 {
            return;
        }
        click.prevent_default();
        self.go(to);
    }
}

/// Where one is, inside a view.
pub(super) fn here() -> Here {
    use_context().unwrap_or_else(|| Here(RwSignal::new(current())))
}

fn current() -> Route {
    Route::from_path(&window().location().pathname().unwrap_or_default())
}
