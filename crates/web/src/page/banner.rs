use leptos::prelude::*;

use super::live::Live;
use super::words::tr;

/// A quiet word about the line to the server, while there is none. The board stays as it is.
#[component]
pub(super) fn Banner(live: Live) -> impl IntoView {
    view! {
        <div role="status" class="banner-place">
            {move || {
                live.offline
                    .get()
                    .then(|| {
                        view! {
                            <div class="banner" data-testid="offline">
                                <span class="text">
                                    {move || if live.unsettled.get() { tr("unknown-outcome") } else { tr("offline") }}
                                </span>
                            </div>
                        }
                    })
            }}
        </div>
    }
}
