use sha2::{Digest, Sha256};

/// What stands in for a link or a tip that is not there.
pub(crate) const ZEROS: [u8; 32] = [0; 32];

/// `H`: SHA-256 of the parts, one after the other.
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update(part);
    }
    sha.finalize().into()
}

/// One step down a chain: `link[i-1]` of `link[i]`.
pub(crate) fn step_down(link: &[u8; 32]) -> [u8; 32] {
    hash(&[b"ludo-chain-1", link])
}
