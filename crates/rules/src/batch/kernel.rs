use crate::{Own, Rules, SixCounts, Sixes, Tries};

/// Which parts of the rules a kernel knows. The others are not in its code, and cost nothing.
pub(super) trait Kernel {
    /// A seat's own tokens can be in each other's way; entering can be forced and the start square be cleared; tries.
    const CROWDS: bool;
    /// Pairs can stop others; moves can earn steps; a third 6 can send back; a 6 can count seven.
    const WALLS: bool;
}

/// Own tokens share squares, and rivals capture or pass them.
pub(super) struct Open;

/// Own tokens matter, those of others can only be captured or passed.
pub(super) struct Crowded;

/// Everything.
pub(super) struct Full;

impl Kernel for Open {
    const CROWDS: bool = false;
    const WALLS: bool = false;
}

impl Kernel for Crowded {
    const CROWDS: bool = true;
    const WALLS: bool = false;
}

impl Kernel for Full {
    const CROWDS: bool = true;
    const WALLS: bool = true;
}

/// The kernel that a rule set needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Open,
    Crowded,
    Full,
}

impl Needs {
    pub(super) fn of(rules: &Rules) -> Self {
        let set = &rules.set;
        let walls = matches!(set.own, Own::Block | Own::Barrier)
            || set.capture.steps().is_some()
            || set.home.steps().is_some()
            || set.sixes == Sixes::Back
            || set.six == SixCounts::Seven;
        let crowds = rules.alone.is_some()
            || !set.pass
            || set.forced
            || set.clear
            || set.tries == Tries::Three;
        match (walls, crowds) {
            (true, _) => Self::Full,
            (false, true) => Self::Crowded,
            (false, false) => Self::Open,
        }
    }
}
