use std::fmt;

use ludo_table::Time;

/// What a client asks for when it connects: the events after one that it knows.
///
/// It is written as the query of the socket's address, without the question mark. With the time the server can tell a
/// client whose history is not its own, whatever has happened since.
///
/// ```
/// use ludo_client::After;
/// use ludo_table::Time;
///
/// let after = After { seq: 57, at: Some(Time(1_798_000_011_900)) };
/// assert_eq!(after.to_string(), "after=57&at=1798000011900");
/// assert_eq!(After { seq: 0, at: None }.to_string(), "after=0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The number of the event; 0: before the first one.
    pub seq: u64,
    /// When it happened, where there is one.
    pub at: Option<Time>,
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after={}", self.seq)?;
        self.at.map_or(Ok(()), |at| write!(f, "&at={}", at.0))
    }
}
