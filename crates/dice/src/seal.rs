//! The seal of a record: by it a host vouches for every byte, also for what no die depends on.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use ludo_rules::{Record, RecordError, Tag};

use crate::hex;

/// The name of the seal's tag.
const TAG: &str = "Seal";

/// A host's secret key for seals.
///
/// It cannot be printed, compared, copied or serialised, and its memory is wiped when it goes away.
///
/// ```compile_fail
/// let key = ludo_dice::SealKey::from_entropy([1; 32]);
/// println!("{key:?}");
/// ```
pub struct SealKey(SigningKey);

/// The public half of a [`SealKey`]: it tells whose seal it is. Its text is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SealPublic(pub [u8; 32]);

hex::hex_text!(SealPublic);

/// The value of a tag `[Seal "KEY SIGNATURE"]`: whose seal, and the signature (Ed25519) over the record's bytes without
/// the line of this tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The host's public key.
    pub key: SealPublic,
    signature: [u8; 64],
}

/// A text that is no seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealError;

/// What the bytes of a record say of its seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealState {
    /// There is none.
    None,
    /// The host with this key sealed exactly these bytes.
    Valid(SealPublic),
    /// There is one, and it does not go with these bytes: something was changed, or it never was a seal.
    Broken,
}

impl SealKey {
    /// A key of 32 bytes, which must come from the operating system's generator.
    #[must_use]
    pub fn from_entropy(bytes: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&bytes))
    }

    /// Its public half.
    #[must_use]
    pub fn public(&self) -> SealPublic {
        SealPublic(self.0.verifying_key().to_bytes())
    }

    /// The record with this host's seal as its last tag. The same record always gets the same seal.
    ///
    /// # Errors
    ///
    /// Where the record has a seal already, or too many tags.
    pub fn seal(&self, record: Record) -> Result<Record, RecordError> {
        let signature = self.0.sign(record.to_string().as_bytes());
        let seal = Seal {
            key: self.public(),
            signature: signature.to_bytes(),
        };
        // Hex is always a value.
        let Ok(tag) = Tag::new(TAG, &seal.to_string()) else {
            return Ok(record);
        };
        record.with_tag(tag)
    }
}

impl Seal {
    /// Whether this is the key's seal of these bytes: a record, from its first bracket to the empty line that ends it,
    /// without the line of the seal.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        VerifyingKey::from_bytes(&self.key.0).is_ok_and(|key| {
            key.verify_strict(bytes, &Signature::from_bytes(&self.signature))
                .is_ok()
        })
    }
}

impl SealState {
    /// What these bytes of a record, from its first bracket to the empty line that ends it, say of its seal.
    #[must_use]
    pub fn of(record: &[u8]) -> Self {
        let mut rest = Vec::with_capacity(record.len());
        let mut sealed = None;
        let mut in_tags = true;
        for line in record.split_inclusive(|&byte| byte == b'\n') {
            in_tags = in_tags && line != b"\n";
            match value(line) {
                Some(value) if in_tags => sealed = Some(value),
                _ => rest.extend_from_slice(line),
            }
        }
        let Some(value) = sealed else {
            return Self::None;
        };
        let seal = core::str::from_utf8(value).ok().map(Seal::from_str);
        match seal {
            Some(Ok(seal)) if seal.is_of(&rest) => Self::Valid(seal.key),
            _ => Self::Broken,
        }
    }
}

/// The value of a seal's tag, if the line is one.
fn value(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"[Seal \"")?.strip_suffix(b"\"]\n")
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.key)?;
        hex::write(&self.signature, f)
    }
}

impl FromStr for Seal {
    type Err = SealError;

    fn from_str(text: &str) -> Result<Self, SealError> {
        let (key, signature) = text.split_once(' ').ok_or(SealError)?;
        Ok(Self {
            key: key.parse().map_err(|_| SealError)?,
            signature: hex::read(signature).map_err(|_| SealError)?,
        })
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seal is a key of 64 and a signature of 128 lower-case hex digits, with a space between them")
    }
}

impl core::error::Error for SealError {}
