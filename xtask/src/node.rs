//! Node.js and the packages of the browser tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The oldest release whose test runner has what the tests use.
const OLDEST: u32 = 20;

/// Checks that Node.js is there and new enough.
pub(crate) fn check() -> Result<()> {
    let version = process::output(Command::new("node").arg("--version")).with_context(|| {
        format!("the tests of the page need Node.js {OLDEST} or later with npm: install it")
    })?;
    match major(&version) {
        Some(major) if major >= OLDEST => Ok(()),
        _ => bail!("the tests of the page need Node.js {OLDEST} or later, and this is {version}"),
    }
}

/// Installs the packages exactly as locked, unless they are there.
pub(crate) fn install(folder: &Path) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let done = folder.join("node_modules/.ludo-installed");
    let wanted =
        fs::read_to_string(&lock).with_context(|| format!("{} cannot be read", lock.display()))?;
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    process::run_quietly(Command::new("npm").current_dir(folder).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
    ]))?;
    Ok(fs::write(done, wanted)?)
}

/// `v20.20.2` is 20.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("20"), None);
    }
}
