use super::signal::document;

use super::element::effect;
use super::words::tr;

/// Keeps the title of the window: what `words` say, before the game's name.
pub(super) fn set(words: impl Fn() -> String + 'static) {
    effect(move || {
        let words = words();
        let brand = tr("brand");
        document().set_title(&if words.is_empty() {
            brand
        } else {
            format!("{words} · {brand}")
        });
    });
}
