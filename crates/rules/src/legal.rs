use crate::four::{Four, Places, Which};
use crate::offer::Offer;
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

/// What a roll did to a position.
pub(crate) enum Thrown {
    /// It settled itself: pass, void or back.
    Settled(Move),
    /// A token is to be chosen.
    Choose(Offer),
}

impl Rules {
    /// The legal outcomes: of a roll where one is due; of the choice where a token or bonus steps are due, with no roll
    /// given. There is always one unless the game is over, and never more than four.
    ///
    /// # Errors
    /// Where a roll is given and none is due, or the other way round.
    pub fn moves(&self, position: &Position, roll: Option<Face>) -> Result<Moves, RollError> {
        let mut position = *position;
        Ok(match self.begin(&mut position, roll)? {
            Thrown::Settled(mv) => Moves::one(mv),
            Thrown::Choose(offer) => self.offered(&position, offer),
        })
    }

    /// Rolls the die: what follows without a choice has happened with it.
    ///
    /// # Errors
    /// Where no roll is due.
    pub fn roll(&self, position: &Position, face: Face) -> Result<Rolled, RollError> {
        let mut position = *position;
        Ok(match self.begin(&mut position, Some(face))? {
            Thrown::Settled(mv) => Rolled::Settled { mv, position },
            Thrown::Choose(_) => Rolled::Choose(position),
        })
    }

    pub(crate) const fn check(&self, position: &Position) -> Result<(), RollError> {
        if position.rules == self.packed {
            Ok(())
        } else {
            Err(RollError::OtherRules)
        }
    }

    /// Makes the roll if one is due, and says what can be chosen then; nothing if the game is over.
    pub(crate) fn begin(
        &self,
        position: &mut Position,
        roll: Option<Face>,
    ) -> Result<Thrown, RollError> {
        self.check(position)?;
        match (position.due, position.turn, roll) {
            (Due::Roll { .. }, Some(seat), Some(face)) => {
                let before = *position;
                let offer = self.throw(position, seat, face);
                Ok(if !offer.is_empty() {
                    Thrown::Choose(offer)
                } else if self.sixes_with(&before, face) < 3 {
                    Thrown::Settled(Move::Pass)
                } else if position.tokens == before.tokens {
                    Thrown::Settled(Move::Void)
                } else {
                    Thrown::Settled(Move::Back { from: before.last })
                })
            }
            (Due::Roll { .. }, _, None) => Err(RollError::Missing),
            (_, _, Some(_)) => Err(RollError::NotDue),
            (_, _, None) => Ok(Thrown::Choose(self.due_choices(position))),
        }
    }

    /// What can be chosen where a token or bonus steps are due.
    pub(crate) fn due_choices(&self, position: &Position) -> Offer {
        match (position.due, position.turn) {
            (Due::Move(face), Some(seat)) => self.choices(position, seat, face),
            (Due::Bonus(steps), Some(seat)) => self.bonus_choices(position, seat, steps),
            _ => Offer::NONE,
        }
    }

    /// The moves of an offer, ascending.
    pub(crate) fn offered(&self, position: &Position, offer: Offer) -> Moves {
        let mut moves = Moves::NONE;
        let Some(seat) = position.turn else {
            return moves;
        };
        for place in offer.places() {
            let from = position.tokens[seat][place & 3];
            let to = offer.target(from);
            let fallen = self.fallen(position, seat, from, to).map(Which::len);
            moves.push(Move::Token {
                from,
                to,
                captured: Captured::new(fallen.into_values()),
            });
        }
        moves
    }

    /// Makes a roll that is due, and says what can be chosen; nothing where it settled itself.
    #[inline]
    pub(crate) fn throw(&self, position: &mut Position, seat: Seat, face: Face) -> Offer {
        let six = face == Face::Six;
        let sixes = self.sixes_with(position, face);
        if sixes > 2 {
            self.third_six(position, seat);
            return Offer::NONE;
        }
        let offer = self.choices(position, seat, face);
        if !offer.is_empty() {
            position.due = Due::Move(face);
            position.sixes = sixes;
            return offer;
        }
        match position.due {
            _ if six && self.set.unplayed6 => {
                position.due = Due::Roll { attempt: 1 };
                position.sixes = sixes;
            }
            Due::Roll {
                attempt: attempt @ ..3,
            } if self.set.tries == Tries::Three
                && position.sixes == 0
                && face.get() != self.course.enter
                && self.has_tries(position, seat) =>
            {
                position.due = Due::Roll {
                    attempt: attempt + 1,
                };
            }
            _ => self.next_turn(position, seat),
        }
        Offer::NONE
    }

    /// The sixes in a row with this roll; more than two are one too many.
    fn sixes_with(&self, position: &Position, face: Face) -> u8 {
        match self.set.sixes {
            _ if face != Face::Six => 0,
            Sixes::Free => 1,
            Sixes::Void | Sixes::Back => position.sixes + 1,
        }
    }

    /// Ends the turn; where the rules say so, the token that it moved last goes to the yard.
    fn third_six(&self, position: &mut Position, seat: Seat) {
        if self.set.sixes == Sixes::Back && self.is_on_track(position.last) {
            let tokens = Four::new(position.tokens[seat]);
            let stands = tokens.is(Four::all(position.last)).first();
            position.tokens[seat] = tokens.without(stands).numbers();
        }
        self.next_turn(position, seat);
    }

