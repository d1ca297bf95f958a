use ludo_rules::{Face, Playout, Position, Seat};

use crate::endgame::Shelf;
use crate::judge::{Judge, certain, place_of, worth};
use crate::net::Net;

/// Looks at positions that a search may take before it goes a roll deeper. It is a number of looks, not a time, so that the
/// same position has the same answer on every machine.
const LOOKS: u32 = 4_000;
/// How many times as many looks a roll more takes, at most as a rule.
const GROWTH: u32 = 9;
/// Rolls that it looks ahead, where the limit allows it, though fewer seats than that play.
const LEAST: u32 = 3;

/// Looks ahead over rolls: what a choice is worth on the average of all rolls that can follow, each seat playing the move that
/// the net likes best for it.
#[derive(Debug)]
pub(crate) struct Search<'n> {
    judge: Judge<'n>,
    shelf: &'n Shelf,
    looks: u32,
    /// Whether the others are supposed to draw their moves, rather than to play the best ones.
    against_random: bool,
}

impl<'n> Search<'n> {
    pub(crate) fn new(net: &'n Net, shelf: &'n Shelf) -> Self {
        Self {
            judge: Judge::new(net),
            shelf,
            looks: 0,
            against_random: false,
        }
    }

    /// Supposes that the others draw their moves.
    pub(crate) const fn against_random(mut self, supposed: bool) -> Self {
        self.against_random = supposed;
        self
    }

    /// The number of the best choice of the seat whose turn it is: as many rolls ahead as there are seats in play, and at least three,
    /// where the limit allows it.
    pub(crate) fn choice(&mut self, game: &Playout<'_>) -> usize {
        let Some(seat) = game.position().turn() else {
            return 0;
        };
        if game.choices() < 2 {
            return 0;
        }
        let rolls = LEAST.max(game.position().in_play().len() as u32);
        let mut best = 0;
        for depth in 0..=rolls {
            self.looks = 0;
            let mut most = f32::NEG_INFINITY;
            for choice in 0..game.choices() {
                let mut after = game.clone();
                after.choose(choice);
                let value = self.after(&after, depth, seat);
                if value > most {
                    most = value;
                    best = choice;
                }
            }
            if self.looks.saturating_mul(GROWTH) > LOOKS {
                break;
            }
        }
        best
    }

    /// What a game is worth to a seat after a move, bonus steps played by who has them.
    fn after(&mut self, game: &Playout<'_>, depth: u32, seat: Seat) -> f32 {
        let mut game = game.clone();
        while game.choices() > 0 {
            let choice = self.greedy(&game);
            game.choose(choice);
        }
        self.expected(&game, depth, seat)
    }

    fn greedy(&mut self, game: &Playout<'_>) -> usize {
        if game.choices() > 1 {
            self.looks += game.choices() as u32;
        }
        self.judge.choice(game)
    }

    /// What a game with a roll due is worth to a seat, looking so many rolls ahead.
    fn expected(&mut self, game: &Playout<'_>, depth: u32, seat: Seat) -> f32 {
        if let Some(place) = place_of(game.position(), seat) {
            return worth(&certain(place));
        }
        if let Some(chance) = self.shelf.chance(game, seat) {
            let front = game.position().finished().count();
            let (ahead, behind) = (worth(&certain(front)), worth(&certain(front + 1)));
            return behind + (ahead - behind) * chance as f32;
        }
        if depth == 0 {
            self.looks += 1;
            return worth(&self.judge.chances(game.position(), seat));
        }
        if self.against_random && game.position().turn() != Some(seat) {
            let mut sum = 0.0;
            for face in Face::ALL {
                let mut after = game.clone();
                after.roll(face);
                sum += self.average(&after, depth, seat);
            }
            return sum / 6.0;
        }
        let mut seen: [Option<(Position, f32)>; 6] = [None; 6];
        let mut sum = 0.0;
        for (index, face) in Face::ALL.into_iter().enumerate() {
            let mut after = game.clone();
            let mut choices = after.roll(face);
            while choices > 0 {
                choices = after.choose(self.greedy(&after));
            }
            let position = *after.position();
            let known = seen.iter().flatten().find(|(seen, _)| *seen == position);
            let value = match known {
                Some(&(_, value)) => value,
                None => self.expected(&after, depth - 1, seat),
            };
            seen[index] = Some((position, value));
            sum += value;
        }
        sum / 6.0
    }

    /// What a game after a roll is worth to a seat on the average of what can be chosen.
    fn average(&mut self, game: &Playout<'_>, depth: u32, seat: Seat) -> f32 {
        let choices = game.choices();
        if choices == 0 {
            return self.expected(game, depth - 1, seat);
        }
        let mut sum = 0.0;
        for choice in 0..choices {
            let mut after = game.clone();
            after.choose(choice);
            sum += self.average(&after, depth, seat);
        }
        sum / choices as f32
    }
}
