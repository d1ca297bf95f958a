use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use ludo_table::Time;

/// A token bucket: `burst` things at once, then one every `millis` milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    /// When it would be full again.
    full_at: Time,
}

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    burst: u32,
    millis: u64,
}

impl Rate {
    pub(crate) const fn per_second(burst: u32, count: u32) -> Self {
        Self {
            burst,
            millis: if count == 0 {
                1000
            } else {
                1000 / count as u64
            },
        }
    }

    pub(crate) const fn every(burst: u32, seconds: u32) -> Self {
        Self {
            burst,
            millis: seconds as u64 * 1000,
        }
    }
}

impl Bucket {
    pub(crate) const fn full(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Time(0),
        }
    }

    /// Takes `cost` out, if it is there.
    pub(crate) fn take(&mut self, cost: u32, now: Time) -> bool {
        let full_at = self
            .full_at
            .max(now)
            .plus(self.rate.millis.saturating_mul(cost.into()));
        let fits = full_at.since(now) <= self.rate.millis.saturating_mul(self.rate.burst.into());
        if fits {
            self.full_at = full_at;
        }
        fits
    }

    /// Milliseconds until one can be taken.
    pub(crate) fn wait(&self, now: Time) -> u64 {
        let room = self.rate.millis.saturating_mul(self.rate.burst.into());
        let full_at = self.full_at.max(now).plus(self.rate.millis);
        full_at.since(now).saturating_sub(room)
    }

    /// Puts `count` back in: they were worth it.
    pub(crate) fn give_back(&mut self, count: u32) {
        let millis = self.rate.millis.saturating_mul(count.into());
        self.full_at = Time(self.full_at.0.saturating_sub(millis));
    }

    /// Whether it is as it was at first.
    pub(crate) fn is_full(&self, now: Time) -> bool {
        self.full_at <= now
    }
}

/// A bucket for each address, as many as there is room for.
#[derive(Debug)]
pub(crate) struct Buckets {
    rate: Rate,
    room: usize,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Buckets {
    pub(crate) fn new(rate: Rate, room: usize) -> Self {
        Self {
            rate,
            room,
            buckets: Mutex::default(),
        }
    }

    pub(crate) fn take(&self, address: IpAddr, now: Time) -> bool {
        let address = network(address);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.room && !buckets.contains_key(&address) {
            // A full bucket says nothing.
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= self.room {
                return false;
            }
        }
        buckets
            .entry(address)
            .or_insert_with(|| Bucket::full(self.rate))
            .take(1, now)
    }
}

/// Whoever has an IPv6 address has 2^64 of them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_a_burst_and_then_its_rate() {
        let mut bucket = Bucket::full(Rate::per_second(3, 10));
        let now = Time(50_000);
        assert!((0..3).all(|_| bucket.take(1, now)));
        assert!(!bucket.take(1, now));
        assert!(!bucket.take(1, now.plus(99)));
        assert!(bucket.take(1, now.plus(100)));
        assert!(!bucket.take(1, now.plus(100)));
        assert!(!bucket.take(3, now.plus(300)), "dear things wait longer");
        assert!(bucket.take(3, now.plus(400)));
        // What is refused costs nothing, and no bucket holds more than its burst.
        assert!(bucket.take(3, now.plus(1_000_000)));
        assert!(!bucket.take(1, now.plus(1_000_000)));
    }

    #[test]
    fn who_waits_as_long_as_told_finds_one() {
        let mut bucket = Bucket::full(Rate::every(2, 3));
        let now = Time(50_000);
        assert_eq!(bucket.wait(now), 0);
        assert!(bucket.take(2, now));
        assert_eq!(bucket.wait(now.plus(1)), 2_999);
        assert!(!bucket.take(1, now.plus(2_999)));
        assert_eq!(bucket.wait(now.plus(3_000)), 0);
        assert!(bucket.take(1, now.plus(3_000)));
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let mut bucket = Bucket::full(Rate::per_second(3, 10));
        let now = Time(50_000);
        assert!(bucket.take(3, now) && !bucket.take(1, now));
        bucket.give_back(2);
        assert!(bucket.take(2, now) && !bucket.take(1, now));
        bucket.give_back(100);
        assert!(
            bucket.take(3, now) && !bucket.take(1, now),
            "never more than its burst"
        );
    }

    #[test]
    fn addresses_have_buckets_of_their_own_and_a_bound() {
        let buckets = Buckets::new(Rate::every(1, 1), 2);
        let now = Time(1);
        let address = |last| IpAddr::from([10, 0, 0, last]);
        assert!(buckets.take(address(1), now));
        assert!(!buckets.take(address(1), now));
        assert!(buckets.take(address(2), now));
        assert!(
            !buckets.take(address(3), now),
            "no room while both are in use"
        );
        assert!(buckets.take(address(3), now.plus(1000)));
    }

    #[test]
    fn one_network_of_ipv6_is_one_address() {
        let buckets = Buckets::new(Rate::every(1, 1), 9);
        let now = Time(1);
        assert!(buckets.take("2001:db8:1:2::1".parse().unwrap(), now));
        assert!(!buckets.take("2001:db8:1:2:ffff::9".parse().unwrap(), now));
        assert!(buckets.take("2001:db8:1:3::1".parse().unwrap(), now));
        assert!(buckets.take("::ffff:10.0.0.1".parse().unwrap(), now));
        assert!(!buckets.take("10.0.0.1".parse().unwrap(), now));
    }
}
