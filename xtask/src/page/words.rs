//! The words of the page: one file a language, of which a visitor fetches one; and those of the proof of a game, likewise.

use super::Files;

/// Where they are among the assets.
const FOLDER: &str = "words/";

/// From the folder of languages (`pl/page.ftl`, `pl/proofs.ftl`) to assets (`words/pl.ftl`, `words/proofs-pl.ftl`).
pub(crate) fn of(locales: &Files) -> Files {
    locales
        .iter()
        .filter_map(|(path, bytes)| {
            let name = match path.split_once('/')? {
                (tag, "page.ftl") => tag.to_owned(),
                (tag, "proofs.ftl") => format!("proofs-{tag}"),
                _ => return None,
            };
            Some((format!("{FOLDER}{name}.ftl"), bytes.clone()))
        })
        .collect()
}

/// Whether a file of the page is the words of a language.
pub(crate) fn are(path: &str) -> bool {
    let path = path.strip_prefix("assets/").unwrap_or(path);
    path.starts_with(FOLDER) && path.ends_with(".ftl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_one_asset() {
        let locales = Files::from([
            ("en/page.ftl".to_owned(), b"a = b".to_vec()),
            ("pl/page.ftl".to_owned(), b"a = c".to_vec()),
            ("pl/proofs.ftl".to_owned(), b"a = d".to_vec()),
            ("README.md".to_owned(), Vec::new()),
        ]);
        let words: Vec<String> = of(&locales).into_keys().collect();
        assert_eq!(
            words,
            ["words/en.ftl", "words/pl.ftl", "words/proofs-pl.ftl"]
        );
        assert!(are("words/en.ftl") && are("assets/words/en-0123.ftl"));
        assert!(!are("assets/app.css") && !are("words.ftl"));
    }
}
