//! Going on from another device: what this one shows for that.

use std::time::Duration;

use super::signal::*;

use super::dialog::sheet;
use super::element::{El, effect, html};
use super::http;
use super::live::Live;
use super::qr::qr;
use super::share::copy_button;
use super::words::tr;
use crate::Handed;
use crate::wording::key;

/// How long the server takes a code.
const LIFE: Duration = Duration::from_secs(120);

/// What is shown.
#[derive(Clone, PartialEq)]
enum Shown {
    /// The code is on its way.
    Nothing,
    /// Why there is none.
    Failed(String),
    /// A link, and the code in it to be typed. It is out of the page's hands as soon as the sheet is closed.
    Code { link: String, typed: String },
}

/// A sheet with a link, as a picture too, and a code: each takes the seat along to another device.
pub(super) fn handover_sheet(live: Live, open: RwSignal<bool>) -> El {
    let shown = RwSignal::new(Shown::Nothing);
    let is_old = RwSignal::new(false);
    // Counts what was asked for: what an earlier question brings is of no use.
    let asked = StoredValue::new(0_u32);
    let ask = move || {
        let number = asked.get_value().wrapping_add(1);
        asked.set_value(number);
        shown.set(Shown::Nothing);
        is_old.set(false);
        spawn_local(async move {
            let made = http::make_handover().await;
            if asked.try_get_value() != Some(number) {
                return;
            }
            shown.set(match made {
                Ok(made) => code_of(live, made.code.expose()),
                Err(failure) => Shown::Failed(failure.sentence()),
            });
            later(LIFE, move || {
                if asked.try_get_value() == Some(number) {
                    is_old.set(true);
                }
            });
        });
    };
    effect(move || {
        if open.get() {
            ask();
        } else {
            asked.update_value(|number| *number = number.wrapping_add(1));
            shown.set(Shown::Nothing);
        }
    });
    let content = html("div")
        .class("stack handover")
        .live_class("old", move || is_old.get())
        .child(html("p").class("soft").words("handover-hint"))
        .child(
            html("p")
                .class("small")
                .attr("role", "status")
                .testid("handover-life")
                .live_text(move || {
                    if is_old.get() {
                        tr("handover-old")
                    } else {
                        tr("handover-life")
                    }
                }),
        )
        .given(
            move || shown.get(),
            |shown| match shown {
                Shown::Nothing => vec![html("div").class("qr")],
                Shown::Failed(reason) => vec![html("p").class("error").child(reason)],
                Shown::Code { link, typed } => code(&link, &typed),
            },
        )
        .child(
            html("button")
                .attr("type", "button")
                .class("button wide")
                .testid("handover-new")
                .words("handover-new")
                .press(ask),
        );
    sheet(open, key("handover-title"), "handover-sheet", content)
}

fn code_of(live: Live, code: &str) -> Shown {
    let handed = Handed {
        code: code.to_owned(),
        secret: live.seat_secret(),
    };
    let origin = window().location().origin().unwrap_or_default();
    Shown::Code {
        link: handed.link(&origin, live.code()),
        typed: handed.spaced(),
    }
}

fn code(link: &str, typed: &str) -> Vec<El> {
    let picture = qr(link).map(|qr| qr.label("handover-qr"));
    let field = html("input")
        .class("input")
        .attr("readonly", "")
        .attr("dir", "ltr")
        .attr("value", link)
        .testid("handover-link")
        .label("handover-link");
    let all = field.clone();
    vec![
        html("div").class("qr").child(picture),
        html("div").class("life"),
        html("div")
            .class("join")
            .child(field.on("focus", move |_| all.focus_and_select()))
            .child(copy_button(link.to_owned(), "handover-copy")),
        html("p")
            .class("big-code")
            .attr("dir", "ltr")
            .testid("handover-code")
            .child(typed),
        html("p").class("small soft").words("handover-typed"),
    ]
}
