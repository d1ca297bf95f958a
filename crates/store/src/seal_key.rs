use std::path::Path;

use ludo_dice::SealKey;
use zeroize::Zeroizing;

use crate::{DataFolder, KeyError, key};

/// The name of the file with the host's key for seals.
const FILE: &str = "seal.key";

impl DataFolder {
    /// The key that this host seals records with. On first use it is made of `entropy`, which must come from the
    /// operating system's generator; a file that is there is never written over.
    ///
    /// Nothing that is running needs it: where it is lost, games get seals of a new key from then on, and those of before
    /// keep the old one.
    ///
    /// # Errors
    ///
    /// If the file can't be read or made, or is not a key.
    pub fn seal_key(&self, entropy: [u8; 32]) -> Result<SealKey, KeyError> {
        let entropy = Zeroizing::new(entropy);
        let path = self.path().join(FILE);
        if let Some(key) = key::load(&path)? {
            return Ok(SealKey::from_entropy(*key));
        }
        key::make(&path, &entropy)?;
        tracing::info!(path = %path.display(), "the key that records are sealed with was made");
        Ok(SealKey::from_entropy(*entropy))
    }

    /// The key for seals in a data folder that another process may hold; nothing where none was made yet.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or is not a key.
    pub fn peek_seal_key(folder: &Path) -> Result<Option<SealKey>, KeyError> {
        let key = key::read(&folder.join(FILE))?;
        Ok(key.map(|(key, _)| SealKey::from_entropy(*key)))
    }
}
