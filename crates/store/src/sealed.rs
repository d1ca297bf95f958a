use std::fmt;
use std::str::FromStr;

use crate::hex;

/// Bytes of a nonce of XChaCha20-Poly1305.
pub(crate) const NONCE: usize = 24;

/// A secret of a game, encrypted under the [`HostKey`](crate::HostKey): useless without it.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed {
    pub(crate) nonce: [u8; NONCE],
    pub(crate) text: Vec<u8>,
}

/// Why a sealed secret can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It is not the text of a sealed secret.
    #[error("this is not a sealed secret")]
    Malformed,
    /// It was sealed under another key or for another game, or was changed.
    #[error(
        "the secret was sealed under another host key, or was changed; is the key file of this data folder the one it was made with?"
    )]
    WrongKey,
}

impl fmt::Display for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.nonce, f)?;
        hex::write(&self.text, f)
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(..)")
    }
}

impl FromStr for Sealed {
    type Err = SealError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = hex::read(text).ok_or(SealError::Malformed)?;
        let (nonce, text) = bytes.split_first_chunk().ok_or(SealError::Malformed)?;
        Ok(Self {
            nonce: *nonce,
            text: text.to_vec(),
        })
    }
}
