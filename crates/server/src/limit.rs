use std::fmt;
use std::str::FromStr;

use crate::bucket::Rate;
use crate::limits;

/// A bound that whoever runs a server can change; [`limits`] has them all, and what these are by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Connections of all kinds at once.
    Connections,
    /// Tables in memory at once.
    LiveTables,
    /// Sockets at one table.
    SocketsPerTable,
    /// Those of them that people without a seat may have: players always find room.
    SpectatorsPerTable,
    /// Those of them that one address may have.
    SpectatorsPerAddress,
    /// Sockets of one person at one table.
    SocketsPerPerson,
    /// Unfinished tables that one person may have opened.
    TablesPerPerson,
    /// Sockets that one address can open at once.
    SocketsPerAddress,
    /// Tables that one address can open at once.
    TablesPerAddress,
    /// People that one address can be at once.
    PeoplePerAddress,
    /// Frames that a connection can send at once.
    FrameBurst,
    /// Frames a second that a connection can go on with.
    FramesPerSecond,
    /// Things that one person can say at a table at once.
    Sayings,
    /// Seconds until that person can say one more.
    SayingSeconds,
    /// Seconds without a connection until the autopilot plays.
    AwaySeconds,
    /// Seconds without a connection until a seat becomes open before a game.
    GhostSeconds,
    /// Seconds until a table without a connection and without a game is closed.
    IdleSeconds,
    /// The same for a table at which nobody ever sat.
    NeverUsedSeconds,
}

/// The bounds of a server that can be changed, as they are.
///
/// ```
/// use ludo_server::{Limit, Limits};
///
/// let mut limits = Limits::default();
/// assert_eq!(limits.get(Limit::TablesPerPerson), 20);
/// limits.set("tables-per-person=5".parse()?);
/// assert_eq!(limits.get(Limit::TablesPerPerson), 5);
/// assert!("tables-per-person=0".parse::<ludo_server::LimitSetting>().is_err());
/// # Ok::<(), ludo_server::LimitError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits([u64; Limit::ALL.len()]);

/// A bound with the value that it is to have: `NAME=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitSetting {
    limit: Limit,
    value: u64,
}

/// Why a text does not set a bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// It is not of the form `NAME=VALUE`.
    #[error(
        "`{0}` is not NAME=VALUE, as in {example}",
        example = "tables-per-person=5"
    )]
    Form(String),
    /// There is no such bound.
    #[error("there is no limit `{0}`; there are {all}", all = names())]
    Name(String),
    /// The value is not a whole number, or makes no sense.
    #[error("`{value}` cannot be the limit {}: it is a whole number from {} to {}", .limit.name(), .limit.spec().least, .limit.spec().most)]
    Value {
        /// Which bound.
        limit: Limit,
        /// What was given.
        value: String,
    },
}

/// What is known of a bound.
struct Spec {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
    /// What it is, for docs/operating.md.
    what: &'static str,
}

impl Limit {
    /// All of them, in the order of docs/operating.md.
    pub const ALL: [Self; 18] = [
        Self::Connections,
        Self::LiveTables,
        Self::SocketsPerTable,
        Self::SpectatorsPerTable,
        Self::SpectatorsPerAddress,
        Self::SocketsPerPerson,
        Self::TablesPerPerson,
        Self::SocketsPerAddress,
        Self::TablesPerAddress,
        Self::PeoplePerAddress,
        Self::FrameBurst,
        Self::FramesPerSecond,
        Self::Sayings,
        Self::SayingSeconds,
        Self::AwaySeconds,
        Self::GhostSeconds,
        Self::IdleSeconds,
        Self::NeverUsedSeconds,
    ];

