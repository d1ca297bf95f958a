use leptos::prelude::*;
use ludo_rules::{Group, Seat};
use ludo_table::{Chair, Control};

use super::live::Live;
use super::peg::Peg;
use super::stage::Sketch;
use super::waiting::bot_level;
use super::words::{tr, tr_with};

/// A player's name plate: who, whether they are there, who plays for them, how far they are.
#[component]
pub(super) fn Plate(live: Live, seat: Seat) -> impl IntoView {
    let stage = live.stage;
    let area = move || {
        let Sketch(spots) = stage.spots.get();
        spots.turning().corner(seat).area()
    };
    let plays = Memo::new(move |_| {
        let at_begin = live
            .table()
            .is_some_and(|table| table.roster().is_some_and(|roster| roster[seat].is_some()));
        at_begin
            || stage.scene.with(|scene| {
                scene
                    .as_ref()
                    .is_some_and(|scene| scene.position.seats().contains(seat))
            })
    });
    let turn = Memo::new(move |_| {
        !live.is_over()
            && stage.scene.with(|scene| {
                scene
                    .as_ref()
                    .is_some_and(|scene| scene.position.turn() == Some(seat))
            })
    });
    let chair = Memo::new(move |_| {
        live.table()
            .map(|table| *table.chair(seat))
            .unwrap_or_default()
    });
    let bot = Memo::new(move |_| live.bot_of(seat));
    let homes = Memo::new(move |_| {
        stage.scene.with(|scene| {
            let scene = scene.as_ref()?;
            let tokens = scene.position.tokens(seat)?;
            Some(
                tokens
                    .iter()
                    .filter(|&&progress| scene.rules.is_home(progress))
                    .count(),
            )
        })
    });
    let resigned = Memo::new(move |_| {
        stage.scene.with(|scene| {
            scene
                .as_ref()
                .is_some_and(|scene| scene.position.group(seat) == Group::Resigned)
        })
    });
    let sixes = Memo::new(move |_| {
        if !turn.get() {
            return 0;
        }
        stage
            .scene
            .with(|scene| scene.as_ref().map_or(0, |scene| scene.position.sixes()))
    });
    let place = Memo::new(move |_| live.place(seat));
    let away = Memo::new(move |_| {
        chair.with(|chair| chair.member().is_some()) && !live.here.with(|here| here[seat])
    });
    let control = Memo::new(move |_| match chair.get() {
        Chair::Person { control, .. } => control,
        Chair::Bot { .. } | Chair::Open => Control::Owner,
    });
    let line = move || {
        view! {
            // Who plays in somebody's place matters more than how far the seat is, which the board shows too.
            {homes
                .get()
                .filter(|_| control.get() == Control::Owner)
                .map(|homes| {
                    view! {
                        <span class="homes" role="img" aria-label=tr_with("plate-home", &[("n", homes.into())])>
                            {(0..4).map(|pip| view! { <i class:in=pip < homes></i> }).collect_view()}
                        </span>
                    }
                })}
            {(live.mine.get() == Some(seat)).then(|| view! { <span class="tag">{tr("you-label")}</span> })}
            {bot.get().map(|bot| view! { <span class="tag" data-testid=format!("bot-{seat}") title=bot_level(bot)>{tr("bot-label")}</span> })}
            {match control.get() {
                Control::Owner => None,
                Control::Bot(_) => Some(view! { <span class="tag" data-testid=format!("control-{seat}")>{tr("plate-bot-plays")}</span> }),
                Control::Autopilot => {
                    Some(view! { <span class="tag" data-testid=format!("control-{seat}")>{tr("plate-autopilot")}</span> })
                }
            }}
            {resigned.get().then(|| view! { <span class="tag">{tr("plate-resigned")}</span> })}
            {chair
                .with(|chair| chair.member().is_some())
                .then(|| {
                    let words = if away.get() { tr("plate-away") } else { tr("plate-here") };
                    view! {
                        <span class="presence" class:away=away.get() title=words.clone()></span>
                        <span class="unseen">{words}</span>
                    }
                })}
        }
    };
    view! {
        <section
            class=move || format!("plate seat-{seat} at-{}", area())
            class:turn-on=move || turn.get()
            class:out=move || resigned.get()
            class:empty=move || !plays.get()
            aria-hidden=move || (!plays.get()).then_some("true")
            aria-label=move || tr_with("seat-with-mark", &[("seat", seat.letter().into())])
            data-testid=format!("plate-{seat}")
            data-turn=move || turn.get().to_string()
        >
            <Peg seat />
            <div class="who">
                <span class="name">
                    <bdi>{move || live.name(seat)}</bdi>
                    <span class="unseen">{move || turn.get().then(|| format!(", {}", tr("plate-turn")))}</span>
                </span>
                <span class="line">{line}</span>
            </div>
            <div class="end">
                {move || {
                    place
                        .get()
                        .map(|n| view! { <span class="place" data-testid=format!("place-of-{seat}")>{tr_with("plate-place", &[("n", n.into())])}</span> })
                }}
                {move || {
                    let n = sixes.get();
                    (n > 0)
                        .then(|| {
                            view! {
                                <span class="sixes" role="img" aria-label=tr_with("plate-sixes", &[("n", n.into())])>
                                    {(0..n).map(|_| view! { <i>"6"</i> }).collect_view()}
                                </span>
                            }
                        })
                }}
            </div>
        </section>
    }
}
