//! How fast the page is, on demand: Lighthouse, the time to the first button that works, what a frame of motion costs.
//!
//! Nothing here is asserted, and nothing of it runs with the tests: the figures are those of the machine and of the minute. What they
//! were stands in `docs/performance.md`.

use std::fs;
use std::process::Command;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::chromium;
use crate::e2e;
use crate::node;
use crate::process;
use crate::stage::Stages;
use crate::workspace::Workspace;

/// What is measured, and how often.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// One of them; all, one after the other, if none is named
    #[arg(value_enum)]
    what: Option<What>,
    /// How many times over; the figure in the middle counts
    #[arg(long, default_value_t = 3)]
    rounds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Lighthouse, as a phone on a slow line: start page, a table by its link, a game
    Lighthouse,
    /// From the address to the first button that works, on a slow line
    Usable,
    /// Script and layout in each frame of a game, on a slow processor
    Motion,
}

impl What {
    fn script(self) -> &'static str {
        match self {
            Self::Lighthouse => "lighthouse.js",
            Self::Usable => "usable.js",
            Self::Motion => "motion.js",
        }
    }
}

/// Builds the page as it ships, then measures it.
pub(crate) fn measure(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut stages = Stages::begin();
    e2e::prepare(workspace, &mut stages)?;
    let folder = workspace.at("e2e/measure");
    // Lighthouse is a large tool: only whoever measures has it, of the version that its lock file says.
    stages.run("lighthouse", || node::install(&folder))?;
    let kept = workspace.target().join("measured");
    fs::create_dir_all(&kept)?;
    for what in What::value_variants() {
        if options.what.is_some_and(|wanted| wanted != *what) {
            continue;
        }
        stages.run(what.script(), || {
            let mut node = Command::new("node");
            node.current_dir(&folder)
                .env("LUDO_BIN", workspace.ludo("debug"))
                .env("LUDO_CHROMIUM", chromium::get()?)
                .env("LUDO_PICTURES", &kept)
                .env("LUDO_ROUNDS", options.rounds.to_string());
            process::run(node.arg(what.script()))
        })?;
    }
    println!("reports and traces are in {}", kept.display());
    stages.end();
    Ok(())
}
