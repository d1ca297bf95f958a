//! What a first visit costs, and the most that it may.

use anyhow::{Result, bail};

use super::{Files, words};

/// The most that a first visit may weigh on its way to a browser, in bytes. A visit on a slow phone line
/// (50 kB/s) is on the board within five seconds.
const BUDGET: usize = 250_000;

/// The most that the proof of a game may weigh, for whoever asks for one, and the page that checks records.
const PROOF_BUDGET: usize = 150_000;

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

/// What one visitor loads: everything, with the words of one language. The longest speaks for all. The proof of a game comes
/// when somebody asks for it.
fn visit<'a>(rows: &[(&'a str, usize, usize)]) -> Vec<(&'a str, usize, usize)> {
    let longest = rows
        .iter()
        .filter(|(path, ..)| words::are(path) && !is_of_proofs(path))
        .max_by_key(|(_, _, brotli)| *brotli);
    rows.iter()
        .filter(|row| !is_of_proofs(row.0))
        .filter(|row| !words::are(row.0) || Some(*row) == longest)
        .copied()
        .collect()
}

/// Whether a file is of the proof of a game, or of the page that checks records.
fn is_of_proofs(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["ludo_proofs", "proofs", "verify"].iter().any(|stem| {
        name.strip_prefix(stem)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })
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
    let proofs: usize = transferred(site)
        .iter()
        .filter(|(path, ..)| is_of_proofs(path))
        .map(|(_, _, brotli)| brotli)
        .sum();
    if proofs > PROOF_BUDGET {
        bail!(
            "the proof of a game weighs {proofs} bytes compressed, {} more than the {PROOF_BUDGET} that it may",
            proofs - PROOF_BUDGET
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
    fn the_proof_of_a_game_is_weighed_by_itself() {
        let proofs = |size| {
            site(&[
                ("assets/ludo_web_bg-1.wasm", 249_000),
                ("assets/ludo_proofs_bg-2.wasm", size),
                ("assets/words/proofs-en-3.ftl", 4_000),
                ("verify.html", 1_000),
            ])
        };
        assert!(check(&proofs(145_000)).is_ok());
        let failure = check(&proofs(145_001)).unwrap_err().to_string();
        assert!(failure.contains("150001"), "{failure}");
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
