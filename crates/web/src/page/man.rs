use std::sync::Arc;

use super::signal::*;
use ludo_rules::{Move, Rules, Seat};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, KeyboardEvent, SvgElement};

use super::animate::at;
use super::element::{El, effect, number, svg};
use super::hint::hint;
use super::live::Live;
use super::stage::{Sketch, man_id};
use super::walls;
use super::words::{locale, tr, with_catalog};
use crate::wording::key;
use crate::{Locale, Pieces, Spot, mark, token, token_move};

/// How far around its middle a token can be touched, in squares of a board of 15: 44 px across on the smallest screen.
const REACH: f32 = 1.1 / 15.0;

/// All tokens. One that can move is a button; the others are pictures with a name.
pub(super) fn men(live: Live) -> Vec<El> {
    let men = Seat::ALL
        .into_iter()
        .flat_map(|seat| (0..4).map(move |token| (seat, token)));
    let (men, mut drawn): (Vec<El>, Vec<Drawn>) =
        men.map(|(seat, token)| man(live, seat, token)).unzip();
    // One effect for all of them: nearly always nothing is to be done, but asking costs.
    effect(move || {
        let scene = Scene::of(live);
        for man in &mut drawn {
            man.follow(&scene);
        }
    });
    men
}

/// All that tokens' looks and words come from, read once.
struct Scene {
    rules: Option<Arc<Rules>>,
    mine: Option<Seat>,
    spots: Sketch,
    pieces: Pieces,
    choices: Vec<Move>,
    stops: Vec<(Seat, u8)>,
    hinted: Option<(Seat, usize)>,
    locale: Locale,
}

impl Scene {
    fn of(live: Live) -> Self {
        let stage = live.stage;
        Self {
            rules: stage.rules.get(),
            mine: live.mine(),
            spots: stage.spots.get(),
            pieces: stage.pieces.get(),
            choices: live.choices(),
            stops: walls::standing(live),
            hinted: hint(live).map(|(seat, token, _)| (seat, token)),
            locale: locale(),
        }
    }

    /// The move of a seat's token with this progress, if the reader can choose it.
    fn choice(&self, seat: Seat, progress: Option<u8>) -> Option<Move> {
        let choices = self.choices.iter().filter(|_| self.mine == Some(seat));
        choices.copied().find(|mv| mv.from() == progress)
    }

    /// How far a token's own ground reaches: two that are close to each other share what is between them evenly.
    fn reach(&self, seat: Seat, which: usize, own: Spot, mv: Move) -> String {
        let from = mv.from();
        let Sketch(spots) = &self.spots;
        let pieces = &self.pieces;
        let rival = |&other: &usize| {
            let at = pieces.at(seat, other);
            other != which && at != from && self.choices.iter().any(|mv| mv.from() == at)
        };
        let others = (0..4)
            .filter(rival)
            .filter_map(|other| spots.among(pieces, seat, other));
        let nearest = others
            .map(|other| ((other.x - own.x).powi(2) + (other.y - own.y).powi(2)).sqrt() / 2.0)
            .fold(REACH * spots.size(), f32::min);
        number(nearest.max(0.4) / own.scale)
    }
}

