use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use ludo_dice::{GameId, Secret};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::sealed::{NONCE, SealError, Sealed};

/// The key of one host, under which the secrets of its games are encrypted before they are stored.
///
/// It cannot be printed, copied or serialised.
///
/// ```
/// use ludo_dice::{GameId, Secret};
/// use ludo_store::HostKey;
///
/// let key = HostKey::from_entropy([1; 32]);
/// let sealed = key.seal(GameId([2; 16]), &Secret::from_entropy([3; 32]), [4; 24]);
/// assert_eq!(key.open(GameId([2; 16]), &sealed).unwrap().expose(), &[3; 32]);
/// assert!(key.open(GameId([9; 16]), &sealed).is_err(), "it belongs to one game");
/// ```
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct HostKey([u8; 32]);

/// Why the host's key can't be had.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file can't be read or made.
    #[error("the key file {path} cannot be read or made: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is there but holds something else.
    #[error(
        "{0} is not a key file: it should have 32 bytes. Put the right one back, or move it away and lose the running games"
    )]
    Malformed(PathBuf),
}

impl HostKey {
    /// A key of 32 bytes, which must come from the operating system's generator.
    #[must_use]
    pub const fn from_entropy(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key in a file; on first use the file is made, with `entropy` as the key, for its owner's eyes only.
    ///
    /// # Errors
    ///
    /// If the file can't be read or made, or is not a key.
    pub fn load_or_make(path: &Path, entropy: [u8; 32]) -> Result<Self, KeyError> {
        let entropy = Zeroizing::new(entropy);
        let failed = |error| KeyError::Io {
            path: path.to_owned(),
            error,
        };
        match File::open(path) {
            Ok(file) => {
                let mut bytes = Zeroizing::new(Vec::with_capacity(33));
                (&file).take(33).read_to_end(&mut bytes).map_err(failed)?;
                restrict(&file).map_err(failed)?;
                let key = <[u8; 32]>::try_from(bytes.as_slice());
                key.map(Self)
                    .map_err(|_| KeyError::Malformed(path.to_owned()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_new(path, entropy.as_slice()).map_err(failed)?;
                Ok(Self(*entropy))
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Encrypts the secret of a game. A nonce is used once: 24 bytes from the operating system's generator.
    #[must_use]
    pub fn seal(&self, game: GameId, secret: &Secret, nonce: [u8; NONCE]) -> Sealed {
        let payload = Payload {
            msg: secret.expose(),
            aad: &game.0,
        };
        // The cipher fails for messages of 256 GiB only.
        let text = self
            .cipher()
            .encrypt(XNonce::from_slice(&nonce), payload)
            .unwrap_or_default();
        Sealed { nonce, text }
    }

    /// Decrypts the secret of a game.
    ///
    /// # Errors
    ///
    /// If it was sealed under another key or for another game, or was changed.
    pub fn open(&self, game: GameId, sealed: &Sealed) -> Result<Secret, SealError> {
        let payload = Payload {
            msg: &sealed.text,
            aad: &game.0,
        };
        let bytes = self
            .cipher()
            .decrypt(XNonce::from_slice(&sealed.nonce), payload);
        let bytes = Zeroizing::new(bytes.map_err(|_| SealError::WrongKey)?);
        let bytes = <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| SealError::Malformed)?;
        Ok(Secret::from_entropy(bytes))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.0.into())
    }
}

/// Writes a file that was not there, so that it is whole or absent after a power cut.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    restrict(&file)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&unfinished, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(unix)]
fn restrict(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    file.set_permissions(std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn restrict(_: &File) -> io::Result<()> {
    Ok(())
}
