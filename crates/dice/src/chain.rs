use alloc::boxed::Box;

use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::hash::step_down;
use crate::{Link, Secret, Tip};

/// The number of links of a chain, and the number of its last one, the secret.
pub const CHAIN_LENGTH: u32 = 4096;

/// Links between two checkpoints.
const STRIDE: u32 = 64;
const CHECKPOINTS: usize = (CHAIN_LENGTH / STRIDE) as usize;

/// A party's whole chain: `link[4096]` is its [`Secret`], `link[0]` its [`Tip`], each link the hash of the next.
///
/// Making one takes 4096 hashes; every 64th link is kept, so that any link costs 63 hashes at most. As secret as the
/// secret: no way to print, copy or serialise it.
///
/// ```
/// use ludo_dice::{Chain, Secret};
///
/// let chain = Chain::new(Secret::from_entropy([9; 32]));
/// assert!(chain.link(1).unwrap().leads_to(&chain.tip().0, 1));
/// assert!(chain.link(0).is_none(), "link 0 is the tip");
/// ```
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Chain {
    secret: Secret,
    #[zeroize(skip)]
    tip: Tip,
    /// `link[64]`, `link[128]`, …, `link[4096]`.
    checkpoints: Box<[[u8; 32]; CHECKPOINTS]>,
}

impl Chain {
    /// The chain of a secret.
    #[must_use]
    pub fn new(secret: Secret) -> Self {
        let mut checkpoints = Box::new([[0; 32]; CHECKPOINTS]);
        let mut link = *secret.expose();
        for kept in checkpoints.iter_mut().rev() {
            *kept = link;
            for _ in 0..STRIDE {
                link = step_down(&link);
            }
        }
        Self {
            secret,
            tip: Tip(link),
            checkpoints,
        }
    }

    /// Its public end.
    #[must_use]
    pub const fn tip(&self) -> Tip {
        self.tip
    }

    /// Link number `n`, 1 to [`CHAIN_LENGTH`]; none for another number.
    #[must_use]
    pub fn link(&self, n: u32) -> Option<Link> {
        let above = usize::try_from(n.checked_sub(1)? / STRIDE).ok()?;
        let kept = Link(*self.checkpoints.get(above)?);
        Some(Link(kept.down((CHAIN_LENGTH - n) % STRIDE)))
    }

    /// The secret that the chain is made from.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }
}
