use std::collections::BTreeMap;

use ludo_protocol::{DiceGroup, DiceKinds, DiceStats, DiceWeek};

use crate::{Day, DiceCounts, RollKind, fit};

/// The counts of each day. A game counts on the day it ended, by UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceDays(BTreeMap<Day, DiceCounts>);

impl DiceDays {
    /// Adds games of a day.
    pub fn add(&mut self, day: Day, counts: &DiceCounts) {
        self.0.entry(day).or_default().add(counts);
    }

    /// Adds a counter to a day. False where the name is none of ours.
    pub fn add_counter(&mut self, day: Day, name: &str, count: u64) -> bool {
        self.0.entry(day).or_default().add_counter(name, count)
    }

    /// What is told of all days together, and of each of the newest `weeks` in which there were games. The first day of
    /// all is no day of a week: it has the games of which nobody knows when they were.
    #[must_use]
    pub fn stats(&self, weeks: usize) -> DiceStats {
        let mut all = DiceCounts::default();
        let mut by_week: BTreeMap<Day, DiceCounts> = BTreeMap::new();
        for (day, counts) in &self.0 {
            all.add(counts);
            // Records without a date.
            if *day == Day::default() {
                continue;
            }
            by_week.entry(day.monday()).or_default().add(counts);
        }
        let older = by_week.len().saturating_sub(weeks);
        let group = |faces: [u64; 6]| DiceGroup {
            test: fit::faces(&faces),
            faces,
        };
        let kind = |kind| group(all.faces(kind));
        DiceStats {
            games: all.games,
            abandoned: all.abandoned,
            people: all.of_people(),
            without_link: all.without_link(),
            all: group(all.all_faces()),
            kinds: DiceKinds {
                linked: kind(RollKind::Linked),
                unlinked: kind(RollKind::Unlinked),
                auto: kind(RollKind::Auto),
                substitute: kind(RollKind::Substitute),
                bot: kind(RollKind::Bot),
            },
            pairs: fit::pairs(all.pairs()),
            after_six: fit::sixes_after_sixes(all.pairs()),
            weeks: by_week
                .iter()
                .skip(older)
                .map(|(monday, counts)| week(*monday, counts))
                .collect(),
        }
    }
}

fn week(monday: Day, counts: &DiceCounts) -> DiceWeek {
    DiceWeek {
        from: monday.to_string(),
        games: counts.games,
        abandoned: counts.abandoned,
        rolls: counts.rolls(),
        people: counts.of_people(),
        without_link: counts.without_link(),
        p_faces: fit::faces(&counts.all_faces()).p,
        p_pairs: fit::pairs(counts.pairs()).p,
    }
}
