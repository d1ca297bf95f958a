use leptos::ev;
use leptos::prelude::*;
use ludo_rules::{Move, Seat};

use super::animate::at;
use super::live::Live;
use super::stage::{Sketch, man_id};
use super::words::with_catalog;
use crate::{mark, token, token_move};

/// How far around its middle a token can be touched, in squares: 44 px across on the smallest board.
const REACH: f32 = 1.1;

/// All tokens. One that can move is a button; the others are pictures with a name.
#[component]
pub(super) fn Men(live: Live) -> impl IntoView {
    view! {
        {dome()}
        {Seat::ALL
            .into_iter()
            .flat_map(|seat| (0..4).map(move |number| (seat, number)))
            .map(|(seat, number)| view! { <Man live seat number /> })
            .collect_view()}
    }
}

#[component]
fn Man(live: Live, seat: Seat, number: usize) -> impl IntoView {
    let stage = live.stage;
    let progress = Memo::new(move |_| stage.pieces.with(|pieces| pieces.at(seat, number)));
    // One memo a token: a move writes the places of those that moved, and of no other.
    let spot = Memo::new(move |_| {
        let Sketch(spots) = stage.spots.get();
        stage
            .pieces
            .with(|pieces| spots.among(pieces, seat, number))
    });
    let mv = Memo::new(move |_| {
        (live.mine.get() == Some(seat))
            .then(|| live.choices.get())
            .unwrap_or_default()
            .into_iter()
            .find(|mv| mv.from() == progress.get())
    });
    // Tokens on one square are one choice: the first of them speaks for all.
    let speaks = Memo::new(move |_| {
        stage
            .pieces
            .with(|pieces| (0..number).all(|other| pieces.at(seat, other) != progress.get()))
    });
    let button = move || mv.get().is_some() && speaks.get();
    let label = move || {
        let rules = stage
            .scene
            .with(|scene| scene.as_ref().map(|scene| scene.rules.clone()));
        let (Some(rules), Some(progress)) = (rules, progress.get()) else {
            return String::new();
        };
        with_catalog(|catalog| match mv.get() {
            Some(mv) => token_move(catalog, &rules, seat, number, mv),
            None => token(catalog, &rules, seat, number, progress),
        })
    };
    let act = move || {
        if let Some(mv) = mv.get_untracked() {
            live.move_token(mv, number);
        }
    };
    // Two tokens close to each other share the ground between them evenly.
    let reach = move || {
        let own = spot.get().filter(|_| mv.get().is_some())?;
        let Sketch(spots) = stage.spots.get();
        let nearest = stage.pieces.with(|pieces| {
            let choices = live.choices.get();
            let movable = |other: usize| {
                pieces.at(seat, other).is_some_and(|at| {
                    Some(at) != progress.get()
                        && choices.iter().any(|mv: &Move| mv.from() == Some(at))
                })
            };
            (0..4)
                .filter(|&other| other != number && movable(other))
                .filter_map(|other| spots.among(pieces, seat, other))
                .map(|other| (other.x - own.x).hypot(other.y - own.y) / 2.0)
                .fold(REACH, f32::min)
        });
        Some((nearest.max(0.4) / own.scale).to_string())
    };
    let show = move |on: bool| {
        live.preview.set(if on {
            mv.get_untracked().map(|mv| (seat, number, mv))
        } else {
            None
        })
    };
    view! {
        <g
            id=man_id(seat, number)
            class=format!("man seat-{seat}")
            class:movable=move || mv.get().is_some()
            hidden=move || spot.get().is_none()
            style:transform=move || spot.get().map(at)
            style:display=move || spot.get().is_none().then_some("none")
            data-testid=format!("token-{seat}-{number}")
            data-progress=move || progress.get()
            data-movable=move || mv.get().map(|mv| mv.to_string())
            role=move || if button() { "button" } else { "img" }
            tabindex=move || button().then_some("0")
            aria-label=label
            aria-hidden=move || (mv.get().is_some() && !speaks.get()).then_some("true")
            on:click=move |_| act()
            on:keydown=move |key: ev::KeyboardEvent| {
                if matches!(key.key().as_str(), "Enter" | " ") && mv.get_untracked().is_some() {
                    key.prevent_default();
                    key.stop_propagation();
                    act();
                }
            }
            on:pointerenter=move |_| show(true)
            on:pointerleave=move |_| show(false)
            on:focus=move |_| show(true)
            on:blur=move |_| show(false)
        >
            <circle class="reach" r=reach />
            <circle class="glow" r=".56" />
            {figure(seat)}
            <circle class="halo" r=".66" />
        </g>
    }
}

/// A token as it is drawn, around its middle.
pub(super) fn figure(seat: Seat) -> impl IntoView {
    view! {
        <ellipse class="shade" cx=".04" cy=".17" rx=".42" ry=".36" />
        <circle class="rim" cy=".09" r=".4" />
        <circle class="body" r=".4" />
        <circle r=".4" fill="url(#dome)" />
        <circle class="dish" r=".29" />
        <path class="gleam" d="M-.3-.13A.33 .33 0 0 1-.06-.32" />
        <path class="mark" transform="scale(.0215)" d=mark(seat) />
    }
}

/// The light on all tokens.
pub(super) fn dome() -> impl IntoView {
    view! {
        <defs>
            <radialGradient id="dome" cx=".36" cy=".3" r=".8">
                <stop stop-color="#fff" stop-opacity=".42" />
                <stop offset=".45" stop-color="#fff" stop-opacity=".06" />
                <stop offset="1" stop-opacity=".26" />
            </radialGradient>
        </defs>
    }
}
