use std::fmt::Write as _;

use leptos::prelude::*;
use ludo_rules::{Move, Seat};

use super::live::Live;
use super::stage::Sketch;
use crate::walk;

/// Where the token under the finger would go, and whom it would capture.
#[component]
pub(super) fn Preview(live: Live) -> impl IntoView {
    let stage = live.stage;
    let picture = move || {
        let (seat, number, mv) = live.preview.get()?;
        let Move::Token { from, to, captured } = mv else {
            return None;
        };
        let Sketch(spots) = stage.spots.get();
        let start = stage
            .pieces
            .with(|pieces| spots.among(pieces, seat, number))?;
        let mut trail = format!("M{} {}", start.x, start.y);
        for progress in walk(from, to) {
            let spot = spots.alone(seat, number, progress);
            // Writing into a string does not fail.
            let _ = write!(trail, "L{} {}", spot.x, spot.y);
        }
        let landing = spots.alone(seat, number, to);
        let hits = stage.pieces.with(|pieces| {
            Seat::ALL
                .into_iter()
                .filter(|&victim| captured.count(victim) > 0)
                .flat_map(|victim| (0..4).map(move |token| (victim, token)))
                .filter_map(|(victim, token)| spots.among(pieces, victim, token))
                .filter(|spot| (spot.x - landing.x).abs() < 0.5 && (spot.y - landing.y).abs() < 0.5)
                .map(|spot| {
                    let arm = 0.3 * spot.scale;
                    view! {
                        <path
                            class="hit"
                            d=format!(
                                "M{} {}l{} {}m0 {}l{} {}",
                                spot.x - arm,
                                spot.y - arm,
                                2.0 * arm,
                                2.0 * arm,
                                -2.0 * arm,
                                -2.0 * arm,
                                2.0 * arm,
                            )
                        />
                    }
                })
                .collect_view()
        });
        Some(view! {
            <path class="trail" d=trail />
            <circle class="landing" cx=landing.x cy=landing.y r=".44" />
            {hits}
        })
    };
    view! { <g class="preview" data-testid="preview" data-to=move || live.preview.get().map(|(_, _, mv)| mv.to_string())>{picture}</g> }
}
