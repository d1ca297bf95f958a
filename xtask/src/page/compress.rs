//! Compressed forms, made once here so that a server never compresses.

use std::io::Write as _;
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Files, asset};

/// Endings of what gets smaller beside texts that refer to others; pictures and fonts for the web are compressed already.
const SHRINKS: [&str; 6] = [".ftl", ".net", ".txt", ".wasm", ".ico", ".xml"];

/// The files with `.br` and `.gz` beside those that get smaller.
pub(crate) fn with_compressed(site: Files) -> Files {
    let chosen: Vec<(&String, &Vec<u8>)> = site
        .iter()
        .filter(|(path, _)| asset::may_refer(path) || SHRINKS.iter().any(|end| path.ends_with(end)))
        .collect();
    // One thread a file: nearly all of the time goes into one of them, and the others are done beside it.
    let compressed: Vec<(String, Vec<u8>)> = thread::scope(|scope| {
        let jobs: Vec<_> = chosen
            .into_iter()
            .map(|(path, bytes)| {
                scope.spawn(move || {
                    [
                        (format!("{path}.br"), brotli(bytes)),
                        (format!("{path}.gz"), gzip(bytes)),
                    ]
                })
            })
            .collect();
        jobs.into_iter()
            .filter_map(|job| job.join().ok())
            .flatten()
            .collect()
    });
    site.into_iter().chain(compressed).collect()
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::new();
    // Reading from memory and writing to memory have no way to fail.
    let _ = brotli::BrotliCompress(&mut &*bytes, &mut out, &parameters);
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn both_forms_give_the_text_back() {
        let text = "a board of fifty-two squares, ".repeat(100).into_bytes();
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut brotli(&text).as_slice(), &mut plain).unwrap();
        assert_eq!(plain, text);
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(gzip(&text).as_slice())
            .read_to_end(&mut plain)
            .unwrap();
        assert_eq!(plain, text);
    }

    #[test]
    fn fonts_are_left_alone() {
        let site = Files::from([
            ("a.woff2".to_owned(), vec![1, 2, 3]),
            ("a.css".to_owned(), b"body{}".to_vec()),
        ]);
        let names: Vec<String> = with_compressed(site).into_keys().collect();
        assert_eq!(names, ["a.css", "a.css.br", "a.css.gz", "a.woff2"]);
    }
}
