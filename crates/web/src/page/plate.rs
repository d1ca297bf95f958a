use ludo_rules::{Group, Position, Seat};
use ludo_table::{Chair, Control};

use super::chances::chance_of;
use super::element::{El, html};
use super::fuse::fuse;
use super::live::Live;
use super::peg::peg;
use super::presence::{presence, signs};
use super::signal::*;
use super::stage::Sketch;
use super::talk::{bubble, plate_button};
use super::words::{tr, tr_with};
use crate::wording::key;

/// What the game says of a seat, as far as its plate shows it: most of what happens changes it for none or two of them.
#[derive(Clone, Copy, PartialEq)]
struct Standing {
    plays: bool,
    turn: bool,
    resigned: bool,
    /// Tokens at home, of who has tokens.
    homes: Option<usize>,
    sixes: u8,
    place: Option<usize>,
}

impl Standing {
    fn of(live: Live, seat: Seat) -> Self {
        let turn = live.stage.lit.get() == Some(seat) && !live.is_over();
        let place = live.place(seat);
        let began = live.began(seat);
        live.stage.beside.with(|scene| {
            let position = scene.as_ref().map(|scene| &scene.position);
            let rules = scene.as_ref().map(|scene| &scene.rules);
            let tokens = position.and_then(|position| position.tokens(seat));
            let home = |&&at: &&u8| rules.is_some_and(|rules| rules.is_home(at));
            Self {
                plays: began || position.is_some_and(|position| position.seats().contains(seat)),
                turn,
                resigned: position.is_some_and(|position| position.group(seat) == Group::Resigned),
                homes: tokens.map(|tokens| tokens.iter().filter(home).count()),
                sixes: position.filter(|_| turn).map_or(0, Position::sixes),
                place,
            }
        })
    }
}

/// A player's name plate: who, whether they are there, who plays for them, how far they are.
pub(super) fn plate(live: Live, seat: Seat) -> El {
    let stage = live.stage;
    let area = move || {
        let Sketch(spots) = stage.spots.get();
        Some(spots.turning().corner(seat).area().to_owned())
    };
    let standing = Memo::new(move |_| Standing::of(live, seat));
    let turn = move || standing.get().turn;
    let empty = move || !standing.get().plays;
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
        .live_class("out", move || standing.get().resigned)
        .live_class("empty", empty)
        .live_attr("aria-hidden", move || empty().then(|| "true".to_owned()))
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
                .child(line(live, seat, standing)),
        )
        .child(end(live, seat, standing))
        .child(bubble(live, seat))
        .child(fuse(live, Some(seat), &format!("clock-{seat}")))
        .child(plate_button(live, seat))
}

/// Who plays, who is there, how many tokens are home.
fn line(live: Live, seat: Seat, standing: Memo<Standing>) -> El {
    let control = move || match live.chair(seat) {
        Chair::Person { control, .. } => control,
        Chair::Bot { .. } | Chair::Open => Control::Owner,
    };
    // Who plays in somebody's place matters more than how far the seat is, which the board shows too.
    let homes = move || standing.get().homes.filter(|_| control() == Control::Owner);
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
        .when(
            move || standing.get().resigned,
            move || tag(key("plate-resigned")),
        )
        .child(signs(live, seat))
}

/// The place, and the sixes in a row.
fn end(live: Live, seat: Seat, standing: Memo<Standing>) -> El {
    html("div")
        .class("end")
        .child(chance_of(live, seat))
        .given(
            move || standing.get().place,
            move |place| {
                let n = place?;
                let place = html("span")
                    .class("place")
                    .testid(&format!("place-of-{seat}"));
                Some(place.live_text(move || tr_with("plate-place", &[("n", n.into())])))
            },
        )
        .given(
            move || standing.get().sixes,
            |n| {
                let label = move || Some(tr_with("plate-sixes", &[("n", n.into())]));
                let six = |_| html("i").child("6");
                let sixes = html("span")
                    .class("sixes")
                    .attr("role", "img")
                    .live_attr("aria-label", label);
                (n > 0).then(|| sixes.child((0..n).map(six).collect::<Vec<_>>()))
            },
        )
}
