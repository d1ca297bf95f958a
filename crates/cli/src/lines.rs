use std::io::{self, BufRead, BufReader, Read, Write};

use serde::Serialize;

use crate::{Failure, json};

/// The longest line that is read, in bytes. A position has some 100.
pub(crate) const LONGEST: usize = 64 * 1024;

/// Answers each line with one of JSON, until there are no more; `answer` is told why where a line could not be read.
pub(crate) fn answer_each<R: Read, A: Serialize>(
    mut lines: BufReader<R>,
    mut out: impl Write,
    answer: impl Fn(Result<&[u8], String>) -> A,
) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LONGEST as u64 + 1;
        let read = lines.by_ref().take(limit).read_until(b'\n', &mut line);
        if read.map_err(|error| cannot_read(&error))? == 0 {
            out.flush()?;
            return Ok(());
        }
        let read = if line.len() > LONGEST && line.last() != Some(&b'\n') {
            let skipped = lines.skip_until(b'\n');
            skipped.map_err(|error| cannot_read(&error))?;
            Err(format!("a line has {LONGEST} bytes at most"))
        } else {
            Ok(&line[..])
        };
        json::write_line(&mut out, &answer(read))?;
        // Whoever waits for an answer gets it; whoever sends a file has it written in large pieces.
        if lines.buffer().is_empty() {
            out.flush()?;
        }
    }
}

fn cannot_read(error: &io::Error) -> Failure {
    Failure::Work(format!("cannot read the standard input: {error}"))
}
