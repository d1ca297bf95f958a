use leptos::prelude::*;

use super::head::Head;
use super::navigate::Here;
use super::prefs::{settings, speed};
use super::settings_sheet::SettingsSheet;
use super::start::Start;
use super::state::Message;
use super::table::TablePage;
use super::words::tr;
use crate::Route;
use crate::wording::key;

/// Whether the sheet of settings is open.
#[derive(Clone, Copy)]
pub(super) struct SettingsOpen(pub(super) RwSignal<bool>);

/// The whole page.
#[component]
pub(super) fn App() -> impl IntoView {
    let here = Here::watch();
    let open = RwSignal::new(false);
    provide_context(SettingsOpen(open));
    let motion = move || {
        settings();
        if speed().is_some() { "lively" } else { "still" }
    };
    view! {
        <div class=motion>
            <a class="skip button" href="#main">{move || tr("skip-to-content")}</a>
            {move || match here.route() {
                Route::Start => view! { <Start /> }.into_any(),
                Route::Table(code) => view! { <TablePage code /> }.into_any(),
                Route::Nowhere => {
                    view! {
                        <div class="page">
                            <Head />
                            <main id="main">
                                <Message title=key("page-not-found-title") body=move || tr("page-not-found-body") />
                            </main>
                        </div>
                    }
                        .into_any()
                }
            }}
            <SettingsSheet open />
        </div>
    }
}
