use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludo_brain::{Solver, SolverProgress, Table, Track};

use crate::{Failure, data, whole};

/// How often blocks that are done are saved while a table is made.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Work out exact endgames of the classic game.
///
/// Two seats are left that sit opposite each other, with A and B tokens that are not home. For every position the chance that the
/// seat to move comes home first, if both play their best, is stored with a bound on its error; smaller tables that it needs
/// are made first where they are missing. Stop it at will: called again, it goes on after the last block that it
/// saved, and the table is the same.
///
/// On one core 2 2 takes seconds, 3 2 less than a minute and 1.2 GB of memory (215 MB on the disk), 4 1 half of that. 3 3 takes a
/// quarter of an hour and 8.4 GB (2.1 GB on the disk, and almost as much again while it works); 4 2 would take 13 GB and was never tried.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Tokens of the one seat that are not home, 1 to 4.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=4))]
    one: u8,
    /// Tokens of the other seat that are not home, 1 to 4; both together at most 6.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=4))]
    other: u8,
    /// The folder of all data; tables are in its folder `endgames`. By default this system's folder for a program's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The folder for tables, in place of the one in the data folder.
    #[arg(long, value_name = "DIR", conflicts_with = "data")]
    out: Option<PathBuf>,
    /// Make all tables anew, without rounding those that others build on to 16 bits.
    #[arg(long)]
    anew: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    if arguments.one + arguments.other > Table::MAX_TOKENS {
        return Err(Failure::Input(format!(
            "at most {} tokens of both seats: more do not fit in memory",
            Table::MAX_TOKENS
        )));
    }
    let folder = match arguments.out {
        Some(folder) => folder,
        None => data::folder(arguments.data)?.join("endgames"),
    };
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::Work(format!("cannot make {}: {error}", folder.display())))?;
    let mut solver = Solver::new(Track::CLASSIC);
    let mut out = io::stdout().lock();
    for (one, other) in Solver::needed(arguments.one, arguments.other) {
        let path = folder.join(format!("classic-{one}v{other}.end"));
        // What is to be made anew may be damaged, so it is not even read.
        let known = if arguments.anew { None } else { read(&path)? };
        let table = match known {
            Some(table) => {
                solver.take(&table).map_err(Failure::work)?;
                table
            }
            None => make(&mut solver, one, other, &path)?,
        };
        let (first, second) = table.start();
        write!(out, "{one} v {other}: {first:.6}")?;
        if one != other {
            write!(out, ", {other} v {one}: {second:.6}")?;
        }
        writeln!(
            out,
            " with all of them waiting; no value is off by more than {:.1e}; {}",
            table.bound(),
            path.display()
        )?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Option<Table>, Failure> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Failure::Work(format!(
                "cannot read {}: {error}",
                path.display()
            )));
        }
    };
    Table::read(BufReader::new(file))
        .map(Some)
        .map_err(|error| Failure::Work(format!("{}: {error}", path.display())))
}

fn make(solver: &mut Solver, one: u8, other: u8, path: &Path) -> Result<Table, Failure> {
    let saved = path.with_extension("work");
    let cannot =
        |error: io::Error| Failure::Work(format!("cannot write {}: {error}", saved.display()));
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&saved)
        .map_err(cannot)?;
    let whole = if file.metadata().map_err(cannot)?.len() > 0 {
        solver
            .resume(one, other, BufReader::new(&file))
            .map_err(|error| Failure::Work(format!("{}: {error}", saved.display())))?
    } else {
        solver.begin(one, other).map_err(Failure::work)?;
        0
    };
    file.set_len(whole).map_err(cannot)?;
    file.seek(SeekFrom::Start(whole)).map_err(cannot)?;
    let bar = bar(&format!("{one} v {other}"), solver.progress());
    let mut last_saved = Instant::now();
    let table = loop {
        if let Some(progress) = solver.progress() {
            bar.set_position(progress.done);
            bar.set_message(format!(
                "sweep {}, last change {:.0e}",
                progress.sweeps, progress.residual
            ));
        }
        if let Some(table) = solver.step().map_err(Failure::work)? {
            break table;
        }
        if last_saved.elapsed() >= SAVE_EVERY {
            solver.save(BufWriter::new(&file)).map_err(cannot)?;
            last_saved = Instant::now();
        }
    };
    bar.finish_and_clear();
    whole::write(path, |out| Ok(table.write(out)?))?;
    match fs::remove_file(&saved) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::Work(format!(
            "cannot remove {}: {error}",
            saved.display()
        ))),
        _ => Ok(table),
    }
}

fn bar(what: &str, progress: Option<SolverProgress>) -> ProgressBar {
    let positions = progress.map_or(0, |progress| progress.positions);
    let bar = ProgressBar::new(positions).with_prefix(what.to_owned());
    let style = "{prefix} {wide_bar} {human_pos} of {human_len} positions, {elapsed}; {msg}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}
