use ludo_rules::Face;
use rand_core::RngCore;

/// A number below a limit, all equally likely: what would favour the small ones is drawn again. 0 for a limit of 0.
pub(crate) fn below<R: RngCore + ?Sized>(generator: &mut R, limit: u32) -> u32 {
    let even = u32::MAX - u32::MAX.checked_rem(limit).unwrap_or(0);
    loop {
        let drawn = generator.next_u32();
        if drawn < even {
            return drawn.checked_rem(limit).unwrap_or(0);
        }
    }
}

/// A roll of the die.
pub(crate) fn face<R: RngCore + ?Sized>(generator: &mut R) -> Face {
    Face::ALL
        .get(below(generator, 6) as usize)
        .copied()
        .unwrap_or(Face::One)
}

/// A number from 0 up to, but not including, 1.
pub(crate) fn fraction<R: RngCore + ?Sized>(generator: &mut R) -> f32 {
    (generator.next_u32() >> 8) as f32 / 16_777_216.0
}