/// A token with what was written to it.
struct Drawn {
    seat: Seat,
    which: usize,
    man: Element,
    reached: Element,
    shown: Option<Shown>,
    written: [(&'static str, Option<String>); 8],
}

impl Drawn {
    fn follow(&mut self, scene: &Scene) {
        let new = Shown::of(scene, self.seat, self.which);
        if self.shown.as_ref() == Some(&new) {
            return;
        }
        write(&self.reached, "r", new.reach.as_deref());
        let attributes = new.attributes(self.seat, self.which);
        for (attribute, before) in attributes.iter().zip(&self.written) {
            if attribute != before {
                write(&self.man, attribute.0, attribute.1.as_deref());
            }
        }
        self.written = attributes;
        self.shown = Some(new);
    }
}

/// All that a token's looks and words come from. Most of what happens at a table changes none of it.
#[derive(PartialEq)]
struct Shown {
    rules: Option<Arc<Rules>>,
    mine: Option<Seat>,
    progress: Option<u8>,
    spot: Option<Spot>,
    /// What it can do, if it can be moved now.
    mv: Option<Move>,
    reach: Option<String>,
    /// Tokens on one square are one choice: the first of them speaks for all.
    first: bool,
    stops: bool,
    hinted: bool,
    locale: Locale,
}

impl Shown {
    fn of(scene: &Scene, seat: Seat, which: usize) -> Self {
        let pieces = &scene.pieces;
        let progress = pieces.at(seat, which);
        let spot = scene.spots.0.among(pieces, seat, which);
        let mv = scene.choice(seat, progress);
        Self {
            rules: scene.rules.clone(),
            mine: scene.mine,
            progress,
            spot,
            mv,
            reach: mv
                .zip(spot)
                .map(|(mv, spot)| scene.reach(seat, which, spot, mv)),
            first: (0..which).all(|other| pieces.at(seat, other) != progress),
            stops: progress.is_some_and(|progress| scene.stops.contains(&(seat, progress))),
            hinted: scene.hinted == Some((seat, which)),
            locale: scene.locale,
        }
    }

    fn label(&self, seat: Seat, which: usize) -> Option<String> {
        let (rules, progress) = (self.rules.as_ref()?, self.progress?);
        let mut label = with_catalog(|catalog| match self.mv {
            Some(mv) => token_move(catalog, rules, seat, which, mv),
            None => token(catalog, rules, self.mine, seat, which, progress),
        });
        for (more, words) in [
            (self.stops, key("place-block")),
            (self.hinted, key("hint-token")),
        ] {
            if more {
                label.push_str(", ");
                label.push_str(&tr(words));
            }
        }
        Some(label)
    }

    fn attributes(&self, seat: Seat, which: usize) -> [(&'static str, Option<String>); 8] {
        let said = |say: bool, words: &str| say.then(|| words.to_owned());
        let movable = self.mv.is_some();
        let button = movable && self.first;
        let class = if movable { " movable" } else { "" };
        [
            ("class", Some(format!("man seat-{seat}{class}"))),
            (
                "style",
                Some(match self.spot {
                    Some(spot) => format!("transform:{}", at(spot)),
                    None => "display:none".to_owned(),
                }),
            ),
            ("data-progress", self.progress.map(|at| at.to_string())),
            ("data-movable", self.mv.map(|mv| mv.to_string())),
            ("role", said(true, if button { "button" } else { "img" })),
            ("tabindex", said(button, "0")),
            ("aria-label", self.label(seat, which)),
            ("aria-hidden", said(movable && !self.first, "true")),
        ]
    }
}

/// The move of a seat's token with this progress, if the reader can choose it.
fn choice(live: Live, seat: Seat, progress: Option<u8>) -> Option<Move> {
    if live.mine() != Some(seat) {
        return None;
    }
    let mut choices = live.choices().into_iter();
    choices.find(|mv| mv.from() == progress)
}

fn man(live: Live, seat: Seat, which: usize) -> (El, Drawn) {
    let mv = move || {
        let pieces = live.stage.pieces;
        untrack(|| choice(live, seat, pieces.with(|pieces| pieces.at(seat, which))))
    };
    let act = move || {
        if let Some(mv) = mv() {
            live.move_token(mv, which);
        }
    };
    let pressed = move |event: Event| {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if matches!(key.key().as_str(), "Enter" | " ") && mv().is_some() {
            key.prevent_default();
            key.stop_propagation();
            act();
        }
    };
    let look = move |_| live.preview.set(mv().map(|mv| (seat, which, mv)));
    let look_away = move |_| live.preview.set(None);
    let ground = svg("circle").class("reach");
    let reached = ground.raw().clone();
    let man = svg("g")
        .attr("id", &man_id(seat, which))
        .testid(&format!("token-{seat}-{which}"))
        .press(act)
        .on("keydown", pressed)
        .on("pointerenter", look)
        .on("pointerleave", look_away)
        .on("focus", look)
        .on("blur", look_away)
        .child(ground)
        .child(svg("circle").class("glow").attr("r", ".56"))
        .child(figure(seat))
        .child(svg("circle").class("halo").attr("r", ".66"));
    let drawn = Drawn {
        seat,
        which,
        man: man.raw().clone(),
        reached,
        shown: None,
        written: Default::default(),
    };
    (man, drawn)
}

fn write(element: &Element, name: &str, value: Option<&str>) {
    if name == "style" {
        // As an attribute the page's own policy refuses it.
        let style = element.unchecked_ref::<SvgElement>().style();
        return style.set_css_text(value.unwrap_or_default());
    }
    // Names are written here, and any text is a value.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
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
