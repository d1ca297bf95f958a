use super::element::{El, html};
use super::live::Live;
use super::words::tr;

/// A quiet word about the line to the server, while there is none. The board stays as it is.
pub(super) fn banner(live: Live) -> El {
    html("div")
        .attr("role", "status")
        .class("banner-place")
        .when(
            move || live.offline(),
            move || {
                let words = move || {
                    if live.unsettled() {
                        tr("unknown-outcome")
                    } else {
                        tr("offline")
                    }
                };
                html("div")
                    .class("banner")
                    .testid("offline")
                    .child(html("span").class("text").live_text(words))
            },
        )
}
