use super::signal::*;
use ludo_rules::Seat;

use super::cue::once;
use super::dialog::sheet;
use super::element::{El, View, html, svg};
use super::prefs::{change, settings};
use super::share::has;
use super::words::{locale, tr};
use crate::wording::key;
use crate::{Locale, Material, Motion, Settings, Sound, Theme, mark};

/// What a person can set.
pub(super) fn settings_sheet(open: RwSignal<bool>) -> El {
    let languages = Locale::ALL.map(|each| {
        choice(
            "language",
            each.tag(),
            (),
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
            (),
            move || tr(name),
            move || settings().theme == theme,
            move |settings| settings.theme = theme,
        )
    });
    let boards = [
        (Material::Wood, key("settings-board-wood")),
        (Material::Paper, key("settings-board-paper")),
        (Material::Slate, key("settings-board-slate")),
    ];
    let boards = boards.map(|(board, name)| {
        choice(
            "board",
            board.name(),
            sample(board),
            move || tr(name),
            move || settings().board == board,
            move |settings| settings.board = board,
        )
        .class("choice with-picture")
    });
    let sounds = [
        (Sound::Off, key("settings-sound-off")),
        (Sound::Soft, key("settings-sound-soft")),
        (Sound::Full, key("settings-sound-full")),
    ];
    let sounds = sounds.map(|(sound, name)| {
        choice(
            "sound",
            sound.name(),
            (),
            move || tr(name),
            move || settings().sound == sound,
            move |settings| settings.sound = sound,
        )
        // What was chosen is heard at once.
        .on("change", |_| once("home"))
    });
    let trembles = [
        (true, "on", key("settings-tremble-on")),
        (false, "off", key("settings-tremble-off")),
    ];
    let trembles = trembles.map(|(on, value, name)| {
        choice(
            "tremble",
            value,
            (),
            move || tr(name),
            move || settings().tremble == on,
            move |settings| settings.tremble = on,
        )
    });
    let talks = [
        (true, "on", key("settings-tremble-on")),
        (false, "off", key("settings-tremble-off")),
    ];
    let talks = talks.map(|(on, value, name)| {
        choice(
            "talk",
            value,
            (),
            move || tr(name),
            move || settings().talk == on,
            move |settings| settings.talk = on,
        )
    });
    let motions = [
        (Motion::Auto, "auto", key("settings-motion-auto")),
        (Motion::Slow, "slow", key("settings-motion-slow")),
        (Motion::Full, "full", key("settings-motion-full")),
        (Motion::Fast, "fast", key("settings-motion-fast")),
        (Motion::Still, "still", key("settings-motion-still")),
    ];
    let motions = motions.map(|(motion, value, name)| {
        choice(
            "motion",
            value,
            (),
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
            Some(group(key("settings-board"), boards.into())),
            Some(group(key("settings-theme"), themes.into())),
            Some(group(key("settings-sound"), sounds.into())),
            can_tremble().then(|| group(key("settings-tremble"), trembles.into())),
            Some(group(key("settings-motion"), motions.into())),
            Some(group(key("settings-talk"), talks.into())),
            Some(group(key("settings-language"), languages.into())),
        ],
    )
}

/// Whether this is a device that can tremble: browsers at a desk know the word, but have nothing to do it with.
fn can_tremble() -> bool {
    let touched = window().match_media("(any-pointer: coarse)");
    has("vibrate") && touched.ok().flatten().is_some_and(|query| query.matches())
}

/// A corner of a board of this material: frame, field, a yard, squares.
fn sample(board: Material) -> El {
    let picture = svg("svg")
        .class("sample")
        .attr("data-board", board.name())
        .attr("viewBox", "0 0 60 40")
        .attr("aria-hidden", "true");
    let part = |class: &str, d: &str| svg("path").class(class).attr("d", d);
    let yard = |seat: Seat, x: u8| {
        svg("g")
            .class(&format!("seat-{seat}"))
            .child(part("yard", &format!("M{x} 9h15v15h-15z")))
            .child(
                svg("path")
                    .class("yard-mark")
                    .attr(
                        "transform",
                        &format!("translate({x}.5 16.5) scale(.4)", x = x + 7),
                    )
                    .attr("d", mark(seat)),
            )
    };
    picture
        .child(part("frame", "M0 0h60v40h-60z"))
        .child(part("field", "M5 5h50v35h-50z"))
        .child(Seat::ALL.into_iter().zip([8, 37]).map(|(seat, x)| yard(seat, x)).collect::<Vec<_>>())
        .child(part("square", "M26 9h8v7h-8zM26 17h8v7h-8zM26 25h8v7h-8zM8 27h8v7h-8zM17 27h8v7h-8zM35 27h8v7h-8zM44 27h8v7h-8z"))
}

/// Several, of which one is chosen.
pub(super) fn group(name: &'static str, choices: Vec<El>) -> El {
    html("fieldset")
        .class("group")
        .child(html("legend").words(name))
        .child(html("div").class("choices").child(choices))
}

/// One of several; the browser's own radio button under a tile, with a picture or without.
fn choice(
    group: &'static str,
    value: &'static str,
    picture: impl View,
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
        .child(html("span").child(picture).live_text(words))
}
