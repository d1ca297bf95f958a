//! The words of the page in the reader's language. Whoever asks inside a view is asked again when the language changes.

use std::cell::{Cell, RefCell};

use super::signal::*;
use ludo_protocol::ErrorCode;

use crate::{Arg, Catalog, Locale, Wording, refused};

thread_local! {
    /// First asked for before any part of the page is there, like the others: it lives as long as the page.
    static LOCALE: RwSignal<Locale> = RwSignal::new(Locale::default());
    /// The languages that were fetched, each once: their texts stay as long as the page.
    static KNOWN: RefCell<Vec<Catalog>> = const { RefCell::new(Vec::new()) };
    /// The language that was asked for last.
    static WANTED: Cell<Locale> = const { Cell::new(Locale::English) };
    static TROUBLE: RwSignal<Option<String>> = RwSignal::new(None);
}

/// The reader's language.
pub(super) fn locale() -> Locale {
    LOCALE.with(|locale| locale.get())
}

/// What went wrong with a language, for the reader.
pub(super) fn trouble() -> RwSignal<Option<String>> {
    TROUBLE.with(|trouble| *trouble)
}

/// Takes over the words of a language.
pub(super) fn learn(locale: Locale, text: String) {
    KNOWN.with_borrow_mut(|known| {
        if known.is_empty() {
            LOCALE.with(|signal| signal.set(locale));
        }
        if !known.iter().any(|catalog| catalog.locale() == locale) {
            known.push(Catalog::read(locale, text.leak()));
        }
    });
}

/// Changes the language of the page; at once if its words are here, else as soon as they are. Where they do not come, the page
/// stays as it is and says so.
pub(super) fn set_locale(locale: Locale) {
    WANTED.set(locale);
    if KNOWN.with_borrow(|known| known.iter().any(|catalog| catalog.locale() == locale)) {
        return speak(locale);
    }
    // Also where nothing changes yet: a switch that was just pressed shows what is.
    speak(LOCALE.with(|locale| locale.get_untracked()));
    spawn_local(async move {
        let words = match file(locale) {
            Some(file) => super::http::text(&file).await,
            None => Err(super::http::Failure::Unreachable),
        };
        match words {
            Ok(text) => {
                learn(locale, text);
                if WANTED.get() == locale {
                    speak(locale);
                }
            }
            Err(_) => TROUBLE.with(|trouble| {
                let args = [("language", locale.own_name().into())];
                trouble.set(Some(tr_with("language-failed", &args)));
            }),
        }
    });
}

fn speak(locale: Locale) {
    if let Some(root) = document().document_element() {
        // A browser that refuses an attribute shows the page all the same.
        let _ = root.set_attribute("lang", locale.tag());
        let _ = root.set_attribute("dir", locale.direction());
    }
    LOCALE.with(|signal| signal.set(locale));
}

/// Where the words of a language are: `static/index.html` knows.
fn file(locale: Locale) -> Option<String> {
    let link = format!("link[rel=words][hreflang={}]", locale.tag());
    document()
        .query_selector(&link)
        .ok()
        .flatten()?
        .get_attribute("href")
}

/// A message without places.
pub(super) fn tr(key: &str) -> String {
    tr_with(key, &[])
}

/// A message with its places filled.
pub(super) fn tr_with(key: &str, args: &[(&'static str, Arg)]) -> String {
    with_catalog(|catalog| catalog.text(key, args))
}

/// The words themselves, for what tells more than one message.
pub(super) fn with_catalog<T>(tell: impl FnOnce(&Catalog) -> T) -> T {
    let locale = locale();
    KNOWN.with_borrow(|known| {
        let spoken = known.iter().find(|catalog| catalog.locale() == locale);
        match spoken.or(known.first()) {
            Some(catalog) => tell(catalog),
            None => tell(&Catalog::read(locale, "")),
        }
    })
}

/// A refusal in the reader's language.
pub(super) fn refusal(code: ErrorCode) -> String {
    with_catalog(|catalog| refused(catalog, code))
}

/// What [`Wording`] needs beside the catalog.
pub(super) struct View<'a> {
    pub(super) mine: Option<ludo_rules::Seat>,
    pub(super) me: Option<ludo_table::Member>,
    pub(super) names: &'a ludo_rules::BySeat<String>,
    pub(super) member: &'a dyn Fn(ludo_table::Member) -> String,
}

/// An event in words.
pub(super) fn say(view: &View<'_>, event: &ludo_table::Event) -> Option<String> {
    with_catalog(|catalog| {
        Wording {
            catalog,
            mine: view.mine,
            me: view.me,
            names: view.names,
            member: view.member,
        }
        .event(event)
    })
}

/// A sentence about a seat.
pub(super) fn say_of_seat(
    view: &View<'_>,
    key: &str,
    seat: ludo_rules::Seat,
    more: &[(&'static str, Arg)],
) -> String {
    with_catalog(|catalog| {
        Wording {
            catalog,
            mine: view.mine,
            me: view.me,
            names: view.names,
            member: view.member,
        }
        .of_seat(key, seat, more)
    })
}
