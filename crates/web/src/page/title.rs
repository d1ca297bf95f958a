use std::time::Duration;

use super::signal::{document, later};

use super::element::effect;
use super::words::tr;

/// A few frames.
const SOON: Duration = Duration::from_millis(50);

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
        // The window is told even of a title that it has. It takes a while to tell, and nobody looks there first.
        if title != shown {
            shown.clone_from(&title);
            later(SOON, move || document().set_title(&title));
        }
    });
}
