use ludo_rules::Seat;
use ludo_web::mark;

use super::dom::{El, svg};

/// A seat's token, with its mark: decoration beside words that say the same.
pub(super) fn peg(seat: Seat) -> El {
    svg("svg")
        .class(&format!("peg seat-{seat}"))
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

/// A face of the die.
pub(super) fn face(number: u8) -> El {
    let pips: &[(i8, i8)] = match number {
        1 => &[(0, 0)],
        2 => &[(-5, -5), (5, 5)],
        3 => &[(-5, -5), (0, 0), (5, 5)],
        4 => &[(-5, -5), (5, -5), (-5, 5), (5, 5)],
        5 => &[(-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5)],
        _ => &[(-5, -6), (5, -6), (-5, 0), (5, 0), (-5, 6), (5, 6)],
    };
    let pips = pips.iter().map(|(x, y)| {
        let pip = svg("circle").attr("cx", &x.to_string());
        pip.attr("cy", &y.to_string()).attr("r", "1.900")
    });
    let side = svg("rect").attr("x", "-11").attr("y", "-11");
    svg("svg")
        .class("face")
        .attr("viewBox", "-12 -12 24 24")
        .attr("role", "img")
        .attr("aria-label", &number.to_string())
        .child(
            side.attr("width", "22")
                .attr("height", "22")
                .attr("rx", "5"),
        )
        .children(pips)
}

pub(super) const SHIELD: &str = "M12 3l7.500 2.700v5.800c0 4.600-3.200 7.800-7.500 9.500-4.300-1.700-7.500-4.900-7.500-9.500V5.700zM8.500 12l2.500 2.500 4.500-5";
pub(super) const ALARM: &str = "M12 3.500 21.500 20h-19zM12 10v4.500M12 17.200v.1";
pub(super) const TICK: &str = "M5 12.500l4.500 4.500 9.500-10";
pub(super) const FILE: &str = "M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4.500 19.500h15";

pub(super) const OPEN: &str = "M12 15.500V4.500M7.500 9l4.500-4.500 4.500 4.500M4.500 19.500h15";

/// A line drawing, from an SVG path in a square of 24.
pub(super) fn icon(path: &str) -> El {
    svg("svg")
        .class("icon")
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .child(svg("path").attr("d", path))
}
