use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use ludo_protocol::{DiceGroup, DiceStats};
use ludo_rules::{Record, RecordError, RecordReader};
use ludo_stats::{DiceDays, DiceTally};
use ludo_table::Time;

use crate::{Failure, data, events, json, pieces, runtime};

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

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let (days, damaged) = if arguments.files.is_empty() {
        let folder = data::folder(arguments.data)?;
        runtime::one_thread()?.block_on(of_data(&folder))?
    } else {
        let mut days = DiceDays::default();
        for file in &arguments.files {
            of_records(&mut days, file)?;
        }
        (days, 0)
    };
    let stats = days.stats(usize::MAX);
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        json::write_line(&mut out, &stats)?;
    } else {
        tell(&mut out, &stats)?;
    }
    out.flush()?;
    if damaged > 0 {
        return Err(Failure::Work(format!(
            "{damaged} tables are damaged: not all that was played at them is counted"
        )));
    }
    Ok(())
}

/// How the dice fell, and at how many tables that cannot be read.
async fn of_data(folder: &Path) -> Result<(DiceDays, u64), Failure> {
    let mut days = DiceDays::default();
    let damaged = events::of_tables(folder, Time(0), DiceTally::new, |tally, stored| {
        if let Some((day, counts)) = tally.push(&stored.event, stored.at) {
            days.add(day, &counts);
        }
        Ok(())
    })
    .await?;
    Ok((days, damaged))
}

fn of_records(days: &mut DiceDays, file: &str) -> Result<(), Failure> {
    let mut reader = RecordReader::new();
    let mut add = |record: Result<Record, RecordError>| {
        let record = record.map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        let (day, counts) = DiceTally::of(&record);
        days.add(day, &counts);
        Ok(())
    };
    pieces::of(file, Failure::Input, |mut piece| {
        while let Some(record) = reader.read(&mut piece) {
            add(record)?;
        }
        Ok(())
    })?;
    reader.end().map_or(Ok(()), add)
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
