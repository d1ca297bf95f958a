use serde::{Deserialize, Serialize};

/// A moment: milliseconds since the Unix epoch, UTC, by the clock of whoever drives the table.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// This moment and `millis` milliseconds more; stops at the end of time.
    ///
    /// ```
    /// use ludo_table::Time;
    ///
    /// assert_eq!(Time(5).plus(10), Time(15));
    /// assert_eq!(Time(u64::MAX).plus(10), Time(u64::MAX));
    /// ```
    #[must_use]
    pub const fn plus(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this moment, nothing if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
