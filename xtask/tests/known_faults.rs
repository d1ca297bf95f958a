//! `docs/known-faults.md` names tests that there are, all of them, and a reason where there is none.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_list_of_known_faults_names_tests_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = fs::read_to_string(root.join("docs/known-faults.md")).unwrap();
    let mut rows = 0;
    for row in list.lines().filter(|line| line.starts_with("| B")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [number, shown_by] = cells[..] else {
            panic!("not a row of two cells: {row}");
        };
        let number: u32 = number[1..].parse().unwrap();
        let title = format!("b{number:03}");
        let mut file = None;
        for name in shown_by.split('`').skip(1).step_by(2) {
            if name.contains('/') {
                let text = fs::read_to_string(root.join(name));
                let text = text.unwrap_or_else(|error| panic!("B{number}: {name}: {error}"));
                assert!(text.contains(&title), "B{number}: {name} has no {title}");
                file = Some(text);
            } else if let Some(text) = &file {
                assert!(text.contains(name), "B{number}: there is no {name}");
            }
        }
        assert!(
            file.is_some() || shown_by.len() > 40,
            "B{number}: neither a test nor a reason"
        );
        rows += 1;
    }
    assert_eq!(rows, 87, "rows of the list");
}

#[test]
fn every_test_with_the_number_of_a_known_fault_is_in_its_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = fs::read_to_string(root.join("docs/known-faults.md")).unwrap();
    let mut sources = Vec::new();
    for member in fs::read_dir(root.join("crates")).unwrap() {
        let member = member.unwrap().path();
        find_sources(&member.join("src"), &mut sources);
        find_sources(&member.join("tests"), &mut sources);
    }
    let mut seen = 0;
    for source in sources {
        let text = fs::read_to_string(&source).unwrap();
        let names = text
            .lines()
            .filter_map(|line| line.split_once("fn b")?.1.split_once('('));
        for (name, _) in names {
            let numbers = format!("b{name}");
            let numbers = numbers
                .split('_')
                .map_while(|part| part.strip_prefix('b')?.parse::<u32>().ok());
            for number in numbers {
                let row = list
                    .lines()
                    .find(|line| line.starts_with(&format!("| B{number} |")));
                assert!(
                    row.is_some_and(|row| row.contains(&format!("`b{name}`"))),
                    "B{number}: the list does not name b{name} of {}",
                    source.display()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 150, "{seen} names");
}

/// All files of Rust in a folder, which need not be there.
fn find_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            find_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}
