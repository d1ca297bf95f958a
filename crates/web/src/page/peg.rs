use leptos::prelude::*;
use ludo_rules::Seat;

use crate::mark;

/// A seat's token as a picture, with its mark: decoration beside words that say the same.
#[component]
pub(super) fn Peg(seat: Seat, #[prop(optional)] open: bool) -> impl IntoView {
    let class = format!("peg seat-{seat}{}", if open { " open" } else { "" });
    view! {
        <svg class=class viewBox="-16 -16 32 32" aria-hidden="true">
            <circle class="base" cy="2" r="14" />
            <circle class="top" r="14" />
            <path class="mark" transform="scale(.82)" d=mark(seat) />
        </svg>
    }
}
