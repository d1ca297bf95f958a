//! A hint for who plays against the computer alone: the move that a strong bot would make. It is shown, never made.

use super::signal::*;
use ludo_rules::{Move, Seat};

use super::element::{El, html, number, svg};
use super::icon::{BULB, icon};
use super::live::Live;
use super::preview::{landing, picture};
use super::stage::Sketch;
use super::thinker::{answer, position};
use super::words::{tr, tr_with, with_catalog};
use crate::token_step;
use crate::wording::key;

/// Whether there are hints now: several moves to choose from, and no other person at the table whom one would be unfair to.
fn offered(live: Live) -> bool {
    let alone = live.with_table(|table| {
        let other =
            |&seat: &Seat| Some(seat) != live.mine() && table.chair(seat).member().is_some();
        !Seat::ALL.iter().any(other)
    });
    alone == Some(true) && live.choices().len() > 1
}

/// The button, while there are hints.
pub(super) fn hint_button(live: Live) -> El {
    html("div").class("part").when(
        move || offered(live),
        move || {
            let busy = RwSignal::new(false);
            html("button")
                .attr("type", "button")
                .class("button quiet aside")
                .testid("hint")
                .live_flag("aria-disabled", move || busy.get())
                .press(move || ask(live, busy))
                .child(icon(BULB))
                .child(html("span").words("hint"))
        },
    )
}

fn ask(live: Live, busy: RwSignal<bool>) {
    let Some(asked) = untrack(|| position(live)).filter(|_| !busy.get_untracked()) else {
        return;
    };
    let seq = live.stage.told.get_untracked();
    busy.set(true);
    spawn_local(async move {
        let mv = answer("choose", &asked, "strong").await;
        // Who has left, or moved, meanwhile needs no hint.
        if busy.try_set(false).is_some() {
            return;
        }
        match mv.and_then(|mv| mv.parse().ok()) {
            Some(mv) => live.thoughts.hint.set(Some((seq, mv))),
            None => live.notice.set(Some(tr("think-failed"))),
        }
    });
}

/// The move that is hinted at, with the token: as long as it is to be chosen.
pub(super) fn hint(live: Live) -> Option<(Seat, usize, Move)> {
    let (seq, mv) = live.thoughts.hint.get()?;
    let seat = live.mine()?;
    if live.stage.told.get() != seq || !live.choices().contains(&mv) {
        return None;
    }
    let pieces = live.stage.pieces.get();
    let which = (0..4).find(|&which| pieces.at(seat, which) == mv.from())?;
    Some((seat, which, mv))
}

/// The hint in words.
pub(super) fn hint_words(live: Live) -> Option<String> {
    let (seat, which, mv) = hint(live)?;
    let rules = live
        .stage
        .scene
        .with(|scene| scene.as_ref().map(|scene| scene.rules.clone()))?;
    let words = with_catalog(|catalog| token_step(catalog, &rules, seat, which, mv));
    Some(tr_with(key("hint-words"), &[("move", words.into())]))
}

/// The hint on the board: a sign over the token, and its way.
pub(super) fn hint_sign(live: Live) -> El {
    svg("g")
        .class("preview hint-sign")
        .testid("hint-sign")
        .live_attr("data-move", move || {
            hint(live).map(|(_, _, mv)| mv.to_string())
        })
        .given(
            move || hint(live),
            move |found| {
                let (seat, which, mv) = found?;
                let Sketch(spots) = live.stage.spots.get();
                let spot = live
                    .stage
                    .pieces
                    .with(|pieces| spots.among(pieces, seat, which))?;
                let place =
                    |x, y| format!("translate({} {})", number(spot.x + x), number(spot.y + y));
                // Above the token; beside it where the token would land right above, so that nobody is hidden who stands there.
                let above = landing(live, seat, which, mv).is_some_and(|to| {
                    (to.x - spot.x).abs() < 0.5 && (-1.6..0.0).contains(&(to.y - spot.y))
                });
                let (pin, bang) = if above {
                    (format!("{} rotate(90)", place(0.0, 0.0)), place(1.06, 1.07))
                } else {
                    (place(0.0, 0.0), place(0.0, 0.0))
                };
                let mut drawn = picture(live, seat, which, mv)?;
                drawn.push(
                    svg("path")
                        .class("pin")
                        .attr("transform", &pin)
                        .attr("d", "M0-.5-.17-.72H-.4V-1.4H.4v.68H.17z"),
                );
                drawn.push(
                    svg("path")
                        .class("bang")
                        .attr("transform", &bang)
                        .attr("d", "M0-1.29v.28M0-.85v.01"),
                );
                Some(drawn)
            },
        )
}
