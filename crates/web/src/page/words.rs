//! The words of the page in the reader's language. Whoever asks inside a view is asked again when the language changes.

use std::cell::RefCell;

use super::signal::*;
use ludo_protocol::ErrorCode;

use crate::{Arg, Catalog, Locale, Wording, refused};

thread_local! {
    static LOCALE: ArcRwSignal<Locale> = ArcRwSignal::new(Locale::default());
    static CATALOG: RefCell<Catalog> = RefCell::new(Catalog::new(Locale::default()));
}

/// The reader's language.
pub(super) fn locale() -> Locale {
    LOCALE.with(|locale| locale.get())
}

/// Changes the language of the page.
pub(super) fn set_locale(locale: Locale) {
    CATALOG.with(|catalog| {
        if catalog.borrow().locale() != locale {
            catalog.replace(Catalog::new(locale));
        }
    });
    if let Some(root) = document().document_element() {
        // A browser that refuses an attribute shows the page all the same.
        let _ = root.set_attribute("lang", locale.tag());
        let _ = root.set_attribute("dir", locale.direction());
    }
    LOCALE.with(|signal| signal.set(locale));
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
    LOCALE.with(|locale| locale.track());
    CATALOG.with(|catalog| tell(&catalog.borrow()))
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
