use leptos::prelude::*;
use ludo_rules::{Due, Seat};

use super::live::Live;
use super::peg::Peg;
use super::words::{View, say_of_seat, tr};
use crate::Arg;
use crate::wording::key;

/// Whose turn it is and what is due, in one line of words; nothing before the draw.
pub(super) fn words(live: Live) -> Option<(Option<Seat>, String)> {
    if live.is_over() {
        return Some((None, tr("turn-over")));
    }
    let (turn, due, sixes) = live.stage.scene.with(|scene| {
        scene.as_ref().map(|scene| {
            (
                scene.position.turn(),
                scene.position.due(),
                scene.position.sixes(),
            )
        })
    })?;
    let seat = turn?;
    let names = live.names();
    let view = View {
        mine: live.mine.get(),
        me: live.you.get(),
        names: &names,
        member: &|_| String::new(),
    };
    let said = match due {
        Due::Roll { .. } if sixes > 0 => say_of_seat(&view, key("turn-roll-again"), seat, &[]),
        Due::Roll { attempt: 1 } => say_of_seat(&view, key("turn-roll"), seat, &[]),
        Due::Roll { attempt } => say_of_seat(
            &view,
            key("turn-roll-try"),
            seat,
            &[("attempt", attempt.into())],
        ),
        Due::Move(face) => say_of_seat(
            &view,
            key("turn-move"),
            seat,
            &[("face", face.get().into())],
        ),
        Due::Bonus(squares) => say_of_seat(
            &view,
            key("turn-bonus"),
            seat,
            &[("face", Arg::from(squares))],
        ),
        Due::Over => return Some((None, tr("turn-over"))),
    };
    Some((Some(seat), said))
}

/// The line of words, with the mark of the seat.
#[component]
pub(super) fn Turn(live: Live) -> impl IntoView {
    let line = Memo::new(move |_| words(live));
    let yours = move || {
        line.with(|line| {
            line.as_ref()
                .is_some_and(|(seat, _)| seat.is_some() && *seat == live.mine.get())
        })
    };
    view! {
        <div
            class="turn"
            class:yours=yours
            data-testid="turn"
            data-seat=move || line.with(|line| line.as_ref().and_then(|(seat, _)| *seat).map(|seat| seat.to_string()))
            data-yours=move || yours().to_string()
        >
            {move || line.with(|line| line.as_ref().and_then(|(seat, _)| *seat)).map(|seat| view! { <Peg seat /> })}
            <p>{move || line.with(|line| line.as_ref().map_or_else(|| tr("drawing"), |(_, words)| words.clone()))}</p>
        </div>
    }
}
