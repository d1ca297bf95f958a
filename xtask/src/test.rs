//! Everything that must be green before a change lands.

use std::env;

use anyhow::Result;
use clap::Args;

use crate::check;
use crate::deny;
use crate::e2e;
use crate::process::{self, cargo};
use crate::stage::Stages;
use crate::workspace::Workspace;

/// Names the folder of endgame tables that took an hour to make, for tests that play by them.
const TABLES: &str = "LUDO_TABLES";

/// How the names of those tests begin.
const BY_TABLES: &str = "by_saved_tables_";

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
            long.current_dir(workspace.root()).args([
                "test",
                "--workspace",
                "--locked",
                "--quiet",
                "--",
                "--ignored",
            ]);
            if env::var_os(TABLES).is_none() {
                println!(
                    "without {TABLES}=DIR, of `ludo solve 3 3`, tests `{BY_TABLES}…` are left out"
                );
                long.args(["--skip", BY_TABLES]);
            }
            process::run(&mut long)
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
