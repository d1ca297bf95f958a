use crate::fluent::Messages;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    /// English.
    #[default]
    English,
    /// Polish.
    Polish,
}

impl Locale {
    /// All of them, in the order of the switch.
    pub const ALL: [Self; 2] = [Self::English, Self::Polish];

    /// The tag for `lang` and for storage: `en`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Polish => "pl",
        }
    }

    /// The way it is written, for `dir`.
    #[must_use]
    pub const fn direction(self) -> &'static str {
        match self {
            Self::English | Self::Polish => "ltr",
        }
    }

    /// What it calls itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Polish => "Polski",
        }
    }

    /// Its words (Fluent), for tests and tools. The page does not carry them: it fetches those of its reader.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("../locales/en/page.ftl"),
            Self::Polish => include_str!("../locales/pl/page.ftl"),
        }
    }

    /// The plural form that a number takes (CLDR), by Fluent's name for it.
    #[must_use]
    pub const fn plural(self, number: u32) -> &'static str {
        match (self, number, number % 10, number % 100) {
            (Self::English | Self::Polish, 1, ..) => "one",
            (Self::English, ..) => "other",
            (Self::Polish, _, _, 12..=14) => "many",
            (Self::Polish, _, 2..=4, _) => "few",
            (Self::Polish, ..) => "many",
        }
    }

    /// The language that a tag such as `pl` or `pl-PL` names.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|locale| locale.tag().eq_ignore_ascii_case(primary))
    }

    /// The first of a reader's languages that is here, else English.
    pub fn best<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        tags.into_iter()
            .find_map(Self::from_tag)
            .unwrap_or_default()
    }
}

/// A value for a place in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Words, or the key of a choice.
    Text(String),
    /// A number, which chooses plural forms.
    Number(u32),
}

impl Arg {
    /// A name that people chose: kept apart from the sentence around it, whichever way it is written.
    #[must_use]
    pub fn name(name: &str) -> Self {
        Self::Text(format!("\u{2068}{name}\u{2069}"))
    }

    /// `yes` or `no`, for the sentences that speak to the reader or of somebody else.
    #[must_use]
    pub fn you(is_you: bool) -> Self {
        Self::Text(if is_you { "yes" } else { "no" }.to_owned())
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

/// The words of one language, ready to be asked.
#[derive(Debug)]
pub struct Catalog(Messages);

impl Catalog {
    /// Reads the words of a language from its Fluent file.
    #[must_use]
    pub fn read(locale: Locale, source: &'static str) -> Self {
        Self(Messages::read(locale, source))
    }

    /// The words of a language as they were when this was compiled.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn new(locale: Locale) -> Self {
        Self::read(locale, locale.source())
    }

    /// Whose words they are.
    #[must_use]
    pub const fn locale(&self) -> Locale {
        self.0.locale()
    }

    /// Whether there is such a message.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.0.has(key)
    }

