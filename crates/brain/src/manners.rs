use ludo_rules::{Playout, Seat, SeatSet};

use crate::judge::Judge;
use crate::net::Net;

/// The odds at the outset that a seat draws its moves: one of ten does.
const AT_FIRST: f32 = 1.0 / 9.0;
/// How sure one ever gets, either way: who changes, or hands over to somebody else, is seen to within some moves.
const MOST: f32 = 400.0;
/// How much worse than the best, by chances of a win where two play, a move may be that a careful player often makes.
const SLACK: f32 = 0.03;
/// The share of a careful player's moves that tell nothing: made without thought, or by another taste than ours.
const THOUGHTLESS: f32 = 0.25;

/// What the moves of a game tell about who made them: whether a seat chooses with care, or draws its moves.
///
/// It is made of what everybody at the table has seen. Each move that was one of several is more likely by one kind of player or by
/// the other, and the odds multiply (Bayes). Who has not seen the moves takes all for careful.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manners {
    /// Odds that a seat draws its moves.
    odds: [f32; 4],
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            odds: [AT_FIRST; 4],
        }
    }
}

impl Manners {
    /// Seats that rather draw their moves than choose them, as it looks.
    #[must_use]
    pub fn careless(&self) -> SeatSet {
        let mut careless = SeatSet::EMPTY;
        for seat in Seat::ALL {
            if self.odds[seat.index()] > 1.0 {
                careless.insert(seat);
            }
        }
        careless
    }

    /// Learns from a choice: the number of the move that was made of those that a game offers.
    pub(crate) fn see(&mut self, net: &Net, game: &Playout<'_>, made: usize) {
        let choices = game.choices();
        let Some(seat) = game.position().turn().filter(|_| choices > 1) else {
            return;
        };
        let mut judge = Judge::new(net);
        let values: Vec<f32> = (0..choices)
            .map(|choice| {
                let mut after = game.clone();
                after.choose(choice);
                judge.value(&after, seat)
            })
            .collect();
        let Some(&value) = values.get(made) else {
            return;
        };
        let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let slack = SLACK * 2.0 / game.position().seats().len().max(2) as f32;
        let likely = |value: f32| {
            let behind = (most - value) / slack;
            1.0 / (1.0 + behind * behind)
        };
        let sum: f32 = values.iter().map(|&value| likely(value)).sum();
        let drawn = 1.0 / choices as f32;
        let careful = THOUGHTLESS * drawn + (1.0 - THOUGHTLESS) * likely(value) / sum;
        let odds = &mut self.odds[seat.index()];
        *odds = (*odds * drawn / careful).clamp(1.0 / MOST, MOST);
    }
}
