//! The words of the reader's language.

use std::cell::{Cell, RefCell};

use ludo_rules::{BySeat, Seat};
use ludo_web::{Arg, Catalog, Locale};

thread_local! {
    static KNOWN: RefCell<Vec<Catalog>> = const { RefCell::new(Vec::new()) };
    static SPOKEN: Cell<Locale> = const { Cell::new(Locale::English) };
}

/// Takes over the words of a language.
pub(super) fn learn(locale: Locale, text: String) {
    KNOWN.with_borrow_mut(|known| {
        if !known.iter().any(|catalog| catalog.locale() == locale) {
            // Once a language: it stays as long as the page.
            known.push(Catalog::read(locale, text.leak()));
        }
    });
}

/// Speaks a language from here on.
pub(super) fn speak(locale: Locale) {
    SPOKEN.set(locale);
}

pub(super) fn spoken() -> Locale {
    SPOKEN.get()
}

/// A message without places.
pub(super) fn tr(key: &str) -> String {
    tr_with(key, &[])
}

/// A message with its places filled.
pub(super) fn tr_with(key: &str, args: &[(&'static str, Arg)]) -> String {
    KNOWN.with_borrow(|known| {
        let spoken = known
            .iter()
            .find(|catalog| catalog.locale() == SPOKEN.get());
        spoken
            .or(known.first())
            .map_or_else(|| key.to_owned(), |catalog| catalog.text(key, args))
    })
}

/// What a seat's player is called.
pub(super) fn name(names: &BySeat<String>, seat: Seat) -> String {
    let name = &names[seat];
    if name.is_empty() {
        tr_with("seat", &[("seat", seat.letter().into())])
    } else {
        name.clone()
    }
}
