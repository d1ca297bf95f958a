use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use ludo_client::Plan;
use ludo_protocol::{CreateTable, TableCode};
use ludo_rules::{Seat, SeatSet};
use ludo_table::{BotKind, Name, Options};

use super::head::Head;
use super::http;
use super::live;
use super::naming::{known_name, read_name, remember_name};
use super::navigate::here;
use super::ornament::Ornament;
use super::peg::Peg;
use super::prefs::settings_now;
use super::running::Running;
use super::words::{tr, tr_with};
use crate::Route;

/// What is being asked of the server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    Nothing,
    Table,
    Failed,
}

/// The start page.
#[component]
pub(super) fn Start() -> impl IntoView {
    super::title::set(String::new);
    let here = here();
    let asking = RwSignal::new(Asking::Nothing);
    let reason = RwSignal::new(String::new());
    // Opens a table, and goes there with a plan of what to do first.
    let open = move |options: Options, plan: Option<Plan>| {
        if asking.get_untracked() == Asking::Table {
            return;
        }
        asking.set(Asking::Table);
        spawn_local(async move {
            let opened = match http::session().await {
                Ok(()) => http::open_table(&CreateTable { options }).await,
                Err(failure) => Err(failure),
            };
            match opened {
                Ok(code) => {
                    if let Some(plan) = plan {
                        live::plan_for(&code, plan);
                    }
                    here.go(Route::Table(code));
                }
                Err(failure) => {
                    reason.set(failure.sentence());
                    asking.set(Asking::Failed);
                }
            }
        });
    };
    view! {
        <div class="page">
            <Head />
            <main id="main" class="start">
                <section class="hero">
                    <div class="pegs">{Seat::ALL.map(|seat| view! { <Peg seat /> }).collect_view()}</div>
                    <h1>{move || tr("brand")}</h1>
                    <p>{move || tr("tagline")}</p>
                </section>
                <Ornament />
                <div class="ways">
                    <Computer open=move |bots| open(against(bots), plan_against(bots)) asking />
                    <Friends open=move |name| open(Options::default(), plan_alone(name)) asking />
                    <Join />
                </div>
                <p class="error" role="alert" data-testid="start-error">
                    {move || {
                        (asking.get() == Asking::Failed).then(|| tr_with("start-failed", &[("reason", reason.get().into())]))
                    }}
                </p>
                <Running />
            </main>
        </div>
    }
}

/// Where one and the computer sit: two opposite each other.
fn seats(bots: u8) -> SeatSet {
    match bots {
        1 => SeatSet::new(&[Seat::Red, Seat::Yellow]),
        2 => SeatSet::new(&[Seat::Red, Seat::Green, Seat::Yellow]),
        _ => SeatSet::ALL,
    }
}

fn against(bots: u8) -> Options {
    Options {
        seats: seats(bots),
        ..Options::default()
    }
}

fn plan_against(bots: u8) -> Option<Plan> {
    let bots = seats(bots)
        .iter()
        .filter(|&seat| seat != Seat::Red)
        .map(|seat| (seat, BotKind::default()))
        .collect();
    Some(Plan {
        bots,
        begin: true,
        ..plan_alone(None)?
    })
}

fn plan_alone(name: Option<Name>) -> Option<Plan> {
    let name = name
        .or_else(known_name)
        .or_else(|| Name::new(&tr("a-guest")).ok());
    // The word for a guest is a name in every language; a test reads them all.
    Some(Plan {
        seat: Seat::Red,
        name: name?,
        bots: Vec::new(),
        begin: false,
    })
}

