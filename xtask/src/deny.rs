//! Licences, sources and bans of what we depend on, by cargo-deny and `deny.toml`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{self, cargo};
use crate::workspace::Workspace;

/// The release that is installed where none is there.
const VERSION: &str = "0.18.9";

/// Runs it. Advisories are not asked for: they need the network, and a new one would turn yesterday's green red.
pub(crate) fn deny(workspace: &Workspace) -> Result<()> {
    let program = get(workspace)?;
    process::run(Command::new(program).current_dir(workspace.root()).args([
        "--log-level",
        "warn",
        "--offline",
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}

/// The one on PATH, else one of our own, built once.
fn get(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(found) = process::on_path(&["cargo-deny"]) {
        return Ok(found);
    }
    let root = workspace.tools().join(format!("cargo-deny-{VERSION}"));
    let program = root.join(format!("bin/cargo-deny{}", env::consts::EXE_SUFFIX));
    if !program.is_file() {
        println!(
            "building cargo-deny {VERSION} into {}, once",
            root.display()
        );
        // Unoptimised: it runs for a second, and building it optimised takes minutes.
        process::run(
            cargo()
                .args([
                    "install",
                    "--quiet",
                    "--debug",
                    "--locked",
                    "cargo-deny",
                    "--version",
                    VERSION,
                    "--root",
                ])
                .arg(&root),
        )
        .context("cargo-deny could not be built")?;
    }
    Ok(program)
}
