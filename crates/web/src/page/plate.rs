use ludo_rules::{Group, Seat};
use ludo_table::{Chair, Control};

use super::chances::chance_of;
use super::element::{El, html};
use super::fuse::fuse;
use super::live::Live;
use super::peg::peg;
use super::presence::{presence, signs};
use super::stage::Sketch;
use super::talk::{bubble, plate_button};
use super::words::{tr, tr_with};
use crate::wording::key;

/// A player's name plate: who, whether they are there, who plays for them, how far they are.
pub(super) fn plate(live: Live, seat: Seat) -> El {
    let stage = live.stage;
    let area = move || {
        let Sketch(spots) = stage.spots.get();
        Some(spots.turning().corner(seat).area().to_owned())
    };
    let plays = move || {
        let at_begin =
            live.with_table(|table| table.roster().is_some_and(|roster| roster[seat].is_some()));
        at_begin == Some(true)
            || stage.scene.with(|scene| {
                scene
                    .as_ref()
                    .is_some_and(|scene| scene.position.seats().contains(seat))
            })
    };
    let turn = move || stage.turn.get() == Some(seat) && !live.is_over();
    let resigned = move || {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .is_some_and(|scene| scene.position.group(seat) == Group::Resigned)
        })
    };
    let name = html("span")
        .class("name")
        .child(html("bdi").live_text(move || live.name(seat)))
        .child(html("span").class("unseen").live_text(move || {
            if turn() {
                format!(", {}", tr("plate-turn"))
            } else {
                String::new()
            }
        }));
    html("section")
        .class(&format!("plate seat-{seat}"))
        .live_attr("data-at", area)
        .live_class("turn-on", turn)
        .live_class("out", resigned)
        .live_class("empty", move || !plays())
        .live_attr("aria-hidden", move || (!plays()).then(|| "true".to_owned()))
        .live_attr("aria-label", move || {
            Some(tr_with("seat-with-mark", &[("seat", seat.letter().into())]))
        })
        .testid(&format!("plate-{seat}"))
        .live_flag("data-turn", turn)
        .live_attr("data-presence", move || {
            presence(live, seat).map(str::to_owned)
        })
        .child(peg(seat))
        .child(
            html("div")
                .class("who")
                .child(name)
                .child(line(live, seat, resigned)),
        )
        .child(end(live, seat, turn))
        .child(bubble(live, seat))
        .child(fuse(live, Some(seat), &format!("clock-{seat}")))
}

/// Who plays, who is there, how many tokens are home.
fn line(live: Live, seat: Seat, resigned: impl Fn() -> bool + Copy + 'static) -> El {
    let chair = move || {
        live.with_table(|table| *table.chair(seat))
            .unwrap_or_default()
    };
    let control = move || match chair() {
        Chair::Person { control, .. } => control,
        Chair::Bot { .. } | Chair::Open => Control::Owner,
    };
    // Who plays in somebody's place matters more than how far the seat is, which the board shows too.
    let homes = move || {
        let owner = control() == Control::Owner;
        let homes = live.stage.scene.with(|scene| {
            let scene = scene.as_ref()?;
            let tokens = scene.position.tokens(seat)?;
            Some(
                tokens
                    .iter()
                    .filter(|&&progress| scene.rules.is_home(progress))
        .child(plate_button(live, seat))
                    .count(),
            )
        });
        homes.filter(|_| owner)
    };
    let tag = |words: &'static str| html("span").class("tag").words(words);
    html("span")
        .class("line")
        .given(homes, |homes| {
            let homes = homes?;
            let pip = |pip| html("i").class(if pip < homes { "in" } else { "" });
            let label = move || Some(tr_with("plate-home", &[("n", homes.into())]));
            Some(
                html("span")
                    .class("homes")
                    .attr("role", "img")
                    .live_attr("aria-label", label)
                    .child([0, 1, 2, 3].map(pip)),
            )
        })
        .when(
            move || live.mine() == Some(seat) && control() == Control::Owner,
            move || tag(key("you-label")),
        )
        .when(resigned, move || tag(key("plate-resigned")))
        .child(signs(live, seat))
}

/// The place, and the sixes in a row.
fn end(live: Live, seat: Seat, turn: impl Fn() -> bool + Copy + 'static) -> El {
    let sixes = move || {
        let sixes = live
            .stage
            .scene
            .with(|scene| scene.as_ref().map_or(0, |scene| scene.position.sixes()));
        if turn() { sixes } else { 0 }
    };
    html("div")
        .class("end")
        .child(chance_of(live, seat))
        .given(
            move || live.place(seat),
            move |place| {
                let n = place?;
                let place = html("span")
                    .class("place")
                    .testid(&format!("place-of-{seat}"));
                Some(place.live_text(move || tr_with("plate-place", &[("n", n.into())])))
            },
        )
        .given(sixes, |n| {
            let label = move || Some(tr_with("plate-sixes", &[("n", n.into())]));
            let six = |_| html("i").child("6");
            let sixes = html("span")
                .class("sixes")
                .attr("role", "img")
                .live_attr("aria-label", label);
            (n > 0).then(|| sixes.child((0..n).map(six).collect::<Vec<_>>()))
        })
}
