use ludo_rules::{Move, Seat};
use ludo_table::Event;

use super::element::{El, number, svg};
use super::live::Live;
use super::stage::Sketch;
use crate::{Spot, walk};

/// The most moves that stay visible: one round of four, and one more.
const MOST: usize = 4;

/// A move that was made: whose, from where, to where.
type Made = (Seat, u8, u8);

/// The ways of the last moves, so that whoever looked away sees what happened: all since the reader's own, the latest alone for
/// who has no seat.
pub(super) fn trail(live: Live) -> El {
    svg("g")
        .class("trails")
        .testid("trails")
        .attr("aria-hidden", "true")
        .given(
            move || (live.stage.spots.get(), made(live)),
            |(Sketch(spots), made)| {
                let way = |(seat, from, to): Made| {
                    let point = |letter: &str, Spot { x, y, .. }: Spot| {
                        format!("{letter}{} {}", number(x), number(y))
                    };
                    let squares = walk(from, to);
                    let mut line = String::new();
                    // Which hole of the yard it came from nobody knows: that way begins on the board.
                    let start = (from > 0).then_some(from);
                    for progress in start.into_iter().chain(squares) {
                        let letter = if line.is_empty() { "M" } else { "L" };
                        line.push_str(&point(letter, spots.alone(seat, 0, progress)));
                    }
                    let origin = start.map(|from| {
                        let Spot { x, y, .. } = spots.alone(seat, 0, from);
                        svg("circle")
                            .attr("cx", &number(x))
                            .attr("cy", &number(y))
                            .attr("r", ".3")
                    });
                    svg("g")
                        .class(&format!("made seat-{seat}"))
                        .attr("data-made", &format!("{seat} {from}-{to}"))
                        .child(svg("path").attr("d", &line))
                        .child(origin)
                };
                made.into_iter().map(way).collect::<Vec<_>>()
            },
        )
}

/// The moves to be shown, the latest first.
fn made(live: Live) -> Vec<Made> {
    let told = live.stage.told.get();
    let mine = live.mine();
    let mut made = Vec::new();
    live.history.with_untracked(|history| {
        for event in history.iter().rev().filter(|event| event.seq <= told) {
            match event.event {
                Event::Begun { .. } | Event::Rematch { .. } | Event::Over { .. } => break,
                Event::Rolled { seat, .. } if Some(seat) == mine && !made.is_empty() => break,
                Event::Moved {
                    seat,
                    mv: Move::Token { from, to, .. },
                    ..
                } => {
                    made.push((seat, from, to));
                    if mine.is_none() || made.len() == MOST {
                        break;
                    }
                }
                _ => {}
            }
        }
    });
    made
}
