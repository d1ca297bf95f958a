use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::folder::{DATABASE, KEYS};
use crate::manifest::{MANIFEST, Manifest, ManifestFile, copy, sync_folder};
use crate::sqlite::snapshot;
use crate::{DataFolder, FolderError, StoreError};

/// The longest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 16;

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// It is no backup.
    #[error(
        "{path} is not a backup of this program ({why}). Give the folder that `ludo backup` made"
    )]
    NotABackup {
        /// What was given.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file is not as it was written.
    #[error(
        "the backup {path} is damaged: {name} is not as it was written ({why}). Nothing was restored; take another backup"
    )]
    Damaged {
        /// The backup.
        path: PathBuf,
        /// The file.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is data already.
    #[error(
        "the data folder {0} has data. Nothing was restored: move the folder away, or restore to another one with --data"
    )]
    HasData(PathBuf),
    /// There is a key, and it is another one.
    #[error(
        "{0} is there already and is not the one of the backup. Nothing was restored: move it away, or restore to another folder with --data"
    )]
    OtherKey(PathBuf),
    /// The folder can't be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The database in the backup can't be used.
    #[error("nothing was restored: {0}")]
    Store(#[from] StoreError),
    /// A file can't be read or written.
    #[error("nothing was restored: {path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// Puts a backup into a data folder that has no data.
///
/// Links of a game's chain may have been revealed after the backup was made, and must not be used again: the secrets of
/// all games are dropped, so that games which run end as abandoned, and those that are set up are set up anew.
///
/// # Errors
///
/// If it is no whole backup, of a newer program, or the folder has data or is being served. There is no database in the
/// folder then.
pub async fn restore(backup: &Path, data: &Path) -> Result<Manifest, RestoreError> {
    let manifest = read(backup)?;
    let folder = DataFolder::vacant(data)?.ok_or_else(|| RestoreError::HasData(data.to_owned()))?;
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| RestoreError::Io { path, error }
    };
    let keys: Vec<_> = names(&manifest)
        .filter(|name| KEYS.contains(name))
        .collect();
    for name in &keys {
        let there = data.join(name);
        match ManifestFile::of(data, name) {
            Ok(known) if manifest.files.contains(&known) => {}
            Ok(_) => return Err(RestoreError::OtherKey(there)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&there)(error)),
        }
    }
    // Under other names first: a restoring that dies half-way leaves no data.
    let unfinished = data.join("ludo.db.unfinished");
    let restored = async {
        copy(&backup.join(DATABASE), &unfinished).map_err(failed(&unfinished))?;
        let schema = snapshot::prepare(&unfinished).await?;
        if schema != manifest.schema {
            let why = format!(
                "it has version {schema}, the manifest says {}",
                manifest.schema
            );
            return Err(damaged(backup, DATABASE, why));
        }
        for name in &keys {
            let (from, to) = (backup.join(name), data.join(name));
            copy(&from, &to).map_err(failed(&to))?;
        }
        fs::rename(&unfinished, folder.database()).map_err(failed(&folder.database()))?;
        sync_folder(data).map_err(failed(data))
    };
    let restored = restored.await;
    if restored.is_err() {
        // What went wrong matters more than what of it can't be cleared away.
        let _ = fs::remove_file(&unfinished);
    }
    restored.map(|()| manifest)
}

/// The manifest of a backup whose files are as they were written.
fn read(backup: &Path) -> Result<Manifest, RestoreError> {
    let not = |why: String| RestoreError::NotABackup {
        path: backup.to_owned(),
        why,
    };
    let path = backup.join(MANIFEST);
    let length = fs::metadata(&path).map_err(|error| not(format!("{MANIFEST}: {error}")))?;
    if length.len() > MAX_MANIFEST {
        return Err(not(format!("{MANIFEST} is too long")));
    }
    let text = fs::read(&path).map_err(|error| not(format!("{MANIFEST}: {error}")))?;
    let manifest: Manifest =
        serde_json::from_slice(&text).map_err(|error| not(format!("{MANIFEST}: {error}")))?;
    if !manifest.is_known() {
        return Err(not(
            "it is of a form that this program does not know: use a newer program".into(),
        ));
    }
    let known = |name: &str| name == DATABASE || KEYS.contains(&name);
    if !names(&manifest).all(known) || !names(&manifest).any(|name| name == DATABASE) {
        return Err(not(format!(
            "{MANIFEST} names other files than a backup has"
        )));
    }
    for file in &manifest.files {
        let found = ManifestFile::of(backup, &file.name)
            .map_err(|error| damaged(backup, &file.name, error.to_string()))?;
        if found != *file {
            return Err(damaged(backup, &file.name, "its checksum differs".into()));
        }
    }
    Ok(manifest)
}

fn names(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.files.iter().map(|file| file.name.as_str())
}

fn damaged(backup: &Path, name: &str, why: String) -> RestoreError {
    RestoreError::Damaged {
        path: backup.to_owned(),
        name: name.to_owned(),
        why,
    }
}
