use zeroize::{Zeroize, ZeroizeOnDrop};

/// The 32 bytes from which a party makes its chain.
///
/// It cannot be printed, compared, copied or serialised, and its memory is wiped when it goes away. The one door out
/// is [`expose`](Self::expose).
///
/// ```compile_fail
/// let secret = ludo_dice::Secret::from_entropy([1; 32]);
/// println!("{secret:?}");
/// ```
///
/// ```compile_fail
/// let secret = ludo_dice::Secret::from_entropy([1; 32]);
/// let second = secret.clone();
/// ```
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of 32 bytes, which must come from the operating system's generator (or from where
    /// [`expose`](Self::expose) let them be kept).
    #[must_use]
    pub const fn from_entropy(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The one door to the bytes: for a server that keeps them encrypted, and for a client that keeps them on its own
    /// device. They belong into no event, state, log or message.
    #[must_use]
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}
