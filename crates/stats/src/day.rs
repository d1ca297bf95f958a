use ludo_table::Time;
use time::{Date, Duration, Month};

/// A day by UTC: the number of days since 1970-01-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day(pub u32);

/// Milliseconds of a day.
const MILLIS: u64 = 24 * 60 * 60 * 1000;

impl Day {
    /// The day of a moment.
    #[must_use]
    pub fn of(at: Time) -> Self {
        Self(u32::try_from(at.0 / MILLIS).unwrap_or(u32::MAX))
    }

    /// The day of a date in the form of records, `2026.12.24`, and of ours, `2026-12-24`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['.', '-']);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
        let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
        let days = (date - epoch()).whole_days();
        u32::try_from(days)
            .ok()
            .filter(|_| parts.next().is_none())
            .map(Self)
    }

    /// Its first moment.
    #[must_use]
    pub const fn start(self) -> Time {
        Time(self.0 as u64 * MILLIS)
    }

    /// The Monday of its week.
    #[must_use]
    pub const fn monday(self) -> Self {
        // 1970-01-01 was a Thursday.
        Self(self.0.saturating_sub((self.0.wrapping_add(3)) % 7))
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Days that no calendar has are those of a clock that is wrong; they are told as the last one.
        let date = epoch().saturating_add(Duration::days(self.0.into()));
        write!(
            f,
            "{:04}-{:02}-{:02}",
            date.year(),
            u8::from(date.month()),
            date.day()
        )
    }
}

const fn epoch() -> Date {
    time::OffsetDateTime::UNIX_EPOCH.date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (day, text) in [
            (0, "1970-01-01"),
            (20_446, "2025-12-24"),
            (11_016, "2000-02-29"),
        ] {
            assert_eq!(Day(day).to_string(), text);
            assert_eq!(Day::parse(text), Some(Day(day)));
            assert_eq!(Day::parse(&text.replace('-', ".")), Some(Day(day)));
            assert_eq!(
                Day::of(Time(u64::from(day) * MILLIS + MILLIS - 1)),
                Day(day)
            );
            assert_eq!(Day::of(Day(day).start()), Day(day));
        }
        for text in [
            "",
            "2025",
            "2025-13-01",
            "2025-02-30",
            "1969-12-31",
            "2025-01-01-01",
            "????.??.??",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
        assert!(!Day::of(Time(u64::MAX)).to_string().is_empty());
    }

    #[test]
    fn weeks_begin_on_mondays() {
        // 2025-12-22 was one.
        let monday = Day::parse("2025-12-22").unwrap();
        for day in 0..7 {
            assert_eq!(Day(monday.0 + day).monday(), monday);
        }
        assert_eq!(Day(monday.0 + 7).monday(), Day(monday.0 + 7));
        assert_eq!(Day(0).monday(), Day(0));
    }
}
