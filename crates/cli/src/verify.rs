mod report;

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use ludo_dice::{RecordProofs, SealPublic};

use crate::Failure;
use report::Report;

/// Check game records: the moves, the dice, the seal.
///
/// Tells of each game whether its moves keep the rules, whether who begins and every die follow from what was fixed before
/// the game, how each seat's rolls were made, and whose seal is under it. A game with something wrong is told on the error
/// stream with file, game, line and move, and those around it are checked too.
///
/// The status is 0 if all is good, 1 if something is wrong, 2 if it could not be checked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of records, which can hold many games each; - is the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// One JSON object a game, and nothing else.
    #[arg(long)]
    json: bool,
    /// The key of the host that must have sealed every game, as its server shows it at /.well-known/ludo-seal.
    #[arg(long, value_name = "HEX")]
    key: Option<SealPublic>,
}

/// Bytes that are read at a time.
const PIECE: usize = 64 * 1024;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Whoever asks by the status must not be told that all is good where nobody listened to the end.
    checked(arguments).map_err(|failure| match failure {
        Failure::Stream(error) => Failure::Input(format!(
            "the answer could not be written to its end: {error}"
        )),
        failure => failure,
    })
}

fn checked(arguments: &Arguments) -> Result<(), Failure> {
    let mut verify = Verify {
        out: BufWriter::new(io::stdout().lock()),
        json: arguments.json,
        key: arguments.key,
        games: 0,
        wrong: 0,
    };
    for file in &arguments.files {
        let before = verify.games;
        if file == "-" {
            verify.read(file, io::stdin().lock())?;
        } else {
            let input = File::open(file).map_err(|error| cannot_read(file, &error));
            // What was good before is told all the same.
            if input.is_err() {
                verify.out.flush()?;
            }
            verify.read(file, input?)?;
        }
        if verify.games == before {
            verify.out.flush()?;
            return Err(Failure::Input(format!("{file}: there is no game in it")));
        }
    }
    verify.end()
}

fn cannot_read(file: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read {file}: {error}"))
}

struct Verify<W: Write> {
    out: W,
    json: bool,
    key: Option<SealPublic>,
    games: u64,
    wrong: u64,
}

impl<W: Write> Verify<W> {
    fn read(&mut self, file: &str, mut input: impl Read) -> Result<(), Failure> {
        let mut proofs = RecordProofs::new();
        let mut piece = vec![0; PIECE];
        loop {
            let length = match input.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.out.flush()?;
                    return Err(cannot_read(file, &error));
                }
            };
            let mut rest = piece.get(..length).unwrap_or_default();
            while let Some(game) = proofs.read(&mut rest) {
                self.tell(&Report::new(file, game, self.key))?;
            }
        }
        if let Some(game) = proofs.end() {
            self.tell(&Report::new(file, game, self.key))?;
        }
        Ok(())
    }

    fn tell(&mut self, report: &Report<'_>) -> Result<(), Failure> {
        self.games += 1;
        self.wrong += u64::from(!report.is_good());
        if self.json {
            crate::json::write_line(&mut self.out, report)?;
            return Ok(());
        }
        if report.is_good() {
            write!(self.out, "{report}")?;
        } else {
            // What is good before it is told before it.
            self.out.flush()?;
            eprintln!("error: {report}");
        }
        Ok(())
    }

    fn end(mut self) -> Result<(), Failure> {
        let Self { games, wrong, .. } = self;
        if wrong == 0 && !self.json {
            let s = if games == 1 { "" } else { "s" };
            writeln!(self.out, "{games} game{s} checked, nothing is wrong.")?;
        }
        self.out.flush()?;
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::Work(format!(
                "something is wrong with {wrong} of {games} games"
            ))),
        }
    }
}
