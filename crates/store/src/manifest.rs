use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use ludo_table::Time;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex;

/// The form of backups that this program writes and reads.
const FORMAT: u32 = 1;

/// The file of a backup that says what it is.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What a backup is, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the backup.
    format: u32,
    /// When it was made, in milliseconds since the Unix epoch.
    pub made_at: Time,
    /// The version of the program that made it.
    pub program: String,
    /// The version of the data in it.
    pub schema: i64,
    /// Whether it holds the host's keys.
    pub holds_key: bool,
    /// Its files, besides the manifest.
    pub files: Vec<ManifestFile>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Its name in the folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, as hex.
    pub sha256: String,
}

impl Manifest {
    pub(crate) fn new(
        made_at: Time,
        program: &str,
        schema: i64,
        holds_key: bool,
        files: Vec<ManifestFile>,
    ) -> Self {
        Self {
            format: FORMAT,
            made_at,
            program: program.to_owned(),
            schema,
            holds_key,
            files,
        }
    }

    /// Whether this program can read such a backup.
    pub(crate) const fn is_known(&self) -> bool {
        self.format == FORMAT
    }
}

impl ManifestFile {
    /// The file as it is.
    pub(crate) fn of(folder: &Path, name: &str) -> io::Result<Self> {
        let mut file = File::open(folder.join(name))?;
        let mut digest = Sha256::new();
        let mut bytes = 0;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            digest.update(buffer.get(..count).unwrap_or_default());
            bytes += count as u64;
        }
        let mut sha256 = String::with_capacity(64);
        // Writing to a string cannot fail.
        let _ = hex::write(&digest.finalize(), &mut sha256);
        Ok(Self {
            name: name.to_owned(),
            bytes,
            sha256,
        })
    }
}

/// Writes a file for its owner's eyes only, through to the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Copies a file, for its owner's eyes only, through to the disk.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, create(to)?);
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(path)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
