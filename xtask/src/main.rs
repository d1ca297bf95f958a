//! Set-up, build of the page and tests: whatever is not plain cargo.
//!
//! `cargo xtask help` lists the commands. Each command that does several things says what it does, one line each,
//! and stops at the first that fails with a sentence that says what to do.

mod check;
mod chromium;
mod debian;
mod deny;
mod e2e;
mod measure;
mod node;
mod page;
mod process;
mod run;
mod stage;
mod test;
mod wasm_target;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// Set-up, build of the page and tests of Ludo.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Builds the page and the server, then serves on http://localhost:8080
    Run(run::Options),
    /// Everything that must be green: format, lints, tests, licences, page, browser
    Test(test::Options),
    /// Format and lints only
    Check,
    /// Builds the page (WebAssembly) into crates/web/dist
    Page(page::Options),
    /// The page in a real browser against a real server
    E2e(e2e::Options),
    /// How fast the page is: Lighthouse, time to the first button, motion; on demand, nothing is asserted
    Measure(measure::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = Workspace::find().and_then(|workspace| match arguments.task {
        Task::Run(options) => run::run(&workspace, &options),
        Task::Test(options) => test::test(&workspace, &options),
        Task::Check => check::check(&workspace),
        Task::Page(options) => page::page(&workspace, &options),
        Task::E2e(options) => e2e::e2e(&workspace, &options),
        Task::Measure(options) => measure::measure(&workspace, &options),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure:#}");
            ExitCode::FAILURE
        }
    }
}
