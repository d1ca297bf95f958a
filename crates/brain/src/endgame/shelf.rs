use std::collections::BTreeMap;

use ludo_rules::{Due, Face, Playout, Position, Seat};

use super::table::Table;
use super::track::Track;

/// The tables of exact endgames at hand, and the positions that they know.
///
/// ```
/// use ludo_brain::Shelf;
///
/// let shelf = Shelf::default();
/// assert_eq!(shelf.tables().count(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Shelf {
    tables: BTreeMap<(u8, u8), Table>,
}

impl Shelf {
    /// Adds a table. One for a board of other measures than the classic one is not for games, and is left out.
    pub fn add(&mut self, table: Table) {
        if table.track() == Track::CLASSIC {
            let (one, other) = table.counts();
            self.tables.insert((one.max(other), one.min(other)), table);
        }
    }

    /// The tables, smallest first.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// The exact chance that a seat comes home before its last rival, if the position is one of two seats that sit opposite
    /// each other and has a table: where a roll is due, and where a token is to be chosen, the best one.
    #[must_use]
    pub fn chance(&self, game: &Playout<'_>, seat: Seat) -> Option<f64> {
        let position = game.position();
        let mut playing = position.in_play().iter();
        let (one, other) = (playing.next()?, playing.next()?);
        if playing.next().is_some() || !Track::CLASSIC.is_of(game.rules(), one, other) {
            return None;
        }
        if seat != one && seat != other {
            return None;
        }
        let turn = position.turn()?;
        let chance = self.chance_to_move(game, turn, if turn == one { other } else { one })?;
        Some(if turn == seat { chance } else { 1.0 - chance })
    }

    /// The chance of the seat whose turn it is.
    fn chance_to_move(&self, game: &Playout<'_>, turn: Seat, rival: Seat) -> Option<f64> {
        let position = game.position();
        match position.due() {
            Due::Roll { .. } if position.sixes() == 0 => {
                let (mine, mine_len) = afield(position, turn)?;
                let (theirs, theirs_len) = afield(position, rival)?;
                let counts = (mine_len.max(theirs_len), mine_len.min(theirs_len));
                self.tables
                    .get(&(counts.0 as u8, counts.1 as u8))?
                    .value(mine.get(..mine_len)?, theirs.get(..theirs_len)?)
            }
            Due::Roll { .. } => {
                let mut sum = 0.0;
                for face in Face::ALL {
                    let mut after = game.clone();
                    after.roll(face);
                    sum += self.chance_after(&after, turn, rival)?;
                }
                Some(sum / 6.0)
            }
            Due::Move(_) => self.chance_after(game, turn, rival),
            Due::Bonus(_) | Due::Over => None,
        }
    }

    /// The chance of a seat after its roll, with the best choice where there is one.
    fn chance_after(&self, game: &Playout<'_>, seat: Seat, rival: Seat) -> Option<f64> {
        if game.choices() == 0 {
            return self.chance_settled(game, seat, rival);
        }
        let mut best: Option<f64> = None;
        for choice in 0..game.choices() {
            let mut after = game.clone();
            after.choose(choice);
            let chance = self.chance_settled(&after, seat, rival)?;
            best = Some(best.map_or(chance, |best| best.max(chance)));
        }
        best
    }

    fn chance_settled(&self, game: &Playout<'_>, seat: Seat, rival: Seat) -> Option<f64> {
        match game.position().turn() {
            None => {
                let first = game
                    .position()
                    .finished()
                    .find(|&finished| finished == seat || finished == rival)?;
                Some(if first == seat { 1.0 } else { 0.0 })
            }
            Some(turn) if turn == seat => self.chance_to_move(game, seat, rival),
            Some(_) => Some(1.0 - self.chance_to_move(game, rival, seat)?),
        }
    }
}

/// The tokens of a seat that are not home, in front, and how many there are.
fn afield(position: &Position, seat: Seat) -> Option<([u8; 4], usize)> {
    let tokens = position.tokens(seat)?;
    let goal = Track::CLASSIC.goal();
    Some((tokens, tokens.iter().filter(|&&token| token < goal).count()))
}
