//! From a clone to a running server.

use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use crate::page;
use crate::process;
use crate::stage::seconds;
use crate::workspace::Workspace;

/// What is handed to `ludo serve`.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// Options of `ludo serve`: --port, --data, --lan, --public-url, …
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "SERVE OPTIONS"
    )]
    serve: Vec<String>,
}

/// Builds the page, then the server that carries it, then becomes that server.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    println!("page: building");
    let options_of_page = page::Options {
        heavy: true,
        ..page::Options::default()
    };
    page::page(workspace, &options_of_page)?;

    println!("server: building");
    let begun = Instant::now();
    process::run(process::cargo().current_dir(workspace.root()).args([
        "build",
        "--release",
        "--package",
        "ludo",
    ]))?;
    println!("server: built ({})", seconds(begun.elapsed()));

    // The folder it was started in stays: a relative --data is the user's.
    let mut serve = Command::new(workspace.ludo("release"));
    serve.arg("serve").args(&options.serve);
    println!("server: starting `{}`", process::shown(&serve));
    process::replace_with(&mut serve)
}
