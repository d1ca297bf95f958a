use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::Failure;

/// Writes a file that has its name only once it is whole and on the disk.
pub(crate) fn write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let cannot =
        |error: io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    let mut unfinished = path.to_owned().into_os_string();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let mut out = BufWriter::new(File::create(&unfinished).map_err(cannot)?);
    write(&mut out).map_err(cannot)?;
    let file = out
        .into_inner()
        .map_err(|error| cannot(error.into_error()))?;
    file.sync_all().map_err(cannot)?;
    fs::rename(&unfinished, path).map_err(cannot)
}
