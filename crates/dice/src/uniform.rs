use hmac::Hmac;
use hmac::digest::{FixedOutput, KeyInit, Update};
use sha2::Sha256;

/// `U(key, message, below)` of the scheme: a number from 0 to `below - 1`, each as likely as the others, that nobody
/// can foresee without the key.
///
/// `below` is 1 to 256; a number outside of that range is brought to its nearer end.
///
/// ```
/// assert_eq!(ludo_dice::uniform(&[0; 32], b"", 6), 2);
/// ```
#[must_use]
pub fn uniform(key: &[u8; 32], message: &[u8], below: u32) -> u32 {
    let below = below.clamp(1, 256);
    // Bytes from here on would favour the small numbers.
    let limit = below * (256 / below);
    // HMAC fills a key that is shorter than a block of its hash with zeros: the same key, and no length to go wrong.
    let mut block = [0; 64];
    for (to, from) in block.iter_mut().zip(key) {
        *to = *from;
    }
    for counter in 0..=u32::MAX {
        let mut mac = Hmac::<Sha256>::new(&block.into());
        Update::update(&mut mac, message);
        Update::update(&mut mac, &counter.to_be_bytes());
        for byte in mac.finalize_fixed() {
            if u32::from(byte) < limit {
                return u32::from(byte) % below;
            }
        }
    }
    0
}
