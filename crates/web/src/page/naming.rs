use leptos::html;
use leptos::prelude::*;
use ludo_table::Name;

use super::dialog::Sheet;
use super::prefs::{change, settings_now};
use super::words::tr;
use crate::wording::key;

/// What was typed, as a name; `Err` where it cannot be one.
pub(super) fn read_name(typed: &str) -> Result<Name, ()> {
    Name::new(typed).map_err(drop)
}

/// The name that was given last in this browser.
pub(super) fn known_name() -> Option<Name> {
    Name::new(&settings_now().name).ok()
}

/// Remembers a name.
pub(super) fn remember_name(name: &Name) {
    change(|settings| settings.name = name.as_str().to_owned());
}

/// Asks for a name.
#[component]
pub(super) fn NameSheet(
    open: RwSignal<bool>,
    /// Its name for tests.
    testid: &'static str,
    /// The key of the word on the button.
    #[prop(into)]
    go: Signal<&'static str>,
    /// Takes the name.
    act: impl Fn(Name) + Send + Sync + 'static,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let wrong = RwSignal::new(false);
    Effect::new(move |_| {
        if let (true, Some(input)) = (open.get(), input.get()) {
            wrong.set(false);
            input.set_value(&settings_now().name);
            // The sheet opens in the same turn; by the next one it can take the focus.
            set_timeout(
                move || {
                    let _ = input.focus();
                    input.select();
                },
                std::time::Duration::ZERO,
            );
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = input
            .get_untracked()
            .map(|input| input.value())
            .unwrap_or_default();
        match read_name(&typed) {
            Ok(name) => {
                remember_name(&name);
                open.set(false);
                act(name);
            }
            Err(()) => wrong.set(true),
        }
    };
    view! {
        <Sheet open title=key("name-title") testid>
            <form class="stack" on:submit=submit novalidate>
                <div class="field">
                    <label for=format!("{testid}-input")>{move || tr("name-label")}</label>
                    <input
                        id=format!("{testid}-input")
                        class="input"
                        data-testid=format!("{testid}-input")
                        node_ref=input
                        autocomplete="nickname"
                        maxlength="48"
                        enterkeyhint="go"
                        aria-describedby=format!("{testid}-words")
                        aria-invalid=move || wrong.get().to_string()
                    />
                    <p id=format!("{testid}-words") class=move || if wrong.get() { "error" } else { "soft small" } role="status">
                        {move || if wrong.get() { tr("name-bad") } else { tr("name-hint") }}
                    </p>
                </div>
                <button type="submit" class="button primary big" data-testid=format!("{testid}-go")>
                    {move || tr(go.get())}
                </button>
            </form>
        </Sheet>
    }
}
