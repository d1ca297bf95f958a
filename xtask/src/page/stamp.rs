//! Whether anything changed since the page was last built.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::Result;
use sha2::{Digest as _, Sha256};

use super::Files;
use crate::workspace::Workspace;

/// One line that stands for all that goes into the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp(String);

impl Stamp {
    /// Of the compiled program, the files around it, and this program itself, which puts them together.
    pub(crate) fn of(workspace: &Workspace, dev: bool, wasm: &[u8], statics: &Files) -> Self {
        Self::from_parts(dev, wasm, statics, workspace.program())
    }

    fn from_parts(dev: bool, wasm: &[u8], statics: &Files, program: &str) -> Self {
        let mut hasher = Sha256::new();
        let mut add = |bytes: &[u8]| {
            // The length first: two files never read as one.
            hasher.update((bytes.len() as u64).to_be_bytes());
            hasher.update(bytes);
        };
        add(&[u8::from(dev)]);
        add(program.as_bytes());
        add(wasm);
        for (path, bytes) in statics {
            add(path.as_bytes());
            add(bytes);
        }
        Self(
            hasher
                .finalize()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        )
    }

    /// Whether the folder was built from just this.
    pub(crate) fn holds(&self, workspace: &Workspace) -> bool {
        workspace.dist().join("index.html").is_file()
            && fs::read_to_string(file(workspace)).is_ok_and(|text| text == self.line(workspace))
    }

    /// Remembers that the folder was built from this.
    pub(crate) fn write(&self, workspace: &Workspace) -> Result<()> {
        Ok(fs::write(file(workspace), self.line(workspace))?)
    }

    /// Forgets what the folder was built from: the next build makes it anew.
    pub(crate) fn forget(workspace: &Workspace) -> Result<()> {
        match fs::remove_file(file(workspace)) {
            Err(failure) if failure.kind() != ErrorKind::NotFound => Err(failure.into()),
            _ => Ok(()),
        }
    }

    /// The folder stands in the line: two clones may share a target folder, not a page.
    fn line(&self, workspace: &Workspace) -> String {
        format!("{} {}\n", self.0, workspace.dist().display())
    }
}

fn file(workspace: &Workspace) -> PathBuf {
    workspace.target().join("page.stamp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_changes_the_stamp() {
        let none = Files::new();
        let one = Files::from([("a".to_owned(), b"bc".to_vec())]);
        let other = Files::from([("ab".to_owned(), b"c".to_vec())]);
        let stamps = [
            Stamp::from_parts(false, b"", &none, ""),
            Stamp::from_parts(true, b"", &none, ""),
            Stamp::from_parts(false, b"x", &none, ""),
            Stamp::from_parts(false, b"", &none, "y"),
            Stamp::from_parts(false, b"", &one, ""),
            Stamp::from_parts(false, b"", &other, ""),
        ];
        for (index, stamp) in stamps.iter().enumerate() {
            assert!(!stamps[..index].contains(stamp), "{index}");
        }
        assert_eq!(
            Stamp::from_parts(false, b"x", &one, "y"),
            Stamp::from_parts(false, b"x", &one, "y")
        );
    }
}
