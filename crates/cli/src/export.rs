use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use ludo_dice::{Proof, SealKey};
use ludo_rules::Record;
use ludo_stats::Day;
use ludo_store::{DataFolder, StoredEvent};
use ludo_table::{Recorder, Time};

use crate::{Failure, data, events, failure, runtime, whole};

/// Write the sealed records of all finished games.
///
/// Reads only, also while the data is being served, and writes one game after another: in the order of the tables' codes,
/// and at each table as they were played. The same data gives the same records, those that the server gives too.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of all data. By default this system's folder for a program's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The file to write, which has its name only once it is whole. By default the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only games that ended on this day or later, by UTC, as 2026-12-24.
    #[arg(long, value_name = "DATE", value_parser = day)]
    since: Option<Time>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let folder = data::folder(arguments.data)?;
    let key = DataFolder::peek_seal_key(&folder).map_err(Failure::work)?;
    let key = key.ok_or_else(|| {
        Failure::Work(format!(
            "there is no seal.key in {}: give the data folder of the server with --data. Where it was made by an older version, start the server once; that makes the key",
            folder.display()
        ))
    })?;
    let export = |out: &mut dyn Write| {
        let export = Export {
            key,
            since: arguments.since.unwrap_or_default(),
            out,
            told: Told::default(),
        };
        runtime::one_thread()?.block_on(export.write(&folder))
    };
    let told = match &arguments.out {
        None => export(&mut BufWriter::new(io::stdout().lock()))?,
        Some(path) => whole::write(path, export)?,
    };
    match told {
        Told {
            failed: 0,
            damaged: 0,
            ..
        } => Ok(()),
        // They do not make those useless that could be written.
        Told {
            games,
            failed,
            damaged: 0,
        } => Err(Failure::Work(format!(
            "{failed} games have no record, {games} were written"
        ))),
        Told { games, damaged, .. } => Err(Failure::Work(format!(
            "{damaged} tables are damaged, and what was played at them has no record; {games} games were written"
        ))),
    }
}

/// How many games were written, how many have no record, and how many tables cannot be read.
#[derive(Clone, Copy, Default)]
struct Told {
    games: u64,
    failed: u64,
    damaged: u64,
}

struct Export<'a> {
    key: SealKey,
    since: Time,
    out: &'a mut dyn Write,
    told: Told,
}

impl Export<'_> {
    async fn write(mut self, folder: &Path) -> Result<Told, Failure> {
        let since = self.since;
        let damaged = events::of_tables(folder, since, Recorder::new, |recorder, event| {
            self.take(recorder, event)
        });
        let damaged = damaged.await?;
        self.told.damaged = damaged;
        self.out.flush()?;
        Ok(self.told)
    }

    fn take(&mut self, recorder: &mut Recorder, stored: &StoredEvent) -> Result<(), Failure> {
        let game = recorder.game();
        let sealed = match recorder.push(&stored.event, stored.at) {
            Ok(Some(record)) if stored.at >= self.since => self.sealed(record),
            Ok(_) => return Ok(()),
            Err(error) => Err(error.to_string()),
        };
        match (sealed, game) {
            (Ok(record), _) => {
                self.told.games += 1;
                write!(self.out, "{record}")?;
            }
            (Err(error), Some(game)) => {
                self.told.failed += 1;
                failure::tell(format_args!("game {game}: {error}"));
            }
            // What follows the event that failed.
            (Err(_), None) => {}
        }
        Ok(())
    }

    /// What is not proven is never sealed.
    fn sealed(&self, record: Record) -> Result<Record, String> {
        Proof::of(&record).map_err(|unproven| unproven.to_string())?;
        self.key.seal(record).map_err(|error| error.to_string())
    }
}

/// The first moment of a day.
fn day(text: &str) -> Result<Time, &'static str> {
    let day = Day::parse(text).ok_or("a day since 1970 is written as 2026-12-24")?;
    Ok(day.start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        assert_eq!(day("1970-01-02"), Ok(Time(86_400_000)));
        assert_eq!(day("2026-12-24"), Ok(Time(1_798_070_400_000)));
        assert_eq!(day("2026.12.24"), day("2026-12-24"));
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-30",
            "1960-01-01",
            "24.12.2026",
            "yesterday",
            "2026-12-24 10:00",
        ] {
            assert!(day(text).is_err(), "{text}");
        }
    }
}
