use crate::legal::Rolled;
use crate::seat_list::SeatList;
use crate::{
    Captured, Due, Earns, End, Face, Move, PlayError, Position, ResignError, RollError, Rules,
    Seat, Sixes,
};

impl Rules {
    /// Plays one of the legal outcomes ([`moves`](Self::moves)).
    ///
    /// # Errors
    /// Where it is not one of them; the position is not touched.
    pub fn play(
        &self,
        position: &Position,
        roll: Option<Face>,
        mv: Move,
    ) -> Result<Position, PlayError> {
        self.check(position)?;
        let illegal = Err(PlayError::Illegal(mv));
        let Some(seat) = position.turn else {
            return if roll.is_some() {
                Err(RollError::NotDue.into())
            } else {
                illegal
            };
        };
        let (before, legal) = match (position.due, roll) {
            (Due::Roll { .. }, None) => return Err(RollError::Missing.into()),
            (Due::Roll { .. }, Some(face)) => match self.rolled(position, seat, face) {
                Rolled::Settled {
                    mv: settled,
                    position,
                } => {
                    return if settled == mv { Ok(position) } else { illegal };
                }
                Rolled::Choose(chosen) => (chosen, self.choices(&chosen, seat, face)),
            },
            (_, Some(_)) => return Err(RollError::NotDue.into()),
            (Due::Move(face), None) => (*position, self.choices(position, seat, face)),
            (Due::Bonus(steps), None) => (*position, self.bonus_choices(position, seat, steps)),
            (Due::Over, None) => return illegal,
        };
        match mv {
            Move::Token { from, to, captured } if legal.contains(&mv) => {
                Ok(self.moved(&before, seat, from, to, captured))
            }
            _ => illegal,
        }
    }

    /// The position after a legal move of a token.
    fn moved(
        &self,
        before: &Position,
        seat: Seat,
        from: u8,
        to: u8,
        captured: Captured,
    ) -> Position {
        let mut next = *before;
        let tokens = &mut next.tokens[seat];
        if let Some(token) = tokens.iter_mut().find(|token| **token == from) {
            *token = to;
        }
        tokens.sort_unstable();
        let tokens = *tokens;
        if !captured.is_empty() {
            self.send_back(&mut next, seat, to, captured);
        }
        next.last = if self.set.sixes == Sixes::Back { to } else { 0 };

        if tokens.iter().all(|&token| self.is_home(token)) {
            next.finished.push(seat);
            return self.next_turn(&next, seat);
        }
        let earned = if !captured.is_empty() {
            self.set.capture
        } else if to == self.goal && !self.course.goal_in_column {
            self.set.home
        } else {
            Earns::Nothing
        };
        if let Some(steps) = earned.steps()
            && !self.bonus_choices(&next, seat, steps).is_empty()
        {
            return Position {
                due: Due::Bonus(steps),
                ..next
            };
        }
        // A 6 earns its roll through all bonuses. A move earns steps or a roll, never both, so a roll that a capture or
        // a token home earned has no bonus to wait for.
        if next.sixes > 0 || earned == Earns::Roll {
            Position {
                due: Due::Roll { attempt: 1 },
                ..next
            }
        } else {
            self.next_turn(&next, seat)
        }
    }

    fn send_back(&self, next: &mut Position, seat: Seat, to: u8, captured: Captured) {
        let Some(square) = self.ring_square(seat, to) else {
            return;
        };
        for rival in Seat::ALL {
            let Some(place) = self.progress_on(rival, square) else {
                continue;
            };
            let tokens = &mut next.tokens[rival];
            for _ in 0..captured.count(rival) {
                if let Some(token) = tokens.iter_mut().find(|token| **token == place) {
                    *token = 0;
                }
            }
            tokens.sort_unstable();
        }
    }

    /// The turn of the next seat in play, or the end of the game.
    pub(crate) fn next_turn(&self, position: &Position, seat: Seat) -> Position {
        let in_play = position.contenders();
        let won = self.set.end == End::First && position.finished.iter().next().is_some();
        if in_play.len() < 2 || won {
            return self.over(position);
        }
        Position {
            turn: in_play.after(seat),
            due: Due::Roll { attempt: 1 },
            sixes: 0,
            last: 0,
            ..*position
        }
    }

    /// The game over: seats without a place take those that are open by the sum of their progress, ties by seat order.
    fn over(&self, position: &Position) -> Position {
        let mut finished = position.finished;
        for seat in by_progress(position).iter() {
            finished.push(seat);
        }
        let mut resigned = position.resigned;
        if self.set.end == End::First {
            finished = finished.iter().take(1).collect();
            resigned = resigned.set().iter().collect();
        }
        Position {
            finished,
            resigned,
            turn: None,
            due: Due::Over,
            sixes: 0,
            last: 0,
            ..*position
        }
    }

    /// Ends the game where it stands: the places that are open go by the sum of progress, ties by seat order. A game
    /// that is over stays as it is.
    #[must_use]
    pub fn end_by_limit(&self, position: &Position) -> Position {
        if position.is_over() || self.check(position).is_err() {
            *position
        } else {
            self.over(position)
        }
    }

    /// A seat gives up: its tokens leave the board and it takes the worst place still open. When one seat is left, the
    /// game is over.
    ///
    /// # Errors
    /// Where the seat is not in play.
    pub fn resign(&self, position: &Position, seat: Seat) -> Result<Position, ResignError> {
        if self.check(position).is_err() {
            return Err(ResignError::OtherRules);
        }
        if position.is_over() {
            return Err(ResignError::Over);
        }
        if !position.contenders().contains(seat) {
            return Err(ResignError::NotInPlay(seat));
        }
        let mut next = *position;
        next.tokens[seat] = [0; 4];
        next.resigned.push(seat);
        if next.turn == Some(seat) || next.contenders().len() < 2 {
            return Ok(self.next_turn(&next, seat));
        }
        Ok(next)
    }
}

/// Seats without a place, the one whose tokens got furthest first.
pub(crate) fn by_progress(position: &Position) -> SeatList {
    let sum = |seat| {
        position.tokens[seat]
            .iter()
            .map(|&token| u16::from(token))
            .sum::<u16>()
    };
    let mut rest = position.contenders();
    let mut list = SeatList::EMPTY;
    // `rev` because the last of equals is the greatest, and ties go to the earlier seat.
    while let Some(best) = rest.iter().rev().max_by_key(|&seat| sum(seat)) {
        rest.remove(best);
        list.push(best);
    }
    list
}
