//! `ludo`, the one binary. Each subcommand is a module with its arguments and a `run`.

#![allow(
    rustdoc::bare_urls,
    reason = "the documentation is what `--help` prints"
)]

mod arena;
mod backup;
mod bar;
mod choose;
mod data;
mod events;
mod export;
mod failure;
mod json;
mod lines;
mod load;
mod nets;
mod next;
mod perft;
mod pieces;
mod plot;
mod random;
mod replay;
mod restore;
mod runtime;
mod serve;
mod solve;
mod stats;
mod stop;
mod tables;
mod train;
mod verify;
mod whole;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// The server's threads take and give back small pieces of memory all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Ludo: the game's server, and its rules on the command line.
#[derive(Parser)]
#[command(name = "ludo", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Arena(arena::Arguments),
    Backup(backup::Arguments),
    Choose(choose::Arguments),
    Export(export::Arguments),
    Load(load::Arguments),
    Next(next::Arguments),
    Perft(perft::Arguments),
    Random(random::Arguments),
    Replay(replay::Arguments),
    Restore(restore::Arguments),
    Serve(serve::Arguments),
    Solve(solve::Arguments),
    Stats(stats::Arguments),
    Train(train::Arguments),
    Verify(verify::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Arena(arguments) => arena::run(&arguments),
        Command::Backup(arguments) => backup::run(arguments),
        Command::Choose(arguments) => choose::run(&arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Load(arguments) => load::run(&arguments),
        Command::Next(arguments) => next::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Random(arguments) => random::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Restore(arguments) => restore::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
