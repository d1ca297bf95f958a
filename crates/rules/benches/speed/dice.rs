use ludo_rules::Face;

/// Dice for one game at a time: SplitMix64 with a counter. One number serves a roll and the choice that follows it.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A face, and what [`choice`] makes one of some choices of.
    #[inline]
    pub(crate) fn roll(&mut self) -> (Face, u32) {
        let number = self.next();
        let face = ((number >> 32) * 6) >> 32;
        (Face::ALL[face as usize], number as u32)
    }
}

/// One of so many choices.
#[inline]
pub(crate) fn choice(chance: u32, choices: usize) -> usize {
    ((u64::from(chance) * choices as u64) >> 32) as usize
}

/// Dice for many games: for each lane a 32-bit xorshift generator, whose halves are the face and the lot.
pub(crate) struct ManyDice<const N: usize> {
    state: [u32; N],
    pub(crate) faces: [u8; N],
    pub(crate) lots: [u8; N],
}

impl<const N: usize> ManyDice<N> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        Self {
            // Zero is the one state that never changes.
            state: [(); N].map(|()| dice.next() as u32 | 1),
            faces: [1; N],
            lots: [0; N],
        }
    }

    #[inline]
    pub(crate) fn roll(&mut self) {
        for lane in 0..N {
            let mut state = self.state[lane];
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            self.state[lane] = state;
            self.faces[lane] = ((((state & 0xffff) * 6) >> 16) + 1) as u8;
            self.lots[lane] = (((state >> 16) * 12) >> 16) as u8;
        }
    }
}
