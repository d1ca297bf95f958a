use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::Failure;

/// Writes a file that has its name only once it is whole and on the disk; where that fails, nothing of it is left.
pub(crate) fn write<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let unfinished = unfinished(path);
    let cannot = |error| cannot_write(path, &error);
    let mut out = BufWriter::new(File::create(&unfinished).map_err(cannot)?);
    let written = write(&mut out).and_then(|written| {
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)?;
        Ok(written)
    });
    written.map_err(|failure| {
        // What went wrong is told; what is left of the file helps nobody.
        let _ = fs::remove_file(&unfinished);
        match failure {
            Failure::Output(error) => cannot(error),
            failure => failure,
        }
    })
}

/// Whether a file can be written there: to be asked before work that takes hours, so that it is not lost at its end.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let cannot = |error| cannot_write(path, &error);
    if path.is_dir() {
        return Err(cannot(io::ErrorKind::IsADirectory.into()));
    }
    let unfinished = unfinished(path);
    File::create(&unfinished).map_err(cannot)?;
    fs::remove_file(&unfinished).map_err(cannot)
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Work(format!("cannot write {}: {error}", path.display()))
}

/// The name of a file that is not whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut unfinished = path.to_owned().into_os_string();
    unfinished.push(".part");
    unfinished.into()
}
