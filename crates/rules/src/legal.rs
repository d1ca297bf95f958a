use crate::rules::count;
use crate::{
    Captured, Due, Face, Move, Moves, Own, Position, RollError, Rules, Seat, SixCounts, Sixes,
    Tries,
};

/// What a roll does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolled {
    /// Nothing is left to choose: nothing could move, or it was a third 6.
    Settled {
        /// What happened: pass, void or back.
        mv: Move,
        /// The position after it.
        position: Position,
    },
    /// A token is to be chosen, even if only one can be.
    Choose(Position),
}

impl Rules {
    /// The legal outcomes: of a roll where one is due; of the choice where a token or bonus steps are due, with no roll
    /// given. There is always one unless the game is over, and never more than four.
    ///
    /// # Errors
    /// Where a roll is given and none is due, or the other way round.
    pub fn moves(&self, position: &Position, roll: Option<Face>) -> Result<Moves, RollError> {
        self.check(position)?;
        let Some(seat) = position.turn else {
            return if roll.is_some() {
                Err(RollError::NotDue)
            } else {
                Ok(Moves::NONE)
            };
        };
        match (position.due, roll) {
            (Due::Roll { .. }, None) => Err(RollError::Missing),
            (Due::Roll { .. }, Some(face)) => Ok(match self.rolled(position, seat, face) {
                Rolled::Settled { mv, .. } => Moves::one(mv),
                Rolled::Choose(chosen) => self.choices(&chosen, seat, face),
            }),
            (_, Some(_)) => Err(RollError::NotDue),
            (Due::Move(face), None) => Ok(self.choices(position, seat, face)),
            (Due::Bonus(steps), None) => Ok(self.bonus_choices(position, seat, steps)),
            (Due::Over, None) => Ok(Moves::NONE),
        }
    }

    /// Rolls the die: what follows without a choice has happened with it.
    ///
    /// # Errors
    /// Where no roll is due.
    pub fn roll(&self, position: &Position, face: Face) -> Result<Rolled, RollError> {
        self.check(position)?;
        match (position.due, position.turn) {
            (Due::Roll { .. }, Some(seat)) => Ok(self.rolled(position, seat, face)),
            _ => Err(RollError::NotDue),
        }
    }

    pub(crate) const fn check(&self, position: &Position) -> Result<(), RollError> {
        if position.rules == self.packed {
            Ok(())
        } else {
            Err(RollError::OtherRules)
        }
    }

    pub(crate) fn rolled(&self, position: &Position, seat: Seat, face: Face) -> Rolled {
        let six = face == Face::Six;
        let sixes = match self.set.sixes {
            _ if !six => 0,
            Sixes::Free => 1,
            Sixes::Void | Sixes::Back => position.sixes + 1,
        };
        if sixes > 2 {
            return self.third_six(position, seat);
        }
        if !self.choices(position, seat, face).is_empty() {
            return Rolled::Choose(Position {
                due: Due::Move(face),
                sixes,
                ..*position
            });
        }
        let next = if six && self.set.unplayed6 {
            Position {
                due: Due::Roll { attempt: 1 },
                sixes,
                ..*position
            }
        } else {
            match position.due {
                Due::Roll {
                    attempt: attempt @ ..3,
                } if position.sixes == 0
                    && face.get() != self.course.enter
                    && self.has_tries(position, seat) =>
                {
                    Position {
                        due: Due::Roll {
                            attempt: attempt + 1,
                        },
                        ..*position
                    }
                }
                _ => self.next_turn(position, seat),
            }
        };
        Rolled::Settled {
            mv: Move::Pass,
            position: next,
        }
    }

    fn third_six(&self, position: &Position, seat: Seat) -> Rolled {
        let mut next = *position;
        let mut mv = Move::Void;
        if self.set.sixes == Sixes::Back && self.is_on_track(position.last) {
            let tokens = &mut next.tokens[seat];
            if let Some(token) = tokens.iter_mut().find(|token| **token == position.last) {
                *token = 0;
                tokens.sort_unstable();
                mv = Move::Back {
                    from: position.last,
                };
            }
        }
        Rolled::Settled {
            mv,
            position: self.next_turn(&next, seat),
        }
    }

    /// Whether a roll that moves nothing may be repeated: a token waits, none is on the track, and no number but the
    /// entering one could move anything.
    pub(crate) fn has_tries(&self, position: &Position, seat: Seat) -> bool {
        let tokens = position.tokens[seat];
        self.set.tries == Tries::Three
            && tokens[0] == 0
            && !tokens.iter().any(|&token| self.is_on_track(token))
            && Face::ALL
                .iter()
                .filter(|face| face.get() != self.course.enter)
                .all(|face| self.bonus_choices(position, seat, face.get()).is_empty())
    }

    /// The tokens that can be moved with this roll.
    pub(crate) fn choices(&self, position: &Position, seat: Seat, face: Face) -> Moves {
        let tokens = position.tokens[seat];
        let waits = tokens[0] == 0;
        let mut moves = Moves::NONE;
        if waits
            && face.get() == self.course.enter
            && let Some(captured) = self.entering(position, seat)
        {
            moves.push(Move::Token {
                from: 0,
                to: 1,
                captured,
            });
            if self.set.forced {
                return moves;
            }
        }
        let steps = match self.set.six {
            SixCounts::Seven if face == Face::Six && !waits => 7,
            _ => face.get(),
        };
        self.advance(position, seat, steps, &mut moves);
        if self.clear_start(position, seat, &mut moves) {
            return moves;
        }
        if self.set.own == Own::Barrier && face == Face::Six {
            moves.prefer(|mv| {
                mv.from()
                    .is_some_and(|from| self.is_on_track(from) && count(tokens, from) == 2)
            });
        }
        moves
    }

    /// The tokens that can be moved by bonus steps.
    pub(crate) fn bonus_choices(&self, position: &Position, seat: Seat, steps: u8) -> Moves {
        let mut moves = Moves::NONE;
        self.advance(position, seat, steps, &mut moves);
        self.clear_start(position, seat, &mut moves);
        moves
    }

    /// Keeps only the moves of an own token from the start square, where the rules ask for that and it can move.
    fn clear_start(&self, position: &Position, seat: Seat, moves: &mut Moves) -> bool {
        self.set.clear && position.tokens[seat][0] == 0 && moves.prefer(|mv| mv.from() == Some(1))
    }

    /// Adds the tokens on the track and in the column that can move so far. Tokens that are alike are one choice.
    fn advance(&self, position: &Position, seat: Seat, steps: u8, moves: &mut Moves) {
        let mut before = 0;
        for from in position.tokens[seat] {
            if from == before {
                continue;
            }
            before = from;
            let to = from + steps;
            if let Some(captured) = self.reach(position, seat, from, to) {
                moves.push(Move::Token { from, to, captured });
            }
        }
    }

    /// Whether a token can get from one place to another, and whom it captures there.
    fn reach(&self, position: &Position, seat: Seat, from: u8, to: u8) -> Option<Captured> {
        if to > self.goal {
            return None;
        }
        let tokens = position.tokens[seat];
        let free = |place: u8| match self.square_of(seat, place) {
            Some(square) => self.can_pass(position, seat, square),
            None => self.set.pass || count(tokens, place) == 0,
        };
        if !(from + 1..to).all(free) {
            return None;
        }
        match self.square_of(seat, to) {
            Some(square) => self.landing(position, seat, square),
            None if self.course.goal_in_column && count(tokens, to) > 0 => None,
            None => Some(Captured::NONE),
        }
    }
}
