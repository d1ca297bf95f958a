use std::time::Duration;

use super::signal::*;
use ludo_table::Name;

use super::dialog::sheet;
use super::element::{El, effect, html};
use super::prefs::{change, settings_now};
use super::words::tr;
use crate::wording::key;

/// What was typed, as a name; nothing where it cannot be one.
pub(super) fn read_name(typed: &str) -> Option<Name> {
    Name::new(typed).ok()
}

/// The name that was given last in this browser.
pub(super) fn known_name() -> Option<Name> {
    read_name(&settings_now().name)
}

/// Remembers a name.
pub(super) fn remember_name(name: &Name) {
    change(|settings| settings.name = name.as_str().to_owned());
}

/// A field for a name.
pub(super) fn name_field(id: &str, wrong: RwSignal<bool>) -> El {
    html("input")
        .class("input")
        .attr("id", id)
        .testid(id)
        .attr("autocomplete", "nickname")
        .attr("maxlength", "48")
        .attr("aria-describedby", &format!("{id}-words"))
        .live_flag("aria-invalid", move || wrong.get())
}

/// Asks for a name, and hands it on. `go` is the key of the word on the button.
pub(super) fn name_sheet(
    open: RwSignal<bool>,
    testid: &'static str,
    go: &'static str,
    act: impl Fn(Name) + 'static,
) -> El {
    let id = format!("{testid}-input");
    let wrong = RwSignal::new(false);
    let input = name_field(&id, wrong).attr("enterkeyhint", "go");
    let asked = input.clone();
    effect(move || {
        if open.get() {
            wrong.set(false);
            asked.type_in(&settings_now().name);
            // The sheet opens in the same turn; by the next one it can take the focus.
            let asked = asked.clone();
            later(Duration::ZERO, move || asked.focus_and_select());
        }
    });
    let typed = input.clone();
    let submit = move |event: web_sys::Event| {
        event.prevent_default();
        match read_name(&typed.typed()) {
            Some(name) => {
                remember_name(&name);
                open.set(false);
                act(name);
            }
            None => wrong.set(true),
        }
    };
    let words = html("p")
        .attr("id", &format!("{id}-words"))
        .attr("role", "status")
        .live_attr("class", move || {
            Some(if wrong.get() { "error" } else { "soft small" }.to_owned())
        })
        .live_text(move || {
            if wrong.get() {
                tr("name-bad")
            } else {
                tr("name-hint")
            }
        });
    let form = html("form")
        .class("stack")
        .attr("novalidate", "")
        .on("submit", submit)
        .child(
            html("div")
                .class("field")
                .child(html("label").attr("for", &id).words("name-label"))
                .child(input)
                .child(words),
        )
        .child(
            html("button")
                .attr("type", "submit")
                .class("button primary big")
                .testid(&format!("{testid}-go"))
                .words(go),
        );
    sheet(open, key("name-title"), testid, form)
}
