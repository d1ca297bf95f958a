//! What luck explains: the mathematics beside a proof. Nothing here is an estimate: what is asked of a fair die is worked out
//! exactly, for a number of rolls that is taken as given.

/// How many of all fair games stay within their ranges, with every face of every seat.
pub const SURE: f64 = 0.99;

/// The counts of one face that luck explains, in so many rolls of one seat.
///
/// ```
/// use ludo_proofs::Range;
///
/// let range = Range::of(60, 4);
/// assert!(range.holds(10) && !range.holds(0) && !range.holds(30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl Range {
    /// The range for each face of a seat that rolled `rolls` times, in a game of `seats` seats: all faces of all seats stay in
    /// their ranges with a chance of [`SURE`] at least, and no narrower range taken around the mean would do.
    #[must_use]
    pub fn of(rolls: u32, seats: u32) -> Self {
        let weights = Weights::of(rolls);
        let wanted = nth_root(SURE, seats.max(1));
        // One count more each time, the likelier of the two next to the range: the wider, the surer.
        let mut range = Self {
            least: rolls / 6,
            most: rolls / 6,
        };
        while range.most - range.least < rolls && weights.chance(range) < wanted {
            let below = range
                .least
                .checked_sub(1)
                .map_or(0.0, |count| weights.at(count));
            let above = weights.at(range.most + 1);
            if below >= above && range.least > 0 {
                range.least -= 1;
            } else {
                range.most += 1;
            }
        }
        range
    }

    /// Whether a count is in it.
    #[must_use]
    pub const fn holds(self, count: u32) -> bool {
        self.least <= count && count <= self.most
    }
}

/// How likely counts of one face are, up to a common factor, if the number of rolls were itself left to luck (Poisson). Six
/// such counts that happen to add up to the number of rolls are those of a fair die.
struct Weights {
    rolls: usize,
    /// The count that the first weight is for.
    first: usize,
    weights: Vec<f64>,
    /// The sum over all six counts that add up to the number of rolls.
    all: f64,
}

/// What is so much less likely than the likeliest counts for nothing.
const NOTHING: f64 = 1e-18;

impl Weights {
    fn of(rolls: u32) -> Self {
        let mean = f64::from(rolls) / 6.0;
        let middle = rolls / 6;
        let mut below = Vec::new();
        let mut weight = 1.0;
        for count in (1..=middle).rev() {
            weight *= f64::from(count) / mean;
            if weight < NOTHING {
                break;
            }
            below.push(weight);
        }
        let first = middle as usize - below.len();
        let mut weights: Vec<f64> = below.into_iter().rev().collect();
        weights.push(1.0);
        weight = 1.0;
        for count in middle + 1..=rolls {
            weight *= mean / f64::from(count);
            if weight < NOTHING {
                break;
            }
            weights.push(weight);
        }
        let mut made = Self {
            rolls: rolls as usize,
            first,
            weights,
            all: 1.0,
        };
        made.all = made.of_six(&made.weights, made.first);
        made
    }

