//! The words of the proof, in every language.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fluent_syntax::ast::Entry;
use fluent_syntax::parser::parse;
use ludo_web::{Catalog, Locale};

fn source(locale: Locale) -> &'static str {
    match locale {
        Locale::English => include_str!("../../web/locales/en/proofs.ftl"),
        Locale::Polish => include_str!("../../web/locales/pl/proofs.ftl"),
    }
}

/// The keys of a language, in its own order.
fn keys(locale: Locale) -> Vec<String> {
    let resource =
        parse(source(locale)).unwrap_or_else(|(_, errors)| panic!("{locale:?}: {errors:?}"));
    let messages = resource.body.into_iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    });
    messages.collect()
}

/// The places of a message, as `{ $name }` or as what a choice hangs on.
fn places(locale: Locale, key: &str) -> BTreeSet<&'static str> {
    let text = source(locale);
    let begin = text.find(&format!("\n{key} =")).unwrap();
    let message = &text[begin + 1..];
    let end = message
        .match_indices('\n')
        .find(|(at, _)| !message[at + 1..].starts_with([' ', '}', '\t']))
        .map_or(message.len(), |(at, _)| at);
    message[..end]
        .split('$')
        .skip(1)
        .map(|rest| {
            rest.split(|letter: char| !letter.is_alphanumeric())
                .next()
                .unwrap()
        })
        .collect()
}

#[test]
fn all_languages_have_the_same_messages_with_the_same_places() {
    let english = keys(Locale::English);
    assert!(english.len() > 80);
    assert_eq!(english.iter().collect::<BTreeSet<_>>().len(), english.len());
    for locale in Locale::ALL {
        assert_eq!(keys(locale), english, "{locale:?}");
        for key in &english {
            let (own, wanted) = (places(locale, key), places(Locale::English, key));
            // A choice that a language does not need may go, and one that it needs may come, by a number that is there.
            assert!(
                own.is_subset(&wanted),
                "{locale:?}: {key} uses {own:?}, English {wanted:?}"
            );
        }
        let catalog = Catalog::read(locale, source(locale));
        assert!(english.iter().all(|key| catalog.has(key)), "{locale:?}");
    }
}

#[test]
fn every_message_asked_for_exists_and_every_message_is_asked_for() {
    let mut asked = BTreeSet::new();
    for text in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page")) {
        for opening in ["tr(", "tr_with(", "key("] {
            for (at, _) in text.match_indices(opening) {
                let rest = text[at + opening.len()..].trim_start();
                let key = rest
                    .strip_prefix('"')
                    .and_then(|rest| rest.split('"').next());
                let is_word =
                    !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
                asked.extend(key.filter(|_| is_word).map(str::to_owned));
            }
        }
    }
    let there: BTreeSet<String> = keys(Locale::English).into_iter().collect();
    assert_eq!(asked, there);
}

/// The texts of all files in a folder and those below it.
fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}