    /// A message with its places filled; the key itself where there is none.
    #[must_use]
    pub fn text(&self, key: &str, args: &[(&'static str, Arg)]) -> String {
        self.0.say(key, args).unwrap_or_else(|| key.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
    use fluent_syntax::parser::parse;

    use super::*;

    fn collect<'a>(pattern: &Pattern<&'a str>, into: &mut BTreeSet<&'a str>) {
        fn inline<'a>(expression: &InlineExpression<&'a str>, into: &mut BTreeSet<&'a str>) {
            match expression {
                InlineExpression::VariableReference { id } => {
                    into.insert(id.name);
                }
                InlineExpression::Placeable { expression } => walk(expression, into),
                _ => {}
            }
        }
        fn walk<'a>(expression: &Expression<&'a str>, into: &mut BTreeSet<&'a str>) {
            match expression {
                Expression::Inline(expression) => inline(expression, into),
                Expression::Select { selector, variants } => {
                    inline(selector, into);
                    for variant in variants {
                        collect(&variant.value, into);
                    }
                }
            }
        }
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                walk(expression, into);
            }
        }
    }

    /// Every message of a language with the names of its places.
    fn messages(locale: Locale) -> Vec<(&'static str, BTreeSet<&'static str>)> {
        let resource =
            parse(locale.source()).unwrap_or_else(|(_, errors)| panic!("{locale:?}: {errors:?}"));
        let mut found = Vec::new();
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut places = BTreeSet::new();
                collect(
                    message.value.as_ref().expect("a message has a value"),
                    &mut places,
                );
                found.push((message.id.name, places));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn all_languages_have_the_same_messages_with_the_same_places() {
        let english = messages(Locale::English);
        assert!(english.len() > 200);
        for locale in Locale::ALL {
            let other = messages(locale);
            let keys: Vec<_> = other.iter().map(|(key, _)| key).collect();
            assert_eq!(
                keys,
                english.iter().map(|(key, _)| key).collect::<Vec<_>>(),
                "{locale:?}"
            );
            for ((key, places), (_, expected)) in other.iter().zip(&english) {
                // A language may do without a place (a plural form without its number), not invent one.
                assert!(
                    places.is_subset(expected),
                    "{locale:?}: {key} uses {places:?}, English {expected:?}"
                );
            }
            let unique: BTreeSet<_> = keys.iter().collect();
            assert_eq!(unique.len(), keys.len(), "{locale:?} says something twice");
        }
    }

    /// The sources ask for messages by literal keys, after `tr(`, `tr_with(`, `text(` or in `key!(…)`.
    fn keys_in_sources() -> BTreeSet<String> {
        fn visit(folder: &std::path::Path, into: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(folder).expect("sources are there") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    visit(&path, into);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let source = std::fs::read_to_string(&path).expect("source is text");
                    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
                    for opening in ["tr(", "tr_with(", ".text(", ".words(", ".label(", "key("] {
                        for (at, _) in source.match_indices(opening) {
                            // `attr(` ends like `tr(`.
                            if !opening.starts_with('.')
                                && source[..at].ends_with(|letter: char| {
                                    letter.is_alphanumeric() || letter == '_'
                                })
                            {
                                continue;
                            }
                            let rest = source[at + opening.len()..].trim_start();
                            if let Some(key) = rest
                                .strip_prefix('"')
                                .and_then(|rest| rest.split('"').next())
                                && key.starts_with(|letter: char| letter.is_ascii_lowercase())
                            {
                                into.insert(key.to_owned());
                            }
                        }
                    }
                }
            }
        }
        let mut keys = BTreeSet::new();
        visit(
            std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
            &mut keys,
        );
        keys
    }

    #[test]
    fn every_message_asked_for_exists_and_every_message_is_asked_for() {
        let asked = keys_in_sources();
        let catalog = Catalog::new(Locale::English);
        let missing: Vec<_> = asked.iter().filter(|key| !catalog.has(key)).collect();
        assert!(missing.is_empty(), "asked for, not there: {missing:?}");
        // Refusals are looked up by the code that the server sends, rules by their switch.
        let by_code = ["refused-", "switch-", "value-", "rule-"];
        let unused: Vec<_> = messages(Locale::English)
            .into_iter()
            .map(|(key, _)| key)
            .filter(|key| {
                !by_code.iter().any(|code| key.starts_with(code)) && !asked.contains(*key)
            })
            .collect();
        assert!(unused.is_empty(), "there, never asked for: {unused:?}");
    }

    #[test]
    fn plural_forms_follow_the_language() {
        let polish = Catalog::new(Locale::Polish);
        let watching = |n: u32| polish.text("waiting-watching", &[("n", n.into())]);
        let expected = [
            "1 osoba patrzy",
            "3 osoby patrzą",
            "5 osób patrzy",
            "22 osoby patrzą",
        ];
        assert_eq!([1, 3, 5, 22].map(watching), expected);
        let english = Catalog::new(Locale::English);
        assert_eq!(
            english.text("waiting-watching", &[("n", 1_u32.into())]),
            "1 person is watching"
        );
        assert_eq!(
            english.text("waiting-watching", &[("n", 2_u32.into())]),
            "2 people are watching"
        );
    }

    #[test]
    fn a_name_is_kept_apart_and_never_read_as_a_pattern() {
        let english = Catalog::new(Locale::English);
        let said = english.text(
            "say-joined",
            &[
                ("you", Arg::you(false)),
                ("name", Arg::name("{ $you } <b>")),
            ],
        );
        assert_eq!(said, "\u{2068}{ $you } <b>\u{2069} joins the table.");
    }

    #[test]
    fn the_word_for_a_guest_is_a_name() {
        for locale in Locale::ALL {
            assert!(
                ludo_table::Name::new(&Catalog::new(locale).text("a-guest", &[])).is_ok(),
                "{locale:?}"
            );
        }
    }

    #[test]
    fn the_best_language_is_the_readers_first_that_is_here() {
        assert_eq!(Locale::best(["pt-BR", "pl-PL", "en"]), Locale::Polish);
        assert_eq!(Locale::best(["pt-BR"]), Locale::English);
        assert_eq!(Locale::best([]), Locale::English);
        assert_eq!(Locale::from_tag("EN-us"), Some(Locale::English));
    }

    #[test]
    fn a_missing_message_shows_its_key() {
        assert_eq!(
            Catalog::new(Locale::English).text("no-such-thing", &[]),
            "no-such-thing"
        );
    }
}
