//! What a first visit costs, and the most that it may.

use anyhow::{Result, bail};

use super::{Files, words};

/// The most that a first visit may weigh on its way to a browser, in bytes. A visit on a slow phone line
/// (50 kB/s) is on the board within five seconds.
const BUDGET: usize = 250_000;

/// Files as they go over the wire: the brotli form where there is one.
fn transferred(site: &Files) -> Vec<(&str, usize, usize)> {
    let plain = site
        .iter()
        .filter(|(path, _)| !path.ends_with(".br") && !path.ends_with(".gz"));
    plain
        .map(|(path, bytes)| {
            (
                path.as_str(),
                bytes.len(),
                site.get(&format!("{path}.br"))
                    .map_or(bytes.len(), Vec::len),
            )
        })
        .collect()
}

/// One line a file, the largest first, and the sum.
pub(crate) fn table(site: &Files) -> String {
    let mut rows = transferred(site);
    rows.sort_by_key(|(path, _, brotli)| (std::cmp::Reverse(*brotli), *path));
    let widest = rows
        .iter()
        .map(|(path, _, _)| path.len())
        .max()
        .unwrap_or(0);
    let mut text: String = rows
        .iter()
        .map(|(path, plain, brotli)| format!("  {path:<widest$}  {plain:>9}  {brotli:>9}\n"))
        .collect();
    let (plain, brotli) = visit(&rows)
        .iter()
        .fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
    text.push_str(&format!(
        "  {:<widest$}  {plain:>9}  {brotli:>9}  bytes, on the way to a browser, in the longest language",
        "all"
    ));
    text
}

/// What one visitor loads: everything, with the words of one language. The longest speaks for all.
fn visit<'a>(rows: &[(&'a str, usize, usize)]) -> Vec<(&'a str, usize, usize)> {
    let longest = rows
        .iter()
        .filter(|(path, ..)| words::are(path))
        .max_by_key(|(_, _, brotli)| *brotli);
    rows.iter()
        .filter(|row| !words::are(row.0) || Some(*row) == longest)
        .copied()
        .collect()
}

/// Refuses a page that is too heavy.
pub(crate) fn check(site: &Files) -> Result<()> {
    let sum: usize = visit(&transferred(site))
        .iter()
        .map(|(_, _, brotli)| brotli)
        .sum();
    if sum > BUDGET {
        bail!(
            "the page weighs {sum} bytes compressed, {} more than the {BUDGET} that it may: the list above says where",
            sum - BUDGET
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(list: &[(&str, usize)]) -> Files {
        list.iter()
            .map(|(path, size)| ((*path).to_owned(), vec![0; *size]))
            .collect()
    }

    #[test]
    fn the_compressed_form_counts_where_there_is_one() {
        assert!(
            check(&site(&[
                ("a.wasm", 900_000),
                ("a.wasm.br", 200_000),
                ("a.wasm.gz", 240_000),
                ("b.woff2", 50_000)
            ]))
            .is_ok()
        );
    }

    #[test]
    fn one_byte_too_many_is_refused() {
        let failure = check(&site(&[
            ("a.wasm", 900_000),
            ("a.wasm.br", 200_000),
            ("b.woff2", 50_001),
        ]))
        .unwrap_err()
        .to_string();
        assert!(
            failure.contains("250001") && failure.contains("1 more"),
            "{failure}"
        );
    }

    #[test]
    fn of_all_languages_the_longest_counts() {
        let words = |polish| {
            site(&[
                ("a.wasm", 200_000),
                ("assets/words/en-1.ftl", 49_000),
                ("assets/words/pl-2.ftl", polish),
            ])
        };
        assert!(check(&words(50_000)).is_ok());
        assert!(check(&words(50_001)).is_err());
    }

    #[test]
    fn the_largest_is_listed_first() {
        let table = table(&site(&[("a.css", 10), ("b.js", 20)]));
        let lines: Vec<&str> = table.lines().collect();
        assert!(
            lines[0].contains("b.js") && lines[1].contains("a.css") && lines[2].contains("30"),
            "{table}"
        );
    }
}
