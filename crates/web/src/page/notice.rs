use std::time::Duration;

use leptos::prelude::*;

use super::icon::{CLOSE, Icon};
use super::words::tr;

/// A short message over the page, gone after a while.
#[component]
pub(super) fn Notice(message: RwSignal<Option<String>>) -> impl IntoView {
    Effect::new(move |_| {
        if let Some(shown) = message.get() {
            set_timeout(
                move || {
                    if message.try_get_untracked().flatten().as_ref() == Some(&shown) {
                        message.set(None);
                    }
                },
                Duration::from_secs(6),
            );
        }
    });
    view! {
        <div role="alert">
            {move || {
                message
                    .get()
                    .map(|text| {
                        view! {
                            <div class="notice" data-testid="notice">
                                <span>{text}</span>
                                <button type="button" class="button quiet icon-button" aria-label=move || tr("dismiss") on:click=move |_| message.set(None)>
                                    <Icon path=CLOSE />
                                </button>
                            </div>
                        }
                    })
            }}
        </div>
    }
}
