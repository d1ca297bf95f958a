use super::signal::document;

use super::element::effect;
use super::words::tr;

/// Keeps the title of the window: what `words` say, before the game's name.
pub(super) fn set(words: impl Fn() -> String + 'static) {
    let mut shown = String::new();
    effect(move || {
        let words = words();
        let brand = tr("brand");
        let title = if words.is_empty() {
            brand
        } else {
            format!("{words} · {brand}")
        };
        // The window is told even of a title that it has.
        if title != shown {
            document().set_title(&title);
            shown = title;
        }
    });
}
