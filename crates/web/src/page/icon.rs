use super::element::{El, svg};

/// A line drawing beside words, or inside a button that has a label, from an SVG path in a square of 24.
pub(super) fn icon(path: &'static str) -> El {
    svg("svg")
        .class("icon")
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .child(svg("path").attr("d", path))
}

pub(super) const MENU: &str = "M4 7h16M4 12h16M4 17h16";
pub(super) const COG: &str = "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5";
pub(super) const CLOSE: &str = "M6 6l12 12M18 6L6 18";
pub(super) const COPY: &str = "M9 9h10v11H9zM5 15V4h10";
pub(super) const SHARE: &str = "M12 15V4M8 7.5 12 3.500l4 4M5 12v8h14v-8";
pub(super) const SHIELD: &str = "M12 3l7.500 2.700v5.800c0 4.600-3.200 7.800-7.500 9.500-4.300-1.700-7.500-4.900-7.500-9.500V5.700zM8.500 12l2.500 2.500 4.500-5";
pub(super) const TICK: &str = "M5 12.500l4.500 4.500 9.500-10";
pub(super) const FILE: &str = "M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4.500 19.500h15";
pub(super) const ALARM: &str = "M12 3.500 21.500 20h-19zM12 10v4.500M12 17.200v.1";
pub(super) const FLAG: &str = "M6 21V4M6 4.500c4-2.500 7 2.500 12 0v9c-5 2.500-8-2.500-12 0";
pub(super) const DOOR: &str = "M13 4H6v16h7M10 12h10M16.500 8.500 20 12l-3.500 3.500";
pub(super) const PLUS: &str = "M12 5v14M5 12h14";
pub(super) const BOOK: &str = "M12 6.500C10 5 7 4.500 3.500 5v13.500c3.500-.5 6.500 0 8.500 1.500 2-1.500 5-2 8.500-1.500V5C17 4.500 14 5 12 6.500zM12 6.500V20";
pub(super) const EYE: &str =
    "M2.500 12C6 6 18 6 21.500 12 18 18 6 18 2.500 12zM12 9.500a2.500 2.500 0 1 0 .1 0";
pub(super) const BOT: &str =
    "M5 9h14v10H5zM12 9V5M12 4v.1M9 13v2M15 13v2M2.500 12.500v3M21.500 12.500v3";
pub(super) const WHEEL: &str = "M12 3.500a8.500 8.500 0 1 0 .1 0M4 11c5-2 11-2 16 0M12 13v7";
pub(super) const AWAY: &str = "M4 4l16 16M2.500 9.500C4 8 6 7 8 6.500M21.500 9.500c-2.500-2.300-6-3.600-9.500-3.500M6.500 13.500c1-1 2.500-1.800 4-2M12 18.500v.1";
pub(super) const TALK: &str =
    "M4 5.500h16v10.500H11.500L7 20v-4H4zM8.500 10.800v.1M12 10.800v.1M15.500 10.800v.1";
pub(super) const BULB: &str =
    "M9 17.500c0-2.500-3-3.500-3-7.500a6 6 0 0 1 12 0c0 4-3 5-3 7.500zM9.500 21h5";
pub(super) const SCALE: &str = "M4 20V11M10 20V4M16 20v-6M22 20H2";
pub(super) const PEN: &str = "M4 20l1-5L16 4l4 4L9 19z";
pub(super) const HOUSE: &str = "M4 11.500 12 4.500l8 7M6.500 10v9.500h11V10";
pub(super) const DEVICES: &str = "M3 5h13v4M3 5v10h8M8 18h3M14 11h7v9h-7z";