    fn at(&self, count: u32) -> f64 {
        let place = (count as usize).checked_sub(self.first);
        place
            .and_then(|place| self.weights.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// The chance that the counts of all six faces are in a range.
    fn chance(&self, range: Range) -> f64 {
        let from = (range.least as usize).max(self.first);
        let to = (range.most as usize + 1).min(self.first + self.weights.len());
        let part = self
            .weights
            .get(from - self.first..to - self.first)
            .unwrap_or_default();
        self.of_six(part, from) / self.all
    }

    /// The weight of all ways in which six counts add up to the number of rolls; `first` is the count that the first of
    /// `weights` is for.
    fn of_six(&self, weights: &[f64], first: usize) -> f64 {
        let two = times(weights, weights);
        let three = times(&two, weights);
        let Some(sum) = self.rolls.checked_sub(6 * first) else {
            return 0.0;
        };
        let other = |place: usize| sum.checked_sub(place).and_then(|rest| three.get(rest));
        let ways = three.iter().enumerate();
        ways.filter_map(|(place, one)| Some(one * other(place)?))
            .sum()
    }
}

/// The product of two polynomials.
fn times(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; (one.len() + other.len()).saturating_sub(1)];
    for (i, a) in one.iter().enumerate() {
        for (sum, b) in product.iter_mut().skip(i).zip(other) {
            *sum += a * b;
        }
    }
    product
}

/// The number that gives `of` when it is multiplied by itself so often: by halving, for a number between 0 and 1.
fn nth_root(of: f64, times: u32) -> f64 {
    let (mut low, mut high) = (of, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let power: f64 = (0..times).map(|_| middle).product();
        if power < of {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The chance that somewhere in `rolls` rolls there are `length` in a row of which each has the chance `each`.
///
/// ```
/// // Two sixes in a row in two rolls.
/// assert!((ludo_proofs::chance_of_run(2, 2, 1.0 / 6.0) - 1.0 / 36.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn chance_of_run(length: u32, rolls: u32, each: f64) -> f64 {
    if length == 0 {
        return 1.0;
    }
    let (length, rolls) = (length as usize, rolls as usize);
    let run: f64 = (0..length).map(|_| each).product();
    // without[n]: the chance that the first n rolls have no such run. One that ends at n began after another roll.
    let mut without: Vec<f64> = vec![1.0; length];
    for n in length..=rolls {
        let before = n.checked_sub(length + 1);
        let begins = before.map_or(1.0, |n| {
            (1.0 - each) * without.get(n).copied().unwrap_or(1.0)
        });
        let last = without.last().copied().unwrap_or(1.0);
        without.push(last - run * begins);
    }
    1.0 - without.last().copied().unwrap_or(1.0)
}

/// The longest run of equal answers in the rolls of one seat.
#[must_use]
pub fn longest_run(faces: impl IntoIterator<Item = u8>, is_in: impl Fn(u8) -> bool) -> u32 {
    let (mut longest, mut run) = (0_u32, 0_u32);
    for face in faces {
        run = if is_in(face) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// The chance that some seat of a game has a run so long; the seats made `rolls` each.
#[must_use]
pub fn chance_in_game(length: u32, rolls: impl IntoIterator<Item = u32>, each: f64) -> f64 {
    let none: f64 = rolls
        .into_iter()
        .map(|rolls| 1.0 - chance_of_run(length, rolls, each))
        .product();
    1.0 - none
}

/// A chance for people: as one of ten, or one of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odds {
    /// Nearly always.
    Nearly,
    /// So many times of ten.
    OfTen(u32),
    /// Once in so many times, rounded to two figures.
    OneIn(u32),
}

impl Odds {
    /// How often something with this chance is.
    #[must_use]
    pub fn of(chance: f64) -> Self {
        if chance >= 0.95 {
            return Self::Nearly;
        }
        if chance >= 0.095 {
            let tenths = (1..=9)
                .rev()
                .find(|&n| chance >= f64::from(n) / 10.0 - 0.05);
            return Self::OfTen(tenths.unwrap_or(1));
        }
        let most = 1_000_000_u32;
        if chance * f64::from(most) <= 1.0 {
            return Self::OneIn(most);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 10 and a million"
        )]
        let exact = (1.0 / chance + 0.5) as u32;
        let mut step = 1;
        while exact / step >= 100 {
            step *= 10;
        }
        Self::OneIn((exact + step / 2) / step * step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of its own, so that the same seed gives the same test for ever (SplitMix64).
    struct Dice(u64);

    impl Dice {
        fn next(&mut self) -> u8 {
            loop {
                self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = self.0;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                let byte = ((z ^ (z >> 31)) & 0xff) as u8;
                if byte < 252 {
                    return byte % 6 + 1;
                }
            }
        }
    }

    /// All counts of six faces in `rolls` rolls, with their chances, by brute force.
    fn chance_by_hand(rolls: u32, range: Range) -> f64 {
        fn ways(left: u32, faces: u32, range: Range, factorials: &[f64]) -> f64 {
            if faces == 0 {
                return if left == 0 { 1.0 } else { 0.0 };
            }
            (range.least..=range.most.min(left))
                .map(|count| {
                    ways(left - count, faces - 1, range, factorials) / factorials[count as usize]
                })
                .sum()
        }
        let factorials: Vec<f64> = (0..=rolls)
            .map(|n| (1..=n).map(f64::from).product())
            .collect();
        ways(rolls, 6, range, &factorials) * factorials[rolls as usize]
            / 6_f64.powi(rolls.cast_signed())
    }

    #[test]
    fn the_chance_of_a_range_is_exact() {
        for rolls in [0, 1, 2, 5, 6, 7, 12, 25, 30] {
            let weights = Weights::of(rolls);
            for least in 0..=rolls / 6 {
                for most in rolls / 6..=(rolls / 6 + 9).min(rolls) {
                    let range = Range { least, most };
                    let (quick, slow) = (weights.chance(range), chance_by_hand(rolls, range));
                    assert!(
                        (quick - slow).abs() < 1e-9,
                        "{rolls} {range:?}: {quick} {slow}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_range_is_as_narrow_as_it_can_be() {
        for rolls in [0, 1, 6, 20, 53, 100, 260, 1_100, 4_000] {
            for seats in [1, 2, 3, 4] {
                let range = Range::of(rolls, seats);
                let weights = Weights::of(rolls);
                let wanted = SURE.powf(1.0 / f64::from(seats));
                assert!(weights.chance(range) >= wanted, "{rolls} {seats} {range:?}");
                assert!(range.holds(rolls / 6), "{range:?}");
                assert!(range.most <= rolls || rolls == 0, "{range:?}");
                // Without the least likely of its two ends it would not do.
                let narrower = if weights.at(range.least) <= weights.at(range.most) {
                    Range {
                        least: range.least + 1,
                        ..range
                    }
                } else {
                    Range {
                        most: range.most.saturating_sub(1),
                        ..range
                    }
                };
                assert!(
                    range.least == range.most || weights.chance(narrower) < wanted,
                    "{rolls} {seats} {range:?}"
                );
            }
        }
        // What one would expect: the more rolls, the narrower in proportion.
        assert_eq!(Range::of(0, 4), Range { least: 0, most: 0 });
        assert_eq!(Range::of(1, 4), Range { least: 0, most: 1 });
    }

    /// Four seats of 55 rolls, again and again: about one game of a hundred has a count outside.
    #[test]
    fn one_fair_game_of_a_hundred_leaves_its_ranges() {
        let mut dice = Dice(11);
        let range = Range::of(55, 4);
        let games = 20_000;
        let outside = (0..games)
            .filter(|_| {
                (0..4).any(|_| {
                    let mut counts = [0_u32; 6];
                    for _ in 0..55 {
                        counts[usize::from(dice.next()) - 1] += 1;
                    }
                    counts.iter().any(|&count| !range.holds(count))
                })
            })
            .count();
        // The range is of whole counts, so a little less than one of a hundred.
        assert!((90..=215).contains(&outside), "{outside} of {games}");
    }

    #[test]
    fn runs_are_as_likely_as_in_all_games_there_are() {
        // All 6^6 games of six rolls.
        let mut sixes = [0_u32; 8];
        let mut others = [0_u32; 8];
        for game in 0..6_u32.pow(6) {
            let faces: Vec<u8> = (0..6)
                .map(|at| (game / 6_u32.pow(at) % 6) as u8 + 1)
                .collect();
            let longest = longest_run(faces.iter().copied(), |face| face == 6);
            let wait = longest_run(faces.iter().copied(), |face| face != 6);
            for length in 0..8 {
                sixes[length] += u32::from(longest as usize >= length);
                others[length] += u32::from(wait as usize >= length);
            }
        }
        let games = f64::from(6_u32.pow(6));
        for length in 0..8_u32 {
            let at = length as usize;
            let chance = chance_of_run(length, 6, 1.0 / 6.0);
            assert!(
                (chance - f64::from(sixes[at]) / games).abs() < 1e-12,
                "{length} sixes"
            );
            let chance = chance_of_run(length, 6, 5.0 / 6.0);
            assert!(
                (chance - f64::from(others[at]) / games).abs() < 1e-12,
                "{length} others"
            );
        }
    }

    #[test]
    fn runs_of_a_game_are_as_likely_as_in_a_simulation() {
        let mut dice = Dice(5);
        let games = 20_000;
        let rolls = [60, 55, 50, 47];
        let count = (0..games)
            .filter(|_| {
                rolls.iter().any(|&rolls| {
                    let faces: Vec<u8> = (0..rolls).map(|_| dice.next()).collect();
                    longest_run(faces, |face| face != 6) >= 25
                })
            })
            .count();
        let share = count as f64 / f64::from(games);
        let chance = chance_in_game(25, rolls, 5.0 / 6.0);
        assert!((share - chance).abs() < 0.012, "{share} {chance}");
    }

    #[test]
    fn odds_in_words() {
        for (chance, odds) in [
            (1.0, Odds::Nearly),
            (0.951, Odds::Nearly),
            (0.94, Odds::OfTen(9)),
            (0.5, Odds::OfTen(5)),
            (0.1, Odds::OfTen(1)),
            (0.094, Odds::OneIn(11)),
            (0.01, Odds::OneIn(100)),
            (0.001_234, Odds::OneIn(810)),
            (1e-5, Odds::OneIn(100_000)),
            (1e-9, Odds::OneIn(1_000_000)),
            (0.0, Odds::OneIn(1_000_000)),
        ] {
            assert_eq!(Odds::of(chance), odds, "{chance}");
        }
    }
}
