use leptos::prelude::*;
use ludo_rules::Seat;
use ludo_table::{End, Phase};

use super::head::Head;
use super::icon::{Icon, SHIELD};
use super::live::Live;
use super::navigate::here;
use super::peg::Peg;
use super::words::{View, say_of_seat, tr, tr_with};
use crate::Route;
use crate::wording::key;

/// After the game: who came where, that the dice prove out, and another game.
#[component]
pub(super) fn Podium(live: Live, see_board: RwSignal<bool>) -> impl IntoView {
    let here = here();
    let result = Memo::new(move |_| {
        live.table().and_then(|table| match table.phase() {
            Phase::Over { places, end } => Some((places.to_vec(), end)),
            _ => None,
        })
    });
    let places = Memo::new(move |_| result.get().map(|(places, _)| places).unwrap_or_default());
    let title = move || match places.with(|places| places.first().copied()) {
        Some(first) => {
            let names = live.names();
            let view = View {
                mine: live.mine.get(),
                me: live.you.get(),
                names: &names,
                member: &|_| String::new(),
            };
            say_of_seat(&view, key("podium-title"), first, &[])
        }
        None => tr("podium-abandoned-title"),
    };
    let sentence = move || {
        let own = live
            .mine
            .get()
            .and_then(|mine| places.with(|places| places.iter().position(|&seat| seat == mine)));
        let end = match result.get().map(|(_, end)| end) {
            Some(End::Resigned) => Some(tr("podium-end-resigned")),
            Some(End::Limit) => Some(tr("podium-end-limit")),
            Some(End::Abandoned) => Some(tr("podium-end-abandoned")),
            Some(End::Normal) | None => None,
        };
        let own = own
            .filter(|&place| place > 0)
            .map(|place| tr_with("podium-your-place", &[("n", (place + 1).into())]));
        own.into_iter().chain(end).collect::<Vec<_>>().join(" ")
    };
    view! {
        <div class="page">
            <Head />
            <main id="main" class="result" data-testid="podium">
                <h1>{title}</h1>
                <p>{sentence}</p>
                <ol class="steps">
                    {move || {
                        places.get().into_iter().take(3).enumerate().map(|(at, seat)| view! { <Step live seat place=at + 1 /> }).collect_view()
                    }}
                </ol>
                {move || {
                    places
                        .with(|places| places.get(3).copied())
                        .map(|seat| {
                            view! {
                                <p class="fourth" data-testid="place-4" data-seat=seat.to_string()>
                                    <span class="soft">{move || tr_with("podium-place", &[("n", 4_u8.into())])}</span>
                                    <Peg seat />
                                    <bdi>{move || live.name(seat)}</bdi>
                                </p>
                            }
                        })
                }}
                <Proof live />
                <div class="acts">
                    {move || {
                        live.you
                            .get()
                            .map(|_| {
                                view! {
                                    <button
                                        type="button"
                                        class="button primary big"
                                        data-testid="rematch"
                                        title=move || tr("rematch-hint")
                                        aria-disabled=move || live.pending.get().to_string()
                                        on:click=move |_| live.rematch()
                                    >
                                        {move || tr("rematch")}
                                    </button>
                                }
                            })
                    }}
                    <button type="button" class="button big" data-testid="see-board" on:click=move |_| see_board.set(true)>
                        {move || tr("see-board")}
                    </button>
                    <a class="button quiet big" href="/" on:click=move |click| here.follow(&click, Route::Start)>
                        {move || tr("to-start")}
                    </a>
                </div>
            </main>
        </div>
    }
}

#[component]
fn Step(live: Live, seat: Seat, place: usize) -> impl IntoView {
    view! {
        <li class=format!("step place-{place}") data-testid=format!("place-{place}") data-seat=seat.to_string()>
            <Peg seat />
            <span class="name">
                <span class="unseen">{move || tr_with("podium-place", &[("n", place.into())])} ": "</span>
                <bdi>{move || live.name(seat)}</bdi>
            </span>
            <span class="block" aria-hidden="true">{place}</span>
        </li>
    }
}

/// That the dice prove out, in one line and with the numbers.
#[component]
pub(super) fn Proof(live: Live) -> impl IntoView {
    move || {
        let checks = live.checks.get();
        let auto: u32 = checks.seats.iter().map(|(_, seat)| seat.auto).sum();
        (checks.rolls > 0)
            .then(|| {
                view! {
                    <section class="card proof" aria-labelledby="proof-title" data-testid="proof" data-checked=checks.checked data-rolls=checks.rolls>
                        <Icon path=SHIELD />
                        <div>
                            <h2 id="proof-title">{tr("dice-proof-title")}</h2>
                            <p class="small">
                                {tr_with("dice-proof", &[("checked", checks.checked.into()), ("rolls", checks.rolls.into())])}
                                {(auto > 0).then(|| format!(" {}", tr_with("dice-proof-auto", &[("n", auto.into())])))}
                            </p>
                        </div>
                    </section>
                }
            })
    }
}
