use ludo_rules::{Board, RuleSet, Seat, SeatSet, parse_position};

use super::animate::at;
use super::board::{frame, ground};
use super::element::{El, html, svg};
use super::man::{dome, figure};
use crate::{Pieces, Spots, Turning};

/// A moment of some game, to look well.
const MOMENT: &str = "classic 0,0,9,33/0,18,18,44/0,0,0,26/0,12,30,57 r roll 0 - -";

/// The board as an ornament of the start page: the real one, lying on the table.
pub(super) fn ornament() -> El {
    let spots = Spots::new(Board::of(&RuleSet::default()), Turning::default());
    let pieces = parse_position(MOMENT)
        .map(|(_, position)| Pieces::of(&position))
        .unwrap_or_default();
    let men = Seat::ALL
        .into_iter()
        .flat_map(|seat| (0..4).map(move |which| (seat, which)));
    let men = men.filter_map(|(seat, which)| Some((seat, spots.among(&pieces, seat, which)?)));
    let men = men.map(|(seat, spot)| {
        svg("g")
            .class(&format!("man seat-{seat}"))
            .live_style("transform", move || Some(at(spot)))
            .child(figure(seat))
    });
    let men = svg("svg")
        .class("men")
        .attr("viewBox", &frame(&spots))
        .child(dome())
        .child(men.collect::<Vec<_>>());
    let board = html("div")
        .class("board")
        .child(ground(&spots, SeatSet::ALL))
        .child(men);
    html("div")
        .class("ornament")
        .attr("aria-hidden", "true")
        .child(board)
}
