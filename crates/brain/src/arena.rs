use ludo_rules::{Face, Length, Playout, Position, Rules, Seat, SeatSet};
use rand_core::RngCore;

use crate::chance::face;
use crate::judge::{Judge, certain, place_of};
use crate::net::Net;
use crate::{Bot, Brain};

/// A game that has not ended after so many rolls is drawn: nobody has won it.
const MAX_ROLLS: u32 = 50_000;

/// Bots that play each other, game after game.
///
/// Seats rotate: of as many games as players times players, each player has each seat and each place in the order of turns equally often. A game
/// depends on its number and its generator only.
#[derive(Clone, Debug)]
pub struct Arena<'b> {
    rules: &'b Rules,
    brain: &'b Brain,
    players: Vec<Bot>,
    seats: Vec<Seat>,
    set: SeatSet,
    length: Length,
    judge: Option<&'b Net>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// For each player, in the order of the arena, the place it took, 0 for the first; nothing where it took none.
    pub places: Vec<Option<usize>>,
    /// For each player, how much of a win the dice gave it, or took, by the judge's chances: on the average of all rolls it is nothing,
    /// so a result less its luck has the same mean as the result, and less noise.
    pub luck: Vec<f64>,
    /// Rolls of the die.
    pub rolls: u32,
}

/// Why an arena cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// There must be one player for each seat, two to four.
    #[error("{players} players for {seats} seats: there must be as many, two to four")]
    Players {
        /// Players given.
        players: usize,
        /// Seats given.
        seats: usize,
    },
}

impl<'b> Arena<'b> {
    /// Opens an arena for one player a seat.
    ///
    /// # Errors
    /// Where the numbers of players and seats are not the same.
    pub fn new(
        rules: &'b Rules,
        brain: &'b Brain,
        set: SeatSet,
        players: Vec<Bot>,
    ) -> Result<Self, ArenaError> {
        if players.len() != set.len() || set.len() < 2 {
            return Err(ArenaError::Players {
                players: players.len(),
                seats: set.len(),
            });
        }
        Ok(Self {
            rules,
            brain,
            players,
            seats: set.iter().collect(),
            set,
            length: Length::Whole,
            judge: None,
        })
    }

    /// Short games instead of whole ones.
    #[must_use]
    pub const fn quick(mut self) -> Self {
        self.length = Length::Quick;
        self
    }

    /// Measures luck by this net's chances. It takes many times as long.
    #[must_use]
    pub const fn judged_by(mut self, net: &'b Net) -> Self {
        self.judge = Some(net);
        self
    }

    /// The players, in order.
    #[must_use]
    pub fn players(&self) -> &[Bot] {
        &self.players
    }

    /// Plays the game of this number.
    pub fn play<R: RngCore>(&self, number: u64, chance: &mut R) -> Bout {
        let count = self.seats.len();
        let turned = (number % count as u64) as usize;
        let begins = (number / count as u64 % count as u64) as usize;
        let player_at = |seat: Seat| -> usize {
            let at = self.seats.iter().position(|&other| other == seat);
            (at.unwrap_or(0) + turned) % count
        };
        let mut bout = Bout {
            places: vec![None; count],
            luck: vec![0.0; count],
            rolls: 0,
        };
        let first = self.seats.get(begins).copied().unwrap_or(Seat::Red);
        let Ok(start) = self.rules.start(self.set, first, self.length) else {
            return bout;
        };
        let Ok(mut game) = Playout::new(self.rules, start) else {
            return bout;
        };
        let mut judge = self.judge.map(Judge::new);
        while let Some(seat) = game.position().turn() {
            if bout.rolls >= MAX_ROLLS {
                break;
            }
            bout.rolls += 1;
            let rolled = face(chance);
            if let Some(judge) = &mut judge
                && game.position().finished().next().is_none()
            {
                for (seat, luck) in luck(judge, &game, rolled) {
                    if let Some(sum) = bout.luck.get_mut(player_at(seat)) {
                        *sum += luck;
                    }
                }
            }
            let mut choices = game.roll(rolled);
            let bot = self
                .players
                .get(player_at(seat))
                .copied()
                .unwrap_or_default();
            while choices > 0 {
                choices = game.choose(self.brain.choice(bot, &game, chance));
            }
        }
        for &seat in &self.seats {
            if let Some(place) = bout.places.get_mut(player_at(seat)) {
                *place = place_of(game.position(), seat);
            }
        }
        bout
    }
}

/// How much nearer to a win, or farther from it, each seat is by this roll than on the average of the six.
fn luck(
    judge: &mut Judge<'_>,
    game: &Playout<'_>,
    rolled: Face,
) -> impl Iterator<Item = (Seat, f64)> + use<> {
    let seats = game.position().in_play();
    let mut mean = [0.0; 4];
    let mut here = [0.0; 4];
    let mut seen: [Option<(Position, [f64; 4])>; 6] = [None; 6];
    for (index, face) in Face::ALL.into_iter().enumerate() {
        let position = *judge.after(game, face).position();
        let known = seen.iter().flatten().find(|(seen, _)| *seen == position);
        let wins = match known {
            Some(&(_, wins)) => wins,
            None => wins(judge, &position, seats),
        };
        seen[index] = Some((position, wins));
        for (sum, win) in mean.iter_mut().zip(wins) {
            *sum += win / 6.0;
        }
        if face == rolled {
            here = wins;
        }
    }
    seats
        .iter()
        .map(move |seat| (seat, here[seat.index()] - mean[seat.index()]))
}

fn wins(judge: &mut Judge<'_>, position: &Position, seats: SeatSet) -> [f64; 4] {
    let mut wins = [0.0; 4];
    if !position.is_over() {
        judge.scratch.look(judge.net, position);
    }
    for seat in seats.iter() {
        let chances = match place_of(position, seat) {
            Some(place) => certain(place),
            None => judge.scratch.chances(judge.net, seat),
        };
        wins[seat.index()] = f64::from(chances[0]);
    }
    wins
}

/// What came out of many games for one player: a mean with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Tally {
    /// Adds a result.
    pub fn add(&mut self, result: f64) {
        self.count += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// What it is made of: how many results, their sum, and that of their squares.
    #[must_use]
    pub const fn sums(&self) -> (u64, f64, f64) {
        (self.count, self.sum, self.squares)
    }

    /// A tally that [was](Self::sums) made of these.
    #[must_use]
    pub const fn from_sums(count: u64, sum: f64, squares: f64) -> Self {
        Self {
            count,
            sum,
            squares,
        }
    }

    /// How many results there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 where there is none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        self.sum / self.count as f64
    }

    /// The variance of one result.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0)
    }

    /// Half of the interval around the mean that holds the true one 95 times of 100; 0 for fewer than two results, which tell nothing of
    /// it.
    #[must_use]
    pub fn margin(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        1.96 * (self.variance() / self.count as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_are_means_with_intervals() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean(), tally.margin()), (0.0, 0.0));
        for result in [0.0, 1.0, 1.0, 0.0, 1.0] {
            tally.add(result);
        }
        assert!((tally.mean() - 0.6).abs() < 1e-12);
        assert!((tally.variance() - 0.3).abs() < 1e-12);
        assert!((tally.margin() - 1.96 * 0.06_f64.sqrt()).abs() < 1e-12);
    }
}
