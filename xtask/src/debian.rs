//! Debian's packages, unpacked into a folder of ours: no root, nothing on the machine changes.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// Downloads packages (not what they depend on) and unpacks them below `root`, which appears whole or not at all.
pub(crate) fn unpack(packages: &[&str], root: &Path) -> Result<()> {
    if process::on_path(&["apt-get"]).is_none() || process::on_path(&["dpkg"]).is_none() {
        bail!(
            "this machine has no apt-get to fetch {} with",
            packages.join(", ")
        );
    }
    let work = root.with_extension("part");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let downloads = work.join("downloads");
    let tree = work.join("tree");
    // apt wants these to be there; its own lists may be old or missing and only root may renew them.
    for folder in ["lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(work.join(folder))?;
    }
    fs::create_dir_all(&downloads)?;
    fs::create_dir_all(&tree)?;

    process::run_quietly(apt(&work).arg("update"))
        .context("apt could not read its package lists")?;
    process::run_quietly(
        apt(&work)
            .current_dir(&downloads)
            .arg("download")
            .args(packages),
    )
    .with_context(|| format!("apt could not download {}", packages.join(", ")))?;
    for entry in fs::read_dir(&downloads)? {
        process::run_quietly(Command::new("dpkg").arg("-x").arg(entry?.path()).arg(&tree))?;
    }
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    fs::rename(&tree, root)?;
    fs::remove_dir_all(&work)?;
    Ok(())
}

/// Installs packages with what they depend on: only where we are root or may become root without being asked.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if process::on_path(&["apt-get"]).is_none() {
        bail!(
            "this machine has no apt-get to install {} with",
            packages.join(", ")
        );
    }
    let root = process::output(Command::new("id").arg("-u")).is_ok_and(|user| user == "0");
    if !root && process::output(Command::new("sudo").args(["--non-interactive", "true"])).is_err() {
        bail!(
            "only root may install packages: run `sudo apt-get install {}`",
            packages.join(" ")
        );
    }
    let apt = || {
        let mut command = Command::new(if root { "env" } else { "sudo" });
        if !root {
            command.args(["--non-interactive", "env"]);
        }
        command.args([
            "DEBIAN_FRONTEND=noninteractive",
            "apt-get",
            "--quiet",
            "--yes",
            "--no-install-recommends",
        ]);
        command
    };
    process::run_quietly(apt().arg("update"))?;
    process::run_quietly(apt().arg("install").args(packages))
}

/// apt with lists and cache of its own below `work`.
fn apt(work: &Path) -> Command {
    let mut command = Command::new("apt-get");
    command.env("LC_ALL", "C");
    for (name, folder) in [("Dir::State::lists", "lists"), ("Dir::Cache", "cache")] {
        command
            .arg("-o")
            .arg(format!("{name}={}", work.join(folder).display()));
    }
    // As root, apt would become a user that may not write here.
    command.args(["-o", "APT::Sandbox::User=root"]);
    command
}
