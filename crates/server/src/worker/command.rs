use ludo_dice::Link;
use ludo_protocol::{CommandId, ErrorBody, ErrorCode, ServerMessage};
use ludo_store::{CarriedOut, CommandDigest, KeptAnswer, Origin, PersonId};
use ludo_table::{Actor, Command, Event, Hand, Phase, Refusal};

use super::answers::Answer;
use super::commit::{Change, NotDone, Unpublished};
use super::{Broken, ConnectionId, Worker};
use crate::app::to_text;
use crate::entropy::EntropyError;
use crate::error::ApiError;
use crate::game::NewGame;
use crate::limits;
use crate::line::Frames;

impl Worker {
    /// Carries out what a person wants, once, and answers: the same command has the same answer for ever.
    pub(super) async fn command(
        &mut self,
        from: ConnectionId,
        person: PersonId,
        id: CommandId,
        command: Command,
    ) -> Result<(), Broken> {
        let Ok(text) = to_text(&command) else {
            return Ok(());
        };
        let digest = CommandDigest::of(text.as_bytes());
        let seen = step_of(&command);
        let (answer, events) = match self.answers.find(person, &id) {
            Some((known, answer)) if *known == digest => (answer.clone(), None),
            Some(_) => (id_reused(), None),
            None => {
                let carries_on = carries_on(&command);
                let origin = Origin {
                    person,
                    command: id.clone(),
                    digest,
                };
                let (answer, events) = self.carry_out(origin, command).await?;
                if events.is_some() && carries_on {
                    self.connections.credit(from);
                }
                (answer, events)
            }
        };
        if let Answer::Refused(_) = answer {
            // It does nothing else, but it comes from somebody who is there.
            self.show(person);
            if let Some(step) = seen {
                self.catch_up(from, step);
            }
        }
        let answer = answer.message(id);
        match events {
            Some(events) => self.answer_and_publish(from, &answer, events),
            None => {
                if let Some(frames) = Frames::of(&answer) {
                    self.connections.send(from, &frames);
                }
            }
        }
        Ok(())
    }

    /// Sends a connection whose sender saw no further than `step` what happened since. It was sent before; but if it has
    /// got lost on the way, a bare refusal would not help. Each event comes again once at most.
    fn catch_up(&mut self, to: ConnectionId, step: u32) {
        let missed = self.table.step().saturating_sub(step);
        let events = self
            .recent
            .last_steps(missed, self.connections.caught_up(to));
        let Some(last) = events.last().map(|event| event.seq) else {
            return;
        };
        if let Some(frames) = Frames::of(&ServerMessage::Events { events }) {
            self.connections.catch_up(to, last, &frames);
        }
    }

    async fn carry_out(
        &mut self,
        origin: Origin,
        command: Command,
    ) -> Result<(Answer, Option<Unpublished>), Broken> {
        let is_allowed =
            carries_on(&command) || matches!(command, Command::Resign | Command::Leave);
        if self.seq >= limits::EVENTS_PER_TABLE && !is_allowed {
            let message = "This table has seen too much for more. Open a new one to play on.";
            return Ok((
                Answer::Refused(ErrorBody::new(ErrorCode::Busy, message)),
                None,
            ));
        }
        let now = self.now();
        let actor = self
            .people
            .get(&origin.person)
            .map_or(Actor::Newcomer, |member| Actor::Member(*member));
        let next = match self.next_game(actor, &command) {
            Ok(next) => next,
            Err(error) => return Ok((Answer::Refused(error.0), None)),
        };
        let hand = Hand {
            server_link: matches!(command, Command::Roll { .. })
                .then(|| self.server_link())
                .flatten(),
            next_game: next.as_ref().map(NewGame::public),
            ..Hand::default()
        };
        let decided = self.table.decide_and_fold(actor, &command, now, &hand);
        let (events, table) = match decided {
            Ok(decided) => decided,
            Err(refusal) => return Ok((self.refuse(&origin, &refusal).await?, None)),
        };
        let answer = match self.kept_answer(&command, &events) {
            Ok(answer) => answer,
            Err(error) => return Ok((Answer::Refused(ApiError::from(error).0), None)),
        };
        let change = Change {
            events,
            table,
            origin: Some(origin.clone()),
            answer,
            next,
        };
        match self.commit(change, now).await {
            Ok(events) => {
                let answer = Answer::Done(events.last());
                self.answers.remember(
                    origin.person,
                    &origin.command,
                    origin.digest,
                    answer.clone(),
                );
                Ok((answer, Some(events)))
            }
            Err(NotDone::Before(carried_out)) => Ok((before(&origin, carried_out), None)),
            Err(NotDone::Failed) => Ok((Answer::Refused(ApiError::unavailable().0), None)),
            Err(NotDone::Broken(broken)) => Err(broken),
        }
    }

