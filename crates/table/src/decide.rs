use ludo_dice::{GameId, Link, Tip};
use ludo_rules::{Due, Move, Seat};

use crate::draft::Draft;
use crate::stage::Stage;
use crate::{
    Actor, Chair, CloseReason, Command, Control, Event, Hand, Member, Name, Options, Phase,
    Refusal, Table, Time,
};

impl Table {
    /// What happens when a person gives a command: the events to store, apply and send; or why nothing happens.
    ///
    /// The table itself stays as it is until the events are [applied](Self::apply).
    ///
    /// # Errors
    ///
    /// A [`Refusal`]. It is looked for in this order: is the table closed; may the sender do such a thing at all; is it
    /// the phase for it; is the command timely; can it be done.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now: Time,
        hand: &Hand,
    ) -> Result<Vec<Event>, Refusal> {
        let decided = self.decide_and_fold(actor, command, now, hand);
        decided.map(|(events, _)| events)
    }

    /// As [`decide`](Self::decide), with the table that the events make, as [`apply`](Self::apply) would make it: for who
    /// needs both, since deciding folds anyway.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    pub fn decide_and_fold(
        &self,
        actor: Actor,
        command: &Command,
        now: Time,
        hand: &Hand,
    ) -> Result<(Vec<Event>, Self), Refusal> {
        if self.closed.is_some() {
            return Err(Refusal::Closed);
        }
        let mut draft = Draft::new(self, now);
        if let Command::Sit {
            seat,
            name,
            game,
            tip,
        } = command
        {
            self.in_setup_or_over()?;
            self.sit_down(&mut draft, actor, *seat, name.as_ref(), *game, *tip)?;
            return draft.finish();
        }
        let Actor::Member(member) = actor else {
            return Err(Refusal::NotAMember);
        };
        let seat = self.seat_of(member).ok_or(Refusal::NotSeated)?;
        if command.is_for_host() && self.host() != Some(member) {
            return Err(Refusal::NotHost);
        }
        if let Command::Leave = command {
            self.leave(&mut draft, seat)?;
            return draft.finish();
        }
        // Whoever does something is here again.
        if self.is_running() && self.chair(seat).control() != Some(Control::Owner) {
            draft.push(Event::Controlled {
                seat,
                control: Control::Owner,
            })?;
        }
        match command {
            Command::Sit { .. } | Command::Leave => {}
            Command::Chain { game, tip } => {
                self.in_setup()?;
                self.chain(&mut draft, seat, *game, *tip)?;
            }
            Command::Rename { name } => rename(&mut draft, member, name)?,
            Command::AddBot { seat, bot } => {
                self.in_setup()?;
                self.takeable(*seat)?;
                draft.push(Event::BotSat {
                    seat: *seat,
                    bot: *bot,
                })?;
            }
            Command::Clear { seat: cleared } => {
                self.in_setup()?;
                match self.chair(*cleared) {
                    Chair::Open if !self.options().seats.contains(*cleared) => {
                        return Err(Refusal::NoSuchSeat);
                    }
                    Chair::Open => return Err(Refusal::SeatOpen),
                    Chair::Person { .. } if *cleared == seat => return Err(Refusal::OwnSeat),
                    Chair::Person { .. } => draft.stand(*cleared)?,
                    Chair::Bot { .. } => draft.push(Event::BotLeft { seat: *cleared })?,
                }
            }
            Command::SetOptions { options } => {
                self.in_setup()?;
                self.set_options(&mut draft, options)?;
            }
            Command::Begin => {
                self.in_setup()?;
                if self.taken_seats().len() < 2 {
                    return Err(Refusal::TooFewPlayers);
                }
                let (game, server_tip, seats) = (self.game(), self.server_tip(), self.roster_now());
                draft.push(Event::Begun {
                    game,
                    server_tip,
                    seats,
                })?;
            }
            Command::Answer { game, link } => self.answer(&mut draft, seat, *game, *link)?,
            Command::Roll { step, roll, link } => {
                self.timely(seat, *step)?;
                self.may_roll(seat, *roll, *link)?;
                draft.roll(*link, hand)?;
            }
            Command::Move { step, mv } => {
                self.timely(seat, *step)?;
                self.may_move(*mv)?;
                draft.step(*mv)?;
            }
            Command::Resign => {
                self.in_play()?;
                draft.resign(seat)?;
            }
            Command::Return => match self.phase() {
                Phase::Waiting => return Err(Refusal::NotStarted),
                Phase::Over { .. } => return Err(Refusal::GameOver),
                // It is done already: whoever does something is here again.
                _ => {}
            },
            Command::Rematch => self.rematch(&mut draft, member, hand)?,
        }
        draft.finish()
    }

    fn sit_down(
        &self,
        draft: &mut Draft,
        actor: Actor,
        seat: Seat,
        name: Option<&Name>,
        game: Option<GameId>,
        tip: Option<Tip>,
    ) -> Result<(), Refusal> {
        let known = match actor {
            Actor::Member(member) if member.0 == 0 || member > self.last_member => {
                return Err(Refusal::NotAMember);
            }
            Actor::Member(member) => Some(member),
            Actor::Newcomer => None,
        };
        let old = known.and_then(|member| self.seat_of(member));
        if old != Some(seat) {
            if old.is_none() && self.open_seats().is_empty() {
                return Err(Refusal::TableFull);
            }
            self.takeable(seat)?;
        }
        let member = known.unwrap_or(Member(self.last_member.0.saturating_add(1)));
        match (self.member_name(member), name) {
            (Some(old), Some(new)) if old != new => rename(draft, member, new)?,
            (Some(_), _) => {}
            (None, Some(name)) => draft.push(Event::Joined {
                member,
                name: name.clone(),
            })?,
            (None, None) => return Err(Refusal::NameNeeded),
        }
        if old != Some(seat) {
            draft.push(Event::Sat { member, seat })?;
        }
        draft.inherit()?;
        match (game, tip) {
            (None, None) => Ok(()),
            (Some(game), Some(tip)) => {
                self.in_setup()?;
                self.chain(draft, seat, game, tip)
            }
            _ => Err(Refusal::WrongGame),
        }
    }

    fn chain(&self, draft: &mut Draft, seat: Seat, game: GameId, tip: Tip) -> Result<(), Refusal> {
        if game != self.game() {
            return Err(Refusal::WrongGame);
        }
        let chairs = draft.table.chairs();
        if chairs[seat].tip() == Some(tip) {
            return Ok(());
        }
        // Nobody has a chain that ends in nothing.
        let is_nothing = tip.0 == [0; 32];
        if is_nothing
            || tip == self.server_tip()
            || chairs.iter().any(|(_, chair)| chair.tip() == Some(tip))
        {
            return Err(Refusal::TipTaken);
        }
        draft.push(Event::Chained { seat, tip })
    }

    fn set_options(&self, draft: &mut Draft, options: &Options) -> Result<(), Refusal> {
        options.check()?;
        if options == self.options() {
            return Err(Refusal::NoChange);
        }
        if self
            .taken_seats()
            .iter()
            .any(|seat| !options.seats.contains(seat))
        {
            return Err(Refusal::SeatTaken);
        }
        draft.push(Event::OptionsSet {
            options: options.clone(),
        })
    }

    fn answer(
        &self,
        draft: &mut Draft,
        seat: Seat,
        game: GameId,
        link: Link,
    ) -> Result<(), Refusal> {
        let Stage::Drawing {
            seats, answered, ..
        } = &self.stage
        else {
            return Err(match self.phase() {
                Phase::Waiting => Refusal::NotStarted,
                Phase::Over { .. } => Refusal::GameOver,
                _ => Refusal::TooLate,
            });
        };
        if game != self.game() {
            return Err(Refusal::WrongGame);
        }
        let tip = seats[seat]
            .as_ref()
            .and_then(|at_begin| at_begin.tip)
            .ok_or(Refusal::NoChain)?;
        if !link.leads_to(&tip.0, 1) {
            return Err(Refusal::BadLink);
        }
        if answered.contains(seat) {
            return Err(Refusal::AlreadyAnswered);
        }
        draft.push(Event::Answered { seat })
    }

    fn leave(&self, draft: &mut Draft, seat: Seat) -> Result<(), Refusal> {
        if self.is_running() {
            return match self.chair(seat).control() {
                Some(Control::Bot(_)) => Err(Refusal::NoChange),
                _ => draft.desert(seat),
            };
        }
        draft.stand(seat)?;
        if matches!(self.phase(), Phase::Over { .. }) && draft.table.people().is_empty() {
            draft.push(Event::Closed {
                reason: CloseReason::Empty,
            })?;
        }
        Ok(())
    }

    fn rematch(&self, draft: &mut Draft, member: Member, hand: &Hand) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Over { .. } => {}
            Phase::Waiting => return Err(Refusal::NotStarted),
            _ => return Err(Refusal::GameRunning),
        }
        let (game, tip) = hand.next_game.ok_or(Refusal::Unavailable)?;
        draft.push(Event::Rematch { game, tip, member })
    }

    /// Whether the sender, at `seat`, saw the newest step, and is the one to act.
    fn timely(&self, seat: Seat, step: u32) -> Result<(), Refusal> {
        self.in_play()?;
        if step != self.step() {
            return Err(Refusal::Stale);
        }
        if self.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        if self
            .playing()
            .is_some_and(|play| play.stand_in != Control::Owner || play.timing.is_out)
        {
            return Err(Refusal::PlayedForYou);
        }
        Ok(())
    }

    fn may_roll(&self, seat: Seat, roll: u32, link: Option<Link>) -> Result<(), Refusal> {
        let play = self.playing().ok_or(Refusal::NotStarted)?;
        if !matches!(play.board.position.due(), Due::Roll { .. }) {
            return Err(Refusal::RollNotDue);
        }
        if roll != play.dice.next_roll() {
            return Err(Refusal::Stale);
        }
        if link.is_some() && !play.dice.has_chain(seat) {
            return Err(Refusal::NoChain);
        }
        play.dice.accepts(seat, link).map_err(|_| Refusal::BadLink)
    }

    pub(crate) fn may_move(&self, mv: Move) -> Result<(), Refusal> {
        let play = self.playing().ok_or(Refusal::NotStarted)?;
        if matches!(play.board.position.due(), Due::Roll { .. }) {
            return Err(Refusal::MoveNotDue);
        }
        if play.board.choices().contains(&mv) {
            Ok(())
        } else {
            Err(Refusal::IllegalMove)
        }
    }

    /// Whether somebody could sit down there.
    fn takeable(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.options().seats.contains(seat) {
            return Err(Refusal::NoSuchSeat);
        }
        if self.chair(seat).is_open() {
            Ok(())
        } else {
            Err(Refusal::SeatTaken)
        }
    }

    fn in_setup(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Waiting => Ok(()),
            Phase::Drawing { .. } | Phase::Playing => Err(Refusal::GameRunning),
            Phase::Over { .. } => Err(Refusal::GameOver),
            Phase::Closed { .. } => Err(Refusal::Closed),
        }
    }

    fn in_setup_or_over(&self) -> Result<(), Refusal> {
        if self.is_running() {
            Err(Refusal::GameRunning)
        } else {
            Ok(())
        }
    }

    fn in_play(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Playing => Ok(()),
            Phase::Waiting | Phase::Drawing { .. } => Err(Refusal::NotStarted),
            Phase::Over { .. } => Err(Refusal::GameOver),
            Phase::Closed { .. } => Err(Refusal::Closed),
        }
    }
}

impl Command {
    /// Whether only the host of a table can do this.
    #[must_use]
    pub const fn is_for_host(&self) -> bool {
        matches!(
            self,
            Self::AddBot { .. } | Self::Clear { .. } | Self::SetOptions { .. } | Self::Begin
        )
    }
}

fn rename(draft: &mut Draft, member: Member, name: &Name) -> Result<(), Refusal> {
    if draft.table.member_name(member) == Some(name) {
        return Ok(());
    }
    draft.push(Event::Renamed {
        member,
        name: name.clone(),
    })
}
