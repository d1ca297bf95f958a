use leptos::prelude::*;
use ludo_client::Intent;
use ludo_rules::{Length, RuleSet, Seat, SeatSet};
use ludo_table::{BotKind, Chair, Options};

use super::banner::Banner;
use super::head::Head;
use super::icon::{DOOR, Icon, PLUS};
use super::live::Live;
use super::naming::{NameSheet, known_name};
use super::peg::Peg;
use super::share::Share;
use super::words::{tr, tr_with};
use crate::Arg;
use crate::wording::key;

/// Before the game: who sits where, and how the others come.
#[component]
pub(super) fn Waiting(live: Live) -> impl IntoView {
    let asked = RwSignal::new(None::<Seat>);
    let asking = RwSignal::new(false);
    let renaming = RwSignal::new(false);
    let sit = move |seat: Seat| {
        let newcomer = live.you.get_untracked().is_none();
        match known_name() {
            Some(name) => live.want(Intent::Sit {
                seat,
                name: newcomer.then_some(name),
            }),
            None if newcomer => {
                asked.set(Some(seat));
                asking.set(true);
            }
            None => live.want(Intent::Sit { seat, name: None }),
        }
    };
    let lead = move || {
        let full = live
            .table()
            .is_some_and(|table| table.open_seats().is_empty());
        match (live.mine.get(), live.is_host()) {
            (Some(_), true) => tr("waiting-hint-host"),
            (Some(_), false) => tr_with(
                "waiting-hint-seated",
                &[("name", Arg::name(&live.host_name()))],
            ),
            (None, _) if full => tr("waiting-hint-full"),
            (None, _) => tr("waiting-hint-newcomer"),
        }
    };
    let enough = move || {
        live.table()
            .is_some_and(|table| table.taken_seats().len() >= 2)
    };
    view! {
        <div class="page">
            <Head />
            <Banner live />
            <main id="main" class="waiting" data-testid="waiting">
                <div class="lead">
                    <h1>
                        {move || if live.mine.get().is_some() { tr("waiting-title-seated") } else { tr("waiting-title") }}
                    </h1>
                    <p>{lead}</p>
                </div>
                <div class="stack">
                    <section class="seats" aria-label=move || tr("waiting-seats")>
                        {Seat::ALL.map(|seat| view! { <Row live seat sit /> }).collect_view()}
                    </section>
                    <p class="soft small" role="status">
                        {move || {
                            let n = live.watching.get();
                            (n > 0).then(|| tr_with("waiting-watching", &[("n", n.into())]))
                        }}
                    </p>
                    {move || {
                        live.mine
                            .get()
                            .map(|_| {
                                view! {
                                    <div class="row">
                                        <button type="button" class="button quiet" data-testid="change-name" on:click=move |_| renaming.set(true)>
                                            {move || tr("name-change")}
                                        </button>
                                        <button type="button" class="button quiet" data-testid="stand" on:click=move |_| live.want(Intent::Leave)>
                                            <Icon path=DOOR />
                                            {move || tr("waiting-stand")}
                                        </button>
                                    </div>
                                }
                            })
                    }}
                    <div class="begin">
                        {move || {
                            live.is_host()
                                .then(|| {
                                    view! {
                                        <button
                                            type="button"
                                            class="button primary big wide"
                                            data-testid="begin"
                                            aria-disabled=move || (!enough() || live.pending.get()).to_string()
                                            aria-describedby="begin-need"
                                            on:click=move |_| {
                                                if untrack(enough) {
                                                    live.want(Intent::Begin);
                                                }
                                            }
                                        >
                                            {move || tr("waiting-begin")}
                                        </button>
                                        <p id="begin-need" class="small soft">
                                            {move || (!enough()).then(|| tr("waiting-begin-need"))}
                                        </p>
                                    }
                                })
                        }}
                    </div>
                </div>
                <div class="stack">
                    <Share code=live.code() />
                    <GameOptions live />
                </div>
            </main>
            <NameSheet
                open=asking
                testid="name"
                go=key("name-go")
                act=move |name| {
                    if let Some(seat) = asked.get_untracked() {
                        live.want(Intent::Sit { seat, name: Some(name) });
                    }
                }
            />
            <NameSheet open=renaming testid="rename" go=key("name-save") act=move |name| live.want(Intent::Rename(name)) />
        </div>
    }
}

