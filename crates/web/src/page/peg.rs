use ludo_rules::Seat;

use super::element::{El, svg};
use crate::mark;

/// A seat's token as a picture, with its mark: decoration beside words that say the same.
pub(super) fn peg(seat: Seat) -> El {
    picture(seat, "peg")
}

/// The place of a token that is not there.
pub(super) fn open_peg(seat: Seat) -> El {
    picture(seat, "peg open")
}

fn picture(seat: Seat, class: &str) -> El {
    svg("svg")
        .class(&format!("{class} seat-{seat}"))
        .attr("viewBox", "-16 -16 32 32")
        .attr("aria-hidden", "true")
        .child(svg("circle").class("base").attr("cy", "2").attr("r", "14"))
        .child(svg("circle").class("top").attr("r", "14"))
        .child(
            svg("path")
                .class("mark")
                .attr("transform", "scale(.82)")
                .attr("d", mark(seat)),
        )
}
