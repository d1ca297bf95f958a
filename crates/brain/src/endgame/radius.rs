use super::check::Check;
use super::fixed::to_float;

/// The radius of the first check of a block, and by what one grows that was too small.
const FIRST: i32 = 160;
const WIDEN: i32 = 4;
/// The radius of the second check; it only has to show how what is found depends on the radius.
const SECOND: i32 = 40;
/// The most checks of a block.
const CHECKS: u32 = 4;
/// With less than this, no smaller radius is looked for.
const SMALL: i32 = 25;

/// Looks for the least radius with which a block's values hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Radius {
    /// With which the next check is to be made.
    pub(super) next: i32,
    /// The last one, and what was found with it.
    last: Option<(i32, i32)>,
    /// How far the values may be off at most, if that is known.
    known: Option<i32>,
    /// How many checks there were.
    count: u32,
}

impl Radius {
    pub(super) const fn first() -> Self {
        Self {
            next: FIRST,
            last: None,
            known: None,
            count: 0,
        }
    }

    /// Goes on after a check, in whose sweep a value changed by so much. How far the values may be off, if nothing is left to be tried.
    ///
    /// What is found is about a line over the radius, and the least radius that holds is where it is as large as the radius. Two checks
    /// show where that should be.
    pub(super) fn after(&mut self, check: &Check, change: i32) -> Option<f64> {
        let (radius, found) = (self.next, check.most);
        let holds = check.excess.saturating_add(change) <= radius;
        self.known = if holds {
            Some(found)
        } else {
            // As they were before the sweep.
            self.known.map(|known| known + change)
        };
        self.count += 1;
        let before = self.last.replace((radius, found));
        let near = holds && (found < SMALL || found > radius - radius / 8);
        let next = if near || self.count >= CHECKS {
            None
        } else if self.known.is_none() {
            (radius < Check::MOST_RADIUS).then(|| (radius * WIDEN).min(Check::MOST_RADIUS))
        } else if let Some((radius_before, found_before)) = before {
            let slope = f64::from(found - found_before) / f64::from(radius - radius_before);
            let meet = (f64::from(found) - slope * f64::from(radius)) / (1.0 - slope);
            let next = (meet * 1.05) as i32 + change + 4;
            let better = slope < 1.0 && self.known.is_some_and(|known| next + next / 8 <= known);
            better.then(|| next.clamp(1, Check::MOST_RADIUS))
        } else {
            Some(SECOND)
        };
        let Some(next) = next else {
            return Some(self.known.map_or(1.0, to_float));
        };
        self.next = next;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks, where a check finds `base` and a share of its radius.
    fn look(base: i32, share: f64) -> (Option<f64>, u32) {
        let mut radius = Radius::first();
        loop {
            let mut check = Check::default();
            check.most = base + (f64::from(radius.next) * share) as i32;
            check.excess = check.most;
            if let Some(bound) = radius.after(&check, 1) {
                return ((bound < 1.0).then_some(bound), radius.count);
            }
        }
    }

    #[test]
    fn the_least_radius_that_holds_is_found() {
        for (base, share) in [(3, 0.1), (20, 0.5), (12, 0.9), (40, 0.97), (100, 0.5)] {
            let (bound, checks) = look(base, share);
            let least = to_float(base) / (1.0 - share);
            let bound = bound.unwrap_or(1.0);
            assert!(
                bound >= least * 0.9 && bound < least * 2.0 + to_float(60),
                "{base} {share}: {bound} {least}"
            );
            assert!(checks <= CHECKS);
        }
        assert_eq!(look(10, 1.0).0, None, "no radius holds");
    }
}
