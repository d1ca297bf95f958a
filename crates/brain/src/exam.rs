use ludo_rules::{Named, Playout, Position, Rules, Seat, parse_position};
use rand_core::RngCore;

use crate::chance::{below, face};
use crate::endgame::{Shelf, Track};
use crate::{Bot, Brain, Tally};

/// Positions that are drawn until one is asked about and has a choice: about one in twenty.
const MOST_DRAWN: u32 = 10_000;

/// Positions of which the truth is known, put to a bot: two seats, opposite each other, each token anywhere but at home, all
/// places alike; the roll is fair, and there is a choice. Nets that learned from tables have not been told about them: a
/// seventh of all groups of tokens is kept for the rival in exams.
#[derive(Clone, Debug)]
pub struct Exam<'b> {
    brain: &'b Brain,
    truth: &'b Shelf,
    rules: Rules,
    counts: (u8, u8),
}

/// What a bot gave away.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    /// Chances to win that its choices lost against the best ones.
    pub lost: Tally,
    /// What a choice drawn at random loses on the average.
    pub at_random: Tally,
}

impl Mark {
    /// The share of what lies between random and best play that the bot's choices get.
    #[must_use]
    pub fn share(&self) -> f64 {
        1.0 - self.lost.mean() / self.at_random.mean().max(f64::MIN_POSITIVE)
    }
}

impl<'b> Exam<'b> {
    /// An exam of bots that think with a brain, on positions of so many tokens of the seat to move, two at least, and of the other.
    /// Nothing where the tables of the truth do not know such positions, or the seat to move never has a choice.
    #[must_use]
    pub fn new(brain: &'b Brain, truth: &'b Shelf, mover: u8, other: u8) -> Option<Self> {
        let exam = Self {
            brain,
            truth,
            rules: Rules::new(&Named::Classic.into()),
            counts: (mover, other),
        };
        let known = |a: u8, b: u8| {
            let counts = (a.max(b), a.min(b));
            b == 0
                || a == 0
                || truth.tables().any(|table| {
                    let (one, other) = table.counts();
                    (one.max(other), one.min(other)) == counts
                })
        };
        let all = (0..=mover).all(|a| (0..=other).all(|b| known(a, b)));
        (mover > 1 && other > 0 && all).then_some(exam)
    }

    /// Puts one question: the bot loses nothing, or so much.
    pub fn ask<R: RngCore>(&self, bot: Bot, mark: &mut Mark, chance: &mut R) {
        for _ in 0..MOST_DRAWN {
            let Some(position) = drawn(self.counts, chance) else {
                continue;
            };
            if !asked_about(&position, Seat::Yellow) {
                continue;
            }
            let Ok(mut game) = Playout::new(&self.rules, position) else {
                continue;
            };
            if game.roll(face(chance)) < 2 {
                continue;
            }
            let values: Option<Vec<f64>> = (0..game.choices())
                .map(|choice| {
                    let mut after = game.clone();
                    after.choose(choice);
                    if after.is_over() {
                        return Some(1.0);
                    }
                    self.truth.chance(&after, Seat::Red)
                })
                .collect();
            let Some(values) = values else { return };
            let best = values.iter().copied().fold(0.0, f64::max);
            let chosen = self.brain.choice(bot, &game, chance);
            mark.lost
                .add(best - values.get(chosen).copied().unwrap_or(0.0));
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            mark.at_random.add(best - mean);
            return;
        }
    }
}

/// A position of two seats, opposite each other, with so many tokens not home, each anywhere but there; if what was drawn is one.
pub(crate) fn drawn<R: RngCore>(counts: (u8, u8), chance: &mut R) -> Option<Position> {
    let goal = Track::CLASSIC.goal();
    let mut side = |count: u8| {
        let mut tokens = [goal; 4];
        for token in tokens.iter_mut().take(count.into()) {
            *token = below(chance, goal.into()) as u8;
        }
        tokens.sort_unstable();
        tokens.map(|token| token.to_string()).join(",")
    };
    let (mover, other) = (side(counts.0), side(counts.1));
    parse_position(&format!("classic {mover}/-/{other}/- r roll 0 - -"))
        .ok()
        .map(|(_, position)| position)
}

/// Whether a seat has such tokens that exams ask about it and no net learns the truth about it: one group in seven.
fn asked_about(position: &Position, seat: Seat) -> bool {
    let tokens = position.tokens(seat).unwrap_or_default();
    tokens.iter().map(|&token| u32::from(token)).sum::<u32>() % 7 == 3
}

/// Whether the truth about a position is kept from nets that learn.
#[cfg(feature = "learn")]
pub(crate) fn is_held_out(position: &Position) -> bool {
    position
        .in_play()
        .iter()
        .any(|seat| asked_about(position, seat))
}
