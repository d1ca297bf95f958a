//! What a first visit costs, and the most that it may.

use anyhow::{Result, bail};

use super::{Files, words};

/// The most that a first visit may weigh on its way to a browser, in bytes. A visit on a slow phone line
/// (50 kB/s) is on the board within five seconds.
const BUDGET: usize = 250_000;

/// The most that the proof of a game may weigh, for whoever asks for one, and the page that checks records.
const PROOF_BUDGET: usize = 150_000;

/// The most that what thinks may weigh without its nets, both forms of it together; a visitor who asks it something loads one.
const THINKER_BUDGET: usize = 130_000;

/// The most that the net of a rule set may weigh.
const NET_BUDGET: usize = 200_000;

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

/// What one visitor loads: everything, with the words of one language. The longest speaks for all. The proof of a game, and what
/// thinks, come when somebody asks for them.
fn visit<'a>(rows: &[(&'a str, usize, usize)]) -> Vec<(&'a str, usize, usize)> {
    let longest = rows
        .iter()
        .filter(|(path, ..)| words::are(path) && !is_of_proofs(path))
        .max_by_key(|(_, _, brotli)| *brotli);
    rows.iter()
        .filter(|row| !is_of_proofs(row.0) && !is_of_thinker(row.0) && !is_net(row.0))
        .filter(|row| !is_for_messengers(row.0))
        .filter(|row| !words::are(row.0) || Some(*row) == longest)
        .copied()
        .collect()
}

/// Whether a file is of the proof of a game, or of the page that checks records.
fn is_of_proofs(path: &str) -> bool {
    has_stem(path, &["ludo_proofs", "proofs", "verify"])
}

/// Whether a file is of what thinks.
fn is_of_thinker(path: &str) -> bool {
    has_stem(path, &["ludo_thinker", "thinker", "think", "course"])
}

/// Whether a file is what bots of a rule set have learned.
fn is_net(path: &str) -> bool {
    path.ends_with(".net")
}

fn has_stem(path: &str, stems: &[&str]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    stems.iter().any(|stem| {
        name.strip_prefix(stem)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })
}

/// Whether a file is a picture that messengers show beside a link; no browser of a visitor fetches it.
fn is_for_messengers(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("preview-") && name.ends_with(".png")
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
    let rows = transferred(site);
    refuse(
        "the proof of a game",
        rows.iter().filter(|row| is_of_proofs(row.0)),
        PROOF_BUDGET,
    )?;
    refuse(
        "what thinks",
        rows.iter().filter(|row| is_of_thinker(row.0)),
        THINKER_BUDGET,
    )?;
    for row in rows.iter().filter(|row| is_net(row.0)) {
        refuse(row.0, [row].into_iter(), NET_BUDGET)?;
    }
    Ok(())
}

/// Refuses what is fetched by whoever asks for it, if that is too heavy.
fn refuse<'a>(
    what: &str,
    rows: impl Iterator<Item = &'a (&'a str, usize, usize)>,
    most: usize,
) -> Result<()> {
    let sum: usize = rows.map(|(_, _, brotli)| brotli).sum();
    if sum > most {
        bail!(
            "{what} weighs {sum} bytes compressed, {} more than the {most} that it may",
            sum - most
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
    fn pictures_for_messengers_are_not_of_a_visit() {
        let pictures = [
            ("a.wasm", 250_000),
            ("assets/preview-52-0123.png", 40_000),
            ("previews.js", 0),
        ];
        assert!(check(&site(&pictures)).is_ok());
        assert!(check(&site(&[("a.wasm", 249_999), ("preview.js", 2)])).is_err());
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
    fn what_thinks_and_each_net_are_weighed_by_themselves() {
        let thinker = |program, net| {
            site(&[
                ("assets/ludo_web_bg-1.wasm", 249_000),
                ("assets/ludo_thinker_bg-2.wasm", program),
                ("assets/thinker-3.js", 1_000),
                ("assets/think-4.js", 1_000),
                ("assets/nets/classic-5.net", net),
                ("assets/nets/mensch-6.net", 200_000),
            ])
        };
        assert!(check(&thinker(128_000, 200_000)).is_ok());
        let failure = check(&thinker(128_001, 200_000)).unwrap_err().to_string();
        assert!(failure.contains("130001"), "{failure}");
        let failure = check(&thinker(128_000, 200_001)).unwrap_err().to_string();
        assert!(
            failure.contains("nets/classic-5.net weighs 200001"),
            "{failure}"
        );
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
