use leptos::html;
use leptos::prelude::*;

use super::icon::{CLOSE, Icon};
use super::words::tr;

/// A sheet over the page. The browser keeps the focus in it, closes it with Escape, and gives the focus back.
#[component]
pub(super) fn Sheet(
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// The key of its title.
    title: &'static str,
    /// Its name for tests.
    testid: &'static str,
    children: Children,
) -> impl IntoView {
    let element = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = element.get() else { return };
        if open.get() && !dialog.open() {
            // Refused only if it is shown already, which was just asked.
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    let heading = format!("{testid}-title");
    let labelled = heading.clone();
    view! {
        <dialog
            class="sheet"
            node_ref=element
            aria-labelledby=labelled
            data-testid=testid
            on:close=move |_| open.set(false)
            on:click=move |click| {
                // A click on the shade around the sheet is one on the dialog itself.
                let outside = element.get().is_some_and(|dialog| click.target().as_ref() == Some(dialog.as_ref()));
                if outside {
                    open.set(false);
                }
            }
        >
            <div class="inside">
                <div class="top">
                    <h2 id=heading>{move || tr(title)}</h2>
                    <button
                        type="button"
                        class="button quiet icon-button"
                        aria-label=move || tr("close")
                        on:click=move |_| open.set(false)
                    >
                        <Icon path=CLOSE />
                    </button>
                </div>
                {children()}
            </div>
        </dialog>
    }
}

/// Asks before something that cannot be undone, or that others feel.
#[component]
pub(super) fn Confirm(
    open: RwSignal<bool>,
    title: &'static str,
    /// The key of what it means.
    #[prop(into)]
    body: Signal<&'static str>,
    /// The key of the word on the button that does it.
    go: &'static str,
    testid: &'static str,
    act: impl Fn() + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <Sheet open title testid>
            <p>{move || tr(body.get())}</p>
            <div class="actions">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    {move || tr("cancel")}
                </button>
                <button
                    type="button"
                    class="button danger"
                    data-testid=format!("{testid}-go")
                    on:click=move |_| {
                        open.set(false);
                        act();
                    }
                >
                    {move || tr(go)}
                </button>
            </div>
        </Sheet>
    }
}
