//! The ranges and streaks of whole games, played by the rules: the number of rolls hangs on the dice there.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use ludo_proofs::{Range, chance_in_game, longest_run};
use ludo_rules::{Due, Face, Length, Playout, RuleSet, Rules, Seat, SeatSet};

/// A generator of its own, so that the same seed gives the same test for ever (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of so many, each as likely as the others to far less than what is measured here.
    fn one_of(&mut self, many: u64) -> u64 {
        ((self.next() >> 32) * many) >> 32
    }
}

/// The faces that each seat rolled in a game played at random.
fn game(rules: &Rules, length: Length, numbers: &mut Numbers) -> [Vec<u8>; 4] {
    let start = rules.start(SeatSet::ALL, Seat::Red, length).unwrap();
    let mut playout = Playout::new(rules, start).unwrap();
    let mut faces: [Vec<u8>; 4] = Default::default();
    while !playout.is_over() {
        if let Due::Roll { .. } = playout.position().due() {
            let face = Face::ALL[numbers.one_of(6) as usize];
            faces[playout.position().turn().unwrap().index()].push(face.get());
            playout.roll(face);
        } else {
            let choices = playout.choices() as u64;
            playout.choose(numbers.one_of(choices) as usize);
        }
    }
    faces
}

#[test]
fn one_whole_game_of_a_hundred_leaves_its_ranges() {
    let mut numbers = Numbers(2026);
    // Worked out once for each number of rolls.
    let mut ranges = BTreeMap::new();
    for (rules, length, games) in [
        ("classic", Length::Whole, 1_500),
        ("modern", Length::Whole, 1_500),
        ("mensch", Length::Quick, 1_500),
    ] {
        let rules = Rules::new(&rules.parse::<RuleSet>().unwrap());
        let mut outside = 0;
        let (mut long, mut expected) = (0_u32, 0.0);
        for _ in 0..games {
            let faces = game(&rules, length, &mut numbers);
            outside += u32::from(faces.iter().any(|faces| {
                let rolls = faces.len() as u32;
                let range = ranges.entry(rolls).or_insert_with(|| Range::of(rolls, 4));
                Face::ALL.iter().any(|face| {
                    let count = faces.iter().filter(|&&other| other == face.get()).count();
                    !range.holds(count as u32)
                })
            }));
            let longest = faces
                .iter()
                .map(|faces| longest_run(faces.iter().copied(), |face| face != 6))
                .max()
                .unwrap();
            long += u32::from(longest >= 30);
            expected += chance_in_game(30, faces.iter().map(|faces| faces.len() as u32), 5.0 / 6.0);
        }
        println!("{outside} of {games} outside, {long} with a wait of 30, {expected:.0} expected");
        // 15 are expected at most; so many more or less are luck, once in some thousand tests.
        assert!((2..=29).contains(&outside), "{outside} of {games}");
        assert!(
            (f64::from(long) - expected).abs() < 4.0 * expected.sqrt() + 0.06 * expected,
            "{long} {expected}"
        );
    }
}
