use crate::hash::step_down;

/// One link of a [`Chain`](crate::Chain). It tells all links with smaller numbers, and nothing about the greater ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link(pub [u8; 32]);

crate::hex::hex_text!(Link);

impl Link {
    /// The link (or, at the very end, the tip) that lies `steps` below this one.
    ///
    /// ```
    /// use ludo_dice::{Chain, Secret};
    ///
    /// let chain = Chain::new(Secret::from_entropy([3; 32]));
    /// assert_eq!(chain.link(40).unwrap().down(40), chain.tip().0);
    /// ```
    #[must_use]
    pub fn down(self, steps: u32) -> [u8; 32] {
        (0..steps).fold(self.0, |link, _| step_down(&link))
    }

    /// Whether this link lies `steps` above `earlier`, a link or a tip of the same chain.
    #[must_use]
    pub fn leads_to(self, earlier: &[u8; 32], steps: u32) -> bool {
        self.down(steps) == *earlier
    }
}
