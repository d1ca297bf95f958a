use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use ludo_load::{LoadError, Mode, Plan, Where};

use crate::{Failure, json, runtime, stop};

/// Load a server with people who play, and measure it.
///
/// Against a server of your own on this machine: one that runs (--server), or one that is started for this with a data
/// folder that is thrown away (--serve). Beside the figures stands what the machine itself can do, measured in the same run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to measure.
    mode: WhatMode,
    /// Start a server for this, and throw its data away.
    #[arg(long, conflicts_with = "server", required_unless_present = "server")]
    serve: bool,
    /// With --serve: the server stores nothing.
    #[arg(long, requires = "serve")]
    memory: bool,
    /// The address of a server that runs, as 127.0.0.1:8080.
    #[arg(long, value_name = "ADDRESS")]
    server: Option<SocketAddr>,
    /// The process of that server, to read how much of the processor it uses.
    #[arg(long, value_name = "PID", requires = "server")]
    pid: Option<u32>,
    /// Load a server on another machine. It must be your own.
    #[arg(long, requires = "server")]
    anywhere: bool,
    /// A folder on the disk that the server writes to; with --serve its data folder is made in it.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Tables, of four people each (start: of two).
    #[arg(long, value_name = "N", default_value_t = 25)]
    tables: usize,
    /// open: commands a second over all tables.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    rate: u32,
    /// idle: sockets.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sockets: usize,
    /// idle: how many of them are at one table.
    #[arg(long, value_name = "N", default_value_t = 4)]
    sockets_per_table: usize,
    /// human: from somebody's turn to their command, on average, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    thought: u64,
    /// How long to measure.
    #[arg(long, value_name = "S", default_value_t = 10)]
    seconds: u64,
    /// How long to wait or play before that.
    #[arg(long, value_name = "S", default_value_t = 3)]
    warm_up: u64,
    /// Do not measure what the machine can do.
    #[arg(long)]
    no_machine: bool,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum WhatMode {
    /// Commands at a fixed rate, whatever the server does: latency.
    Open,
    /// As fast as it goes: commands for each second of the server's processor.
    Closed,
    /// People who think: how busy the server is.
    Human,
    /// Sockets that only listen: bytes of the server's memory for each.
    Idle,
    /// A start with many games going on: time to the first answer.
    Start,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let plan = plan(arguments)?;
    // One thread: the generator must not take the processors from what it measures.
    let report = runtime::one_thread()?.block_on(async {
        tokio::select! {
            measured = ludo_load::run(&plan) => measured.map_err(failed),
            // A server that was started for this ends with it, and its data goes.
            () = stop::signal()? => Err(Failure::Work("stopped before there was a measurement".into())),
        }
    })?;
    let mut out = io::stdout().lock();
    if arguments.json {
        json::write_line(&mut out, &report)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(out.flush()?)
}

fn failed(error: LoadError) -> Failure {
    match error {
        LoadError::Bounds { .. } | LoadError::Elsewhere(_) | LoadError::NeedsOwn => {
            Failure::Input(error.to_string())
        }
        error => Failure::work(error),
    }
}

fn plan(arguments: &Arguments) -> Result<Plan, Failure> {
    let server = match arguments.server {
        Some(address) => Where::Running {
            address,
            pid: arguments.pid,
            folder: arguments.folder.clone(),
            anywhere: arguments.anywhere,
        },
        None => Where::Own {
            program: std::env::current_exe().map_err(Failure::work)?,
            folder: arguments.folder.clone(),
            memory: arguments.memory,
        },
    };
    Ok(Plan {
        mode: match arguments.mode {
            WhatMode::Open => Mode::Open,
            WhatMode::Closed => Mode::Closed,
            WhatMode::Human => Mode::Human,
            WhatMode::Idle => Mode::Idle,
            WhatMode::Start => Mode::Start,
        },
        server,
        tables: arguments.tables,
        sockets: arguments.sockets,
        sockets_per_table: arguments.sockets_per_table,
        rate: arguments.rate,
        thought: Duration::from_millis(arguments.thought),
        length: Duration::from_secs(arguments.seconds),
        warm_up: Duration::from_secs(arguments.warm_up),
        machine: !arguments.no_machine,
    })
}
