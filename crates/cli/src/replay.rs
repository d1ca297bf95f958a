use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use ludo_rules::{Record, RecordReader};
use serde::Serialize;

use crate::{Failure, json};

/// Check game records and print their positions.
///
/// Prints each position as one JSON object a line: {"file", "game", "number", "move", "pos"}, first the one at the start
/// with number 0 and no move, then the one after each move. A game that breaks the rules is told on the error stream with
/// file, game, line and move, and those around it are printed; the status is 2 then.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of records, which can hold many games each; - is the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Only check.
    #[arg(long, short)]
    quiet: bool,
}

/// Bytes that are read at a time.
const PIECE: usize = 64 * 1024;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let out = BufWriter::new(io::stdout().lock());
    let mut replay = Replay {
        out,
        quiet: arguments.quiet,
        games: 0,
        refused: 0,
    };
    for file in &arguments.files {
        if file == "-" {
            replay.read(file, io::stdin().lock())?;
        } else {
            let input = File::open(file).map_err(|error| cannot_read(file, &error))?;
            replay.read(file, input)?;
        }
    }
    replay.out.flush()?;
    match replay {
        Replay { refused: 0, .. } => Ok(()),
        Replay { games, refused, .. } => Err(Failure::Input(format!(
            "refused {refused} of {games} games"
        ))),
    }
}

fn cannot_read(file: &str, error: &io::Error) -> Failure {
    Failure::Work(format!("cannot read {file}: {error}"))
}

struct Replay<W: Write> {
    out: W,
    quiet: bool,
    games: u64,
    refused: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: u64,
    number: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    pos: String,
}

impl<W: Write> Replay<W> {
    fn read(&mut self, file: &str, mut input: impl Read) -> Result<(), Failure> {
        let mut reader = RecordReader::new();
        let mut game = 0;
        let mut piece = vec![0; PIECE];
        loop {
            let length = match input.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(cannot_read(file, &error)),
            };
            let mut rest = piece.get(..length).unwrap_or_default();
            while let Some(result) = reader.read(&mut rest) {
                game += 1;
                self.show(file, game, result)?;
            }
        }
        if let Some(result) = reader.end() {
            self.show(file, game + 1, result)?;
        }
        Ok(())
    }

    fn show(
        &mut self,
        file: &str,
        game: u64,
        result: Result<Record, ludo_rules::RecordError>,
    ) -> Result<(), Failure> {
        self.games += 1;
        let record = match result {
            Ok(record) => record,
            Err(error) => {
                self.refused += 1;
                // What is right before it is shown before it.
                self.out.flush()?;
                eprintln!("error: {file}: {error}");
                return Ok(());
            }
        };
        if self.quiet {
            return Ok(());
        }
        let start = (None, *record.start());
        let after = record
            .positions()
            .map(|(entry, position)| (Some(entry.ply.to_string()), position));
        for (number, (mv, position)) in std::iter::once(start).chain(after).enumerate() {
            let line = Line {
                file,
                game,
                number,
                mv,
                pos: position.to_string(),
            };
            json::write_line(&mut self.out, &line)?;
        }
        Ok(())
    }
}
