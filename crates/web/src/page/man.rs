use super::signal::*;
use ludo_rules::{Move, Seat};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, KeyboardEvent};

use super::animate::at;
use super::element::{El, number, svg};
use super::hint::hint;
use super::live::Live;
use super::stage::{Sketch, man_id};
use super::walls;
use super::words::{tr, with_catalog};
use crate::{Spot, mark, token, token_move};

/// How far around its middle a token can be touched, in squares of a board of 15: 44 px across on the smallest screen.
const REACH: f32 = 1.1 / 15.0;

/// All tokens. One that can move is a button; the others are pictures with a name.
pub(super) fn men(live: Live) -> Vec<El> {
    let men = Seat::ALL
        .into_iter()
        .flat_map(|seat| (0..4).map(move |token| (seat, token)));
    men.map(|(seat, token)| man(live, seat, token)).collect()
}

fn man(live: Live, seat: Seat, which: usize) -> El {
    let stage = live.stage;
    let progress = move || stage.pieces.with(|pieces| pieces.at(seat, which));
    // One memo a token: a move writes the places of those that moved, and of no other.
    let spot = Memo::new(move |_| {
        let Sketch(spots) = stage.spots.get();
        stage.pieces.with(|pieces| spots.among(pieces, seat, which))
    });
    let mv = move || {
        if live.mine() != Some(seat) {
            return None;
        }
        let progress = progress();
        live.choices().into_iter().find(|mv| mv.from() == progress)
    };
    // Tokens on one square are one choice: the first of them speaks for all.
    let first = move || {
        stage.pieces.with(|pieces| {
            let progress = pieces.at(seat, which);
            (0..which).all(|other| pieces.at(seat, other) != progress)
        })
    };
    let button = move || mv().is_some() && first();
    let label = move || {
        let rules = stage
            .scene
            .with(|scene| scene.as_ref().map(|scene| scene.rules.clone()))?;
        let progress = progress()?;
        let stops = walls::standing(live).contains(&(seat, progress));
        let mut label = with_catalog(|catalog| match mv() {
            Some(mv) => token_move(catalog, &rules, seat, which, mv),
            None => token(catalog, &rules, seat, which, progress),
        });
        if stops {
            label.push_str(", ");
            label.push_str(&tr("place-block"));
        }
        if hint(live).is_some_and(|(whose, token, _)| (whose, token) == (seat, which)) {
            label.push_str(", ");
            label.push_str(&tr("hint-token"));
        }
        Some(label)
    };
    let act = move || {
        if let Some(mv) = untrack(mv) {
            live.move_token(mv, which);
        }
    };
    let pressed = move |event: Event| {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if matches!(key.key().as_str(), "Enter" | " ") && untrack(mv).is_some() {
            key.prevent_default();
            key.stop_propagation();
            act();
        }
    };
    let look = move |_| live.preview.set(untrack(mv).map(|mv| (seat, which, mv)));
    let look_away = move |_| live.preview.set(None);
    svg("g")
        .attr("id", &man_id(seat, which))
        .class(&format!("man seat-{seat}"))
        .testid(&format!("token-{seat}-{which}"))
        .live_class("movable", move || mv().is_some())
        .live_style("transform", move || spot.get().map(at))
        .live_style("display", move || {
            spot.get().is_none().then(|| "none".to_owned())
        })
        .live_attr("data-progress", move || {
            progress().map(|progress| progress.to_string())
        })
        .live_attr("data-movable", move || mv().map(|mv| mv.to_string()))
        .live_attr("role", move || {
            Some(if button() { "button" } else { "img" }.to_owned())
        })
        .live_attr("tabindex", move || button().then(|| "0".to_owned()))
        .live_attr("aria-label", label)
        .live_attr("aria-hidden", move || {
            (mv().is_some() && !first()).then(|| "true".to_owned())
        })
        .press(act)
        .on("keydown", pressed)
        .on("pointerenter", look)
        .on("pointerleave", look_away)
        .on("focus", look)
        .on("blur", look_away)
        .child(
            svg("circle")
                .class("reach")
                .live_attr("r", move || reach(live, seat, which, spot.get()?, mv()?)),
        )
        .child(svg("circle").class("glow").attr("r", ".56"))
        .child(figure(seat))
        .child(svg("circle").class("halo").attr("r", ".66"))
}

/// How far a token's own ground reaches: two that are close to each other share what is between them evenly.
fn reach(live: Live, seat: Seat, which: usize, own: Spot, mv: Move) -> Option<String> {
    let from = mv.from();
    let Sketch(spots) = live.stage.spots.get();
    let choices = live.choices();
    let nearest = live.stage.pieces.with(|pieces| {
        let rival = |&other: &usize| {
            let at = pieces.at(seat, other);
            other != which && at != from && choices.iter().any(|mv| mv.from() == at)
        };
        let others = (0..4)
            .filter(rival)
            .filter_map(|other| spots.among(pieces, seat, other));
        others
            .map(|other| ((other.x - own.x).powi(2) + (other.y - own.y).powi(2)).sqrt() / 2.0)
            .fold(REACH * spots.size(), f32::min)
    });
    Some(number(nearest.max(0.4) / own.scale))
}

/// A token as it is drawn, around its middle.
pub(super) fn figure(seat: Seat) -> [El; 7] {
    let circle = |class: &str, radius: &str| svg("circle").class(class).attr("r", radius);
    [
        svg("ellipse")
            .class("shade")
            .attr("cx", ".04")
            .attr("cy", ".17")
            .attr("rx", ".42")
            .attr("ry", ".36"),
        circle("rim", ".4").attr("cy", ".09"),
        circle("body", ".4"),
        circle("light", ".4").attr("fill", "url(#dome)"),
        circle("dish", ".29"),
        svg("path")
            .class("gleam")
            .attr("d", "M-.3-.13A.33 .33 0 0 1-.06-.32"),
        svg("path")
            .class("mark")
            .attr("transform", "scale(.0215)")
            .attr("d", mark(seat)),
    ]
}

/// The light on all tokens.
pub(super) fn dome() -> El {
    let stop = |offset: &str, colour: &str, opacity: &str| {
        svg("stop")
            .attr("offset", offset)
            .attr("stop-color", colour)
            .attr("stop-opacity", opacity)
    };
    let light = svg("radialGradient")
        .attr("id", "dome")
        .attr("cx", ".36")
        .attr("cy", ".3")
        .attr("r", ".8");
    svg("defs").child(light.child([
        stop("0", "#fff", ".42"),
        stop(".45", "#fff", ".06"),
        stop("1", "#000", ".26"),
    ]))
}
