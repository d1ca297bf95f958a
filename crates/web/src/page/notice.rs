use std::time::Duration;

use super::signal::*;

use super::element::{El, html};
use super::icon::{CLOSE, icon};

/// How long a short message stays.
pub(super) const SHORT: Option<Duration> = Some(Duration::from_secs(6));

/// A message over the page, gone after a while, or when it is sent away.
pub(super) fn notice(message: RwSignal<Option<String>>, stays: Option<Duration>) -> El {
    html("div").attr("role", "alert").given(
        move || message.get(),
        move |text| {
            let text = text?;
            let shown = text.clone();
            if let Some(stays) = stays {
                later(stays, move || {
                    if message.try_get_untracked().flatten().as_ref() == Some(&shown) {
                        message.set(None);
                    }
                });
            }
            let close = html("button")
                .attr("type", "button")
                .class("button quiet icon-button")
                .label("dismiss")
                .press(move || message.set(None))
                .child(icon(CLOSE));
            Some(
                html("div")
                    .class("notice")
                    .testid("notice")
                    .child(html("span").child(text))
                    .child(close),
            )
        },
    )
}
