use super::signal::*;

use super::dialog::sheet;
use super::element::{El, html};
use super::prefs::{change, settings};
use super::words::{locale, tr};
use crate::wording::key;
use crate::{Locale, Motion, Settings, Theme};

/// What a person can set.
pub(super) fn settings_sheet(open: RwSignal<bool>) -> El {
    let languages = Locale::ALL.map(|each| {
        choice(
            "language",
            each.tag(),
            move || each.own_name().to_owned(),
            move || locale() == each,
            move |settings| {
                settings.language = Some(each.tag().to_owned());
            },
        )
    });
    let themes = [
        (Theme::Auto, "auto", key("settings-theme-auto")),
        (Theme::Light, "light", key("settings-theme-light")),
        (Theme::Dark, "dark", key("settings-theme-dark")),
    ];
    let themes = themes.map(|(theme, value, name)| {
        choice(
            "theme",
            value,
            move || tr(name),
            move || settings().theme == theme,
            move |settings| settings.theme = theme,
        )
    });
    let motions = [
        (Motion::Auto, "auto", key("settings-motion-auto")),
        (Motion::Full, "full", key("settings-motion-full")),
        (Motion::Fast, "fast", key("settings-motion-fast")),
        (Motion::Still, "still", key("settings-motion-still")),
    ];
    let motions = motions.map(|(motion, value, name)| {
        choice(
            "motion",
            value,
            move || tr(name),
            move || settings().motion == motion,
            move |settings| settings.motion = motion,
        )
    });
    sheet(
        open,
        key("settings-title"),
        "settings-sheet",
        [
            group(key("settings-language"), languages.into()),
            group(key("settings-theme"), themes.into()),
            group(key("settings-motion"), motions.into()),
        ],
    )
}

/// Several, of which one is chosen.
pub(super) fn group(name: &'static str, choices: Vec<El>) -> El {
    html("fieldset")
        .class("group")
        .child(html("legend").words(name))
        .child(html("div").class("choices").child(choices))
}

/// One of several; the browser's own radio button under a tile.
fn choice(
    group: &'static str,
    value: &'static str,
    words: impl FnMut() -> String + 'static,
    chosen: impl FnMut() -> bool + 'static,
    choose: impl Fn(&mut Settings) + 'static,
) -> El {
    let input = html("input")
        .attr("type", "radio")
        .attr("name", &format!("setting-{group}"))
        .attr("value", value)
        .testid(&format!("setting-{group}-{value}"))
        .live_checked(chosen)
        .on("change", move |_| change(&choose));
    html("label")
        .class("choice")
        .child(input)
        .child(html("span").live_text(words))
}
