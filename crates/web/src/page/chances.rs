//! The chances of a win for who watches, if they want them. Never for who plays: it would be help.

use super::signal::*;
use ludo_rules::Seat;

use super::element::{El, effect, html};
use super::icon::{SCALE, icon};
use super::live::Live;
use super::prefs::{change, settings};
use super::thinker::{answer, position};
use super::words::{tr, tr_with};

/// The switch, for who watches a game that is on; while it is there, it follows the game.
pub(super) fn chances_switch(live: Live) -> El {
    let watches = move || live.mine().is_none() && !live.is_over();
    html("div").class("part").when(watches, move || {
        follow(live);
        html("button")
            .attr("type", "button")
            .class("button quiet aside")
            .testid("chances")
            .live_flag("aria-pressed", || settings().chances)
            .press(|| change(|settings| settings.chances = !settings.chances))
            .child(icon(SCALE))
            .child(html("span").words("chances"))
    })
}

/// Asks for the chances of each position that the board shows; of the newest, where it is faster than the answers.
fn follow(live: Live) {
    let shown = live.thoughts.chances;
    let wanted = RwSignal::new(None);
    let busy = StoredValue::new(false);
    effect(move || {
        wanted.set(settings().chances.then(|| position(live)).flatten());
        if untrack(|| wanted.with(Option::is_none)) {
            shown.set(None);
        } else if !busy.get_value() {
            busy.set_value(true);
            spawn_local(async move {
                let mut known = None;
                // The page of the table may be gone by now, and everything here with it.
                while let Some(asked) = wanted.try_get_untracked().flatten()
                    && known.as_ref() != Some(&asked)
                {
                    let found = answer("hundredths", &asked, "")
                        .await
                        .and_then(|text| read(&text));
                    if wanted.try_with_untracked(Option::is_none) != Some(false) {
                        break;
                    }
                    shown.set(found);
                    if found.is_none() {
                        // Said once: it stays off until it is switched on again.
                        change(|settings| settings.chances = false);
                        live.notice.set(Some(tr("think-failed")));
                    }
                    known = Some(asked);
                }
                let _ = busy.try_set_value(false);
            });
        }
    });
    on_cleanup(move || {
        let _ = shown.try_set(None);
    });
}

fn read(text: &str) -> Option<[u8; 4]> {
    let mut parts = text.split(',').map(|part| part.parse().ok());
    let mut next = || parts.next().flatten();
    Some([next()?, next()?, next()?, next()?])
}

/// The chance of a seat, at its plate.
pub(super) fn chance_of(live: Live, seat: Seat) -> El {
    let chance = move || live.thoughts.chances.get()?.get(seat.index()).copied();
    html("span").class("part").given(chance, move |n| {
        let n = n?;
        let words = move || tr_with("chance", &[("n", n.into())]);
        let bar = html("i").live_style("inline-size", move || Some(format!("{n}%")));
        Some(
            html("span")
                .class("chance")
                .testid(&format!("chance-{seat}"))
                .attr("role", "img")
                .live_attr("aria-label", move || {
                    Some(tr_with("chance-words", &[("n", n.into())]))
                })
                .child(html("span").live_text(words))
                .child(html("span").class("bar").child(bar)),
        )
    })
}