/// One seat.
#[component]
fn Row(live: Live, seat: Seat, sit: impl Fn(Seat) + Copy + Send + 'static) -> impl IntoView {
    let chair = Memo::new(move |_| {
        live.table()
            .map(|table| *table.chair(seat))
            .unwrap_or_default()
    });
    let used = Memo::new(move |_| {
        live.table()
            .is_some_and(|table| table.options().seats.contains(seat))
    });
    let mine = Memo::new(move |_| live.mine.get() == Some(seat));
    let open = Memo::new(move |_| chair.with(Chair::is_open));
    let who = move || {
        if !used.get() {
            tr("waiting-closed-seat")
        } else if open.get() {
            tr("waiting-open")
        } else {
            live.name(seat)
        }
    };
    let tags = move || {
        let host = chair.with(Chair::member).is_some_and(|member| {
            live.table()
                .is_some_and(|table| table.host() == Some(member))
        });
        let present = live.here.with(|here| here[seat]);
        let chair = chair.get();
        view! {
            <span>{tr_with("seat-with-mark", &[("seat", seat.letter().into())])}</span>
            {mine.get().then(|| view! { <span class="tag strong">{tr("you-label")}</span> })}
            {host.then(|| view! { <span class="tag">{tr("waiting-host")}</span> })}
            {match chair {
                Chair::Bot { bot } => Some(view! { <span class="tag">{bot_level(bot)}</span> }),
                Chair::Person { .. } if !present => Some(view! { <span class="tag">{tr("plate-away")}</span> }),
                Chair::Person { .. } | Chair::Open => None,
            }}
        }
    };
    // The words on the buttons of all seats are alike; a screen reader tells the seat too.
    let which = move || {
        format!(
            ": {}",
            tr_with("seat-with-mark", &[("seat", seat.letter().into())])
        )
    };
    let acts = move || {
        if !used.get() {
            return ().into_any();
        }
        let host = live.is_host();
        if open.get() {
            let seated = live.mine.get().is_some();
            view! {
                {host
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid=format!("add-bot-{seat}")
                                on:click=move |_| live.want(Intent::AddBot { seat, bot: BotKind::default() })
                            >
                                <Icon path=PLUS />
                                {move || tr("waiting-add-bot")}
                                <span class="unseen">{which}</span>
                            </button>
                        }
                    })}
                <button
                    type="button"
                    class=if seated { "button" } else { "button sit" }
                    data-testid=format!("sit-{seat}")
                    on:click=move |_| sit(seat)
                >
                    {move || if seated { tr("waiting-change") } else { tr("waiting-sit") }}
                    <span class="unseen">{which}</span>
                </button>
            }
            .into_any()
        } else if host && !mine.get() {
            view! {
                <button
                    type="button"
                    class="button quiet"
                    data-testid=format!("remove-{seat}")
                    on:click=move |_| live.want(Intent::Clear { seat })
                >
                    {move || tr("waiting-remove")}
                    <span class="unseen">": " <bdi>{move || live.name(seat)}</bdi></span>
                </button>
            }
            .into_any()
        } else {
            ().into_any()
        }
    };
    view! {
        <div
            class=format!("seat seat-{seat}")
            class:mine=move || mine.get()
            class:unused=move || !used.get()
            data-testid=format!("seat-{seat}")
            data-occupied=move || (!open.get()).to_string()
        >
            {move || view! { <Peg seat open=open.get() /> }}
            <div class="who">
                <b>
                    <bdi>{who}</bdi>
                </b>
                <span class="tags">{tags}</span>
            </div>
            <div class="acts">{acts}</div>
        </div>
    }
}

