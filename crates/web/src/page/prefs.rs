//! What the person has set, kept in this browser.

use super::signal::*;
use web_sys::MediaQueryList;

use super::{storage, words};
use crate::{Locale, Settings, Theme};

thread_local! {
    /// First asked for before any part of the page is there: it lives as long as the page.
    static SETTINGS: RwSignal<Settings> = RwSignal::new(Settings::default());
    /// What the device says of motion: asked for once, read at each movement.
    static STILL: Option<MediaQueryList> = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten();
}

/// The settings; whoever reads them inside a view is told of changes.
pub(super) fn settings() -> Settings {
    SETTINGS.with(|settings| settings.get())
}

/// The settings as they are now, for handlers.
pub(super) fn settings_now() -> Settings {
    SETTINGS.with(|settings| settings.get_untracked())
}

/// Changes the settings, keeps them, and makes the page follow.
pub(super) fn change(how: impl FnOnce(&mut Settings)) {
    let mut new = settings_now();
    how(&mut new);
    storage::keep(Settings::KEY, &new.to_text());
    follow(&new);
    SETTINGS.with(|settings| settings.set(new));
}

/// Reads what was kept, at the start of the page.
pub(super) fn recall() {
    let kept = storage::kept(Settings::KEY)
        .map(|text| Settings::from_text(&text))
        .unwrap_or_default();
    follow(&kept);
    SETTINGS.with(|settings| settings.set(kept));
}

fn follow(settings: &Settings) {
    let chosen = settings.language.as_deref().and_then(Locale::from_tag);
    words::set_locale(chosen.unwrap_or_else(browsers_language));
    if let Some(root) = document().document_element() {
        // A browser that refuses an attribute shows the page all the same.
        let _ = match settings.theme {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light => root.set_attribute("data-theme", "light"),
            Theme::Dark => root.set_attribute("data-theme", "dark"),
        };
        let _ = root.set_attribute("data-board", settings.board.name());
    }
}

fn browsers_language() -> Locale {
    let tags: Vec<String> = window()
        .navigator()
        .languages()
        .iter()
        .filter_map(|tag| tag.as_string())
        .collect();
    Locale::best(tags.iter().map(String::as_str))
}

/// The speed to move at now; nothing for no movement.
pub(super) fn speed() -> Option<f64> {
    let wants_less = STILL.with(|query| query.as_ref().is_some_and(MediaQueryList::matches));
    settings_now().motion.speed(wants_less)
}
