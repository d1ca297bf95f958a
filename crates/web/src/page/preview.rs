use ludo_rules::{Move, Seat};

use super::element::{El, number, svg};
use super::live::Live;
use super::stage::Sketch;
use crate::{Spot, walk};

/// Where the token under the finger would go, and whom it would capture.
pub(super) fn preview(live: Live) -> El {
    svg("g")
        .class("preview")
        .testid("preview")
        .live_attr("data-to", move || {
            live.preview.get().map(|(_, _, mv)| mv.to_string())
        })
        .given(
            move || live.preview.get(),
            move |looked_at| looked_at.and_then(|(seat, which, mv)| picture(live, seat, which, mv)),
        )
}

/// Where a token would land; nothing for a move of no token.
pub(super) fn landing(live: Live, seat: Seat, which: usize, mv: Move) -> Option<Spot> {
    let Move::Token { to, .. } = mv else {
        return None;
    };
    let Sketch(spots) = live.stage.spots.get();
    Some(spots.alone(seat, which, to))
}

/// The same for a move.
pub(super) fn picture(live: Live, seat: Seat, which: usize, mv: Move) -> Option<Vec<El>> {
    let Move::Token { from, to, captured } = mv else {
        return None;
    };
    let Sketch(spots) = live.stage.spots.get();
    let pieces = live.stage.pieces.get();
    let point = |letter: &str, spot: Spot| format!("{letter}{} {}", number(spot.x), number(spot.y));
    let mut trail = point("M", spots.among(&pieces, seat, which)?);
    for progress in walk(from, to) {
        trail.push_str(&point("L", spots.alone(seat, which, progress)));
    }
    let landing = spots.alone(seat, which, to);
    let ring = svg("circle")
        .class("landing")
        .attr("cx", &number(landing.x))
        .attr("cy", &number(landing.y))
        .attr("r", ".44");
    let mut drawn = vec![svg("path").class("trail").attr("d", &trail), ring];
    let rivals = Seat::ALL
        .into_iter()
        .filter(|&rival| captured.count(rival) > 0);
    for spot in rivals
        .flat_map(|rival| (0..4).map(move |token| (rival, token)))
        .filter_map(|(rival, token)| spots.among(&pieces, rival, token))
    {
        if (spot.x - landing.x).abs() < 0.5 && (spot.y - landing.y).abs() < 0.5 {
            // Around the token, which lies over it.
            let cross = "M-.58-.58-.36-.36M.58.58.36.36M.58-.58.36-.36M-.58.58-.36.36";
            let place = format!(
                "translate({} {}) scale({})",
                number(spot.x),
                number(spot.y),
                number(spot.scale)
            );
            drawn.push(
                svg("path")
                    .class("hit")
                    .attr("d", cross)
                    .attr("transform", &place),
            );
        }
    }
    Some(drawn)
}
