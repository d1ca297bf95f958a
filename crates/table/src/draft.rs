use ludo_dice::{Link, MAX_ROLLS};
use ludo_rules::{Due, Move, Seat};

use crate::fold::follow;
use crate::{BotKind, Chair, CloseReason, Control, End, Event, Hand, Refusal, Table, Time, Wrong};

/// Events in the making: each one is folded into a copy of the table at once, so that nothing is ever decided that the
/// fold would not take.
pub(crate) struct Draft {
    pub(crate) table: Table,
    events: Vec<Event>,
    now: Time,
}

impl Draft {
    pub(crate) fn new(table: &Table, now: Time) -> Self {
        Self {
            table: table.clone(),
            events: Vec::new(),
            now,
        }
    }

    /// The events, and the table that they make; no events mean that nothing would change.
    pub(crate) fn finish(self) -> Result<(Vec<Event>, Table), Refusal> {
        if self.events.is_empty() {
            return Err(Refusal::NoChange);
        }
        Ok((self.events, self.table))
    }

    pub(crate) fn push(&mut self, event: Event) -> Result<(), Refusal> {
        self.table.apply(&event, self.now).map_err(internal)?;
        self.events.push(event);
        Ok(())
    }

    /// A seat becomes open. The host's rights pass on if they were its person's.
    pub(crate) fn stand(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.push(Event::Stood { seat })?;
        self.inherit()
    }

    /// Makes the one who sits here longest the host, if there is none.
    pub(crate) fn inherit(&mut self) -> Result<(), Refusal> {
        match (self.table.host(), self.table.heir()) {
            (None, Some(member)) => self.push(Event::Host { member }),
            _ => Ok(()),
        }
    }

    /// A person leaves the game that is on: a bot plays the seat from now on. Without people there is no game.
    pub(crate) fn desert(&mut self, seat: Seat) -> Result<(), Refusal> {
        let control = Control::Bot(BotKind::Simple);
        self.push(Event::Controlled { seat, control })?;
        let Some(heir) = self.table.heir() else {
            self.push(Event::Over {
                places: Vec::new(),
                end: End::Abandoned,
            })?;
            return self.push(Event::Closed {
                reason: CloseReason::Empty,
            });
        };
        if self.table.host() == self.table.chair(seat).member() {
            self.push(Event::Host { member: heir })?;
        }
        Ok(())
    }

    /// The end of a game. The seats of those who left are open from then on.
    pub(crate) fn end(&mut self, places: Vec<Seat>, end: End) -> Result<(), Refusal> {
        self.push(Event::Over { places, end })?;
        for seat in Seat::ALL {
            if let Chair::Person {
                control: Control::Bot(_),
                ..
            } = self.table.chair(seat)
            {
                self.stand(seat)?;
            }
        }
        Ok(())
    }

    /// A roll for the seat in turn, and all that follows without a choice.
    pub(crate) fn roll(&mut self, link: Option<Link>, hand: &Hand) -> Result<(), Refusal> {
        let server_link = hand.server_link.ok_or(Refusal::Unavailable)?;
        let table = &self.table;
        let (Some(play), Some((seat, _))) = (table.playing(), table.actor()) else {
            return Err(Refusal::NotStarted);
        };
        let by = table.rolls_by(link.is_some()).ok_or(Refusal::NotStarted)?;
        let mut dice = play.dice.clone();
        let face = dice.roll(seat, server_link, link).map_err(internal)?;
        let (board, outcome) = follow(&play.board, seat, face).map_err(internal)?;
        self.push(Event::Rolled {
            roll: dice.rolls(),
            seat,
            face,
            server_link,
            link,
            by,
            outcome,
            position: board.text(),
            choices: board.choices(),
        })?;
        self.settle(End::Normal)
    }

    /// A move for the seat in turn, and all that follows without a choice.
    pub(crate) fn step(&mut self, mv: Move) -> Result<(), Refusal> {
        self.move_token(mv)?;
        self.settle(End::Normal)
    }

    fn move_token(&mut self, mv: Move) -> Result<(), Refusal> {
        let table = &self.table;
        let (Some(play), Some((seat, _))) = (table.playing(), table.actor()) else {
            return Err(Refusal::NotStarted);
        };
        let by = table.moves_by().ok_or(Refusal::NotStarted)?;
        let mut board = play.board.clone();
        board.position = board
            .rules
            .play(&board.position, None, mv)
            .map_err(|_| Refusal::IllegalMove)?;
        let (position, choices) = (board.text(), board.choices());
        self.push(Event::Moved {
            seat,
            mv,
            by,
            position,
            choices,
        })
    }

    /// A seat gives up, and all that follows without a choice.
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        let mut board = self
            .table
            .playing()
            .ok_or(Refusal::NotStarted)?
            .board
            .clone();
        board.position = board
            .rules
            .resign(&board.position, seat)
            .map_err(|_| Refusal::OutOfPlay)?;
        let (position, choices) = (board.text(), board.choices());
        self.push(Event::Resigned {
            seat,
            position,
            choices,
        })?;
        self.settle(End::Resigned)
    }

    /// What happens without anybody's choice: the end of the game, and the only legal move.
    fn settle(&mut self, end: End) -> Result<(), Refusal> {
        while let Some(play) = self.table.playing() {
            let position = &play.board.position;
            if let Some(places) = position.places() {
                return self.end(places, end);
            }
            match position.due() {
                Due::Roll { .. } if play.dice.rolls() >= MAX_ROLLS => {
                    let last = play.board.rules.end_by_limit(position);
                    return self.end(last.places().unwrap_or_default(), End::Limit);
                }
                Due::Move(_) | Due::Bonus(_) if self.table.options().auto_move => {
                    let choices = play.board.choices();
                    let [only] = choices[..] else { return Ok(()) };
                    self.move_token(only)?;
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }
}

pub(crate) fn internal(wrong: impl Into<Wrong>) -> Refusal {
    Refusal::Internal(Box::new(wrong.into()))
}
