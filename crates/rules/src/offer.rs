use crate::four::Which;

/// The tokens of which one is to be moved, by their places in the ascending order of the seat's tokens, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// One bit a token, the rearmost the lowest. Of tokens that are alike only the first.
    bits: u8,
    steps: u8,
}

/// The places of the bits that are set, for all numbers of four bits.
const PLACES: [[u8; 4]; 16] = {
    let mut places = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut count, mut place) = (0, 0);
        while place < 4 {
            if bits >> place & 1 == 1 {
                places[bits][count] = place;
                count += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    places
};

impl Offer {
    pub(crate) const NONE: Self = Self { bits: 0, steps: 0 };

    pub(crate) const fn new(which: Which, steps: u8) -> Self {
        Self {
            bits: which.bits(),
            steps,
        }
    }

    /// One bit a token, the rearmost the lowest.
    pub(crate) const fn bits(self) -> u8 {
        self.bits
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub(crate) const fn len(self) -> usize {
        // A sum of the bits, three instructions without one for it.
        const LENGTHS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        LENGTHS[self.bits as usize & 15] as usize
    }

    /// The place of one of the choices among the seat's tokens.
    pub(crate) const fn place(self, choice: usize) -> Option<usize> {
        if choice < self.len() {
            Some(PLACES[self.bits as usize & 15][choice & 3] as usize)
        } else {
            None
        }
    }

    /// The places of all choices, ascending.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |place| self.bits >> place & 1 == 1)
    }

    /// Where a token goes with it.
    pub(crate) const fn target(self, from: u8) -> u8 {
        if from == 0 { 1 } else { from + self.steps }
    }
}
