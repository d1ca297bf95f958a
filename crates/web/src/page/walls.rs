use ludo_rules::{Own, Seat};

use super::element::{El, number, svg};
use super::live::Live;
use super::stage::Sketch;

/// The squares on which tokens stop others, as the board shows them: seat and progress.
pub(super) fn standing(live: Live) -> Vec<(Seat, u8)> {
    let stage = live.stage;
    let Some(lap) = stage.rules.with(|rules| {
        let rules = rules.as_ref()?;
        matches!(rules.rule_set().own, Own::Block | Own::Barrier).then(|| rules.lap())
    }) else {
        return Vec::new();
    };
    stage.pieces.with(|pieces| {
        let mut found = Vec::new();
        for seat in Seat::ALL {
            for token in 0..4 {
                let Some(at) = pieces.at(seat, token).filter(|at| (1..=lap).contains(at)) else {
                    continue;
                };
                let stands = |other: &usize| pieces.at(seat, *other) == Some(at);
                // The second on its square makes it one.
                if (0..token).filter(stands).count() == 1 {
                    found.push((seat, at));
                }
            }
        }
        found
    })
}

/// A wall around each of them.
pub(super) fn walls(live: Live) -> El {
    svg("g").class("walls").testid("walls").given(
        move || standing(live),
        move |found| {
            let Sketch(spots) = live.stage.spots.get();
            let wall = |(seat, at): (Seat, u8)| {
                let spot = spots.alone(seat, 0, at);
                // A pale edge and a dark one: one of them stands out on every square.
                ["wall edge", "wall"].map(|class| {
                    svg("rect")
                        .class(&format!("{class} seat-{seat}"))
                        .attr("x", &number(spot.x - 0.47))
                        .attr("y", &number(spot.y - 0.47))
                        .attr("width", ".94")
                        .attr("height", ".94")
                        .attr("rx", ".24")
                })
            };
            found.into_iter().map(wall).collect::<Vec<_>>()
        },
    )
}
