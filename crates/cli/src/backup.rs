use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use ludo_store::Backup;
use ludo_table::Time;

use crate::{Failure, data, runtime};

/// Back up a server's data, also while it is being served.
///
/// Makes a folder with the database as it is at one moment and a manifest with checksums. Without --with-key, the host's
/// keys stay out: keep them apart, or the backup as safe as the server. `ludo restore` puts it back.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of all data. By default this system's folder for a program's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Put the host's keys (host.key, seal.key) into the backup too.
    #[arg(long)]
    with_key: bool,
    /// The folder to make; it must not be there yet.
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let data = data::folder(arguments.data)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_millis());
    let backup = Backup {
        data: &data,
        out: &arguments.out,
        with_key: arguments.with_key,
        at: Time(u64::try_from(now).unwrap_or(u64::MAX)),
        program: env!("CARGO_PKG_VERSION"),
    };
    let made = runtime::one_thread()?.block_on(backup.make());
    let manifest = made.map_err(Failure::work)?;
    let mut out = io::stdout().lock();
    writeln!(out, "The backup is in {}:", arguments.out.display())?;
    for file in &manifest.files {
        writeln!(out, "  {} ({} bytes)", file.name, file.bytes)?;
    }
    if manifest.holds_key {
        writeln!(
            out,
            "It holds the host's keys: keep it as safe as the server itself."
        )?;
    } else {
        writeln!(
            out,
            "It does not hold the host's keys (host.key, seal.key). Keep a copy of them apart, or add --with-key."
        )?;
    }
    Ok(())
}
