use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::BackupError;
use crate::folder::{DATABASE, KEYS, open_or_make};
use crate::manifest::MANIFEST;

/// The file in an unfinished backup that says by its lock that somebody works at it.
const LOCK: &str = "backup.lock";

/// The folder in which a backup grows. It is nobody else's as long as this is there.
///
/// The lock is the operating system's and goes with the process, however that ends: what a killed backup has left is
/// taken over by the next one of the same name.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    lock: File,
}

impl Unfinished {
    /// Takes the folder for the backup `out`, without anything in it.
    pub(crate) fn take(out: &Path) -> Result<Self, BackupError> {
        // Without a slash at its end, if it has one.
        let mut path = out.components().collect::<PathBuf>().into_os_string();
        path.push(".unfinished");
        let path = PathBuf::from(path);
        let failed = |error| BackupError::Io {
            path: path.clone(),
            error,
        };
        match make_folder(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(failed(error));
            }
            Err(_) if !is_folder(&path) => return Err(BackupError::Exists(path)),
            _ => {}
        }
        let lock = match open_or_make(&path.join(LOCK)) {
            Ok(lock) => lock,
            // It was there a moment ago: whoever had it has finished, or given up.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(BackupError::Running(path));
            }
            Err(error) => return Err(failed(error)),
        };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::Running(path)),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Between opening and locking it the folder can have got another name, or have been cleared away.
        if !is_there(&lock, &path.join(LOCK)).map_err(failed)? {
            return Err(BackupError::Running(path));
        }
        if out.symlink_metadata().is_ok() {
            let _ = fs::remove_dir_all(&path);
            return Err(BackupError::Exists(out.to_owned()));
        }
        let unfinished = Self { path, lock };
        unfinished.clear()?;
        Ok(unfinished)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Clears away what a backup has left here that was killed, and nothing else.
    fn clear(&self) -> Result<(), BackupError> {
        let failed = |error| BackupError::Io {
            path: self.path.clone(),
            error,
        };
        let mut left = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            if name == LOCK {
                continue;
            }
            if !name.to_str().is_some_and(is_of_a_backup) {
                return Err(BackupError::Exists(self.path.clone()));
            }
            left.push(entry.path());
        }
        left.iter().try_for_each(fs::remove_file).map_err(failed)
    }

    /// Gives the whole backup its name.
    pub(crate) fn finish(self, out: &Path) -> io::Result<()> {
        fs::rename(&self.path, out)?;
        // Nobody needs it there, and it does no harm if it stays.
        let _ = fs::remove_file(out.join(LOCK));
        Ok(())
    }

    /// Clears the folder away.
    pub(crate) fn give_up(self) {
        // What went wrong matters more than what of it can't be cleared away.
        let _ = fs::remove_dir_all(&self.path);
        drop(self.lock);
    }
}

/// Whether a backup has a file of this name, or the database makes it meanwhile.
fn is_of_a_backup(name: &str) -> bool {
    let database = name.strip_prefix(DATABASE);
    database.is_some_and(|rest| ["", "-journal", "-wal", "-shm"].contains(&rest))
        || name == MANIFEST
        || KEYS.contains(&name)
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// Whether an open file is the one that has this name now.
fn is_there(file: &File, path: &Path) -> io::Result<bool> {
    let named = match fs::symlink_metadata(path) {
        Ok(named) => named,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let file = file.metadata()?;
    #[cfg(unix)]
    let is_same = {
        use std::os::unix::fs::MetadataExt;

        (file.dev(), file.ino()) == (named.dev(), named.ino())
    };
    #[cfg(not(unix))]
    let is_same = file.created()? == named.created()?;
    Ok(is_same)
}

/// A new folder, for its owner's eyes only.
fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
