//! Where one is, and going elsewhere, without loading the page again.

use super::signal::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Event, MouseEvent};

use super::element::{El, html, listen};
use crate::Route;

/// Where one is.
#[derive(Clone, Copy)]
pub(super) struct Here(RwSignal<Route>);

impl Here {
    /// Follows the address, back and forward too.
    pub(super) fn watch() -> Self {
        let here = Self(RwSignal::new(current()));
        listen(&window(), "popstate", move |_| here.0.set(current()));
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
        to_top();
        self.0.set(to);
    }

    fn follow(self, click: &Event, to: Route) {
        let elsewhere = click.dyn_ref::<MouseEvent>().is_some_and(|click| {
            click.ctrl_key() || click.meta_key() || click.shift_key() || click.button() != 0
        });
        // Who wants it in a tab of its own gets that from the browser.
        if !elsewhere {
            click.prevent_default();
            self.go(to);
        }
    }
}

/// A screen that comes in the place of another begins at its top, wherever that one was scrolled to.
pub(super) fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// A link to another place.
pub(super) fn link(to: Route) -> El {
    let here = here();
    html("a")
        .attr("href", &to.path())
        .on("click", move |click| here.follow(&click, to.clone()))
}

/// Where one is, inside a view.
pub(super) fn here() -> Here {
    use_context().unwrap_or_else(|| Here(RwSignal::new(current())))
}

fn current() -> Route {
    Route::from_path(&window().location().pathname().unwrap_or_default())
}
