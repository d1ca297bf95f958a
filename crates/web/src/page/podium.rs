use super::signal::*;
use ludo_rules::Seat;
use ludo_table::{End, Phase};

use super::course::{course_button, course_sheet};
use super::element::{El, html, svg};
use super::head::head;
use super::icon::{SHIELD, icon};
use super::level::bot_level;
use super::live::Live;
use super::man::{dome, figure};
use super::navigate::link;
use super::peg::peg;
use super::proof::record_link;
use super::share_result::{share_result_button, share_result_sheet};
use super::talk::{bubble, talk_button};
use super::words::{View, say_of_seat, tr, tr_with};
use crate::Route;
use crate::wording::key;

/// After the game: who came where, that the dice prove out, and another game.
pub(super) fn podium(live: Live, see_board: RwSignal<bool>, proof_open: RwSignal<bool>) -> El {
    let result = move || {
        let result = live.with_table(|table| match table.phase() {
            Phase::Over { places, end } => Some((places.to_vec(), end)),
            _ => None,
        });
        result.flatten().unwrap_or((Vec::new(), End::Abandoned))
    };
    let title = move || match result().0.first().copied() {
        Some(first) => {
            let names = live.names();
            let view = View {
                mine: live.mine(),
                me: live.you(),
                names: &names,
                member: &|_| String::new(),
            };
            say_of_seat(&view, key("podium-title"), first, &[])
        }
        None => tr("podium-abandoned-title"),
    };
    let sentence = move || {
        let (places, end) = result();
        let own = live
            .mine()
            .and_then(|mine| places.iter().position(|&seat| seat == mine))
            .filter(|&place| place > 0);
        let own = own.map(|place| tr_with("podium-your-place", &[("n", (place + 1).into())]));
        let end = match end {
            End::Normal => None,
            End::Resigned => Some(tr("podium-end-resigned")),
            End::Limit => Some(tr("podium-end-limit")),
            End::Abandoned => Some(tr("podium-end-abandoned")),
        };
        own.into_iter().chain(end).collect::<Vec<_>>().join(" ")
    };
    let steps = html("ol").class("steps").given(
        move || result().0,
        move |places| {
            places
                .into_iter()
                .take(3)
                .enumerate()
                .map(|(at, seat)| step(live, seat, at + 1))
                .collect::<Vec<_>>()
        },
    );
    let sharing = RwSignal::new(false);
    let course = RwSignal::new(false);
    let button = |class: &str, testid: &str| {
        html("button")
            .attr("type", "button")
            .class(class)
            .testid(testid)
    };
    let rematch = move || {
        button("button primary big", "rematch")
            .live_attr("title", || Some(tr("rematch-hint")))
            .live_flag("aria-disabled", move || live.pending())
            .words("rematch")
            .press(move || live.rematch())
    };
    let acts = html("div")
        .class("acts")
        .when(move || live.mine().is_some(), rematch)
        .when(
            move || !result().0.is_empty(),
            move || share_result_button(sharing),
        )
        .child(course_button(live, course))
        .child(
            button("button big", "see-board")
                .words("see-board")
                .press(move || see_board.set(true)),
        )
        .child(talk_button(live, true))
        .child(
            link(Route::Start)
                .class("button quiet big")
                .words("to-start"),
        );
    let main = html("main")
        .attr("id", "main")
        .class("result")
        .testid("podium")
        .child(html("h1").live_text(title))
        .child(html("p").live_text(sentence))
        .child(steps)
        .given(
            move || result().0.get(3).copied(),
            move |seat| seat.map(|seat| fourth(live, seat)),
        )
        .child(acts)
        .child(proof(live, proof_open));
    html("div")
        .class("page")
        .child(head())
        .child(main)
        .child(share_result_sheet(live, move || result().0, title, sharing))
        .child(course_sheet(live, course))
}

fn step(live: Live, seat: Seat, place: usize) -> El {
    let said = move || format!("{}: ", tr_with("podium-place", &[("n", place.into())]));
    let name = html("span")
        .class("name")
        .child(html("span").class("unseen").live_text(said))
        .child(html("bdi").live_text(move || live.name(seat)));
    html("li")
        .class(&format!("step place-{place} seat-{seat}"))
        .testid(&format!("place-{place}"))
        .attr("data-seat", &seat.to_string())
        .child(piece(seat).child((place == 1).then(dome)))
        .child(bubble(live, seat))
        .child(name)
        .child(kind(live, seat))
        .child(
            html("span")
                .class("block")
                .attr("aria-hidden", "true")
                .child(place.to_string()),
        )
}

fn fourth(live: Live, seat: Seat) -> El {
    html("p")
        .class("fourth")
        .testid("place-4")
        .attr("data-seat", &seat.to_string())
        .child(
            html("span")
                .class("soft")
                .live_text(|| tr_with("podium-place", &[("n", 4_u8.into())])),
        )
        .child(peg(seat))
        .child(bubble(live, seat))
        .child(html("bdi").live_text(move || live.name(seat)))
        .child(kind(live, seat))
}

/// A token as it stood on the board. The light on all of them is drawn once.
fn piece(seat: Seat) -> El {
    svg("svg")
        .class(&format!("peg man seat-{seat}"))
        .attr("viewBox", "-.5 -.45 1 1")
        .attr("aria-hidden", "true")
        .child(figure(seat))
}

/// What kind of bot had the seat, if one had.
fn kind(live: Live, seat: Seat) -> Option<El> {
    let bot = untrack(|| live.bot_of(seat))?;
    Some(html("span").class("tag").live_text(move || bot_level(bot)))
}

/// That the dice prove out, in one line and with the numbers.
fn proof(live: Live, open: RwSignal<bool>) -> El {
    let game = move || live.with_table(ludo_table::Table::recorded_game).flatten();
    html("div").class("proof-place").given(
        move || live.checks(),
        move |checks| {
            let auto: u32 = checks.seats.iter().map(|(_, seat)| seat.auto).sum();
            let words = move || {
                let mut words = tr_with(
                    "dice-proof",
                    &[
                        ("checked", checks.checked.into()),
                        ("rolls", checks.rolls.into()),
                    ],
                );
                if auto > 0 {
                    words.push(' ');
                    words.push_str(&tr_with("dice-proof-auto", &[("n", auto.into())]));
                }
                words
            };
            (checks.rolls > 0).then(|| {
                let text = html("div")
                    .child(
                        html("h2")
                            .attr("id", "proof-title")
                            .words("dice-proof-title"),
                    )
                    .child(html("p").class("small").live_text(words))
                    .child(
                        html("div")
                            .class("row")
                            .child(
                                html("button")
                                    .attr("type", "button")
                                    .class("button")
                                    .testid("see-proof")
                                    .words("proof-see")
                                    .press(move || open.set(true)),
                            )
                            .given(game, |game| {
                                game.map(|game| {
                                    record_link(&game.to_string())
                                        .class("button")
                                        .testid("record")
                                        .words("record-save")
                                })
                            }),
                    );
                html("section")
                    .class("card proof")
                    .attr("aria-labelledby", "proof-title")
                    .testid("proof")
                    .attr("data-checked", &checks.checked.to_string())
                    .attr("data-rolls", &checks.rolls.to_string())
                    .child(icon(SHIELD))
                    .child(text)
            })
        },
    )
}
