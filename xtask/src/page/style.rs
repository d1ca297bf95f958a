//! Style sheets that are written in several files and fetched as one.

use anyhow::{Context, Result, bail};

use super::Files;

/// A line that takes in another file, up to its name and behind it.
const IMPORT: (&str, &str) = ("@import \"/assets/", "\";");

/// Puts each file that a style sheet imports in the place of the line that says so; the page has the whole alone. A file that is taken in
/// imports nothing itself, so that the one above says the order of all.
pub(crate) fn join(sources: &mut Files) -> Result<()> {
    let mut joined = Files::new();
    let mut parts = Vec::new();
    for (path, bytes) in &*sources {
        if !path.ends_with(".css") {
            continue;
        }
        let text = std::str::from_utf8(bytes).with_context(|| format!("{path} is not UTF-8"))?;
        let mut whole = String::with_capacity(text.len());
        for line in text.lines() {
            match imported(line) {
                Some(name) => {
                    let part = sources
                        .get(name)
                        .with_context(|| format!("{path} imports {name}, which is not there"))?;
                    let part = std::str::from_utf8(part)
                        .with_context(|| format!("{name} is not UTF-8"))?;
                    if part.lines().any(|line| imported(line).is_some()) {
                        bail!("{name} is imported by {path} and must import nothing itself");
                    }
                    whole.push_str(part);
                    parts.push(name.to_owned());
                }
                None => whole.push_str(line),
            }
            whole.push('\n');
        }
        joined.insert(path.clone(), whole.into_bytes());
    }
    sources.extend(joined);
    for part in parts {
        sources.remove(&part);
    }
    Ok(())
}

fn imported(line: &str) -> Option<&str> {
    line.trim().strip_prefix(IMPORT.0)?.strip_suffix(IMPORT.1)
}

#[cfg(test)]
mod tests {
    use super::super::files;
    use super::*;

    const APP: (&str, &str) = (
        "app.css",
        "/* all */\n@import \"/assets/style/b.css\";\n@import \"/assets/style/a.css\";\n",
    );

    #[test]
    fn imports_are_taken_in_by_the_order_of_their_lines() {
        let mut sources = files(&[
            APP,
            ("style/a.css", "a{}"),
            ("style/b.css", "b{}"),
            ("proofs.css", "p{}"),
        ]);
        join(&mut sources).expect("a whole");
        assert_eq!(
            sources,
            files(&[
                ("app.css", "/* all */\nb{}\na{}\n"),
                ("proofs.css", "p{}\n")
            ])
        );
    }

    #[test]
    fn what_is_not_there_or_goes_deeper_is_refused() {
        let failure = join(&mut files(&[APP, ("style/a.css", "a{}")])).expect_err("one is missing");
        assert!(failure.to_string().contains("style/b.css"), "{failure}");
        let deeper = "@import \"/assets/style/a.css\";";
        let failure = join(&mut files(&[
            APP,
            ("style/a.css", "a{}"),
            ("style/b.css", deeper),
        ]))
        .expect_err("one imports another");
        assert!(
            failure.to_string().contains("must import nothing"),
            "{failure}"
        );
    }
}
