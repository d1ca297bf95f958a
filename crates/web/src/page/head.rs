use super::signal::*;

use super::app::SettingsOpen;
use super::element::{El, html, svg};
use super::icon::{COG, icon};
use super::navigate::link;
use super::prefs;
use super::words::locale;
use crate::{Locale, Route};

/// The game's sign: four yards.
pub(super) fn sign() -> El {
    let yard = |seat: &str, x: &str, y: &str| {
        let yard = svg("rect")
            .class(&format!("fill-{seat}"))
            .attr("x", x)
            .attr("y", y);
        yard.attr("width", "21")
            .attr("height", "21")
            .attr("rx", "5")
    };
    svg("svg")
        .attr("viewBox", "0 0 48 48")
        .attr("aria-hidden", "true")
        .child([
            yard("r", "2", "2"),
            yard("g", "25", "2"),
            yard("y", "25", "25"),
            yard("b", "2", "25"),
        ])
}

/// The way to the start page, with the game's sign.
pub(super) fn wordmark() -> El {
    link(Route::Start)
        .class("wordmark")
        .testid("home")
        // Where there is no room it is the sign alone.
        .label("brand")
        .child(sign())
        .child(html("span").words("brand"))
}

/// The switch of languages.
fn languages() -> El {
    html("div")
        .class("language")
        .attr("role", "group")
        .label("settings-language")
        .child(Locale::ALL.map(|each| {
            html("button")
                .attr("type", "button")
                .attr("lang", each.tag())
                .testid(&format!("language-{}", each.tag()))
                .live_flag("aria-pressed", move || locale() == each)
                .press(move || {
                    prefs::change(|settings| settings.language = Some(each.tag().to_owned()));
                })
                .child(each.tag().to_ascii_uppercase())
                .child(
                    html("span")
                        .class("unseen")
                        .child(format!(" {}", each.own_name())),
                )
        }))
}

/// Opens the settings.
pub(super) fn settings_button() -> El {
    let open = use_context::<SettingsOpen>();
    html("button")
        .attr("type", "button")
        .class("button quiet icon-button")
        .label("menu-settings")
        .testid("settings")
        .press(move || {
            if let Some(SettingsOpen(open)) = open {
                open.set(true);
            }
        })
        .child(icon(COG))
}

/// The top of a screen away from the board.
pub(super) fn head() -> El {
    html("header")
        .class("head")
        .child(wordmark())
        .child(html("span").class("grow"))
        .child(languages())
        .child(settings_button())
}
