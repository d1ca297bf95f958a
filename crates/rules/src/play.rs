use crate::four::{Four, Which};
use crate::legal::Thrown;
use crate::offer::Offer;
use crate::seat_list::SeatList;
use crate::{
    BySeat, Captured, Due, Earns, End, Face, Move, Own, PlayError, Position, ResignError, Rules,
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
        let mut next = *position;
        match (self.begin(&mut next, roll)?, mv, next.turn) {
            (Thrown::Settled(settled), _, _) if settled == mv => Ok(next),
            (Thrown::Choose(offer), Move::Token { from, to, captured }, Some(seat)) => {
                let tokens = next.tokens[seat];
                let place = offer
                    .places()
                    .find(|&place| tokens[place & 3] == from && offer.target(from) == to)
                    .ok_or(PlayError::Illegal(mv))?;
                let fallen = self.fallen(&next, seat, from, to).map(Which::len);
                if Captured::new(fallen.into_values()) != captured {
                    return Err(PlayError::Illegal(mv));
                }
                self.choose(&mut next, seat, offer, place);
                Ok(next)
            }
            _ => Err(PlayError::Illegal(mv)),
        }
    }

    /// Moves the token at a place of an offer. What can be chosen right after it, where it earned bonus steps.
    #[inline]
    pub(crate) fn choose(
        &self,
        position: &mut Position,
        seat: Seat,
        offer: Offer,
        place: usize,
    ) -> Offer {
        let from = position.tokens[seat][place & 3];
        let to = offer.target(from);
        let fallen = self.fallen(position, seat, from, to);
        let captures = fallen.values().iter().any(|which| !which.is_empty());
        if captures {
            for (rival, which) in fallen {
                let tokens = &mut position.tokens[rival];
                *tokens = Four::new(*tokens).without(which).numbers();
            }
        }
        let tokens = Four::new(position.tokens[seat]).raised(place, to);
        position.tokens[seat] = tokens.numbers();
        position.last = if self.set.sixes == Sixes::Back { to } else { 0 };

        if tokens == self.all_home {
            position.finished.push(seat);
            self.next_turn(position, seat);
            return Offer::NONE;
        }
        let earned = if captures {
            self.set.capture
        } else if to == self.goal && !self.course.goal_in_column {
            self.set.home
        } else {
            Earns::Nothing
        };
        if let Some(steps) = earned.steps() {
            let offer = self.bonus_choices(position, seat, steps);
            if !offer.is_empty() {
                position.due = Due::Bonus(steps);
                return offer;
            }
        }
        // A 6 earns its roll through all bonuses. A move earns steps or a roll, never both, so a roll that a capture or
        // a token home earned has no bonus to wait for.
        if position.sixes > 0 || earned == Earns::Roll {
            position.due = Due::Roll { attempt: 1 };
        } else {
            self.next_turn(position, seat);
        }
        Offer::NONE
    }

    /// The rivals' tokens that a legal move sends to the yard.
    #[inline(always)]
    pub(crate) fn fallen(
        &self,
        position: &Position,
        seat: Seat,
        from: u8,
        to: u8,
    ) -> BySeat<Which> {
        if from == 0 && self.set.own == Own::Barrier {
            return self.makes_room(position, seat);
        }
        self.tables.prey(position, seat, to)
    }

    /// The rival's token that makes room where a token enters on a full start square. The rules ask for the last to
    /// arrive, which a position does not remember.
    #[inline(never)]
    fn makes_room(&self, position: &Position, seat: Seat) -> BySeat<Which> {
        let there = self.tables.standing(position, seat, 1);
        let mut fallen = BySeat::new([Which::NONE; 4]);
        if there.map(Which::len).values().iter().sum::<u8>() < 2 {
            return fallen;
        }
        let mut rival = seat.next();
        while rival != seat {
            if !there[rival].is_empty() {
                fallen[rival] = there[rival].first();
                break;
            }
            rival = rival.next();
        }
        fallen
    }

    /// The turn of the next seat in play, or the end of the game.
    #[inline]
    pub(crate) fn next_turn(&self, position: &mut Position, seat: Seat) {
        let in_play = position.contenders();
        let won = self.set.end == End::First && position.finished != SeatList::EMPTY;
        if in_play.is_at_most_one() || won {
            self.over(position);
            return;
        }
        position.turn = in_play.after(seat);
        position.due = Due::Roll { attempt: 1 };
        position.sixes = 0;
        position.last = 0;
    }

    /// The game over: seats without a place take those that are open by the sum of their progress, ties by seat order.
    #[inline(never)]
    fn over(&self, position: &mut Position) {
        for seat in by_progress(position).iter() {
            position.finished.push(seat);
        }
        if self.set.end == End::First {
            position.finished = position.finished.iter().take(1).collect();
            position.resigned = position.resigned.set().iter().collect();
        }
        position.turn = None;
        position.due = Due::Over;
        position.sixes = 0;
        position.last = 0;
    }

    /// Ends the game where it stands: the places that are open go by the sum of progress, ties by seat order. A game
    /// that is over stays as it is.
    #[must_use]
    pub fn end_by_limit(&self, position: &Position) -> Position {
        let mut ended = *position;
        if !position.is_over() && self.check(position).is_ok() {
            self.over(&mut ended);
        }
        ended
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
            self.next_turn(&mut next, seat);
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
