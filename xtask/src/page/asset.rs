//! Assets: names that carry a hash of the content, and the references to them.
//!
//! A name changes when the content does, so a browser may keep an asset for ever. What refers to others is hashed
//! after its references were rewritten: a changed font changes the style sheet's name too.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};

use super::Files;

/// What a reference to an asset begins with.
const PREFIX: &str = "/assets/";

/// Hexadecimal digits of the hash in a name: 48 bits tell a few dozen files apart.
const HASH_DIGITS: usize = 12;

/// Assets with their final names and contents.
#[derive(Debug, Default)]
pub(crate) struct Assets {
    /// From the name as written to the name as served.
    names: BTreeMap<String, String>,
    /// By the name as served.
    files: Files,
}

impl Assets {
    /// Rewrites and hashes all of them.
    pub(crate) fn hash(sources: &Files) -> Result<Self> {
        let mut assets = Self::default();
        for path in sources.keys() {
            assets.add(path, sources, &mut BTreeSet::new())?;
        }
        for (name, bytes) in &assets.files {
            assets.refuse_reference_in_wasm(name, bytes)?;
        }
        Ok(assets)
    }

    /// The text with every reference as it is served; a reference to what is not there is an error.
    pub(crate) fn rewrite(&self, path: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let text = std::str::from_utf8(bytes).with_context(|| format!("{path} is not UTF-8"))?;
        let mut rewritten = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, name)) = next_reference(rest) {
            let served = self.names.get(name).with_context(|| no_such(path, name))?;
            rewritten.push_str(before);
            rewritten.push_str(PREFIX);
            rewritten.push_str(served);
            rest = rest
                .get(before.len() + PREFIX.len() + name.len()..)
                .unwrap_or_default();
        }
        rewritten.push_str(rest);
        Ok(rewritten.into_bytes())
    }

    /// Names as served, with contents.
    pub(crate) fn into_files(self) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.files.into_iter()
    }

    fn add(&mut self, path: &str, sources: &Files, above: &mut BTreeSet<String>) -> Result<()> {
        if self.names.contains_key(path) {
            return Ok(());
        }
        let bytes = sources
            .get(path)
            .with_context(|| format!("there is no asset {path}"))?;
        let bytes = if may_refer(path) {
            if !above.insert(path.to_owned()) {
                bail!(
                    "{path} refers to itself by way of {}: a hash of the content cannot go round in a ring",
                    Vec::from_iter(above.iter().cloned()).join(", ")
                );
            }
            let text =
                std::str::from_utf8(bytes).with_context(|| format!("{path} is not UTF-8"))?;
            for name in references(text) {
                if !sources.contains_key(name) {
                    bail!(no_such(path, name));
                }
                self.add(name, sources, above)?;
            }
            above.remove(path);
            self.rewrite(path, bytes)?
        } else {
            bytes.clone()
        };
        let served = hashed_name(path, &bytes);
        self.names.insert(path.to_owned(), served.clone());
        self.files.insert(served, bytes);
        Ok(())
    }

    /// A name inside the compiled program would stay as written and lead nowhere.
    fn refuse_reference_in_wasm(&self, name: &str, bytes: &[u8]) -> Result<()> {
        if !name.ends_with(".wasm") {
            return Ok(());
        }
        for asset in self.names.keys() {
            let reference = format!("{PREFIX}{asset}");
            if bytes
                .windows(reference.len())
                .any(|window| window == reference.as_bytes())
            {
                bail!(
                    "the page's Rust code refers to {reference}: refer to it from index.html or a style sheet, whose references are rewritten"
                );
            }
        }
        Ok(())
    }
}

/// Whether a file of this name is text whose references are rewritten.
pub(crate) fn may_refer(path: &str) -> bool {
    [
        ".html",
        ".css",
        ".js",
        ".mjs",
        ".svg",
        ".json",
        ".webmanifest",
    ]
    .iter()
    .any(|end| path.ends_with(end))
}

/// `app.css` with its content's hash: `app-0123456789ab.css`.
fn hashed_name(path: &str, bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let mut hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    hash.truncate(HASH_DIGITS);
    let (folder, file) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, file)| (folder, file));
    let file = match file.rsplit_once('.') {
        Some((stem, end)) => format!("{stem}-{hash}.{end}"),
        None => format!("{file}-{hash}"),
    };
    if folder.is_empty() {
        file
    } else {
        format!("{folder}/{file}")
    }
}

