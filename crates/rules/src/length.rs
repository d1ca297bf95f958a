/// A choice of the table beside the rule set: how much of the game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Length {
    /// From the outset of the rule set.
    #[default]
    Whole,
    /// Every seat begins with its last two tokens home.
    Quick,
}
