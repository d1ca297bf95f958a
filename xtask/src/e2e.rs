//! The page in a real browser against a real server.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::chromium;
use crate::node;
use crate::page;
use crate::process::{self, cargo};
use crate::stage::Stages;
use crate::workspace::Workspace;

/// How the browser tests are run.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// How many times over
    #[arg(long, default_value_t = 1)]
    pub(crate) repeat: u32,
    /// With the browser's window to be seen
    #[arg(long)]
    pub(crate) headed: bool,
    /// Only tests whose name matches this pattern
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Option<String>,
}

/// Builds what is needed, then runs the tests.
pub(crate) fn e2e(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut stages = Stages::begin();
    stages_of(workspace, options, &mut stages)?;
    stages.end();
    Ok(())
}

/// The same as stages of something larger.
pub(crate) fn stages_of(
    workspace: &Workspace,
    options: &Options,
    stages: &mut Stages,
) -> Result<()> {
    prepare(workspace, stages)?;
    for round in 1..=options.repeat {
        let name = if options.repeat == 1 {
            "end to end".to_owned()
        } else {
            format!("end to end, round {round} of {}", options.repeat)
        };
        stages.run(&name, || tests(workspace, options))?;
    }
    Ok(())
}

/// A browser, the page as it ships, and a server that serves it.
pub(crate) fn prepare(workspace: &Workspace, stages: &mut Stages) -> Result<()> {
    // What may be missing comes first: the rest takes minutes.
    stages.run("browser", || {
        node::check()?;
        node::install(&workspace.at("e2e"))?;
        println!("{}", chromium::get()?.display());
        Ok(())
    })?;
    stages.run("page", || page::page(workspace, &page::Options::default()))?;
    stages.run("server", || {
        process::run(cargo().current_dir(workspace.root()).args([
            "build",
            "--workspace",
            "--bin",
            "ludo",
            "--locked",
        ]))
    })?;
    Ok(())
}

fn tests(workspace: &Workspace, options: &Options) -> Result<()> {
    let pictures = workspace.target().join("pictures");
    fs::create_dir_all(&pictures)?;
    let mut node = Command::new("node");
    node.current_dir(workspace.at("e2e"));
    node.env("LUDO_BIN", workspace.ludo("debug"))
        .env("LUDO_CHROMIUM", chromium::get()?)
        .env("LUDO_PICTURES", &pictures);
    if options.headed {
        node.env("LUDO_HEADED", "1");
    }
    // Two files at a time: each drives browsers and a server of its own, and mostly waits for them.
    node.args(["--test", "--test-concurrency=2", "--test-reporter=spec"]);
    if let Some(pattern) = &options.only {
        node.arg(format!("--test-name-pattern={pattern}"));
    }
    process::run(node.args(test_files(workspace)?))
}

/// Named one by one: what node makes of a folder differs between its releases.
fn test_files(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let folder = workspace.at("e2e/tests");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(".test.js"))
        .collect();
    if files.is_empty() {
        bail!("there is no test in {}", folder.display());
    }
    // The longest ones first: none is left to run alone at the end.
    files.sort_by_key(|file| Reverse(file.metadata().map_or(0, |about| about.len())));
    Ok(files)
}
