use super::SqliteStore;
use super::read;
use super::write::Write;
use crate::{DataFolder, HostKey, KeyError, LostKey};

impl SqliteStore {
    /// The host's key in the folder of this database; on first use it is made of `entropy`.
    ///
    /// A key that is missing or another one is an error while unfinished games need the right one, unless they are
    /// given up. A key file that is there is never written over.
    ///
    /// # Errors
    ///
    /// If the file can't be read or made, is not a key, or not the one that the database was made with.
    pub async fn host_key(
        &self,
        folder: &DataFolder,
        entropy: [u8; 32],
        lost: LostKey,
    ) -> Result<HostKey, KeyError> {
        let path = folder.key_file();
        let secrets = self.readers.read(read::secrets).await?;
        let mark = self.readers.read(read::key_mark).await?;
        let games = secrets.len() as u64;
        let may_change = games == 0 || lost == LostKey::GiveUp;
        let key = match HostKey::load(&path)? {
            None if may_change => HostKey::make(&path, entropy)?,
            None => return Err(KeyError::Missing { path, games }),
            Some(key) => {
                let is_right = match &mark {
                    Some(mark) => *mark == key.mark(),
                    // Data of a program that made no mark.
                    None => secrets
                        .iter()
                        .any(|(game, sealed)| key.open(*game, sealed).is_ok()),
                };
                if !is_right && !may_change {
                    return Err(KeyError::Wrong { path, games });
                }
                key
            }
        };
        if mark.is_none_or(|mark| mark != key.mark()) {
            self.write(Write::KeyMark(key.mark())).await?;
        }
        Ok(key)
    }
}
