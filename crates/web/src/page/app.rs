use super::signal::*;

use super::element::{El, html};
use super::head::head;
use super::navigate::Here;
use super::notice::{SHORT, notice};
use super::prefs::{settings, speed};
use super::settings_sheet::settings_sheet;
use super::start::start;
use super::state::message;
use super::table::table_page;
use super::words::{self, tr};
use crate::Route;
use crate::wording::key;

/// Whether the sheet of settings is open.
#[derive(Clone, Copy)]
pub(super) struct SettingsOpen(pub(super) RwSignal<bool>);

/// The whole page.
pub(super) fn app() -> El {
    let here = Here::watch();
    let open = RwSignal::new(false);
    provide_context(SettingsOpen(open));
    let lively = || {
        settings();
        speed().is_some()
    };
    html("div")
        .live_class("lively", lively)
        .live_class("still", move || !lively())
        .child(
            html("a")
                .class("skip button")
                .attr("href", "#main")
                .words("skip-to-content"),
        )
        .given(
            move || here.route(),
            |route| match route {
                Route::Start => start(),
                Route::Table(code) => table_page(code),
                Route::Nowhere => screen(message(
                    key("page-not-found-title"),
                    || tr("page-not-found-body"),
                    (),
                )),
            },
        )
        .child(settings_sheet(open))
        .child(notice(words::trouble(), SHORT))
}

/// A screen away from the board.
pub(super) fn screen(content: El) -> El {
    html("div")
        .class("page")
        .child(head())
        .child(html("main").attr("id", "main").child(content))
}