    /// Its name for `--limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn what(self) -> &'static str {
        self.spec().what
    }

    /// The least and the greatest value that it can have.
    #[must_use]
    pub const fn range(self) -> (u64, u64) {
        let Spec { least, most, .. } = self.spec();
        (least, most)
    }

    const fn spec(self) -> Spec {
        let (name, default, least, most, what) = match self {
            Self::Connections => (
                "connections",
                limits::CONNECTIONS as u64,
                16,
                1_000_000,
                "connections of all kinds at once",
            ),
            Self::LiveTables => (
                "live-tables",
                limits::LIVE_TABLES as u64,
                1,
                1_000_000,
                "tables in memory at once",
            ),
            Self::SocketsPerTable => (
                "sockets-per-table",
                limits::SOCKETS_PER_TABLE as u64,
                8,
                100_000,
                "connections to one table",
            ),
            Self::SpectatorsPerTable => (
                "spectators-per-table",
                limits::SPECTATORS_PER_TABLE as u64,
                4,
                100_000,
                "those of them that people without a seat may have",
            ),
            Self::SpectatorsPerAddress => (
                "spectators-per-address",
                limits::SPECTATORS_PER_ADDRESS as u64,
                1,
                100_000,
                "those of these that one address may have",
            ),
            Self::SocketsPerPerson => (
                "sockets-per-person",
                limits::SOCKETS_PER_PERSON as u64,
                1,
                1_000,
                "connections of one person to one table: tabs and devices",
            ),
            Self::TablesPerPerson => (
                "tables-per-person",
                limits::TABLES_PER_PERSON,
                1,
                100_000,
                "unfinished tables that one person may have opened",
            ),
            Self::SocketsPerAddress => (
                "sockets-per-address",
                limits::SOCKETS_PER_ADDRESS.0 as u64,
                1,
                1_000_000,
                "sockets that one address can open at once; then 5 a second",
            ),
            Self::TablesPerAddress => (
                "tables-per-address",
                limits::TABLES_PER_ADDRESS.0 as u64,
                1,
                1_000_000,
                "tables that one address can open at once; then 1 a second",
            ),
            Self::PeoplePerAddress => (
                "people-per-address",
                limits::SESSIONS_PER_ADDRESS.0 as u64,
                1,
                1_000_000,
                "new people that one address can be at once; then 1 a second",
            ),
            Self::FrameBurst => (
                "frame-burst",
                limits::FRAME_BURST as u64,
                10,
                10_000,
                "frames that a connection can send at once",
            ),
            Self::FramesPerSecond => (
                "frames-per-second",
                limits::FRAMES_PER_SECOND as u64,
                1,
                1_000,
                "frames a second that a connection can go on with",
            ),
            Self::Sayings => (
                "sayings",
                limits::SAYINGS.0 as u64,
                1,
                1_000,
                "phrases and reactions of one person at one table at once",
            ),
            Self::SayingSeconds => (
                "saying-seconds",
                limits::SAYINGS.1 as u64,
                1,
                3_600,
                "until that person can say one more",
            ),
            Self::AwaySeconds => (
                "away-seconds",
                limits::AWAY_MILLIS / 1000,
                10,
                DAY,
                "absence until the autopilot plays, where no clock runs",
            ),
            Self::GhostSeconds => (
                "ghost-seconds",
                limits::GHOST_MILLIS / 1000,
                30,
                7 * DAY,
                "absence until a seat becomes open before a game",
            ),
            Self::IdleSeconds => (
                "idle-seconds",
                limits::IDLE_MILLIS / 1000,
                60,
                365 * DAY,
                "until a table without connections and without a game is closed",
            ),
            Self::NeverUsedSeconds => (
                "never-used-seconds",
                limits::NEVER_USED_MILLIS / 1000,
                60,
                365 * DAY,
                "the same for a table at which nobody ever sat",
            ),
        };
        Spec {
            name,
            default,
            least,
            most,
            what,
        }
    }
}

/// Seconds.
const DAY: u64 = 24 * 60 * 60;

impl Limits {
    /// The value of a bound.
    #[must_use]
    pub fn get(&self, limit: Limit) -> u64 {
        let all = Limit::ALL.into_iter().zip(self.0);
        let mut all = all.filter_map(|(other, value)| (other == limit).then_some(value));
        // It is in there.
        all.next().unwrap_or_default()
    }

