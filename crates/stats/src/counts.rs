use ludo_rules::Face;

use crate::RollKind;

/// Counts of the rolls of games that are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceCounts {
    /// Games that are over.
    pub games: u64,
    /// Those of them that were abandoned.
    pub abandoned: u64,
    /// How often each face came, the 1 first, by [`RollKind`] in the order of [`RollKind::ALL`].
    pub(crate) faces: [[u64; 6]; RollKind::ALL.len()],
    /// How often a face followed another one in the same game: that before, and that behind.
    pub(crate) pairs: [[u64; 6]; 6],
}

impl DiceCounts {
    /// The greatest number of counters that [`counters`](Self::counters) has.
    pub const MAX_COUNTERS: usize = 2 + 6 * RollKind::ALL.len() + 36;

    pub(crate) fn count_roll(&mut self, kind: RollKind, before: Option<Face>, face: Face) {
        let place = |face: Face| usize::from(face.get()).saturating_sub(1);
        if let Some(count) = face_of(&mut self.faces, kind, place(face)) {
            *count = count.saturating_add(1);
        }
        let pair =
            before.and_then(|before| self.pairs.get_mut(place(before))?.get_mut(place(face)));
        if let Some(count) = pair {
            *count = count.saturating_add(1);
        }
    }

    /// Adds those of other games.
    pub fn add(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.abandoned = self.abandoned.saturating_add(other.abandoned);
        let all = self.faces.iter_mut().chain(&mut self.pairs);
        for (sum, more) in all.zip(other.faces.iter().chain(&other.pairs)) {
            for (sum, more) in sum.iter_mut().zip(more) {
                *sum = sum.saturating_add(*more);
            }
        }
    }

    /// How often each face came in the rolls of a kind, the 1 first.
    #[must_use]
    pub fn faces(&self, kind: RollKind) -> [u64; 6] {
        self.faces.get(kind.index()).copied().unwrap_or_default()
    }

    /// How often each face came in all rolls, the 1 first.
    #[must_use]
    pub fn all_faces(&self) -> [u64; 6] {
        sum(&self.faces)
    }

    /// How often a face (the second index, from 0) followed another one (the first) in the same game.
    #[must_use]
    pub const fn pairs(&self) -> &[[u64; 6]; 6] {
        &self.pairs
    }

    /// The number of rolls.
    #[must_use]
    pub fn rolls(&self) -> u64 {
        total(&self.all_faces())
    }

    /// The number of rolls in the seats of people.
    #[must_use]
    pub fn of_people(&self) -> u64 {
        let kinds = RollKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| kind.is_of_a_person());
        let kinds = kinds.map(|kind| self.faces(kind));
        total(&sum(&kinds.collect::<Vec<_>>()))
    }

    /// Those of them without a link.
    #[must_use]
    pub fn without_link(&self) -> u64 {
        let linked = total(&self.faces(RollKind::Linked));
        self.of_people().saturating_sub(linked)
    }

    /// All counts that are not 0, by names that stay for ever: `games`, `abandoned`, `linked.6`, `pair.61`.
    pub fn counters(&self) -> impl Iterator<Item = (String, u64)> {
        let mut all = vec![
            ("games".to_owned(), self.games),
            ("abandoned".to_owned(), self.abandoned),
        ];
        for (kind, faces) in RollKind::ALL.into_iter().zip(&self.faces) {
            let counts = (1..).zip(faces);
            all.extend(counts.map(|(face, count)| (format!("{}.{face}", kind.name()), *count)));
        }
        for (before, faces) in (1..).zip(&self.pairs) {
            let counts = (1..).zip(faces);
            all.extend(counts.map(|(face, count)| (format!("pair.{before}{face}"), *count)));
        }
        all.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Adds a counter. False where the name is none, as in data of a later version.
    pub fn add_counter(&mut self, name: &str, count: u64) -> bool {
        let Some(sum) = self.counter(name) else {
            return false;
        };
        *sum = sum.saturating_add(count);
        true
    }

    fn counter(&mut self, name: &str) -> Option<&mut u64> {
        match name {
            "games" => return Some(&mut self.games),
            "abandoned" => return Some(&mut self.abandoned),
            _ => {}
        }
        let (of, place) = name.split_once('.')?;
        let place: Vec<usize> = place.chars().map(place_of).collect::<Option<_>>()?;
        match (of, place.as_slice()) {
            ("pair", [before, face]) => self.pairs.get_mut(*before)?.get_mut(*face),
            (_, [face]) => {
                let kind = RollKind::ALL.into_iter().find(|kind| kind.name() == of)?;
                face_of(&mut self.faces, kind, *face)
            }
            _ => None,
        }
    }
}

fn face_of(
    faces: &mut [[u64; 6]; RollKind::ALL.len()],
    kind: RollKind,
    place: usize,
) -> Option<&mut u64> {
    faces.get_mut(kind.index())?.get_mut(place)
}

/// Their sum; counts that are read come from anywhere, so it stops at the greatest number there is.
pub(crate) fn total(counts: &[u64; 6]) -> u64 {
    counts.iter().copied().fold(0, u64::saturating_add)
}

/// Sums of counts by face, the same way.
pub(crate) fn sum(all: &[[u64; 6]]) -> [u64; 6] {
    let mut sum = [0_u64; 6];
    for faces in all {
        for (sum, count) in sum.iter_mut().zip(faces) {
            *sum = sum.saturating_add(*count);
        }
    }
    sum
}

/// The place of a face among six.
fn place_of(digit: char) -> Option<usize> {
    let digit = digit.to_digit(10)?.checked_sub(1)?;
    usize::try_from(digit).ok().filter(|place| *place < 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_make_the_counts_again() {
        let mut counts = DiceCounts {
            games: 3,
            abandoned: 1,
            ..DiceCounts::default()
        };
        let mut last = None;
        for n in 0..250_u16 {
            let kind = RollKind::ALL[usize::from(n / 7 % 5)];
            let face = Face::new((n * n / 3 % 6 + 1) as u8).unwrap();
            counts.count_roll(kind, last.replace(face), face);
        }
        let mut again = DiceCounts::default();
        let counters: Vec<_> = counts.counters().collect();
        assert!(counters.len() <= DiceCounts::MAX_COUNTERS);
        for (name, count) in &counters {
            assert!(again.add_counter(name, *count), "{name}");
        }
        assert_eq!(again, counts);
        let mut twice = counts.clone();
        twice.add(&counts);
        assert_eq!(twice.rolls(), 2 * counts.rolls());
        assert_eq!(twice.games, 6);
    }

    #[test]
    fn counters_from_anywhere_are_no_panic() {
        let mut days = crate::DiceDays::default();
        for name in [
            "games", "linked.1", "linked.6", "auto.6", "bot.6", "pair.66", "pair.65", "pair.16",
        ] {
            assert!(days.add_counter(crate::Day(9), name, u64::MAX));
        }
        let stats = days.stats(1);
        assert_eq!((stats.people, stats.without_link), (u64::MAX, 0));
        assert!(stats.all.test.chi_square.is_finite());
    }

    #[test]
    fn what_is_no_counter_is_told() {
        let mut counts = DiceCounts::default();
        for name in [
            "",
            "game",
            "linked",
            "linked.",
            "linked.0",
            "linked.7",
            "linked.12",
            "pair.1",
            "pair.07",
            "pair.123",
            "pair.1x",
            "other.1",
            ".1",
        ] {
            assert!(!counts.add_counter(name, 5), "{name}");
        }
        assert_eq!(counts, DiceCounts::default());
    }
}
