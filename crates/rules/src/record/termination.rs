use core::fmt;
use core::str::FromStr;

/// How a game ended: the tag `Termination` of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Termination {
    /// It was played to its end.
    Normal,
    /// The last place that was open was decided by giving up.
    Resigned,
    /// It was stopped, and nobody has a place.
    Abandoned,
    /// It reached [`MAX_ROLLS`](crate::Record::MAX_ROLLS); the open places went by the sum of progress.
    Limit,
    /// It goes on, or nobody knows how it went on.
    Unfinished,
}

impl Termination {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::Normal,
        Self::Resigned,
        Self::Abandoned,
        Self::Limit,
        Self::Unfinished,
    ];

    /// The word of a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Resigned => "resigned",
            Self::Abandoned => "abandoned",
            Self::Limit => "limit",
            Self::Unfinished => "unfinished",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is none of the ways in which a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game ends normal, resigned, abandoned, limit or unfinished")]
pub struct TerminationError;

impl FromStr for Termination {
    type Err = TerminationError;

    fn from_str(text: &str) -> Result<Self, TerminationError> {
        Self::ALL
            .into_iter()
            .find(|termination| termination.name() == text)
            .ok_or(TerminationError)
    }
}
