//! Where things are.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};

/// The folders that the tasks work in.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    program: String,
}

impl Workspace {
    /// The workspace that this program was started from.
    ///
    /// Cargo says where at run time; a compiled-in path would be wrong in the second of two clones that share a
    /// target folder.
    pub(crate) fn find() -> Result<Self> {
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .context("start this as `cargo xtask …`, not by its path")?;
        let root = here
            .parent()
            .context("the workspace has no folder above xtask")?
            .to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            // Cargo reads a relative one from the folder it was started in.
            Some(folder) => env::current_dir()?.join(folder),
            None => root.join("target"),
        };
        Ok(Self {
            root,
            target,
            program: program(),
        })
    }

    /// The top of the repository.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// What tells this build of this program from another one.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// A path below the top of the repository.
    pub(crate) fn at(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Cargo's target folder, which holds everything that can be made again.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Tools that the tasks fetch for themselves.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// Where the page is built to.
    pub(crate) fn dist(&self) -> PathBuf {
        self.at("crates/web/dist")
    }

    /// The program that players run, as the profile's folder in the target folder has it.
    pub(crate) fn ludo(&self, profile: &str) -> PathBuf {
        self.target
            .join(profile)
            .join(format!("ludo{}", env::consts::EXE_SUFFIX))
    }
}

/// Looked at when the program starts: a test run may put a newer one in its place.
fn program() -> String {
    let own = env::current_exe().and_then(fs::metadata);
    let built = own
        .as_ref()
        .ok()
        .and_then(|own| own.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!(
        "{} {}",
        own.map_or(0, |own| own.len()),
        built.unwrap_or_default().as_nanos()
    )
}
