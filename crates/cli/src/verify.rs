mod report;

use std::io::{self, BufWriter, Write};

use ludo_dice::{RecordProofs, SealPublic};

use crate::{Failure, failure, pieces};
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Whoever asks by the status must not be told that all is good where nobody listened to the end.
    checked(arguments).map_err(|failure| match failure {
        Failure::Output(error) => Failure::Input(format!(
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
        let read = verify.read(file);
        if read.is_err() {
            // What was good before is told all the same.
            verify.out.flush()?;
        }
        read?;
    }
    verify.end()
}

struct Verify<W: Write> {
    out: W,
    json: bool,
    key: Option<SealPublic>,
    games: u64,
    wrong: u64,
}

impl<W: Write> Verify<W> {
    fn read(&mut self, file: &str) -> Result<(), Failure> {
        let before = self.games;
        let mut proofs = RecordProofs::new();
        pieces::of(file, Failure::Input, |mut piece| {
            while let Some(game) = proofs.read(&mut piece) {
                self.tell(&Report::new(file, game, self.key))?;
            }
            Ok(())
        })?;
        if let Some(game) = proofs.end() {
            self.tell(&Report::new(file, game, self.key))?;
        }
        if self.games == before {
            return Err(Failure::Input(format!("{file}: there is no game in it")));
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
            failure::tell(report);
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
