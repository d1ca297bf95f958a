use leptos::prelude::*;
use ludo_rules::{Board, RuleSet, Seat, SeatSet, parse_position};

use super::animate::at;
use super::board::{frame, ground};
use super::man::{dome, figure};
use crate::{Pieces, Spots, Turning};

/// A moment of some game, to look well.
const MOMENT: &str = "classic 0,0,9,33/0,18,18,44/0,0,0,26/0,12,30,57 r roll 0 - -";

/// The board as an ornament of the start page: the real one, lying on the table.
#[component]
pub(super) fn Ornament() -> impl IntoView {
    let spots = Spots::new(Board::of(&RuleSet::default()), Turning::NONE);
    let pieces = parse_position(MOMENT)
        .map(|(_, position)| Pieces::of(&position))
        .unwrap_or_default();
    let men = Seat::ALL
        .into_iter()
        .flat_map(|seat| (0..4).map(move |number| (seat, number)))
        .filter_map(|(seat, number)| Some((seat, spots.among(&pieces, seat, number)?)))
        .map(|(seat, spot)| {
            view! { <g class=format!("man seat-{seat}") style:transform=at(spot)>{figure(seat)}</g> }
        })
        .collect_view();
    view! {
        <div class="ornament" aria-hidden="true">
            <div class="board">
                {ground(&spots, SeatSet::ALL)}
                <svg class="men" viewBox=frame(&spots)>{dome()} {men}</svg>
            </div>
        </div>
    }
}
