use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use ludo_dice::{GameId, Link, Secret};
use ludo_rules::Seat;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::sealed::{NONCE, SealError, Sealed};
use crate::{StoreError, hex};

/// The key of one host, under which the secrets of its games are encrypted before they are stored.
///
/// It cannot be printed, copied or serialised.
///
/// ```
/// use ludo_dice::{GameId, Link, Secret};
/// use ludo_store::HostKey;
///
/// let key = HostKey::from_entropy([1; 32]);
/// let sealed = key.seal(GameId([2; 16]), &Secret::from_entropy([3; 32]), [4; 24]);
/// assert_eq!(key.open(GameId([2; 16]), &sealed).unwrap().expose(), &[3; 32]);
/// assert!(key.open(GameId([9; 16]), &sealed).is_err(), "it belongs to one game");
/// ```
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct HostKey([u8; 32]);

/// What becomes of unfinished games whose key is missing or another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostKey {
    /// They need it: without it there is no server.
    Refuse,
    /// They are given up: they end as abandoned, where they can't go on.
    GiveUp,
}

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
        "{0} is not a key file: it should have 32 bytes. Put the right one back, or move it away and read what the next start says"
    )]
    Malformed(PathBuf),
    /// There is no key, and games need it.
    #[error(
        "the key file {path} is missing, and {games} unfinished game(s) in the database beside it need it. Put host.key back from the backup. If it is lost for good, start once with --new-key: these games then end as abandoned"
    )]
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// How many games need it.
        games: u64,
    },
    /// It is the key of other data, and games need the right one.
    #[error(
        "the key file {path} is not the one that {games} unfinished game(s) in the database beside it were made with. Put the right host.key back from the backup. If it is lost for good, start once with --new-key: these games then end as abandoned"
    )]
    Wrong {
        /// Where it is.
        path: PathBuf,
        /// How many games need the right one.
        games: u64,
    },
    /// The database cannot say which key it was made with.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl HostKey {
    /// A key of 32 bytes, which must come from the operating system's generator.
    #[must_use]
    pub const fn from_entropy(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key in a file; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or is not a key.
    pub fn load(path: &Path) -> Result<Option<Self>, KeyError> {
        Ok(load(path)?.map(|key| Self(*key)))
    }

    /// Makes the file of a key, with `entropy` as the key, for its owner's eyes only.
    ///
    /// # Errors
    ///
    /// If it can't be made.
    pub fn make(path: &Path, entropy: [u8; 32]) -> Result<Self, KeyError> {
        let entropy = Zeroizing::new(entropy);
        make(path, &entropy)?;
        Ok(Self(*entropy))
    }

    /// Tells this key from others, and nothing about it.
    #[must_use]
    pub(crate) fn mark(&self) -> String {
        let mut text = String::with_capacity(64);
        let digest = Sha256::new()
            .chain_update(b"ludo host key mark")
            .chain_update(self.0)
            .finalize();
        // Writing to a string cannot fail.
        let _ = hex::write(&digest, &mut text);
        text
    }

    /// Encrypts the secret of a game. A nonce is used once: 24 bytes from the operating system's generator.
    #[must_use]
    pub fn seal(&self, game: GameId, secret: &Secret, nonce: [u8; NONCE]) -> Sealed {
        self.encrypt(secret.expose(), &game.0, nonce)
    }

    /// Encrypts the link with which a seat has answered a begin, until the draw reveals it. A nonce is used once: 24 bytes
    /// from the operating system's generator.
    #[must_use]
    pub fn seal_answer(&self, game: GameId, seat: Seat, link: &Link, nonce: [u8; NONCE]) -> Sealed {
        self.encrypt(&link.0, &of_answer(game, seat), nonce)
    }

    /// Decrypts the link of an answer.
    ///
    /// # Errors
    ///
    /// If it was sealed under another key, for another game or seat, or was changed.
    pub fn open_answer(
        &self,
        game: GameId,
        seat: Seat,
        sealed: &Sealed,
    ) -> Result<Link, SealError> {
        self.decrypt(sealed, &of_answer(game, seat))
            .map(|bytes| Link(*bytes))
    }

    /// Decrypts the secret of a game.
    ///
    /// # Errors
    ///
    /// If it was sealed under another key or for another game, or was changed.
    pub fn open(&self, game: GameId, sealed: &Sealed) -> Result<Secret, SealError> {
        self.decrypt(sealed, &game.0)
            .map(|bytes| Secret::from_entropy(*bytes))
    }

    /// Encrypts bytes that belong to `of`.
    fn encrypt(&self, bytes: &[u8; 32], of: &[u8], nonce: [u8; NONCE]) -> Sealed {
        let payload = Payload {
            msg: bytes,
            aad: of,
        };
        // The cipher fails for messages of 256 GiB only.
        let text = self
            .cipher()
            .encrypt(XNonce::from_slice(&nonce), payload)
            .unwrap_or_default();
        Sealed { nonce, text }
    }

    fn decrypt(&self, sealed: &Sealed, of: &[u8]) -> Result<Zeroizing<[u8; 32]>, SealError> {
        let payload = Payload {
            msg: &sealed.text,
            aad: of,
        };
        let bytes = self
            .cipher()
            .decrypt(XNonce::from_slice(&sealed.nonce), payload);
        let bytes = Zeroizing::new(bytes.map_err(|_| SealError::WrongKey)?);
        let bytes = <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| SealError::Malformed)?;
        Ok(Zeroizing::new(bytes))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.0.into())
    }
}

/// What a seat's answer belongs to: not the same as the secret of its game.
fn of_answer(game: GameId, seat: Seat) -> Vec<u8> {
    let seat = [seat.letter() as u8];
    [b"ludo answer".as_slice(), &game.0, &seat].concat()
}

/// A key in a file, which is for its owner's eyes only from now on; `None` if there is no such file.
pub(crate) fn load(path: &Path) -> Result<Option<Zeroizing<[u8; 32]>>, KeyError> {
    let Some((key, file)) = read(path)? else {
        return Ok(None);
    };
    restrict(&file).map_err(|error| failed(path, error))?;
    Ok(Some(key))
}

/// A key, and the file that holds it.
pub(crate) type KeyFile = (Zeroizing<[u8; 32]>, File);

/// A key in a file, with the file; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<KeyFile>, KeyError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, error)),
    };
    let mut bytes = Zeroizing::new(Vec::with_capacity(33));
    (&file)
        .take(33)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(path, error))?;
    let key = <[u8; 32]>::try_from(bytes.as_slice());
    let key = key.map_err(|_| KeyError::Malformed(path.to_owned()))?;
    Ok(Some((Zeroizing::new(key), file)))
}

/// Makes the file of a key.
pub(crate) fn make(path: &Path, key: &Zeroizing<[u8; 32]>) -> Result<(), KeyError> {
    write_new(path, key.as_slice()).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: io::Error) -> KeyError {
    KeyError::Io {
        path: path.to_owned(),
        error,
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
