use ludo_dice::{CHAIN_LENGTH, Chain, GameId, Link, Secret, Tip};
use ludo_rules::BySeat;
use ludo_store::{HostKey, Sealed};
use zeroize::Zeroizing;

use crate::entropy::{Entropy, EntropyError};

/// A new game's id and the server's chain for it, with the secret as it is stored.
pub(crate) struct NewGame {
    pub(crate) id: GameId,
    pub(crate) chain: Chain,
    pub(crate) sealed: Sealed,
}

impl NewGame {
    pub(crate) fn new(entropy: &Entropy, key: &HostKey) -> Result<Self, EntropyError> {
        let id = GameId(entropy.bytes()?);
        let chain = Chain::new(Secret::from_entropy(entropy.bytes()?));
        let sealed = key.seal(id, chain.secret(), entropy.bytes()?);
        Ok(Self { id, chain, sealed })
    }

    pub(crate) fn public(&self) -> (GameId, Tip) {
        (self.id, self.chain.tip())
    }
}

/// What the server knows of the dice of a table's game and nobody else may.
#[derive(Default)]
pub(crate) struct GameSecrets {
    /// The server's chain; none if its secret is lost, or spent.
    pub(crate) chain: Option<Chain>,
    /// `link[1]` of the seats that answered the begin, until the draw reveals them.
    pub(crate) answers: BySeat<Option<Link>>,
    /// The links that come next, the number of the first of them, and that one: so that each costs a hash, not thirty.
    near: (u32, Zeroizing<Vec<[u8; 32]>>),
}

/// Links that are worked out at once, at most.
const NEAR: u32 = 64;

impl GameSecrets {
    pub(crate) fn of(chain: Chain) -> Self {
        Self {
            chain: Some(chain),
            ..Self::default()
        }
    }

    /// Whether there is a link of this number, without the hashes that making it takes.
    pub(crate) fn has_link(&self, number: u32) -> bool {
        self.chain.is_some() && (1..=CHAIN_LENGTH).contains(&number)
    }

    /// The one link that is asked for.
    pub(crate) fn link(&mut self, number: u32) -> Option<Link> {
        let chain = self.chain.as_ref()?;
        let is_near = |(first, near): &(u32, Zeroizing<Vec<[u8; 32]>>)| {
            near.get(usize::try_from(number.checked_sub(*first)?).ok()?)
                .copied()
        };
        if let Some(link) = is_near(&self.near) {
            return Some(Link(link));
        }
        if !self.has_link(number) {
            return None;
        }
        let last = number.checked_next_multiple_of(NEAR)?.min(CHAIN_LENGTH);
        // With room for all, so that nothing of it stays behind where it grew.
        let mut near = Zeroizing::new(Vec::with_capacity(NEAR as usize));
        near.push(chain.link(last)?.0);
        for _ in number..last {
            let above = near.last().copied().map(Link)?;
            near.push(above.down(1));
        }
        near.reverse();
        let link = near.first().copied().map(Link);
        self.near = (number, near);
        link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_are_near_are_those_of_the_chain() {
        let chain = || Chain::new(Secret::from_entropy([5; 32]));
        let mut secrets = GameSecrets::of(chain());
        let right = chain();
        let forwards = 0..=CHAIN_LENGTH + 70;
        let jumps = [
            4096,
            1,
            64,
            65,
            63,
            128,
            100,
            101,
            99,
            0,
            u32::MAX,
            4033,
            4032,
        ];
        for number in forwards.chain(jumps) {
            assert_eq!(secrets.link(number), right.link(number), "{number}");
        }
    }
}
