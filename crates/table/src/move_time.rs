use serde::{Deserialize, Serialize};

/// How long a person has for each roll, choice or bonus step. In JSON the seconds, or null without a limit.
///
/// ```
/// use ludo_table::MoveTime;
///
/// assert_eq!(MoveTime::default().seconds(), None);
/// assert_eq!(MoveTime::Twenty.seconds(), Some(20));
/// assert_eq!(MoveTime::try_from(Some(60)), Ok(MoveTime::Sixty));
/// assert!(MoveTime::try_from(Some(61)).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Option<u32>", into = "Option<u32>")]
pub enum MoveTime {
    /// As long as they want.
    #[default]
    Unlimited,
    /// 10 seconds.
    Ten,
    /// 20 seconds.
    Twenty,
    /// 30 seconds.
    Thirty,
    /// 60 seconds.
    Sixty,
}

/// These seconds cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the time for a move is null, 10, 20, 30 or 60 seconds, not {0}")]
pub struct MoveTimeError(pub u32);

impl MoveTime {
    /// All that can be chosen, the shortest first, without a limit last.
    pub const ALL: [Self; 5] = [
        Self::Ten,
        Self::Twenty,
        Self::Thirty,
        Self::Sixty,
        Self::Unlimited,
    ];

    /// Seconds; none without a limit.
    #[must_use]
    pub const fn seconds(self) -> Option<u32> {
        match self {
            Self::Unlimited => None,
            Self::Ten => Some(10),
            Self::Twenty => Some(20),
            Self::Thirty => Some(30),
            Self::Sixty => Some(60),
        }
    }

    /// Milliseconds; none without a limit.
    #[must_use]
    pub fn millis(self) -> Option<u64> {
        self.seconds().map(|seconds| u64::from(seconds) * 1000)
    }
}

impl TryFrom<Option<u32>> for MoveTime {
    type Error = MoveTimeError;

    fn try_from(seconds: Option<u32>) -> Result<Self, MoveTimeError> {
        Self::ALL
            .into_iter()
            .find(|time| time.seconds() == seconds)
            .ok_or_else(|| MoveTimeError(seconds.unwrap_or_default()))
    }
}

impl From<MoveTime> for Option<u32> {
    fn from(time: MoveTime) -> Self {
        time.seconds()
    }
}
