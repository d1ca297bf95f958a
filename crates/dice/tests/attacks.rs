//! The tests that docs/dice.md names beside each attack are there.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

const DOCUMENT: &str = include_str!("../../../docs/dice.md");

#[test]
fn every_test_that_the_document_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (_, table) = DOCUMENT
        .split_once("### What a hostile server can try")
        .unwrap();
    let (table, _) = table.split_once("\n### ").unwrap();
    let mut named = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let shown = row.rsplit(" | ").next().unwrap();
        let mut source = String::new();
        // In the last column: a file, and the names of tests in it.
        for quoted in shown.split('`').skip(1).step_by(2) {
            if quoted.ends_with(".rs") {
                source = fs::read_to_string(root.join(quoted))
                    .unwrap_or_else(|error| panic!("{quoted}: {error}"));
            } else if !quoted.is_empty() {
                assert!(
                    source.contains(&format!("fn {quoted}(")),
                    "{quoted} is not there"
                );
            }
            named += 1;
        }
        assert!(!source.is_empty(), "no test: {row}");
    }
    assert!(named > 30, "{named}");
}
