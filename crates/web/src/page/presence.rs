use ludo_rules::Seat;
use ludo_table::{Chair, Control};

use super::element::{El, html};
use super::icon::{AWAY, BOT, EYE, WHEEL, icon};
use super::level::bot_level;
use super::live::Live;
use super::words::{tr, tr_with};
use crate::wording::key;

/// Who plays a seat, and whether they are there: one word, for tests and for the looks.
pub(super) fn presence(live: Live, seat: Seat) -> Option<&'static str> {
    match live.chair(seat) {
        Chair::Person { control, .. } => Some(match control {
            Control::Autopilot => "autopilot",
            Control::Bot(_) => "bot",
            Control::Owner if live.is_here(seat) => "here",
            Control::Owner => "away",
        }),
        Chair::Bot { .. } => Some("bot"),
        Chair::Open => live.bot_of(seat).map(|_| "bot"),
    }
}

/// The same by signs for eyes and words for screen readers.
pub(super) fn signs(live: Live, seat: Seat) -> [El; 3] {
    let control = move || {
        // A bot in its own seat stands in for nobody.
        let chair = live.chair(seat);
        chair.member().and(chair.control()).unwrap_or_default()
    };
    let there = move || {
        let person = live.chair(seat).member();
        person.map(|_| live.is_here(seat))
    };
    let tag = |sign, words| {
        html("span")
            .class("tag")
            .child(icon(sign))
            .child(html("span").words(words))
    };
    let part = || html("span").class("part");
    [
        part().given(
            move || live.bot_of(seat),
            move |bot| {
                bot.map(|bot| {
                    tag(BOT, key("bot-label"))
                        .testid(&format!("bot-{seat}"))
                        .attr("role", "img")
                        .live_attr("aria-label", move || Some(bot_level(bot)))
                        .live_attr("title", move || Some(bot_level(bot)))
                })
            },
        ),
        part().given(control, move |control| {
            let (sign, words) = match control {
                Control::Owner => return None,
                Control::Bot(_) => (BOT, key("plate-bot-plays")),
                Control::Autopilot => (WHEEL, key("plate-autopilot")),
            };
            Some(
                tag(sign, words)
                    .class("tag control")
                    .testid(&format!("control-{seat}")),
            )
        }),
        part().given(there, |there| {
            let words = if there? {
                key("plate-here")
            } else {
                key("plate-away")
            };
            let sign = html("span").live_attr("title", move || Some(tr(words)));
            let sign = if there? {
                sign.class("presence")
            } else {
                sign.class("presence away").child(icon(AWAY))
            };
            Some([sign, html("span").class("unseen").words(words)])
        }),
    ]
}

/// How many watch; nothing where nobody does.
pub(super) fn watchers(live: Live) -> El {
    html("span").class("watchers-place").given(
        move || live.watching(),
        |n| {
            let words = move || tr_with("waiting-watching", &[("n", n.into())]);
            (n > 0).then(|| {
                html("span")
                    .class("watchers")
                    .testid("watchers")
                    .attr("role", "img")
                    .live_attr("aria-label", move || Some(words()))
                    .live_attr("title", move || Some(words()))
                    .child(icon(EYE))
                    .child(n.to_string())
            })
        },
    )
}
