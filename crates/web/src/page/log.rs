use super::signal::*;
use ludo_protocol::NumberedEvent;
use ludo_rules::Seat;
use ludo_table::Event;

use super::element::{El, html};
use super::icon::{TICK, icon};
use super::level::bot_level;
use super::live::Live;
use super::peg::peg;
use super::proof::proof_chip;
use super::words::{locale, tr};

/// How many moves are told.
const TOLD: usize = 40;

/// The last moves in words, the newest first.
pub(super) fn log(live: Live, proof: RwSignal<bool>) -> El {
    // What the board does not show yet is not told.
    let shown = move || {
        let told = live.stage.told.get();
        live.history.with_untracked(|history| {
            let events = history
                .iter()
                .rev()
                .filter(|event| event.seq <= told && is_of_game(&event.event));
            events.take(TOLD).map(|event| event.seq).collect::<Vec<_>>()
        })
    };
    // Who comes later has not seen what happened; that is not nothing.
    let empty = move || {
        if shown().is_empty() && live.with_table(|table| table.step() == 0) == Some(true) {
            tr("log-empty")
        } else {
            String::new()
        }
    };
    html("section")
        .class("log")
        .live_class("bare", move || shown().is_empty() && empty().is_empty())
        .attr("aria-labelledby", "log-title")
        .testid("log")
        .child(
            html("div")
                .class("log-head")
                .child(html("h2").attr("id", "log-title").words("log-title"))
                .child(proof_chip(live, proof)),
        )
        .child(html("p").class("small soft").live_text(empty))
        // The list scrolls, so a keyboard must reach it.
        .child(
            html("div").class("lines").child(
                html("ol")
                    .attr("tabindex", "0")
                    .attr("aria-labelledby", "log-title")
                    .each(shown, move |seq| line(live, seq)),
            ),
        )
}

fn line(live: Live, seq: u64) -> El {
    let event = live
        .history
        .with(|history| history.iter().find(|event| event.seq == seq).cloned());
    let seat = event.as_ref().and_then(|event| seat_of(&event.event));
    // Every roll that is told was checked: one that is wrong stops the game.
    let is_roll = matches!(
        event.as_ref().map(|event| &event.event),
        Some(Event::Rolled { .. })
    );
    let is_begin = matches!(
        event.as_ref().map(|event| &event.event),
        Some(Event::Begun { .. })
    );
    let bots = if is_begin { bots(live) } else { Vec::new() };
    // Told as it was, by the names of then: said anew in another language only, not at each event that follows.
    let said = move || {
        locale();
        let event = event.as_ref().map(|NumberedEvent { event, .. }| event);
        untrack(|| event.and_then(|event| live.say(event))).unwrap_or_default()
    };
    html("li")
        .child(seat.map(peg))
        .child(html("span").live_text(said).child(bots))
        .child(is_roll.then(|| {
            html("span")
                .class("checked")
                .attr("aria-hidden", "true")
                .live_attr("title", || Some(tr("proof-tick")))
                .child(icon(TICK))
        }))
}

/// Who plays with which skill.
fn bots(live: Live) -> Vec<El> {
    let kind = |seat| {
        let bot = untrack(|| live.bot_of(seat))?;
        let words = html("span").live_text(move || bot_level(bot));
        Some(html("span").class("tag kind").child(peg(seat)).child(words))
    };
    Seat::ALL.into_iter().filter_map(kind).collect()
}

/// Whether it belongs among the moves of a game; who came and who sat is told elsewhere.
const fn is_of_game(event: &Event) -> bool {
    matches!(
        event,
        Event::Begun { .. }
            | Event::Drawn { .. }
            | Event::Rolled { .. }
            | Event::Moved { .. }
            | Event::Resigned { .. }
            | Event::Controlled { .. }
            | Event::TimedOut { .. }
            | Event::Resumed {}
            | Event::Over { .. }
    )
}

const fn seat_of(event: &Event) -> Option<Seat> {
    match event {
        Event::Rolled { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Resigned { seat, .. }
        | Event::Controlled { seat, .. }
        | Event::TimedOut { seat } => Some(*seat),
        Event::Drawn { first, .. } => Some(*first),
        _ => None,
    }
}
