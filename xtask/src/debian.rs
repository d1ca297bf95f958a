//! Debian's packages, unpacked into a folder of ours: no root, nothing on the machine changes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// A mirror that does not answer at once is asked again, and somebody else's apt is waited for, for so many seconds.
const PATIENT: [&str; 4] = ["-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300"];

/// Downloads packages and what this machine lacks of what they depend on, and unpacks them below `root`, which
/// appears whole or not at all. Their shared libraries are then in [`libraries`].
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
    let plan = process::output(
        apt(&work)
            .args(["install", "--simulate", "--no-install-recommends"])
            .args(packages),
    )
    .with_context(|| format!("apt cannot tell what {} depend on", packages.join(", ")))?;
    // Asked for by name too: what is installed on the machine is not in the plan.
    let mut wanted: BTreeSet<&str> = packages.iter().copied().collect();
    wanted.extend(planned(&plan));
    process::run_quietly(
        apt(&work)
            .current_dir(&downloads)
            .arg("download")
            .args(&wanted),
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

/// Folders of an unpacked tree in which the loader finds shared libraries.
pub(crate) fn libraries(root: &Path) -> Vec<PathBuf> {
    let lib = root.join("usr/lib");
    let entries = fs::read_dir(&lib).into_iter().flatten().flatten();
    let by_architecture = entries
        .map(|entry| entry.path())
        .filter(|folder| folder.to_string_lossy().ends_with("-linux-gnu"));
    by_architecture.chain([lib.clone()]).collect()
}

/// The packages that apt says it would install.
fn planned(plan: &str) -> impl Iterator<Item = &str> {
    plan.lines()
        .filter_map(|line| line.strip_prefix("Inst ")?.split_whitespace().next())
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
        command.args(PATIENT);
        command
    };
    process::run_quietly(apt().arg("update"))?;
    process::run_quietly(apt().arg("install").args(packages))
}

/// apt with lists and cache of its own below `work`.
fn apt(work: &Path) -> Command {
    let mut command = Command::new("apt-get");
    command.env("LC_ALL", "C").args(PATIENT);
    for (name, folder) in [("Dir::State::lists", "lists"), ("Dir::Cache", "cache")] {
        command
            .arg("-o")
            .arg(format!("{name}={}", work.join(folder).display()));
    }
    // As root, apt would become a user that may not write here.
    command.args(["-o", "APT::Sandbox::User=root"]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_names_what_is_missing() {
        let plan = "NOTE: This is only a simulation!\nRemv rustc [1.63]\nInst libllvm22 (1:22.1.8-1 Debian:12 [amd64])\n\
                    Inst rustc-web [1.85] (1.96.0 Debian:12 [amd64])\nConf rustc-web (1.96.0 Debian:12 [amd64])\n";
        assert_eq!(
            planned(plan).collect::<Vec<_>>(),
            ["libllvm22", "rustc-web"]
        );
    }
}
