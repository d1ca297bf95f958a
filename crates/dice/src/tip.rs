/// The public end of a [`Chain`](crate::Chain), `link[0]`: whoever publishes it can no longer change any link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tip(pub [u8; 32]);

crate::hex::hex_text!(Tip);
