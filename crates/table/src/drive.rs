use ludo_rules::{BySeat, Due, Seat};

use crate::draft::{Draft, internal};
use crate::stage::Stage;
use crate::{
    Chair, CloseReason, Control, DriverCommand, End, Event, Hand, Phase, Refusal, TIME_OUTS, Table,
    Time, Wants,
};

impl Table {
    /// What happens when the driver does its part: the events to store, apply and send; or why nothing happens.
    ///
    /// # Errors
    ///
    /// A [`Refusal`]; nothing that the driver does wrongly or too late harms the table.
    pub fn drive(
        &self,
        command: &DriverCommand,
        now: Time,
        hand: &Hand,
    ) -> Result<Vec<Event>, Refusal> {
        let driven = self.drive_and_fold(command, now, hand);
        driven.map(|(events, _)| events)
    }

    /// As [`drive`](Self::drive), with the table that the events make: as [`decide_and_fold`](Self::decide_and_fold).
    ///
    /// # Errors
    ///
    /// As [`drive`](Self::drive).
    pub fn drive_and_fold(
        &self,
        command: &DriverCommand,
        now: Time,
        hand: &Hand,
    ) -> Result<(Vec<Event>, Self), Refusal> {
        if self.closed.is_some() {
            return Err(Refusal::Closed);
        }
        let mut draft = Draft::new(self, now);
        match command {
            DriverCommand::Draw => self.make_draw(&mut draft, now, hand)?,
            DriverCommand::Roll => {
                if !matches!(self.acts()?, Due::Roll { .. }) {
                    return Err(Refusal::RollNotDue);
                }
                draft.roll(None, hand)?;
            }
            DriverCommand::Move { mv } => {
                self.acts()?;
                self.may_move(*mv)?;
                if matches!(self.actor(), Some((_, Control::Autopilot)))
                    && self.autopilot() != Some(*mv)
                {
                    return Err(Refusal::IllegalMove);
                }
                draft.step(*mv)?;
            }
            DriverCommand::Away { seat } => self.away(&mut draft, *seat)?,
            DriverCommand::Back { seat } => {
                if self.is_running() && self.chair(*seat).control() == Some(Control::Autopilot) {
                    draft.push(Event::Controlled {
                        seat: *seat,
                        control: Control::Owner,
                    })?;
                }
            }
            DriverCommand::TimeOut { seat } => self.time_out(&mut draft, *seat, now)?,
            DriverCommand::Resume => {
                if self.clock().is_some() {
                    draft.push(Event::Resumed {})?;
                }
            }
            DriverCommand::Abandon => match self.phase() {
                Phase::Waiting => return Err(Refusal::NotStarted),
                Phase::Over { .. } => return Err(Refusal::GameOver),
                _ => draft.end(Vec::new(), End::Abandoned)?,
            },
            DriverCommand::Renew => {
                if self.phase() != Phase::Waiting {
                    return Err(Refusal::GameRunning);
                }
                let (game, tip) = hand.next_game.ok_or(Refusal::Unavailable)?;
                draft.push(Event::Renewed { game, tip })?;
            }
            DriverCommand::Close(reason) => close(&mut draft, *reason)?,
        }
        draft.finish()
    }

    fn make_draw(&self, draft: &mut Draft, now: Time, hand: &Hand) -> Result<(), Refusal> {
        match (self.wants(), &self.stage) {
            (Wants::Draw { at }, _) if at <= now => {}
            (_, Stage::Waiting) => return Err(Refusal::NotStarted),
            (_, Stage::Drawing { .. }) => return Err(Refusal::DrawNotDue),
            (_, Stage::Playing { .. }) => return Err(Refusal::TooLate),
            (_, Stage::Over { .. }) => return Err(Refusal::GameOver),
        }
        let Stage::Drawing { answered, .. } = &self.stage else {
            return Err(Refusal::NotStarted);
        };
        let server_link = hand.server_link.ok_or(Refusal::Unavailable)?;
        let links = BySeat::from_fn(|seat| hand.links[seat].filter(|_| answered.contains(seat)));
        if answered.iter().any(|seat| links[seat].is_none()) {
            return Err(Refusal::Unavailable);
        }
        let (_, first) = self.draw(server_link, &links).map_err(internal)?;
        let position = self.outset(first).map_err(internal)?.text();
        draft.push(Event::Drawn {
            server_link,
            links,
            first,
            position,
        })
    }

    /// What is due of the seat that the driver acts for.
    fn acts(&self) -> Result<Due, Refusal> {
        match self.wants() {
            Wants::Act { due, .. } => Ok(due),
            Wants::Nothing | Wants::Draw { .. } | Wants::TimeOut { .. } => {
                Err(match self.phase() {
                    Phase::Waiting | Phase::Drawing { .. } => Refusal::NotStarted,
                    Phase::Over { .. } => Refusal::GameOver,
                    Phase::Playing | Phase::Closed { .. } => Refusal::NotDriven,
                })
            }
        }
    }

    fn time_out(&self, draft: &mut Draft, seat: Seat, now: Time) -> Result<(), Refusal> {
        match self.clock() {
            Some(clock) if clock.seat == seat && clock.until <= now => {}
            _ => return Err(Refusal::NotDriven),
        }
        draft.push(Event::TimedOut { seat })?;
        if draft.table.time_outs(seat) >= TIME_OUTS {
            draft.push(Event::Controlled {
                seat,
                control: Control::Autopilot,
            })?;
        }
        Ok(())
    }

    fn away(&self, draft: &mut Draft, seat: Seat) -> Result<(), Refusal> {
        let Chair::Person {
            control: Control::Owner,
            ..
        } = self.chair(seat)
        else {
            return Ok(());
        };
        match self.phase() {
            Phase::Waiting => draft.stand(seat),
            Phase::Drawing { .. } | Phase::Playing => draft.push(Event::Controlled {
                seat,
                control: Control::Autopilot,
            }),
            Phase::Over { .. } | Phase::Closed { .. } => Ok(()),
        }
    }
}

fn close(draft: &mut Draft, reason: CloseReason) -> Result<(), Refusal> {
    if draft.table.is_running() {
        draft.push(Event::Over {
            places: Vec::new(),
            end: End::Abandoned,
        })?;
    }
    draft.push(Event::Closed { reason })
}
