/// Does work with the widest registers that the processor has, if the crate was built for finding that out.
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(always)]
pub(super) fn with_widest(work: impl FnOnce()) {
    use fearless_simd::{Level, Simd};

    let level = Level::new();
    if let Some(avx512) = level.as_avx512() {
        avx512.vectorize(work);
    } else if let Some(avx2) = level.as_avx2() {
        avx2.vectorize(work);
    } else {
        work();
    }
}

/// Does work with the registers that every processor of the target has.
#[cfg(not(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"))))]
#[inline(always)]
pub(super) fn with_widest(work: impl FnOnce()) {
    work();
}
