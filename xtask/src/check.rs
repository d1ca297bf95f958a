//! Format and lints.

use anyhow::Result;

use crate::process::{self, cargo};
use crate::stage::Stages;
use crate::wasm_target::WasmCompiler;
use crate::workspace::Workspace;

/// Both, for the machine and for the browser.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut stages = Stages::begin();
    stages_of(workspace, &mut stages)?;
    stages.end();
    Ok(())
}

/// The same as stages of something larger.
pub(crate) fn stages_of(workspace: &Workspace, stages: &mut Stages) -> Result<()> {
    stages.run("format", || {
        process::run(
            cargo()
                .current_dir(workspace.root())
                .args(["fmt", "--all", "--check"]),
        )
    })?;
    stages.run("lints", || {
        process::run(cargo().current_dir(workspace.root()).args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "--deny",
            "warnings",
        ]))
    })?;
    stages.run("lints of the page", || match WasmCompiler::get(workspace)? {
        compiler @ WasmCompiler::Own => {
            // In the profile that the page is built in: its macros and build scripts are then compiled once.
            let mut clippy = compiler.cargo(workspace, "clippy");
            clippy.args(["--profile", "page"]);
            for program in ["ludo-web", "ludo-proofs", "ludo-thinker"] {
                clippy.args(["--package", program]);
            }
            process::run(clippy.args(["--lib", "--locked", "--", "--deny", "warnings"]))
        }
        WasmCompiler::Debian { .. } => {
            println!("left out: Debian's compiler comes without clippy; the stage `page` compiles the same code");
            Ok(())
        }
    })
}
