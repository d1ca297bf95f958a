use super::mask::Mask;
use crate::{Earns, End, Own, Rules, Safe, SixCounts, Sixes, Tries};

/// A rule set as numbers and masks, the same for all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laws {
    pub(super) ring: u8,
    pub(super) lap: u8,
    pub(super) goal: u8,
    /// Whether the goal is home; else it is the column.
    pub(super) goal_is_home: Mask,
    /// The tokens of a seat that has finished.
    pub(super) all_home: [u8; 4],
    /// The ring squares on which the seats start.
    pub(super) starts: [u8; 4],
    /// The squares of a quarter of the ring that are safe, counted from its start square; 255 for none.
    pub(super) safe: [u8; 3],
    /// The first and the last progress at which a seat's tokens cannot share a square; 255 and 0 for none.
    pub(super) alone: [u8; 2],
    pub(super) enter: u8,
    pub(super) forced: Mask,
    pub(super) clear: Mask,
    pub(super) three_tries: Mask,
    pub(super) unplayed_six: Mask,
    pub(super) free_sixes: Mask,
    pub(super) back: Mask,
    pub(super) forbidden: Mask,
    pub(super) block: Mask,
    pub(super) barrier: Mask,
    pub(super) no_passing: Mask,
    pub(super) seven: Mask,
    pub(super) first_wins: Mask,
    pub(super) capture_rolls: Mask,
    pub(super) capture_steps: u8,
    pub(super) home_rolls: Mask,
    pub(super) home_steps: u8,
}

impl Laws {
    pub(super) fn new(rules: &Rules) -> Self {
        let (set, course) = (&rules.set, &rules.course);
        let quarter = course.ring / 4;
        let mut safe = [u8::MAX; 3];
        let offsets: &[u8] = match set.safe {
            Safe::None => &[],
            Safe::Starts => &[0],
            Safe::Stars => course.stars,
        };
        for (place, &offset) in safe.iter_mut().zip(offsets) {
            *place = offset;
        }
        Self {
            ring: course.ring,
            lap: course.lap,
            goal: rules.goal,
            goal_is_home: Mask::new(!course.goal_in_column),
            all_home: rules.all_home.numbers(),
            starts: [0, quarter, 2 * quarter, 3 * quarter],
            safe,
            alone: rules.alone.map_or([u8::MAX, 0], <[u8; 2]>::from),
            enter: course.enter,
            forced: Mask::new(set.forced),
            clear: Mask::new(set.clear),
            three_tries: Mask::new(set.tries == Tries::Three),
            unplayed_six: Mask::new(set.unplayed6),
            free_sixes: Mask::new(set.sixes == Sixes::Free),
            back: Mask::new(set.sixes == Sixes::Back),
            forbidden: Mask::new(set.own == Own::Forbidden),
            block: Mask::new(set.own == Own::Block),
            barrier: Mask::new(set.own == Own::Barrier),
            no_passing: Mask::new(!set.pass),
            seven: Mask::new(set.six == SixCounts::Seven),
            first_wins: Mask::new(set.end == End::First),
            capture_rolls: Mask::new(set.capture == Earns::Roll),
            capture_steps: set.capture.steps().unwrap_or(0),
            home_rolls: Mask::new(set.home == Earns::Roll),
            home_steps: set.home.steps().unwrap_or(0),
        }
    }
}
