use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The database, with its `-wal` and `-shm`.
pub(crate) const DATABASE: &str = "ludo.db";

/// The files of the host's keys: the one that secrets are sealed under, and the one that records are sealed with.
pub(crate) const KEYS: [&str; 2] = ["host.key", "seal.key"];

/// The folder with all data of a server, held by one process at a time.
///
/// It holds `ludo.db` (with its `-wal` and `-shm`), `host.key`, `seal.key` and `ludo.lock`. The lock is the operating system's, so
/// it goes with the process, however that ends.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    new_database: bool,
    _lock: File,
}

/// Why a data folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process has it.
    #[error(
        "the data folder {0} is in use by another ludo process: stop that one first, or give this one a folder of its own with --data"
    )]
    InUse(PathBuf),
    /// There is a file in its place.
    #[error(
        "the data folder {0} cannot be used: it is a file. Give a folder with --data, or move the file away"
    )]
    NotAFolder(PathBuf),
    /// It, or a file in it, can't be written.
    #[error(
        "the data folder {path} cannot be used: this user may not write there ({error}). Give the folder and its files to the user that runs ludo, or name another folder with --data"
    )]
    NotWritable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It can't be made or opened.
    #[error(
        "the data folder {path} cannot be used: {error}. Mend that, or name another folder with --data"
    )]
    Io {
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

impl DataFolder {
    /// Takes the folder, which is made if it is not there (for its owner's eyes only).
    ///
    /// # Errors
    ///
    /// If it can't be made, or another process has it.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let mut folder = Self::lock(path)?;
        // The database gives the files beside it the rights that it has itself.
        let database = open_or_make(&folder.database()).map_err(|error| failed(path, error))?;
        let length = database.metadata().map_err(|error| failed(path, error))?;
        folder.new_database = length.len() == 0;
        Ok(folder)
    }

    /// Takes a folder that has no database, as [`open`](Self::open) does; nothing if it has one.
    pub(crate) fn vacant(path: &Path) -> Result<Option<Self>, FolderError> {
        let folder = Self::lock(path)?;
        for suffix in ["", "-wal", "-journal"] {
            let file = path.join(format!("{DATABASE}{suffix}"));
            match file.metadata() {
                // An empty one is what a start leaves that came no further.
                Ok(file) if file.len() > 0 => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(path, error)),
            }
        }
        Ok(Some(folder))
    }

    fn lock(path: &Path) -> Result<Self, FolderError> {
        if path.is_file() {
            return Err(FolderError::NotAFolder(path.to_owned()));
        }
        make(path).map_err(|error| failed(path, error))?;
        let lock = open_or_make(&path.join("ludo.lock")).map_err(|error| failed(path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(path, error)),
        }
        Ok(Self {
            path: path.to_owned(),
            new_database: false,
            _lock: lock,
        })
    }
    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database file.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// The file of the host's key.
    #[must_use]
    pub fn key_file(&self) -> PathBuf {
        self.path.join("host.key")
    }

    /// Whether there is a host's key but there was no database (or an empty file): as when somebody lost it.
    #[must_use]
    pub fn lost_database(&self) -> bool {
        self.new_database && self.key_file().exists()
    }
}

/// With the folder, and what to do.
fn failed(path: &Path, error: io::Error) -> FolderError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            FolderError::NotWritable { path, error }
        }
        _ => FolderError::Io { path, error },
    }
}

/// Opens a file, which is made for its owner's eyes only.
pub(crate) fn open_or_make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn make(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
