use std::fs;
use std::time::Duration;

/// Ticks a second of the times in `/proc`: a constant of Linux for all programs.
const TICKS: u64 = 100;

/// Time on the processor that a process has had, its own and the system's for it. None where the system does not tell.
pub(crate) fn cpu(pid: u32) -> Option<Duration> {
    ticks(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
        .map(|ticks| Duration::from_millis(ticks * 1000 / TICKS))
}

/// Bytes of memory that a process has now.
pub(crate) fn resident(pid: u32) -> Option<u64> {
    resident_in(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
}

/// Time on the processor that the calling thread has had.
pub(crate) fn cpu_of_this_thread() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

fn ticks(stat: &str) -> Option<u64> {
    // The name in brackets may have anything in it, brackets and spaces too.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    user.checked_add(system)
}

fn resident_in(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let stat = "42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 123 45 0 0 20 0 4 0 100 1 2 3";
        assert_eq!(ticks(stat), Some(168));
        assert_eq!(ticks("42 (cut off"), None);
        assert_eq!(
            resident_in("Name:\tx\nVmRSS:\t    1234 kB\n"),
            Some(1234 * 1024)
        );
        assert_eq!(resident_in("Name:\tx\n"), None);
    }
}
