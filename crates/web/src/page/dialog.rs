use super::signal::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;

use super::element::{El, View, effect, html};
use super::icon::{CLOSE, icon};

/// A sheet over the page. The browser keeps the focus in it, closes it with Escape, and gives the focus back.
pub(super) fn sheet(
    open: RwSignal<bool>,
    title: &'static str,
    testid: &'static str,
    content: impl View,
) -> El {
    let heading = format!("{testid}-title");
    let close = html("button")
        .attr("type", "button")
        .class("button quiet icon-button")
        .label("close")
        .press(move || open.set(false))
        .child(icon(CLOSE));
    let sheet = html("dialog")
        .class("sheet")
        .testid(testid)
        .attr("aria-labelledby", &heading)
        .child(
            html("div")
                .class("inside")
                .child(
                    html("div")
                        .class("top")
                        .child(html("h2").attr("id", &heading).words(title))
                        .child(close),
                )
                .child(content),
        );
    let Ok(dialog) = sheet.raw().clone().dyn_into::<HtmlDialogElement>() else {
        return sheet;
    };
    let shade = dialog.clone();
    let shown = dialog.clone();
    effect(move || {
        if open.get() && !dialog.open() {
            // Refused only where it is shown already, or not in the page yet.
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    sheet
        // It is told a moment later: whoever was fast has it open again by then.
        .on("close", move |_| open.set(shown.open()))
        .on("click", move |click| {
            // A click on the shade around the sheet is one on the dialog itself.
            if click.target().as_ref() == Some(shade.as_ref()) {
                open.set(false);
            }
        })
}

/// Asks before something that cannot be undone, or that others feel. All words are keys of messages.
pub(super) fn confirm(
    open: RwSignal<bool>,
    [title, body, go]: [&'static str; 3],
    testid: &'static str,
    mut act: impl FnMut() + 'static,
) -> El {
    let cancel = html("button")
        .attr("type", "button")
        .class("button")
        .words("cancel")
        .press(move || open.set(false));
    let go = html("button")
        .attr("type", "button")
        .class("button danger")
        .testid(&format!("{testid}-go"))
        .words(go)
        .press(move || {
            open.set(false);
            act();
        });
    sheet(
        open,
        title,
        testid,
        (
            html("p").words(body),
            html("div").class("actions").child(cancel).child(go),
        ),
    )
}
