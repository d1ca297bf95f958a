//! Licences, sources and bans of what we depend on, by cargo-deny and `deny.toml`.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{self, cargo};
use crate::workspace::Workspace;

/// The release that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// Runs it. Advisories are not asked for: they need the network, and a new one would turn yesterday's green red.
pub(crate) fn deny(workspace: &Workspace) -> Result<()> {
    let mut deny = Command::new(get(workspace)?);
    deny.current_dir(workspace.root())
        .args(["--log-level", "warn", "--locked", "check"]);
    process::run(deny.args(["--hide-inclusion-graph", "bans", "licenses", "sources"]))
}

/// Whether it can run without being built first, which takes minutes.
pub(crate) fn is_at_hand(workspace: &Workspace) -> bool {
    installed().is_some() || own(workspace).is_file()
}

/// The one on PATH, if it is of this release.
fn installed() -> Option<PathBuf> {
    let found = process::on_path(&["cargo-deny"])?;
    let said = process::output(Command::new(&found).arg("--version")).ok()?;
    said.ends_with(VERSION).then_some(found)
}

fn own_root(workspace: &Workspace) -> PathBuf {
    workspace.tools().join(format!("cargo-deny-{VERSION}"))
}

/// Where the one is, or will be, that is built here.
fn own(workspace: &Workspace) -> PathBuf {
    let program = format!("bin/cargo-deny{}", env::consts::EXE_SUFFIX);
    own_root(workspace).join(program)
}

/// The one on PATH if it is of this release, else one of our own, built once.
fn get(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(found) = installed() {
        return Ok(found);
    }
    let (root, program) = (own_root(workspace), own(workspace));
    if !program.is_file() {
        println!(
            "building cargo-deny {VERSION} into {}, once",
            root.display()
        );
        let build = workspace.tools().join("build");
        // Unoptimised: it runs for a second, and building it optimised takes minutes.
        let mut install = cargo();
        install.args([
            "install",
            "--quiet",
            "--debug",
            "--locked",
            "cargo-deny",
            "--version",
            VERSION,
        ]);
        install
            .arg("--root")
            .arg(&root)
            .arg("--target-dir")
            .arg(&build);
        process::run(&mut install).context("cargo-deny could not be built")?;
        fs::remove_dir_all(&build)?;
    }
    Ok(program)
}
