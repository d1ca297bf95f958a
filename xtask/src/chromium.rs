//! A browser of Chromium's family.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::process;

/// Says which browser to use where the usual places do not have it.
const VARIABLE: &str = "LUDO_CHROMIUM";

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Where macOS keeps it.
const APPLICATIONS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// A browser, installed from Debian's packages where that is possible without asking anybody.
pub(crate) fn get() -> Result<PathBuf> {
    if let Some(said) = env::var_os(VARIABLE).map(PathBuf::from) {
        if !said.is_file() {
            bail!(
                "{VARIABLE} says {}, where there is no program",
                said.display()
            );
        }
        return Ok(said);
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    println!("browser: none found; installing Debian's chromium");
    // With a font: a machine without a screen often has none, and letters are measured.
    debian::install(&["chromium", "fonts-dejavu-core"])
        .with_context(|| format!("the tests of the page need Chromium or Chrome: install it, or say where it is in {VARIABLE}"))?;
    find().context("chromium was installed, but is not on PATH")
}

fn find() -> Option<PathBuf> {
    process::on_path(&NAMES).or_else(|| {
        APPLICATIONS
            .iter()
            .map(PathBuf::from)
            .find(|file| file.is_file())
    })
}
