use std::time::Duration;

use super::signal::*;
use js_sys::{Function, Promise, Reflect};
use ludo_protocol::TableCode;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::ShareData;

use super::element::{El, html};
use super::icon::{COPY, SHARE, icon};
use super::words::tr;

/// How others come to the table: link, code, picture.
pub(super) fn share(code: TableCode) -> El {
    let origin = window().location().origin().unwrap_or_default();
    let link = format!("{origin}/t/{code}");
    let title = html("div")
        .class("stack")
        .child(
            html("h2")
                .attr("id", "share-title")
                .words("waiting-share-title"),
        )
        .child(html("p").class("soft small").words("waiting-share-hint"));
    let picture = html("img")
        .attr("src", &format!("/api/tables/{code}/qr.svg"))
        .live_attr("alt", || Some(tr("waiting-qr")))
        .attr("width", "200")
        .attr("height", "200");
    // A clipboard is there on secure origins only; the link can always be selected.
    let acts = html("div")
        .class("acts")
        .child(copy_button(link.clone(), "copy-link"))
        .child(has("share").then(|| share_button(link.clone())));
    html("section")
        .class("card share")
        .attr("aria-labelledby", "share-title")
        .child(title)
        .child(
            html("p")
                .class("big-code")
                .testid("code")
                .child(code.to_string()),
        )
        .child(html("div").class("qr").child(picture))
        .child(
            html("p")
                .class("link")
                .testid("link")
                .attr("dir", "ltr")
                .child(link.as_str()),
        )
        .child(acts)
}

/// Whether this browser can do something that not all can.
pub(super) fn has(what: &str) -> bool {
    Reflect::get(&window().navigator(), &what.into()).is_ok_and(|value| value.is_truthy())
}

/// Puts a link into the clipboard, where there is one.
pub(super) fn copy_button(link: String, testid: &str) -> Option<El> {
    if !has("clipboard") {
        return None;
    }
    let copied = RwSignal::new(false);
    let copy = move || {
        let link = link.clone();
        spawn_local(async move {
            let written = JsFuture::from(window().navigator().clipboard().write_text(&link)).await;
            if written.is_ok() && copied.try_set(true).is_none() {
                later(Duration::from_secs(3), move || {
                    // The room may have been left by then.
                    let _ = copied.try_set(false);
                });
            }
        });
    };
    let words = move || {
        if copied.get() {
            tr("waiting-copied")
        } else {
            tr("waiting-copy")
        }
    };
    let button = html("button")
        .attr("type", "button")
        .class("button")
        .testid(testid)
        .press(copy)
        .child(icon(COPY))
        .child(html("span").attr("role", "status").live_text(words));
    Some(button)
}

/// Hands the link to another program of the device.
fn share_button(link: String) -> El {
    let share = move || {
        let data = ShareData::new();
        data.set_title(&tr("brand"));
        data.set_url(&link);
        let navigator = window().navigator();
        let promise = Reflect::get(&navigator, &"share".into())
            .and_then(JsCast::dyn_into::<Function>)
            .and_then(|share| share.call1(&navigator, &data))
            .and_then(JsCast::dyn_into::<Promise>);
        if let Ok(promise) = promise {
            spawn_local(async move {
                // Who closes the sheet again has refused nothing that matters.
                let _: Result<JsValue, JsValue> = JsFuture::from(promise).await;
            });
        }
    };
    html("button")
        .attr("type", "button")
        .class("button")
        .testid("share-link")
        .press(share)
        .child(icon(SHARE))
        .child(html("span").words("waiting-share"))
}
