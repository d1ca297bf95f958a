/// A stream of numbers that differ between clients, for waiting times and ids. Not for secrets.
#[derive(Debug)]
pub(crate) struct Jitter(u64);

impl Jitter {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A 64-bit counter, mixed so that neighbours look unrelated.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit`.
    pub(crate) const fn up_to(&mut self, limit: u64) -> u64 {
        match limit.checked_add(1) {
            Some(count) => self.next() % count,
            None => self.next(),
        }
    }
}