/// What kind of bot it is.
pub(super) fn bot_level(bot: BotKind) -> String {
    let kind = match bot {
        BotKind::Random => "random",
        BotKind::Simple => "simple",
    };
    tr_with("bot-level", &[("kind", kind.into())])
}

/// What is played: the host chooses, the others read.
#[component]
fn GameOptions(live: Live) -> impl IntoView {
    let options = Memo::new(move |_| {
        live.table()
            .map(|table| table.options().clone())
            .unwrap_or_default()
    });
    let taken = Memo::new(move |_| {
        live.table()
            .map(|table| table.taken_seats())
            .unwrap_or(SeatSet::EMPTY)
    });
    let fixed = move || !live.is_host();
    let change = move |how: &dyn Fn(&mut Options)| {
        let mut new = options.get_untracked();
        how(&mut new);
        live.want(Intent::SetOptions(new));
    };
    let rules = move || {
        let set = options.with(|options| options.rules.clone());
        if set == RuleSet::default() {
            tr("waiting-rules-classic")
        } else {
            set.to_string()
        }
    };
    view! {
        <section class="card stack" aria-labelledby="options-title">
            <h2 id="options-title">{move || tr("waiting-options")}</h2>
            <p>
                <span class="soft">{move || tr("waiting-rules")}": "</span>
                <b data-testid="rules">{rules}</b>
            </p>
            <fieldset class="group">
                <legend>{move || tr("waiting-length")}</legend>
                <div class="choices">
                    {[(Length::Whole, "whole"), (Length::Quick, "quick")]
                        .map(|(length, value)| {
                            let (name, hint) = match length {
                                Length::Whole => (key("waiting-length-whole"), key("waiting-length-whole-hint")),
                                Length::Quick => (key("waiting-length-quick"), key("waiting-length-quick-hint")),
                            };
                            view! {
                                <label class="choice">
                                    <input
                                        type="radio"
                                        name="length"
                                        value=value
                                        data-testid=format!("length-{value}")
                                        prop:checked=move || options.with(|options| options.length == length)
                                        disabled=fixed
                                        on:change=move |_| change(&|options| options.length = length)
                                    />
                                    <span>
                                        {move || tr(name)}
                                        <small>{move || tr(hint)}</small>
                                    </span>
                                </label>
                            }
                        })
                        .collect_view()}
                </div>
            </fieldset>
            <fieldset class="group">
                <legend>{move || tr("waiting-players")}</legend>
                <div class="choices">
                    {[2_u8, 3, 4]
                        .map(|count| {
                            view! {
                                <label class="choice">
                                    <input
                                        type="radio"
                                        name="seats"
                                        value=count
                                        data-testid=format!("seats-{count}")
                                        prop:checked=move || options.with(|options| options.seats.len() == usize::from(count))
                                        disabled=move || { fixed() || taken.get().len() > usize::from(count) }
                                        on:change=move |_| {
                                            let seats = seats_for(count, taken.get_untracked());
                                            change(&|options| options.seats = seats);
                                        }
                                    />
                                    <span>{move || tr_with("waiting-players-count", &[("n", count.into())])}</span>
                                </label>
                            }
                        })
                        .collect_view()}
                </div>
            </fieldset>
        </section>
    }
}

/// The seats for so many players: those that are taken, and beside them the ones that lie best: two opposite each other.
fn seats_for(count: u8, taken: SeatSet) -> SeatSet {
    let mut seats = taken;
    let opposite = taken.iter().next().unwrap_or(Seat::Red).next().next();
    for seat in [opposite, Seat::Red, Seat::Yellow, Seat::Green, Seat::Blue] {
        if seats.len() < usize::from(count) {
            seats.insert(seat);
        }
    }
    seats
}
