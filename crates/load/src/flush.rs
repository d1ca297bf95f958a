use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many flushes are timed at once.
const FLUSHES: u32 = 500;

/// Bytes that each one appends: a page of the database.
const BYTES: usize = 4096;

/// Appends a page to a file in the folder and flushes it, again and again; how long each took.
pub(crate) fn times(folder: &Path) -> io::Result<Vec<Duration>> {
    let mut file: File = tempfile::tempfile_in(folder)?;
    let page = [0x5a; BYTES];
    let mut flush = || {
        let begin = Instant::now();
        file.write_all(&page)?;
        file.sync_data()?;
        Ok(begin.elapsed())
    };
    (0..FLUSHES).map(|_| flush()).collect()
}