    /// Whether a roll that moves nothing may be repeated: a token waits, none is on the track, and no number but the
    /// entering one could move anything.
    pub(crate) fn has_tries(&self, position: &Position, seat: Seat) -> bool {
        let tokens = Four::new(position.tokens[seat]);
        // Whatever is out of the yard then stands at its very end: any token short of it could move by one.
        let still = tokens.is(Four::all(0)) | tokens.is(self.all_home);
        self.set.tries == Tries::Three && position.tokens[seat][0] == 0 && still == Which::ALL
    }

    /// The tokens that can be moved with this roll.
    #[inline]
    pub(crate) fn choices(&self, position: &Position, seat: Seat, face: Face) -> Offer {
        let tokens = position.tokens[seat];
        let waits = tokens[0] == 0;
        let mut enters = Which::NONE;
        if waits && face.get() == self.course.enter && self.can_enter(position, seat) {
            enters = Which::FIRST;
            if self.set.forced {
                return Offer::new(enters, 0);
            }
        }
        let steps = match self.set.six {
            SixCounts::Seven if face == Face::Six && !waits => 7,
            _ => face.get(),
        };
        let tokens = Four::new(tokens);
        let mut which = enters | self.movable(position, seat, tokens, steps);
        if self.set.clear && waits {
            let cleared = which & tokens.is(Four::all(1));
            if !cleared.is_empty() {
                return Offer::new(cleared, steps);
            }
        }
        if self.set.own == Own::Barrier && face == Face::Six {
            let pairs = tokens.repeated() & self.on_track(tokens);
            which = (which & pairs).or_else(which);
        }
        Offer::new(which, steps)
    }

    /// The tokens that can be moved by bonus steps.
    pub(crate) fn bonus_choices(&self, position: &Position, seat: Seat, steps: u8) -> Offer {
        let tokens = Four::new(position.tokens[seat]);
        let mut which = self.movable(position, seat, tokens, steps);
        if self.set.clear && position.tokens[seat][0] == 0 {
            which = (which & tokens.is(Four::all(1))).or_else(which);
        }
        Offer::new(which, steps)
    }

    /// The tokens on the track and in the column that can move so far. Tokens that are alike are one choice.
    #[inline(always)]
    fn movable(&self, position: &Position, seat: Seat, tokens: Four, steps: u8) -> Which {
        let to = tokens.plus(steps);
        let mut which =
            tokens.at_least(Four::all(1)) & Four::all(self.goal).at_least(to) & !tokens.repeats();
        if let Some((first, last)) = self.alone {
            which = which
                & !(to.elsewhere_in(tokens)
                    & to.at_least(Four::all(first))
                    & Four::all(last).at_least(to));
        }
        if !self.set.pass {
            which = which & !self.passes_in_column(tokens, to);
        }
        if matches!(self.set.own, Own::Block | Own::Barrier) {
            which = which & !self.stopped(position, seat, tokens, to);
        }
        if self.set.own == Own::Barrier {
            which = self.with_room(position, seat, which, to);
        }
        which
    }

    fn on_track(&self, tokens: Four) -> Which {
        tokens.at_least(Four::all(1)) & Four::all(self.course.lap).at_least(tokens)
    }

    /// Those that would pass another one of the four in the column.
    fn passes_in_column(&self, tokens: Four, to: Four) -> Which {
        let mut passes = Which::NONE;
        for places in 1..4 {
            let other = tokens.turned(places);
            passes = passes
                | other.at_least(Four::all(self.course.lap + 1))
                    & tokens.below(other)
                    & other.below(to);
        }
        passes
    }

    /// Those that would pass a pair that stops them, or land on it.
    #[inline(never)]
    fn stopped(&self, position: &Position, seat: Seat, tokens: Four, to: Four) -> Which {
        let mut pairs = Places::default();
        for (owner, &others) in position.tokens.iter() {
            let others = Four::new(others);
            if owner != seat || self.set.own == Own::Barrier {
                pairs.add(owner, others.repeats() & self.on_track(others));
            }
        }
        let mut stopped = Which::NONE;
        for (owner, place) in pairs {
            let there = Four::all(self.tables.seen_from(
                seat,
                owner,
                position.tokens[owner][place & 3],
            ));
            stopped = stopped | tokens.below(there) & to.at_least(there);
        }
        stopped
    }

    /// Without those whose square is full: with barriers a square holds two tokens. Two of one colour are a barrier
    /// already, so it is only asked of safe squares, where two colours can meet.
    #[inline(never)]
    fn with_room(&self, position: &Position, seat: Seat, which: Which, to: Four) -> Which {
        let mut room = which;
        for place in Offer::new(which & self.tables.on_safe(to), 0).places() {
            let there = self
                .tables
                .standing(position, seat, to.numbers()[place & 3]);
            if there.into_values().map(Which::len).iter().sum::<u8>() > 1 {
                room = room & !Which::at(place);
            }
        }
        room
    }

    /// Whether a token may enter.
    #[inline]
    fn can_enter(&self, position: &Position, seat: Seat) -> bool {
        let own = || count(position.tokens[seat], 1);
        match self.set.own {
            Own::Free => true,
            Own::Forbidden => own() == 0,
            Own::Block => self
                .tables
                .standing(position, seat, 1)
                .iter()
                .all(|(other, there)| other == seat || there.len() < 2),
            // Where the square is full, a rival makes room.
            Own::Barrier => own() < 2,
        }
    }
}
