//! Everything that must be green before a change lands.

use anyhow::Result;
use clap::Args;

use crate::check;
use crate::deny;
use crate::e2e;
use crate::process::{self, cargo};
use crate::stage::Stages;
use crate::workspace::Workspace;

/// How much is tested.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// The long ones too: tests marked `#[ignore = "long"]`, licences and sources of dependencies though cargo-deny is
    /// still to be built, and the browser tests ten times over
    #[arg(long)]
    long: bool,
}

/// Runs all stages; the first that fails ends it.
pub(crate) fn test(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut stages = Stages::begin();
    check::stages_of(workspace, &mut stages)?;
    stages.run("tests", || {
        process::run(cargo().current_dir(workspace.root()).args([
            "test",
            "--workspace",
            "--locked",
            "--quiet",
        ]))
    })?;
    if options.long {
        stages.run("long tests", || {
            let mut long = cargo();
            long.current_dir(workspace.root()).env("LUDO_LONG", "1");
            process::run(long.args([
                "test",
                "--workspace",
                "--locked",
                "--quiet",
                "--",
                "--ignored",
            ]))
        })?;
    }
    // Whoever adds a dependency runs the long tests; to build the tool is too long for every new machine.
    if options.long || deny::is_at_hand(workspace) {
        stages.run("licences and sources", || deny::deny(workspace))?;
    }
    let browser = e2e::Options {
        repeat: if options.long { 10 } else { 1 },
        headed: false,
        only: None,
    };
    e2e::stages_of(workspace, &browser, &mut stages)?;
    stages.end();
    Ok(())
}
