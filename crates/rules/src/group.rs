/// The tokens of a seat, or why it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Nobody plays this seat.
    Empty,
    /// The seat gave up; its tokens have left the board.
    Resigned,
    /// The progress of its four tokens, ascending.
    Tokens([u8; 4]),
}
