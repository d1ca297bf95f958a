use time::OffsetDateTime;

use crate::Time;

/// Date and time of day, UTC, as records have them: `2026.12.24`, `18:20:05`.
pub(super) fn date_and_time(at: Time) -> (String, String) {
    // Times that no calendar has are those of a clock that is wrong; they are told as its beginning.
    let moment = i64::try_from(at.0 / 1000)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let date = format!(
        "{:04}.{:02}.{:02}",
        moment.year(),
        u8::from(moment.month()),
        moment.day()
    );
    let (hour, minute, second) = moment.to_hms();
    (date, format!("{hour:02}:{minute:02}:{second:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates_of_the_calendar() {
        let told = |millis| date_and_time(Time(millis));
        let both = |date: &str, time: &str| (date.to_owned(), time.to_owned());
        assert_eq!(told(0), both("1970.01.01", "00:00:00"));
        assert_eq!(told(951_782_399_999), both("2000.02.28", "23:59:59"));
        assert_eq!(told(951_782_400_000), both("2000.02.29", "00:00:00"));
        assert_eq!(told(1_798_000_005_900), both("2026.12.23", "04:26:45"));
        assert_eq!(told(u64::MAX), both("1970.01.01", "00:00:00"));
    }
}
