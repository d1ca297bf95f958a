//! A secret cannot get out by accident: it has none of the traits through which values leak.
#![allow(clippy::unwrap_used)]

use ludo_dice::{Chain, Secret};

/// Fails to compile if the type has the trait: then both implementations apply, and neither can be chosen.
macro_rules! assert_has_not {
    ($type:ty: $($trait:path),+) => {$(
        const _: fn() = || {
            struct Marker;
            trait Lacks<M> {
                fn lacks() {}
            }
            impl<T: ?Sized> Lacks<()> for T {}
            impl<T: ?Sized + $trait> Lacks<Marker> for T {}
            <$type as Lacks<_>>::lacks();
        };
    )+};
}

assert_has_not!(Secret: std::fmt::Debug, std::fmt::Display, std::fmt::LowerHex, Clone, Copy, PartialEq, std::hash::Hash);
assert_has_not!(Secret: AsRef<[u8]>, std::ops::Deref, std::borrow::Borrow<[u8; 32]>, Into<[u8; 32]>, Into<Vec<u8>>);
assert_has_not!(Chain: std::fmt::Debug, std::fmt::Display, Clone, Copy, PartialEq, std::hash::Hash);
assert_has_not!(Secret: serde::Serialize);
assert_has_not!(Chain: serde::Serialize);

/// The trick above must be able to tell: `[u8; 32]` has these traits, and wiping on drop is there.
#[test]
fn secrets_are_wiped() {
    fn wiped<T: zeroize::ZeroizeOnDrop>(_: &T) {}
    let chain = Chain::new(Secret::from_entropy([5; 32]));
    wiped(&chain);
    wiped(chain.secret());
    assert!(std::mem::needs_drop::<Secret>());
    assert_eq!(chain.secret().expose(), &[5; 32]);
}
