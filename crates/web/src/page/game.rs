use leptos::prelude::*;
use ludo_client::Intent;
use ludo_rules::Seat;

use super::act::Act;
use super::announcer::Announcer;
use super::banner::Banner;
use super::board::Board;
use super::dialog::{Confirm, Sheet};
use super::head::{SettingsButton, Wordmark};
use super::icon::{DOOR, FLAG, Icon, MENU};
use super::live::Live;
use super::log::Log;
use super::navigate::here;
use super::plate::Plate;
use super::podium::Podium;
use super::turn::Turn;
use super::wake;
use super::words::{tr, tr_with};
use crate::Route;
use crate::wording::key;

/// A game, from its begin to its podium.
#[component]
pub(super) fn Game(live: Live) -> impl IntoView {
    let see_board = RwSignal::new(false);
    // The podium waits until the board has shown the last move.
    let over = Memo::new(move |_| live.is_over() && !live.stage.busy.get());
    Effect::new(move |_| {
        if !over.get() {
            see_board.set(false);
        }
    });
    wake::keep_on(move || live.mine.get().is_some() && !live.is_over());
    view! {
        <Announcer live />
        <Show
            when=move || over.get() && !see_board.get()
            fallback=move || view! { <Table live see_board over /> }
        >
            <Podium live see_board />
        </Show>
    }
}

/// The board and all around it.
#[component]
fn Table(live: Live, see_board: RwSignal<bool>, over: Memo<bool>) -> impl IntoView {
    let menu = RwSignal::new(false);
    view! {
        <main id="main" class="game" data-testid="game">
            <h1 class="unseen">{move || tr_with("title-table", &[("code", live.code().to_string().into())])}</h1>
            <header class="head">
                <Wordmark />
                <span class="grow">
                    <Banner live />
                </span>
                <SettingsButton />
                <button
                    type="button"
                    class="button quiet icon-button"
                    aria-label=move || tr("menu")
                    data-testid="menu"
                    on:click=move |_| menu.set(true)
                >
                    <Icon path=MENU />
                </button>
            </header>
            {Seat::ALL.map(|seat| view! { <Plate live seat /> }).collect_view()}
            <Board live />
            <Turn live />
            <Show
                when=move || over.get()
                fallback=move || {
                    view! {
                        <Show when=move || live.mine.get().is_some() fallback=move || view! { <Watching live /> }>
                            <Act live />
                        </Show>
                    }
                }
            >
                <div class="act">
                    <button type="button" class="button primary big" data-testid="see-result" on:click=move |_| see_board.set(false)>
                        {move || tr("see-result")}
                    </button>
                </div>
            </Show>
            <Log live />
        </main>
        <MenuSheet live open=menu />
    }
}

/// For who has no seat.
#[component]
fn Watching(live: Live) -> impl IntoView {
    view! {
        <div class="act" data-testid="watching">
            <div class="roll" role="group">
                <super::die::Die stage=live.stage />
                <span class="word">{move || tr("watching")}</span>
            </div>
        </div>
    }
}

/// What is seldom wanted in a game.
#[component]
fn MenuSheet(live: Live, open: RwSignal<bool>) -> impl IntoView {
    let here = here();
    let leaving = RwSignal::new(false);
    let resigning = RwSignal::new(false);
    let playing = move || live.mine.get().is_some() && !live.is_over();
    let can_resign = move || playing() && live.can_resign();
    view! {
        <Sheet open title=key("menu") testid="menu-sheet">
            <p class="soft">{move || tr_with("menu-code", &[("code", live.code().to_string().into())])}</p>
            <div class="stack">
                <Show when=playing fallback=|| ()>
                    <button
                        type="button"
                        class="button wide"
                        data-testid="leave"
                        on:click=move |_| {
                            open.set(false);
                            leaving.set(true);
                        }
                    >
                        <Icon path=DOOR />
                        {move || tr("menu-leave")}
                    </button>
                </Show>
                <Show when=can_resign fallback=|| ()>
                    <button
                        type="button"
                        class="button wide"
                        data-testid="resign"
                        on:click=move |_| {
                            open.set(false);
                            resigning.set(true);
                        }
                    >
                        <Icon path=FLAG />
                        {move || tr("menu-resign")}
                    </button>
                </Show>
                <a class="button wide" href="/" on:click=move |click| here.follow(&click, Route::Start)>
                    {move || tr("menu-home")}
                </a>
            </div>
        </Sheet>
        <Confirm
            open=leaving
            title=key("leave-title")
            body=key("leave-body")
            go=key("leave-go")
            testid="leave-sheet"
            act=move || {
                live.want(Intent::Leave);
                here.go(Route::Start);
            }
        />
        <Confirm
            open=resigning
            title=key("resign-title")
            body=key("resign-body")
            go=key("resign-go")
            testid="resign-sheet"
            act=move || live.want(Intent::Resign)
        />
    }
}
