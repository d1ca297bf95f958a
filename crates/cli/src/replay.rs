use std::io::{self, BufWriter, Write};

use ludo_rules::{Record, RecordReader};
use serde::Serialize;

use crate::{Failure, failure, json, pieces};

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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let out = BufWriter::new(io::stdout().lock());
    let mut replay = Replay {
        out,
        quiet: arguments.quiet,
        games: 0,
        refused: 0,
    };
    for file in &arguments.files {
        let read = replay.read(file);
        if read.is_err() {
            // What is right before it is shown before it.
            replay.out.flush()?;
        }
        read?;
    }
    replay.out.flush()?;
    match replay {
        Replay { refused: 0, .. } => Ok(()),
        Replay { games, refused, .. } => Err(Failure::Input(format!(
            "refused {refused} of {games} games"
        ))),
    }
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
    fn read(&mut self, file: &str) -> Result<(), Failure> {
        let mut reader = RecordReader::new();
        let mut game = 0;
        pieces::of(file, Failure::Work, |mut piece| {
            while let Some(result) = reader.read(&mut piece) {
                game += 1;
                self.show(file, game, result)?;
            }
            Ok(())
        })?;
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
                failure::tell(format_args!("{file}: {error}"));
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
