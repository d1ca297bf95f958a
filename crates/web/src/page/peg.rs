use std::cell::RefCell;

use ludo_rules::Seat;

use super::element::{El, svg};
use crate::mark;

thread_local! {
    /// Those that were drawn so far, with their classes: a copy costs a tenth of a new one, and there are many.
    static DRAWN: RefCell<Vec<(String, El)>> = const { RefCell::new(Vec::new()) };
}

/// A seat's token as a picture, with its mark: decoration beside words that say the same.
pub(super) fn peg(seat: Seat) -> El {
    picture(seat, "peg")
}

/// The place of a token that is not there.
pub(super) fn open_peg(seat: Seat) -> El {
    picture(seat, "peg open")
}

fn picture(seat: Seat, class: &str) -> El {
    let classes = format!("{class} seat-{seat}");
    DRAWN.with_borrow_mut(|drawn| {
        if let Some((_, peg)) = drawn.iter().find(|(known, _)| *known == classes) {
            return peg.copy();
        }
        let peg = draw(seat, &classes);
        let copy = peg.copy();
        drawn.push((classes, peg));
        copy
    })
}

fn draw(seat: Seat, classes: &str) -> El {
    svg("svg")
        .class(classes)
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
