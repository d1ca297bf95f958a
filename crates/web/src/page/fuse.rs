use super::clock;
use super::element::{El, html, svg};
use super::live::Live;
use ludo_rules::Seat;

/// The move clock: a line around something, which burns down with the time of the seat in turn. `seat` is the one whose time
/// it shows, the reader's if none is given.
///
/// The browser moves it by the deadline alone, so it is right after a reload, a sleep and a pause of the server. Screen readers
/// are told of the last seconds by the [announcer](super::announcer) instead.
pub(super) fn fuse(live: Live, seat: Option<Seat>, testid: &str) -> El {
    let burning = move || {
        let seat = seat.or_else(|| live.mine())?;
        // Whoever looks at the move before is not told of the next one's time yet.
        let shown = live.stage.turn.get();
        let clock = live.clock()?;
        (clock.seat == seat && shown == Some(seat)).then(|| (clock, live.wakes.get()))
    };
    let testid = testid.to_owned();
    html("span")
        .class("fuse-place")
        .attr("aria-hidden", "true")
        .given(burning, move |burning| {
            let (clock, _) = burning?;
            let left = clock.until.since(clock::now()).min(clock.millis);
            let millis = |property, millis: u64, sign: &str| {
                let value = format!("{sign}{millis}ms");
                (property, value)
            };
            let line = |class| svg("rect").class(class).attr("pathLength", "100");
            let mut drawn = svg("svg")
                .class("fuse")
                .testid(&testid)
                .child([line("track"), line("left")]);
            for (property, value) in [
                millis("--time", clock.millis, ""),
                millis("--gone", clock.millis - left, "-"),
                ("--steps", (clock.millis / 1000).to_string()),
            ] {
                drawn = drawn.live_style(property, move || Some(value.clone()));
            }
            Some(drawn)
        })
}
