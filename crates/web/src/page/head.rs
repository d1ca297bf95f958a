use leptos::prelude::*;

use super::app::SettingsOpen;
use super::icon::{COG, Icon};
use super::navigate::here;
use super::prefs;
use super::words::{locale, tr};
use crate::{Locale, Route};

/// The way to the start page, with the game's sign.
#[component]
pub(super) fn Wordmark() -> impl IntoView {
    let here = here();
    view! {
        <a class="wordmark" href="/" data-testid="home" on:click=move |click| here.follow(&click, Route::Start)>
            <svg viewBox="0 0 48 48" aria-hidden="true">
                <rect class="fill-r" x="2" y="2" width="21" height="21" rx="5" />
                <rect class="fill-g" x="25" y="2" width="21" height="21" rx="5" />
                <rect class="fill-y" x="25" y="25" width="21" height="21" rx="5" />
                <rect class="fill-b" x="2" y="25" width="21" height="21" rx="5" />
            </svg>
            <span>{move || tr("brand")}</span>
        </a>
    }
}

/// The switch of languages.
#[component]
pub(super) fn Languages() -> impl IntoView {
    view! {
        <div class="language" role="group" aria-label=move || tr("settings-language")>
            {Locale::ALL
                .map(|each| {
                    view! {
                        <button
                            type="button"
                            lang=each.tag()
                            aria-pressed=move || (locale() == each).to_string()
                            data-testid=format!("language-{}", each.tag())
                            on:click=move |_| prefs::change(|settings| settings.language = Some(each.tag().to_owned()))
                        >
                            {each.tag().to_uppercase()}
                            <span class="unseen">{format!(" {}", each.own_name())}</span>
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// Opens the settings.
#[component]
pub(super) fn SettingsButton() -> impl IntoView {
    let open = use_context::<SettingsOpen>();
    view! {
        <button
            type="button"
            class="button quiet icon-button"
            aria-label=move || tr("menu-settings")
            title=move || tr("menu-settings")
            data-testid="settings"
            on:click=move |_| {
                if let Some(SettingsOpen(open)) = open {
                    open.set(true);
                }
            }
        >
            <Icon path=COG />
        </button>
    }
}

/// The top of a screen away from the board.
#[component]
pub(super) fn Head() -> impl IntoView {
    view! {
        <header class="head">
            <Wordmark />
            <span class="grow"></span>
            <Languages />
            <SettingsButton />
        </header>
    }
}
