use std::fs::File;
use std::io::{self, Read};

use crate::Failure;

/// Bytes that are read at a time.
const PIECE: usize = 64 * 1024;

/// Hands on what is in a file, a piece at a time; in the standard input where the file is `-`.
///
/// What can't be read is a failure of the kind that the caller has for it.
pub(crate) fn of(
    file: &str,
    failure: fn(String) -> Failure,
    mut take: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cannot = |error: io::Error| failure(format!("cannot read {file}: {error}"));
    let mut input: Box<dyn Read> = match file {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(file).map_err(cannot)?),
    };
    let mut piece = vec![0; PIECE];
    loop {
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => take(piece.get(..length).unwrap_or_default())?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot(error)),
        }
    }
}
