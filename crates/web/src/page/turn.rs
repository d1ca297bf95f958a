use ludo_rules::{Due, Face, Own, Seat};

use super::chances::chances_switch;
use super::element::{El, html};
use super::hint::{hint, hint_button, hint_words};
use super::live::Live;
use super::peg::peg;
use super::words::{View, say_of_seat, tr, tr_with};
use crate::Arg;
use crate::wording::key;

/// Whose turn it is and what is due, in one line of words; nothing before the draw.
pub(super) fn words(live: Live) -> Option<(Option<Seat>, String)> {
    if live.is_over() {
        return Some((None, tr("turn-over")));
    }
    let (turn, due, sixes) = live.stage.beside.with(|scene| {
        let position = &scene.as_ref()?.position;
        Some((position.turn(), position.due(), position.sixes()))
    })?;
    let seat = turn?;
    let names = live.names();
    let view = View {
        mine: live.mine(),
        me: None,
        names: &names,
        member: &|_| String::new(),
    };
    let said = match due {
        _ if live.is_stood_in(seat) => say_of_seat(&view, key("turn-stood-in"), seat, &[]),
        Due::Roll { .. } if sixes > 0 => say_of_seat(&view, key("turn-roll-again"), seat, &[]),
        // Who has nothing on the board yet is told what to hope for.
        Due::Roll { attempt: 1 } if live.mine() == Some(seat) && waits(live, seat) => {
            tr_with("turn-roll-out", &[("n", entering(live).into())])
        }
        Due::Roll { attempt: 1 } => say_of_seat(&view, key("turn-roll"), seat, &[]),
        Due::Roll { attempt } => say_of_seat(
            &view,
            key("turn-roll-try"),
            seat,
            &[("attempt", attempt.into())],
        ),
        Due::Move(Face::Six) if must_open(live, seat) => {
            say_of_seat(&view, key("turn-open"), seat, &[])
        }
        // A move that is the only one follows by itself: nobody is told to choose.
        Due::Move(face) => say_of_seat(
            &view,
            if is_sole(live) {
                key("say-rolled")
            } else {
                key("turn-move")
            },
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

/// Whether all tokens of a seat that are not home are in the yard.
fn waits(live: Live, seat: Seat) -> bool {
    live.stage.beside.with(|scene| {
        let tokens = scene.as_ref().and_then(|scene| {
            let home = |progress| scene.rules.is_home(progress);
            let tokens = scene.position.tokens(seat)?;
            Some(
                tokens
                    .iter()
                    .all(|&progress| progress == 0 || home(progress)),
            )
        });
        tokens == Some(true)
    })
}

/// The roll that brings a token out.
fn entering(live: Live) -> u8 {
    live.stage.beside.with(|scene| {
        scene
            .as_ref()
            .map_or(6, |scene| scene.rules.entering_roll())
    })
}

/// Whether there is one move and no other, at a table that plays it by itself.
fn is_sole(live: Live) -> bool {
    live.with_table(|table| table.options().auto_move) == Some(true)
        && live.stage.beside.with(|scene| {
            scene
                .as_ref()
                .and_then(|scene| scene.rules.moves(&scene.position, None).ok())
                .is_some_and(|moves| moves.len() == 1)
        })
}

/// Whether a barrier is to be opened: nothing can move but the tokens of one.
fn must_open(live: Live, seat: Seat) -> bool {
    live.stage.beside.with(|scene| {
        let Some(scene) = scene else { return false };
        let (rules, position) = (&scene.rules, &scene.position);
        let paired = |progress: u8| {
            rules.is_on_track(progress)
                && position.tokens(seat).is_some_and(|tokens| {
                    tokens.iter().filter(|&&token| token == progress).count() == 2
                })
        };
        rules.rule_set().own == Own::Barrier
            && rules.moves(position, None).is_ok_and(|moves| {
                !moves.is_empty() && moves.iter().all(|mv| mv.from().is_some_and(paired))
            })
    })
}

/// The line of words, with the mark of the seat.
pub(super) fn turn(live: Live) -> El {
    let line = move || words(live);
    let seat = move || live.stage.turn.get().filter(|_| !live.is_over());
    let yours = move || seat().is_some() && seat() == live.mine();
    let said = move || {
        hint_words(live)
            .or_else(|| line().map(|(_, words)| words))
            .unwrap_or_else(|| tr("drawing"))
    };
    html("div")
        .class("turn")
        .live_class("yours", yours)
        .live_class("hinted", move || hint(live).is_some())
        .testid("turn")
        .live_attr("data-seat", move || seat().map(|seat| seat.to_string()))
        .live_flag("data-yours", yours)
        .given(seat, |seat| seat.map(peg))
        .child(html("p").live_text(said))
        .child([hint_button(live), chances_switch(live)])
}
