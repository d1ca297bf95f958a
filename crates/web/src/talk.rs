use ludo_protocol::Saying;
use ludo_table::Member;

/// So many tables are remembered at which somebody is not heard.
const TABLES: usize = 16;

/// A reaction as a picture: an SVG path of lines in a square of 24, for the top of a token; nothing for words.
#[must_use]
pub const fn face(saying: Saying) -> Option<&'static str> {
    Some(match saying {
        Saying::Smile => "M8.500 9.300v.2M15.500 9.300v.2M7.300 13.500c2 4 7.400 4 9.400 0",
        Saying::Laugh => {
            "M6.800 10l1.700-1.800 1.700 1.800M13.800 10l1.700-1.800 1.700 1.800M7.200 13h9.600c0 6.200-9.600 6.200-9.600 0z"
        }
        Saying::Wink => {
            "M8.500 9.300v.2M13.800 9.700q1.700-1.400 3.400 0M7.800 14.200c2.400 3 6.600 2.800 8.800-.9"
        }
        Saying::Wow => "M8.300 8.300v.2M15.700 8.300v.2M12 12.600a2.300 2.800 0 1 0 .1 0z",
        Saying::Sad => {
            "M8.500 9.600v.2M15.500 9.600v.2M7.800 16.800c1.700-3.300 6.700-3.300 8.400 0"
        }
        Saying::Cross => {
            "M6.800 7.800l3.200 1.700M17.200 7.800l-3.200 1.700M9 11.300v.1M15 11.300v.1M8.300 16.300q3.700-2.600 7.400 0"
        }
        Saying::Heart => {
            "M12 17.800C5.500 13.500 5.800 8.200 8.900 7.800c1.500-.2 2.600.8 3.100 2.200.5-1.400 1.600-2.400 3.100-2.200 3.100.4 3.400 5.700-3.100 10z"
        }
        Saying::Thumb => {
            "M7 11.200v6M9.800 11.200l2.500-5.400c2.200 0 1.700 2.400 1.200 4.300h3.900c-.1 2.600-.6 4.900-1.600 7H9.800z"
        }
        _ => return None,
    })
}

/// The members who are not heard at a table, from what is kept of all tables: a line each, the table's code and their numbers.
#[must_use]
pub fn muted_at(kept: &str, table: &str) -> Vec<Member> {
    let line = kept.lines().find_map(|line| line.strip_prefix(table));
    let numbers = line.unwrap_or_default().split_whitespace();
    numbers
        .filter_map(|number| number.parse().ok().map(Member))
        .collect()
}

/// What to keep from now on, the newest table first; the oldest are forgotten.
#[must_use]
pub fn mute_at(kept: &str, table: &str, muted: &[Member]) -> String {
    let own = muted
        .iter()
        .fold(table.to_owned(), |line, member| format!("{line} {member}"));
    let others = kept.lines().filter(|line| !line.starts_with(table));
    let own = (!muted.is_empty()).then_some(own.as_str());
    own.into_iter()
        .chain(others)
        .take(TABLES)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Locale};

    #[test]
    fn reactions_have_a_picture_of_their_own_and_everything_has_words() {
        let mut seen = Vec::new();
        for saying in Saying::all() {
            assert_eq!(face(saying).is_some(), saying.is_reaction(), "{saying:?}");
            if let Some(face) = face(saying) {
                assert!(!seen.contains(&face) && face.starts_with('M'), "{saying:?}");
                seen.push(face);
            }
        }
        assert_eq!(face(Saying::Other), None);
        for locale in Locale::ALL {
            let catalog = Catalog::new(locale);
            let words = Saying::all()
                .map(|saying| catalog.text("talk-words", &[("what", saying.name().into())]));
            let mut words: Vec<String> = words.collect();
            // They stand in a name plate on a small phone.
            for words in &words {
                assert!(
                    (2..=16).contains(&words.chars().count()),
                    "{locale:?}: {words}"
                );
            }
            words.sort();
            words.dedup();
            assert_eq!(
                words.len(),
                Saying::all().count(),
                "{locale:?}: two are alike"
            );
        }
    }

    #[test]
    fn who_is_muted_is_kept_for_the_table_and_few_tables_are() {
        let kept = mute_at("", "K7M2QX", &[Member(2), Member(13)]);
        assert_eq!(muted_at(&kept, "K7M2QX"), [Member(2), Member(13)]);
        assert_eq!(muted_at(&kept, "K7M2QY"), []);
        let kept = mute_at(&kept, "K7M2QX", &[Member(2)]);
        assert_eq!(kept, "K7M2QX 2");
        assert_eq!(mute_at(&kept, "K7M2QX", &[]), "");
        assert_eq!(muted_at("nonsense\nK7M2QX x 3", "K7M2QX"), [Member(3)]);
        let mut kept = kept;
        for n in 0..3 * TABLES {
            kept = mute_at(&kept, &format!("T{n:05}"), &[Member(1)]);
        }
        assert_eq!(kept.lines().count(), TABLES);
        assert_eq!(muted_at(&kept, "K7M2QX"), []);
        assert_eq!(muted_at(&kept, "T00047"), [Member(1)]);
    }
}