    /// Gives a bound another value.
    pub fn set(&mut self, LimitSetting { limit, value }: LimitSetting) {
        for (other, old) in Limit::ALL.into_iter().zip(&mut self.0) {
            if other == limit {
                *old = value;
            }
        }
    }

    pub(crate) fn count(&self, limit: Limit) -> usize {
        usize::try_from(self.get(limit)).unwrap_or(usize::MAX)
    }

    /// Milliseconds of a bound in seconds.
    pub(crate) fn millis(&self, limit: Limit) -> u64 {
        self.get(limit).saturating_mul(1000)
    }

    pub(crate) fn frames(&self) -> Rate {
        Rate::per_second(
            self.small(Limit::FrameBurst),
            self.small(Limit::FramesPerSecond),
        )
    }

    pub(crate) fn sayings(&self) -> Rate {
        Rate::every(self.small(Limit::Sayings), self.small(Limit::SayingSeconds))
    }

    /// A bound for buckets: no range goes beyond.
    pub(crate) fn small(&self, limit: Limit) -> u32 {
        u32::try_from(self.get(limit)).unwrap_or(u32::MAX)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self(Limit::ALL.map(|limit| limit.spec().default))
    }
}

impl FromStr for LimitSetting {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| LimitError::Form(text.into()))?;
        let (name, value) = (name.trim(), value.trim());
        let limit = Limit::ALL
            .into_iter()
            .find(|limit| limit.name() == name)
            .ok_or_else(|| LimitError::Name(name.into()))?;
        let (least, most) = limit.range();
        match value.parse() {
            Ok(value) if (least..=most).contains(&value) => Ok(Self { limit, value }),
            _ => Err(LimitError::Value {
                limit,
                value: value.into(),
            }),
        }
    }
}

impl fmt::Display for LimitSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.limit.name(), self.value)
    }
}

fn names() -> String {
    Limit::ALL.map(Limit::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = include_str!("../../../docs/operating.md");

    #[test]
    fn the_document_has_each_limit_with_its_numbers() {
        for limit in Limit::ALL {
            let Spec {
                name,
                default,
                least,
                most,
                what,
            } = limit.spec();
            let row = format!("| `{name}` | {default} | {least} to {most} | {what} |");
            assert!(DOCUMENT.contains(&row), "docs/operating.md lacks\n{row}");
        }
        let rows = DOCUMENT.lines().filter(|line| {
            line.starts_with("| `") && line.contains(" to ") && line.matches('|').count() == 5
        });
        assert_eq!(rows.count(), Limit::ALL.len(), "rows without a limit");
    }

    #[test]
    fn each_can_be_set_within_its_range_only() {
        for limit in Limit::ALL {
            let (least, most) = limit.range();
            let default = Limits::default().get(limit);
            assert!((least..=most).contains(&default) && least > 0, "{limit:?}");
            for value in [least, most] {
                let text = format!("{}={value}", limit.name());
                let setting: LimitSetting = text.parse().unwrap();
                assert_eq!(setting.to_string(), text);
                let mut limits = Limits::default();
                limits.set(setting);
                assert_eq!(limits.get(limit), value);
                for other in Limit::ALL.into_iter().filter(|other| *other != limit) {
                    assert_eq!(limits.get(other), Limits::default().get(other));
                }
            }
            let wrong = [
                (least - 1).to_string(),
                (most + 1).to_string(),
                "-1".into(),
                "1.5".into(),
                "many".into(),
                String::new(),
                "99999999999999999999999".into(),
            ];
            for value in wrong {
                let error = format!("{}={value}", limit.name()).parse::<LimitSetting>();
                let message = error.unwrap_err().to_string();
                assert!(message.contains(&least.to_string()), "{message}");
            }
        }
    }

    #[test]
    fn what_is_no_limit_is_refused_with_the_list_of_those_that_are() {
        assert!(matches!(
            "sockets-per-table".parse::<LimitSetting>(),
            Err(LimitError::Form(_))
        ));
        let error = "sockets=5".parse::<LimitSetting>().unwrap_err().to_string();
        for limit in Limit::ALL {
            assert!(error.contains(limit.name()), "{error}");
        }
    }
}
