//! A compiler for WebAssembly: the toolchain's own target, or Debian's.
//!
//! Tried in this order: the target is there; `rustup target add`, with a time limit; Debian's `rustc-web`, unpacked
//! into the target folder, which needs neither root nor rustup's server.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::process::{self, Ended};
use crate::workspace::Workspace;

/// The target's name.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// How long `rustup target add` may take: a slow line is given its time, a dead one is not waited for.
const RUSTUP_LIMIT: Duration = Duration::from_secs(120);

/// What Debian calls the compiler that it keeps new enough for browsers, and its standard library's source. Cargo
/// stays the toolchain's own.
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// A compiler that can build the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WasmCompiler {
    /// The one that built this program; it has the target.
    Own,
    /// Debian's, which builds the standard library from source.
    Debian {
        /// The compiler.
        rustc: PathBuf,
        /// The linker.
        linker: PathBuf,
        /// Where the compiler's shared libraries are, as LD_LIBRARY_PATH says it.
        libraries: OsString,
    },
}

impl WasmCompiler {
    /// Finds one or fetches one.
    pub(crate) fn get(workspace: &Workspace) -> Result<Self> {
        if has_target() {
            return Ok(Self::Own);
        }
        // So that a machine whose rustup cannot reach its server waits for it once, not at every build.
        let unreachable = workspace.tools().join("rustup-target-add-failed");
        if unreachable.exists() {
            return Self::debian(workspace).with_context(|| {
                format!(
                    "`rustup target add` failed before (remove {} to have it tried again)",
                    unreachable.display()
                )
            });
        }
        let why = match add_target() {
            Ok(()) if has_target() => return Ok(Self::Own),
            Ok(()) => {
                "it says that it added the target, but the compiler does not find it".to_owned()
            }
            Err(failure) => format!("{failure:#}"),
        };
        println!("wasm: no target by rustup: {why}");
        let found = Self::debian(workspace).with_context(|| format!("the page needs the target {TARGET}: run `rustup target add {TARGET}` where rustup reaches its server"))?;
        fs::create_dir_all(workspace.tools())?;
        fs::write(&unreachable, why)?;
        Ok(found)
    }

    /// Cargo's call with this compiler, with a target folder of its own: a native build beside it does not wait for
    /// the lock, and two compilers never share a cache.
    pub(crate) fn cargo(&self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut command = process::cargo();
        command.current_dir(workspace.root());
        command
            .args([subcommand, "--target", TARGET, "--target-dir"])
            .arg(self.target_folder(workspace));
        if let Self::Debian {
            rustc,
            linker,
            libraries,
        } = self
        {
            command
                .env("LD_LIBRARY_PATH", libraries)
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
        command
    }

    /// Where this compiler's artefacts go.
    pub(crate) fn target_folder(&self, workspace: &Workspace) -> PathBuf {
        workspace.target().join(match self {
            Self::Own => "wasm",
            Self::Debian { .. } => "wasm-debian",
        })
    }

    fn debian(workspace: &Workspace) -> Result<Self> {
        let root = workspace.tools().join("rustc-web");
        if !root.is_dir() {
            println!(
                "wasm: unpacking Debian's {} into {}",
                DEBIAN_PACKAGES.join(", "),
                root.display()
            );
            debian::unpack(&DEBIAN_PACKAGES, &root)?;
        }
        let rustc = root.join("usr/bin/rustc");
        let linker = linker()?;
        let libraries = env::join_paths(debian::libraries(&root))?;
        Ok(Self::Debian {
            rustc,
            linker,
            libraries,
        })
    }
}

/// Whether the compiler on PATH has the target's standard library.
fn has_target() -> bool {
    let folder = process::output(Command::new("rustc").args([
        "--print",
        "target-libdir",
        "--target",
        TARGET,
    ]));
    folder.is_ok_and(|folder| holds_core(Path::new(&folder)))
}

fn holds_core(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libcore-") && name.ends_with(".rlib")
    })
}

fn add_target() -> Result<()> {
    if process::on_path(&["rustup"]).is_none() {
        bail!("there is no rustup on PATH");
    }
    println!(
        "wasm: rustup target add {TARGET} (at most {} s)",
        RUSTUP_LIMIT.as_secs()
    );
    match process::run_for(
        Command::new("rustup").args(["target", "add", TARGET]),
        RUSTUP_LIMIT,
    )? {
        Ended::Well => Ok(()),
        Ended::Failed => bail!("`rustup target add {TARGET}` failed"),
        Ended::TimedOut => bail!(
            "`rustup target add {TARGET}` did not end in {} s",
            RUSTUP_LIMIT.as_secs()
        ),
    }
}

/// The linker that comes with rustup's toolchains, else one of the machine's.
fn linker() -> Result<PathBuf> {
    let sysroot = process::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let host = process::output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let own = Path::new(&sysroot)
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if own.is_file() {
        return Ok(own);
    }
    process::on_path(&["rust-lld", "wasm-ld", "lld"])
        .context("no linker for WebAssembly: install Debian's `lld`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_folder_is_no_target() {
        let folder = env::temp_dir().join(format!("ludo-xtask-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert!(!holds_core(&folder));
        fs::write(folder.join("libcore-0123.rlib"), "").unwrap();
        assert!(holds_core(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert!(!holds_core(&folder));
    }
}
