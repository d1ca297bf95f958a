//! The checker in Python that the documentation shows.

use std::io::Write;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use super::forged::with;
use super::mixed::mixed;
use super::{key, records};

/// The checker in Python that docs/dice.md shows, with this input.
pub(super) fn python(input: &str) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_dice.py");
    let child = Process::new("python3")
        .arg(script)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("SKIPPED: the checker in Python is not tested, python3 is missing");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    Some((
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    ))
}

#[test]
fn the_checker_in_python_agrees_about_records_of_the_product() {
    let mut text = String::new();
    let mut count = 0;
    for seed in 100..106 {
        for record in records(&mixed(seed)) {
            text.push_str(&key().seal(record).unwrap().to_string());
            count += 1;
        }
    }
    let Some((good, told)) = python(&text) else {
        return;
    };
    assert!(good, "{told}");
    assert_eq!(
        told.lines().filter(|line| line.contains(": good")).count(),
        count,
        "{told}"
    );
    // A die that is another one.
    let at = text.find(":pass").unwrap() - 1;
    let face = if text.as_bytes()[at] == b'1' {
        '2'
    } else {
        '1'
    };
    let (good, told) = python(&with(&text, at, face)).unwrap();
    assert!(!good && told.contains("WRONG"), "{told}");
}

#[test]
fn the_checker_in_python_agrees_about_the_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dice/tests/vectors/dice");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some((good, told)) = python(&std::fs::read_to_string(&path).unwrap()) else {
            return;
        };
        assert_eq!(good, name.starts_with("good_"), "{name}: {told}");
        count += 1;
    }
    assert_eq!(count, 20);
}
