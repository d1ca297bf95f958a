/// Does work with the widest registers that the processor has. Nothing here sums in another order for that, so every
/// processor gets the same.
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(always)]
pub(crate) fn with_widest<T>(work: impl FnOnce() -> T) -> T {
    use fearless_simd::{Level, Simd};

    let level = Level::new();
    if let Some(avx512) = level.as_avx512() {
        avx512.vectorize(work)
    } else if let Some(avx2) = level.as_avx2() {
        avx2.vectorize(work)
    } else {
        work()
    }
}

/// Whether registers are so wide that several positions side by side are summed sooner than one after the other.
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
pub(crate) fn is_wide() -> bool {
    fearless_simd::Level::new().as_avx2().is_some()
}

/// Not the registers that every processor of the target has: four numbers wide, as in WebAssembly, or one.
#[cfg(not(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"))))]
pub(crate) const fn is_wide() -> bool {
    false
}

/// The same for a program that only browsers load which have registers four numbers wide.
#[cfg(all(feature = "simd", target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn with_widest<T>(work: impl FnOnce() -> T) -> T {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn four_wide<T>(work: impl FnOnce() -> T) -> T {
        work()
    }
    four_wide(work)
}

/// Does work with the registers that every processor of the target has.
#[cfg(not(all(
    feature = "simd",
    any(target_arch = "x86", target_arch = "x86_64", target_arch = "wasm32")
)))]
#[inline(always)]
pub(crate) fn with_widest<T>(work: impl FnOnce() -> T) -> T {
    work()
}
