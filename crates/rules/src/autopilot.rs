use core::cmp::Reverse;

use crate::{Face, Move, Position, Rules};

impl Rules {
    /// The move of the autopilot, which plays for a player who is away: of the legal moves the one that, in this order,
    /// captures most tokens; brings a token home (where the goal is the column: from the track into it); enters; leaves
    /// a threatened square, seen before the move; moves the foremost token.
    ///
    /// `roll` as for [`moves`](Self::moves); nothing where there is no legal move.
    #[must_use]
    pub fn autopilot(&self, position: &Position, roll: Option<Face>) -> Option<Move> {
        let seat = position.turn?;
        let moves = self.moves(position, roll).ok()?;
        moves.into_iter().min_by_key(|&mv| match mv {
            Move::Token { from, to, captured } => Reverse((
                captured.len(),
                self.is_home(to) && !self.is_home(from),
                from == 0,
                self.threatened(position, seat, from),
                from,
            )),
            _ => Reverse((0, false, false, false, 0)),
        })
    }
}
