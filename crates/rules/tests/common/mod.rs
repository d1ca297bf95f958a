//! What the tests share: a small generator, rule sets and games at random.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod records;

use ludo_rules::{Due, Face, Key, Length, Move, Named, Position, RuleSet, Rules, Seat, SeatSet};

/// A generator that gives the same numbers everywhere for the same seed.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn face(&mut self) -> Face {
        Face::ALL[self.below(6)]
    }

    pub fn one<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// House rules: a named set with some switches changed.
    pub fn rules(&mut self) -> Rules {
        let mut set = RuleSet::named(self.one(&Named::ALL));
        for key in Key::ALL {
            if self.below(3) == 0 {
                let values: Vec<&str> = key.values().collect();
                set = set.with(key, self.one(&values)).unwrap_or(set);
            }
        }
        Rules::new(&set)
    }

    pub fn start(&mut self, rules: &Rules) -> Position {
        let seats = self.one(&seat_sets());
        let first: Vec<Seat> = seats.iter().collect();
        rules
            .start(
                seats,
                self.one(&first),
                self.one(&[Length::Whole, Length::Quick]),
            )
            .unwrap()
    }
}

/// All sets of two, three and four seats.
pub fn seat_sets() -> Vec<SeatSet> {
    (0..16)
        .map(|bits| {
            Seat::ALL
                .into_iter()
                .filter(|seat| bits >> seat.index() & 1 == 1)
                .collect::<SeatSet>()
        })
        .filter(|seats| seats.len() >= 2)
        .collect()
}

/// One transition of a game.
pub struct Step {
    pub before: Position,
    pub roll: Option<Face>,
    pub mv: Move,
    pub after: Position,
}

/// Plays a game at random until it is over or the steps are spent, and shows every transition.
pub fn play(
    rules: &Rules,
    start: Position,
    chance: &mut Chance,
    steps: usize,
    mut seen: impl FnMut(&Step),
) -> Position {
    let mut position = start;
    for _ in 0..steps {
        let roll = match position.due() {
            Due::Over => return position,
            Due::Roll { .. } => Some(chance.face()),
            Due::Move(_) | Due::Bonus(_) => None,
        };
        let moves = rules.moves(&position, roll).unwrap();
        let mv = chance.one(&moves);
        let after = rules.play(&position, roll, mv).unwrap();
        seen(&Step {
            before: position,
            roll,
            mv,
            after,
        });
        position = after;
    }
    position
}
