/// Names one game among all games: 128 random bits. Never the code by which people join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; 16]);

crate::hex::hex_text!(GameId);
