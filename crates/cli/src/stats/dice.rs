use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use ludo_protocol::{DiceGroup, DiceStats};
use ludo_rules::RecordReader;
use ludo_stats::{DiceDays, DiceTally};
use ludo_store::Archive;
use ludo_table::Time;

use crate::backup::runtime;
use crate::{Failure, data};

/// How the dice fell, and how often fair dice would give such counts.
///
/// Of a server's data, also while it is being served: reads only, and goes through the events of all games, one after another.
/// Or of records in files, as `ludo export` writes them: it counts what they say; whether that is so, `ludo verify` tells.
///
/// Rolls are counted by who made them. Chances near 0 are to be expected now and then: of a hundred such numbers one is below
/// 0.01 though nothing is wrong.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of all data. By default this system's folder for a program's data, where no files are given.
    #[arg(long, value_name = "DIR", conflicts_with = "files")]
    data: Option<PathBuf>,
    /// Files of records; - is the standard input.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// One JSON object, as /api/stats/dice of a server gives it, with all weeks.
    #[arg(long)]
    json: bool,
}

/// Tables, and events of a table, that are read at once.
const TABLES: u32 = 256;
const EVENTS: u32 = 500;

/// Bytes of a file that are read at a time.
const PIECE: usize = 64 * 1024;

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let days = if arguments.files.is_empty() {
        let folder = data::folder(arguments.data)?;
        runtime()?.block_on(of_data(&folder))?
    } else {
        let mut days = DiceDays::default();
        for file in &arguments.files {
            if file == "-" {
                of_records(&mut days, file, io::stdin().lock())?;
            } else {
                let input = File::open(file).map_err(|error| cannot_read(file, &error))?;
                of_records(&mut days, file, input)?;
            }
        }
        days
    };
    let stats = days.stats(usize::MAX);
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        crate::json::write_line(&mut out, &stats)?;
    } else {
        tell(&mut out, &stats)?;
    }
    Ok(out.flush()?)
}

async fn of_data(folder: &Path) -> Result<DiceDays, Failure> {
    let failed = |error: ludo_store::StoreError| Failure::Work(error.to_string());
    let archive = Archive::open(&folder.join("ludo.db"))
        .await
        .map_err(failed)?;
    let mut days = DiceDays::default();
    let mut after = None;
    loop {
        let tables = archive
            .tables(Time(0), after, TABLES)
            .await
            .map_err(failed)?;
        let Some(last) = tables.last().copied() else {
            break;
        };
        after = Some(last);
        for code in tables {
            let mut tally = DiceTally::new();
            let mut seq = 0;
            loop {
                let events = archive.events(code, seq, EVENTS).await.map_err(failed)?;
                let Some(last) = events.last() else { break };
                seq = last.seq;
                for stored in &events {
                    if let Some((day, counts)) = tally.push(&stored.event, stored.at) {
                        days.add(day, &counts);
                    }
                }
            }
        }
    }
    archive.close().await;
    Ok(days)
}

fn of_records(days: &mut DiceDays, file: &str, mut input: impl Read) -> Result<(), Failure> {
    let mut reader = RecordReader::new();
    let mut piece = vec![0; PIECE];
    let wrong = |error| Failure::Input(format!("{file}: {error}"));
    let mut add = |record| {
        let (day, counts) = DiceTally::of(&record);
        days.add(day, &counts);
    };
    loop {
        let length = match input.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(cannot_read(file, &error)),
        };
        let mut rest = piece.get(..length).unwrap_or_default();
        while let Some(record) = reader.read(&mut rest) {
            add(record.map_err(wrong)?);
        }
    }
    if let Some(record) = reader.end() {
        add(record.map_err(wrong)?);
    }
    Ok(())
}

fn cannot_read(file: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read {file}: {error}"))
}

fn tell(out: &mut impl Write, stats: &DiceStats) -> io::Result<()> {
    let kinds = &stats.kinds;
    let rolls = rolls(&stats.all);
    writeln!(
        out,
        "{} games, {} of them abandoned ({}); {rolls} rolls, {} of those in people's seats without a link ({}).",
        stats.games,
        stats.abandoned,
        share(stats.abandoned, stats.games),
        stats.without_link,
        share(stats.without_link, stats.people),
    )?;
    writeln!(out)?;
    let width = 34;
    write!(out, "{:width$} {:>10}", "rolls of", "rolls")?;
    for face in 1..=6 {
        write!(out, " {face:>7}")?;
    }
    writeln!(out, " {:>10} {:>9}", "chi-square", "chance")?;
    for (name, group) in [
        ("players, with a link", &kinds.linked),
        ("players, without one", &kinds.unlinked),
        ("the table, for absent players", &kinds.auto),
        ("bots, for players who left", &kinds.substitute),
        ("bots in their own seats", &kinds.bot),
        ("all", &stats.all),
    ] {
        write!(out, "{name:width$} {:>10}", self::rolls(group))?;
        for face in group.faces {
            write!(out, " {:>7}", share(face, self::rolls(group)))?;
        }
        let test = group.test;
        writeln!(out, " {:>10.3} {:>9}", test.chi_square, chance(test.p))?;
    }
    let (pairs, six) = (stats.pairs, stats.after_six);
    writeln!(out)?;
    writeln!(
        out,
        "Pairs of successive rolls: chi-square {:.3} with {} degrees of freedom, chance {}.",
        pairs.chi_square,
        pairs.freedom,
        chance(pairs.p)
    )?;
    writeln!(
        out,
        "A six behind a six: {} of {} ({}; a sixth is 16.67%), chance {}.",
        six.sixes,
        six.rolls,
        share(six.sixes, six.rolls),
        chance(six.p)
    )?;
    if !stats.weeks.is_empty() {
        writeln!(out)?;
        writeln!(
            out,
            "{:10} {:>8} {:>9} {:>10} {:>12} {:>9} {:>9}",
            "week from", "games", "abandoned", "rolls", "without link", "faces", "pairs"
        )?;
    }
    for week in &stats.weeks {
        writeln!(
            out,
            "{:10} {:>8} {:>9} {:>10} {:>12} {:>9} {:>9}",
            week.from,
            week.games,
            share(week.abandoned, week.games),
            week.rolls,
            share(week.without_link, week.people),
            chance(week.p_faces),
            chance(week.p_pairs)
        )?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "A chance says how often fair dice differ as much; - stands where the rolls are too few to tell. Of a hundred chances one is below 0.01 though nothing is wrong."
    )
}

fn rolls(group: &DiceGroup) -> u64 {
    group.faces.iter().sum()
}

fn share(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.2}%", 100.0 * part as f64 / whole as f64),
    }
}

fn chance(p: Option<f64>) -> String {
    p.map_or_else(|| "-".to_owned(), |p| format!("{p:.6}"))
}