/// "1 2 3": one tap, and the game is on.
#[component]
fn Computer(open: impl Fn(u8) + Copy + 'static, asking: RwSignal<Asking>) -> impl IntoView {
    view! {
        <section class="card way first" aria-labelledby="way-bots">
            <h2 id="way-bots">{move || tr("start-bots")}</h2>
            <p>{move || tr("start-bots-hint")}</p>
            <div class="foot">
                <div class="counts">
                    {[1_u8, 2, 3]
                        .map(|bots| {
                            view! {
                                <button
                                    type="button"
                                    class="button primary"
                                    data-testid=format!("start-bots-{bots}")
                                    aria-label=move || tr_with("start-bots-count", &[("n", bots.into())])
                                    aria-disabled=move || (asking.get() == Asking::Table).to_string()
                                    on:click=move |_| open(bots)
                                >
                                    <b>{bots}</b>
                                    <span class="dots">
                                        {seats(bots).iter().filter(|&seat| seat != Seat::Red).map(|seat| view! { <Peg seat /> }).collect_view()}
                                    </span>
                                </button>
                            }
                        })
                        .collect_view()}
                </div>
                <p class="small soft" role="status">
                    {move || (asking.get() == Asking::Table).then(|| tr("start-opening"))}
                </p>
            </div>
        </section>
    }
}

/// A table for people.
#[component]
fn Friends(open: impl Fn(Option<Name>) + 'static, asking: RwSignal<Asking>) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let wrong = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = input
            .get_untracked()
            .map(|input| input.value())
            .unwrap_or_default();
        if typed.trim().is_empty() {
            open(None);
            return;
        }
        match read_name(&typed) {
            Ok(name) => {
                wrong.set(false);
                remember_name(&name);
                open(Some(name));
            }
            Err(()) => wrong.set(true),
        }
    };
    view! {
        <section class="card way" aria-labelledby="way-friends">
            <h2 id="way-friends">{move || tr("start-friends")}</h2>
            <p>{move || tr("start-friends-hint")}</p>
            <form class="foot" on:submit=submit novalidate>
                <div class="field">
                    <label for="name">{move || tr("name-label")}</label>
                    <input
                        id="name"
                        class="input"
                        data-testid="name"
                        node_ref=input
                        value=settings_now().name
                        placeholder=move || tr("a-guest")
                        autocomplete="nickname"
                        maxlength="48"
                        aria-invalid=move || wrong.get().to_string()
                        aria-describedby="name-wrong"
                    />
                    <p id="name-wrong" class="error" role="alert">
                        {move || wrong.get().then(|| tr("name-bad"))}
                    </p>
                </div>
                <button
                    type="submit"
                    class="button primary big wide"
                    data-testid="play-friends"
                    aria-disabled=move || (asking.get() == Asking::Table).to_string()
                >
                    {move || tr("start-friends-go")}
                </button>
            </form>
        </section>
    }
}

/// To a table whose code one was told.
#[component]
fn Join() -> impl IntoView {
    let here = here();
    let input = NodeRef::<html::Input>::new();
    let wrong = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = input
            .get_untracked()
            .map(|input| input.value())
            .unwrap_or_default();
        let typed: String = typed
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .collect();
        match typed.parse::<TableCode>() {
            Ok(code) => here.go(Route::Table(code)),
            Err(_) => wrong.set(true),
        }
    };
    view! {
        <section class="card way" aria-labelledby="way-join">
            <h2 id="way-join">{move || tr("start-join")}</h2>
            <p>{move || tr("start-join-hint")}</p>
            <form class="foot" on:submit=submit novalidate>
                <label class="unseen" for="code">{move || tr("start-join-label")}</label>
                <div class="join">
                    <input
                        id="code"
                        class="input code"
                        data-testid="join-code"
                        node_ref=input
                        autocomplete="off"
                        autocapitalize="characters"
                        spellcheck="false"
                        maxlength="12"
                        enterkeyhint="go"
                        aria-invalid=move || wrong.get().to_string()
                        aria-describedby="code-wrong"
                        on:input=move |_| wrong.set(false)
                    />
                    <button type="submit" class="button primary" data-testid="join-go">
                        {move || tr("start-join-go")}
                    </button>
                </div>
                <p id="code-wrong" class="error" role="alert">
                    {move || wrong.get().then(|| tr("start-join-bad"))}
                </p>
            </form>
        </section>
    }
}
