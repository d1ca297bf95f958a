use leptos::prelude::*;

use super::navigate::here;
use super::words::tr;
use crate::Route;

/// A screen with one message and the way back to the start.
#[component]
pub(super) fn Message(
    /// The message's key.
    #[prop(into)]
    title: String,
    /// What it means.
    body: impl Fn() -> String + Send + Sync + 'static,
    /// Another thing to do, before the way back.
    #[prop(optional, into)]
    action: Option<ViewFn>,
) -> impl IntoView {
    let here = here();
    let testid = title.clone();
    view! {
        <section class="state" data-testid=testid>
            <h1>{move || tr(&title)}</h1>
            <p>{body}</p>
            <div class="row">
                {action.map(|action| action.run())}
                <a class="button" href="/" on:click=move |click| here.follow(&click, Route::Start)>
                    {move || tr("to-start")}
                </a>
            </div>
        </section>
    }
}

/// While something is on its way.
#[component]
pub(super) fn Loading(
    /// What is said meanwhile.
    words: impl Fn() -> String + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <section class="state loading" role="status" data-testid="loading">
            <svg class="boot-mark" viewBox="0 0 48 48" aria-hidden="true">
                <rect class="fill-r" x="2" y="2" width="21" height="21" rx="5" />
                <rect class="fill-g" x="25" y="2" width="21" height="21" rx="5" />
                <rect class="fill-y" x="25" y="25" width="21" height="21" rx="5" />
                <rect class="fill-b" x="2" y="25" width="21" height="21" rx="5" />
            </svg>
            <p>{words}</p>
        </section>
    }
}

/// Loads the page again.
#[component]
pub(super) fn Reload() -> impl IntoView {
    view! {
        <button
            type="button"
            class="button primary"
            on:click=move |_| {
                let _ = window().location().reload();
            }
        >
            {move || tr("reload")}
        </button>
    }
}
