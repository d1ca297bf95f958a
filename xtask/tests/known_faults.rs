//! `docs/known-faults.md` names tests that there are, and a reason where there is none.

use std::fs;
use std::path::Path;

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