fn no_such(path: &str, name: &str) -> String {
    format!(
        "{path} refers to {PREFIX}{name}, which is neither in crates/web/static nor made by wasm-bindgen"
    )
}

fn references(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, name)) = next_reference(rest) {
        found.push(name);
        rest = rest
            .get(before.len() + PREFIX.len() + name.len()..)
            .unwrap_or_default();
    }
    found
}

/// What stands before the next reference, and the name that it refers to.
fn next_reference(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find(PREFIX) {
        let start = from + found + PREFIX.len();
        let tail = text.get(start..)?;
        let end = tail
            .find(|character: char| {
                !(character.is_ascii_alphanumeric() || "._-/".contains(character))
            })
            .unwrap_or(tail.len());
        // A full stop after a name in a comment ends the sentence, not the name.
        let name = tail.get(..end)?.trim_end_matches(['.', '/']);
        if !name.is_empty() {
            return Some((text.get(..from + found)?, name));
        }
        from = start;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::files;
    use super::*;

    fn hashed(list: &[(&str, &str)]) -> Files {
        Assets::hash(&files(list)).unwrap().into_files().collect()
    }

    fn name_of<'a>(files: &'a Files, start: &str) -> &'a str {
        files.keys().find(|name| name.starts_with(start)).unwrap()
    }

    #[test]
    fn the_hash_stands_before_the_ending() {
        let name = hashed_name("fonts/board.woff2", b"font");
        assert_eq!(name.len(), "fonts/board-.woff2".len() + HASH_DIGITS);
        assert!(
            name.starts_with("fonts/board-") && name.ends_with(".woff2"),
            "{name}"
        );
        assert_ne!(name, hashed_name("fonts/board.woff2", b"another"));
    }

    #[test]
    fn references_are_found_in_every_way_of_writing() {
        let text = r#"<a href="/assets/a.css"> url(/assets/fonts/b.woff2) from '/assets/c.js'; // see /assets/d.svg. and /assets/ and "/assets/e-f_g.js?x""#;
        assert_eq!(
            references(text),
            ["a.css", "fonts/b.woff2", "c.js", "d.svg", "e-f_g.js"]
        );
    }

    #[test]
    fn what_is_referred_to_decides_the_name_of_what_refers() {
        let css = ("app.css", "@font-face{src:url(/assets/board.woff2)}");
        let one = hashed(&[css, ("board.woff2", "one")]);
        let two = hashed(&[css, ("board.woff2", "two")]);
        assert_ne!(name_of(&one, "app-"), name_of(&two, "app-"));
        let text = String::from_utf8(one[name_of(&one, "app-")].clone()).unwrap();
        assert_eq!(
            text,
            format!("@font-face{{src:url(/assets/{})}}", name_of(&one, "board-"))
        );
    }

    #[test]
    fn the_same_content_has_the_same_name() {
        let list = [("a.js", r#"import "/assets/b.js";"#), ("b.js", "1")];
        assert_eq!(hashed(&list), hashed(&list));
    }

    #[test]
    fn a_reference_to_nothing_says_where_and_to_what() {
        let failure = Assets::hash(&files(&[("app.css", "url(/assets/gone.png)")]))
            .unwrap_err()
            .to_string();
        assert!(
            failure.contains("app.css") && failure.contains("/assets/gone.png"),
            "{failure}"
        );
    }

    #[test]
    fn references_in_a_ring_are_refused() {
        let failure = Assets::hash(&files(&[
            ("a.js", "/assets/b.js"),
            ("b.js", "/assets/a.js"),
        ]))
        .unwrap_err()
        .to_string();
        assert!(failure.contains("ring"), "{failure}");
    }

    #[test]
    fn a_name_in_the_compiled_program_is_refused() {
        let failure = Assets::hash(&files(&[("x.wasm", "\0asm /assets/a.png"), ("a.png", "")]))
            .unwrap_err()
            .to_string();
        assert!(failure.contains("/assets/a.png"), "{failure}");
        assert!(Assets::hash(&files(&[("x.wasm", "\0asm /assets/b.png"), ("a.png", "")])).is_ok());
    }
}
