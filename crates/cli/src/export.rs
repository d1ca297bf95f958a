use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use ludo_dice::{Proof, SealKey};
use ludo_rules::Record;
use ludo_store::{Archive, DataFolder, StoredEvent};
use ludo_table::{Recorder, Time};
use time::{Date, Month, Time as TimeOfDay};

use crate::backup::runtime;
use crate::{Failure, data};

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

/// Tables, and events of a table, that are read at once.
const TABLES: u32 = 256;
const EVENTS: u32 = 500;

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let folder = data::folder(arguments.data)?;
    let key = DataFolder::peek_seal_key(&folder).map_err(failed)?;
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
        runtime()?.block_on(export.write(&folder))
    };
    let told = match &arguments.out {
        None => export(&mut BufWriter::new(io::stdout().lock()))?,
        Some(path) => into_file(path, export)?,
    };
    match told {
        Told { failed: 0, .. } => Ok(()),
        // They do not make those useless that could be written.
        Told { games, failed } => Err(Failure::Work(format!(
            "{failed} games have no record, {games} were written"
        ))),
    }
}

/// Writes a file that has its name only once it is whole and on the disk.
fn into_file(
    path: &Path,
    export: impl FnOnce(&mut dyn Write) -> Result<Told, Failure>,
) -> Result<Told, Failure> {
    let cannot =
        |error: io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = Path::new(&unfinished);
    let mut out = BufWriter::new(File::create(unfinished).map_err(cannot)?);
    let written = export(&mut out).and_then(|told| {
        let file = out
            .into_inner()
            .map_err(|error| cannot(error.into_error()))?;
        file.sync_all().map_err(cannot)?;
        fs::rename(unfinished, path).map_err(cannot)?;
        Ok(told)
    });
    if written.is_err() {
        // What went wrong is told; what is left of the file helps nobody.
        let _ = fs::remove_file(unfinished);
    }
    written
}

/// How many games were written, and how many have no record.
#[derive(Clone, Copy, Default)]
struct Told {
    games: u64,
    failed: u64,
}

struct Export<'a> {
    key: SealKey,
    since: Time,
    out: &'a mut dyn Write,
    told: Told,
}

impl Export<'_> {
    async fn write(mut self, folder: &Path) -> Result<Told, Failure> {
        let archive = Archive::open(&folder.join("ludo.db"))
            .await
            .map_err(failed)?;
        let mut after = None;
        loop {
            let tables = archive
                .tables(self.since, after, TABLES)
                .await
                .map_err(failed)?;
            let Some(last) = tables.last().copied() else {
                break;
            };
            after = Some(last);
            for code in tables {
                let mut recorder = Recorder::new();
                let mut seq = 0;
                loop {
                    let events = archive.events(code, seq, EVENTS).await;
                    let events = events.map_err(failed)?;
                    let Some(last) = events.last() else { break };
                    seq = last.seq;
                    for event in &events {
                        self.take(&mut recorder, event)?;
                    }
                }
            }
        }
        archive.close().await;
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
                eprintln!("error: game {game}: {error}");
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
fn day(text: &str) -> Result<Time, String> {
    let read = || {
        let mut parts = text.splitn(3, ['-', '.']);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
        let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
        let seconds = date
            .with_time(TimeOfDay::MIDNIGHT)
            .assume_utc()
            .unix_timestamp();
        // Before there were such times there were no games.
        Some(Time(
            u64::try_from(seconds).unwrap_or(0).saturating_mul(1000),
        ))
    };
    read().ok_or_else(|| "a day is written as 2026-12-24".into())
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Work(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        assert_eq!(day("1970-01-02"), Ok(Time(86_400_000)));
        assert_eq!(day("2026-12-24"), Ok(Time(1_798_070_400_000)));
        assert_eq!(day("2026.12.24"), day("2026-12-24"));
        assert_eq!(day("1960-01-01"), Ok(Time(0)));
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-30",
            "24.12.2026",
            "yesterday",
            "2026-12-24 10:00",
        ] {
            assert!(day(text).is_err(), "{text}");
        }
    }
}