    /// The link of an answer to the begin, and as it is stored: of use to nobody who has the disk but not the key.
    fn kept_answer(
        &self,
        command: &Command,
        events: &[Event],
    ) -> Result<Option<(Link, KeptAnswer)>, EntropyError> {
        let answered = events.iter().find_map(|event| match event {
            Event::Answered { seat } => Some(*seat),
            _ => None,
        });
        let (Command::Answer { game, link }, Some(seat)) = (command, answered) else {
            return Ok(None);
        };
        let nonce = self.app.config.entropy.bytes()?;
        let sealed = self.app.key.seal_answer(*game, seat, link, nonce);
        Ok(Some((*link, sealed.into())))
    }

    /// The answer to a command that the table refuses: unless it was carried out before, which is why it is refused.
    async fn refuse(&mut self, origin: &Origin, refusal: &Refusal) -> Result<Answer, Broken> {
        let known = self
            .app
            .store
            .command(self.code, origin.person, origin.command.clone())
            .await;
        match known {
            Ok(Some(carried_out)) => return Ok(before(origin, carried_out)),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(table = %self.code, %error, "the store cannot say what was carried out");
                return Ok(Answer::Refused(ApiError::unavailable().0));
            }
        }
        let answer = Answer::Refused(refusal.into());
        match refusal {
            // Another try may do better.
            Refusal::Unavailable | Refusal::Internal(_) => {
                tracing::error!(table = %self.code, %refusal, "a command failed");
            }
            _ => self.answers.remember(
                origin.person,
                &origin.command,
                origin.digest,
                answer.clone(),
            ),
        }
        Ok(answer)
    }

    /// A new game for a rematch, made only where there can be one: it costs thousands of hashes.
    fn next_game(&self, actor: Actor, command: &Command) -> Result<Option<NewGame>, ApiError> {
        let Actor::Member(member) = actor else {
            return Ok(None);
        };
        let is_due = matches!(command, Command::Rematch)
            && matches!(self.table.phase(), Phase::Over { .. })
            && self.table.seat_of(member).is_some();
        let config = &self.app.config;
        is_due
            .then(|| NewGame::new(&config.entropy, &self.app.key))
            .transpose()
            .map_err(ApiError::from)
    }

    /// The server's link of the roll or draw at hand.
    pub(super) fn server_link(&mut self) -> Option<Link> {
        self.secrets.link(self.table.server_link()?)
    }
}

/// The step that the sender of a command saw.
const fn step_of(command: &Command) -> Option<u32> {
    match command {
        Command::Roll { step, .. } | Command::Move { step, .. } => Some(*step),
        _ => None,
    }
}

/// Whether a command carries the game on: there can be only so many of them in a game.
pub(crate) fn carries_on(command: &Command) -> bool {
    matches!(
        command,
        Command::Roll { .. } | Command::Move { .. } | Command::Answer { .. }
    )
}

fn before(origin: &Origin, carried_out: CarriedOut) -> Answer {
    if carried_out.digest == origin.digest {
        Answer::Done(carried_out.seq)
    } else {
        id_reused()
    }
}

fn id_reused() -> Answer {
    let message = "Another command came with this id before. Give every command an id of its own.";
    Answer::Refused(ErrorBody::new(ErrorCode::IdReused, message))
}
