use ludo_dice::{CHAIN_LENGTH, Chain, GameId, Link, Secret, Tip};
use ludo_rules::BySeat;
use ludo_store::{HostKey, Sealed};

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
}

impl GameSecrets {
    pub(crate) fn of(chain: Chain) -> Self {
        Self {
            chain: Some(chain),
            answers: BySeat::default(),
        }
    }

    /// Whether there is a link of this number, without the hashes that making it takes.
    pub(crate) fn has_link(&self, number: u32) -> bool {
        self.chain.is_some() && (1..=CHAIN_LENGTH).contains(&number)
    }

    /// The one link that is asked for.
    pub(crate) fn link(&self, number: u32) -> Option<Link> {
        self.chain.as_ref()?.link(number)
    }
}
