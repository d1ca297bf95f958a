use std::io;
use std::path::{Path, PathBuf};

use ludo_table::Time;

use crate::StoreError;
use crate::folder::{DATABASE, KEYS};
use crate::manifest::{MANIFEST, Manifest, ManifestFile, copy, sync_folder, write};
use crate::sqlite::snapshot;
use crate::unfinished::Unfinished;

/// What a backup is to be.
#[derive(Clone, Copy, Debug)]
pub struct Backup<'a> {
    /// The data folder, which may be served meanwhile.
    pub data: &'a Path,
    /// The folder to be made.
    pub out: &'a Path,
    /// Whether the host's keys go along.
    pub with_key: bool,
    /// When it is made.
    pub at: Time,
    /// The version of the program that makes it.
    pub program: &'a str,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to back up.
    #[error("there is no database in {0}: give the data folder of the server with --data")]
    NoData(PathBuf),
    /// Something is in the way.
    #[error("{0} is there already: a backup is never written over another one. Give a new name")]
    Exists(PathBuf),
    /// Another backup of the same name is being made.
    #[error("another backup is being made in {0}: wait for it, or give this one another name")]
    Running(PathBuf),
    /// The keys were asked for, and are not there.
    #[error("there is no key in {0}: make the backup without --with-key, or start the server once")]
    NoKey(PathBuf),
    /// The database can't be read, or the copy not be written.
    #[error("the backup was not made: {0}")]
    Store(#[from] StoreError),
    /// A file can't be written.
    #[error("the backup was not made: {path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

impl Backup<'_> {
    /// Makes the backup: a folder with the database as it is at one moment, the keys if they are wanted, and a manifest.
    ///
    /// The database is read by a connection of its own, which writes nothing and does not keep the server from writing.
    /// What runs out with the moment does not go along: secrets of games, answers to a begin, hand-over codes. The folder
    /// has its name only once it is whole, checked and on the disk. Until then it is called `.unfinished`; what one that was
    /// killed has left there, the next one of the same name clears away.
    ///
    /// # Errors
    ///
    /// If there is no data, something in the way, or reading or writing fails; then there is nothing at `out`.
    pub async fn make(self) -> Result<Manifest, BackupError> {
        if !self.data.join(DATABASE).is_file() {
            return Err(BackupError::NoData(self.data.to_owned()));
        }
        if self.out.symlink_metadata().is_ok() {
            return Err(BackupError::Exists(self.out.to_owned()));
        }
        let unfinished = Unfinished::take(self.out)?;
        let manifest = match self.fill(unfinished.path()).await {
            Ok(manifest) => manifest,
            Err(error) => {
                unfinished.give_up();
                return Err(error);
            }
        };
        unfinished.finish(self.out).map_err(failed(self.out))?;
        if let Some(parent) = self.out.parent().filter(|parent| parent.is_dir()) {
            sync_folder(parent).map_err(failed(parent))?;
        }
        Ok(manifest)
    }

    async fn fill(&self, folder: &Path) -> Result<Manifest, BackupError> {
        let database = folder.join(DATABASE);
        let schema = snapshot::take(&self.data.join(DATABASE), &database).await?;
        let mut names = vec![DATABASE];
        if self.with_key {
            for key in KEYS {
                let from = self.data.join(key);
                if from.is_file() {
                    copy(&from, &folder.join(key)).map_err(failed(&from))?;
                    names.push(key);
                }
            }
            if names.len() == 1 {
                return Err(BackupError::NoKey(self.data.to_owned()));
            }
        }
        let mut files = Vec::with_capacity(names.len());
        for name in names {
            files.push(ManifestFile::of(folder, name).map_err(failed(&folder.join(name)))?);
        }
        let manifest = Manifest::new(self.at, self.program, schema, self.with_key, files);
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec_pretty(&manifest)
            .map_err(io::Error::from)
            .map_err(failed(&path))?;
        write(&path, &text).map_err(failed(&path))?;
        sync_folder(folder).map_err(failed(folder))?;
        Ok(manifest)
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    |error| BackupError::Io { path, error }
}
