use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{Failure, data, runtime};

/// Put a backup into a data folder that has no data.
///
/// Finished games and people's seats are as they were when the backup was made. Games that were running then end as
/// abandoned when the server starts: some of their dice may have been shown since. Tables that were waiting can be played.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder that `ludo backup` made.
    #[arg(value_name = "BACKUP")]
    backup: PathBuf,
    /// The folder of all data. By default this system's folder for a program's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let data = data::folder(arguments.data)?;
    let restored = runtime::one_thread()?.block_on(ludo_store::restore(&arguments.backup, &data));
    let manifest = restored.map_err(Failure::work)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let age = now.unwrap_or_default().as_millis();
    let age = age.saturating_sub(manifest.made_at.0.into());
    let age = Duration::from_millis(u64::try_from(age).unwrap_or(u64::MAX));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Restored to {}: the data as it was {} ago (ludo {}).",
        data.display(),
        words(age),
        manifest.program
    )?;
    writeln!(
        out,
        "Games that were running end as abandoned when the server starts."
    )?;
    if !manifest.holds_key {
        writeln!(
            out,
            "The backup has no keys. Put your copy of seal.key into that folder before you start the server, so that records keep this host's seal; without one, a new key is made."
        )?;
    }
    Ok(())
}

/// Roughly how long, for people.
fn words(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0..=119 => format!("{minutes} min"),
        120..=2_879 => format!("{} h", minutes / 60),
        _ => format!("{} days", minutes / (24 * 60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_words() {
        for (minutes, text) in [
            (0, "0 min"),
            (119, "119 min"),
            (120, "2 h"),
            (2_880, "2 days"),
        ] {
            assert_eq!(words(Duration::from_secs(60 * minutes)), text);
        }
    }
}
