use axum::body::Bytes;
use ludo_dice::{Chain, GameId, Link};
use ludo_protocol::{NumberedEvent, ServerMessage};
use ludo_rules::BySeat;
use ludo_store::{Append, Base, CarriedOut, KeptAnswer, Origin, PersonId, Sealed, StoreError};
use ludo_table::{Event, Member, Phase, Table, Time};

use super::{Broken, ConnectionId, Worker};
use crate::app::to_text;
use crate::game::{GameSecrets, NewGame};
use crate::line::Frames;
use crate::listing::{Fixed, standing};

/// What is to happen at a table.
pub(super) struct Change {
    pub(super) events: Vec<Event>,
    /// The table that they make.
    pub(super) table: Table,
    /// Whose command it was.
    pub(super) origin: Option<Origin>,
    /// The link of an answer to the begin, and as it is stored.
    pub(super) answer: Option<(Link, KeptAnswer)>,
    /// The game that a rematch sets up.
    pub(super) next: Option<NewGame>,
}

/// What is on disk, and what nobody has been told of yet.
#[must_use]
pub(super) struct Unpublished {
    /// The message, as it goes over the wire.
    events: Bytes,
    /// The number of the last event.
    last: u64,
    /// Who became a member by it.
    joined: Option<(PersonId, Member)>,
}

impl Unpublished {
    /// The number of the last event.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }
}

/// Why a change did not happen.
pub(super) enum NotDone {
    /// The command had been carried out before.
    Before(CarriedOut),
    /// The store failed, or the events do not fit; nothing changed.
    Failed,
    /// The store failed, and the worker must end.
    Broken(Broken),
}

impl Worker {
    /// Makes a change durable, and then applies it. The events that come back are to be [published](Self::publish),
    /// after whoever caused them has the answer.
    pub(super) async fn commit(
        &mut self,
        change: Change,
        now: Time,
    ) -> Result<Unpublished, NotDone> {
        let Change {
            events,
            table,
            origin,
            answer,
            next,
        } = change;
        let seq = self.seq.saturating_add(events.len() as u64);
        let base = self.base_after(&events, now).ok_or(NotDone::Failed)?;
        let (secret, chain) = next.map_or((None, None), |NewGame { id, chain, sealed }| {
            (Some((id, sealed)), Some(chain))
        });
        let append = self.append(
            &table,
            events.clone(),
            now,
            (
                origin,
                answer.as_ref().map(|(_, kept)| kept.clone()),
                secret,
            ),
            base.as_ref(),
        );
        let append = append.ok_or(NotDone::Failed)?;
        let wakes = append.wake_at;
        let joined = append
            .origin
            .as_ref()
            .map(|origin| origin.person)
            .zip(append.joined);
        if let Err(error) = self.app.store.append(append).await {
            return Err(self.why_not(error).await);
        }
        self.wakes = wakes;
        (self.not_before, self.failures) = (Time::default(), 0);
        self.table = table;
        self.was_seating |= events.iter().any(seats);
        if let Some(base) = base {
            self.base = base;
            self.base_at = now;
        }
        self.keep_secrets(&events, answer.map(|(link, _)| link), chain);
        self.people.extend(joined);
        let numbered = events.into_iter().zip(self.seq + 1..);
        let numbered: Vec<_> = numbered
            .map(|(event, seq)| NumberedEvent {
                seq,
                at: now,
                event,
            })
            .collect();
        self.seq = seq;
        let is_over = |numbered: &NumberedEvent| matches!(numbered.event, Event::Over { .. });
        if numbered.iter().any(is_over) {
            self.app.dice.game_is_over();
        }
        let message = ServerMessage::Events { events: numbered };
        let frames = Frames::of(&message).unwrap_or_default();
        if let ServerMessage::Events { events } = message {
            for event in events {
                self.log(&event.event);
                self.recent.push(event);
            }
        }
        Ok(Unpublished {
            events: frames,
            last: seq,
            joined,
        })
    }

    /// Sends what was committed to everybody, and to who became a member that they are one.
    pub(super) fn publish(&mut self, Unpublished { events, joined, .. }: Unpublished) {
        self.greet_member(joined);
        self.connections.send_to_all(&events);
        self.connections.reached(self.seq);
    }

    /// As [`publish`](Self::publish), after the answer to the command that did it.
    pub(super) fn answer_and_publish(
        &mut self,
        from: ConnectionId,
        answer: &ServerMessage,
        unpublished: Unpublished,
    ) {
        let mut frames = Frames::default();
        // What cannot be said is in the log.
        let _ = frames.push(answer);
        let Unpublished { events, joined, .. } = &unpublished;
        if joined.is_some() {
            self.connections.send(from, &frames.finish());
            return self.publish(unpublished);
        }
        // For the one who gave the command, answer and events are one piece.
        frames.append(events);
        self.connections
            .send_to_one_and_others(from, &frames.finish(), events);
        self.connections.reached(self.seq);
    }

    fn greet_member(&mut self, joined: Option<(PersonId, Member)>) {
        if let Some((person, member)) = joined
            && let Some(frames) = Frames::of(&ServerMessage::You { member })
        {
            self.connections.send_to_person(person, &frames);
        }
    }

    pub(super) fn say_to_all(&mut self, message: &ServerMessage) {
        if let Some(frames) = Frames::of(message) {
            self.connections.send_to_all(&frames);
        }
    }

    /// The newest state from which clients start, if the events have one. None at all if they do not fit, which must not
    /// be.
    fn base_after(&self, events: &[Event], now: Time) -> Option<Option<(u64, Table)>> {
        let is_base =
            |event: &Event| matches!(event, Event::Rematch { .. } | Event::Renewed { .. });
        // Nearly never: so the events are folded once more only then.
        if !events.iter().any(is_base) {
            return Some(None);
        }
        let mut table = self.table.clone();
        let mut base = None;
        for (event, seq) in events.iter().zip(self.seq + 1..) {
            if let Err(wrong) = table.apply(event, now) {
                tracing::error!(table = %self.code, event = event.name(), %wrong, "an event does not fit");
                return None;
            }
            if is_base(event) {
                base = Some((seq, table.clone()));
            }
        }
        Some(base)
    }

    fn append(
        &mut self,
        table: &Table,
        events: Vec<Event>,
        now: Time,
        (origin, answer, secret): (Option<Origin>, Option<KeptAnswer>, Option<(GameId, Sealed)>),
        base: Option<&(u64, Table)>,
    ) -> Option<Append> {
        let joined = events.iter().find_map(|event| match event {
            Event::Joined { member, .. } => Some(*member),
            _ => None,
        });
        let is_spent = events.iter().any(|event| {
            matches!(
                event,
                Event::Over { .. } | Event::Renewed { .. } | Event::Closed { .. }
            )
        });
        let base = match base {
            None => None,
            Some((seq, table)) => Some(Base {
                seq: *seq,
                state: to_text(table).ok()?,
            }),
        };
        if events.iter().any(seats) {
            self.listing = None;
        }
        // Also right if the append fails then: rolls and moves change nothing in it, and after others it is made anew.
        let fixed = match self.listing.take() {
            Some(fixed) => fixed,
            None => Fixed::of(self.code, table).ok()?,
        };
        let summary = fixed.listing(table);
        if !events.iter().any(seats) {
            self.listing = Some(fixed);
        }
        Some(Append {
            code: self.code,
            expected: self.seq,
            at: now,
            events,
            origin,
            joined,
            answer,
            secret,
            spent: is_spent.then(|| self.table.game()),
            wake_at: self.next_wake(table, now),
            standing: standing(table),
            summary,
            base,
        })
    }

    /// The life of a table, for whoever runs the server.
    fn log(&self, event: &Event) {
        match event {
            Event::Begun { .. }
            | Event::Renewed { .. }
            | Event::Rematch { .. }
            | Event::Closed { .. } => {
                tracing::info!(table = %self.code, "{}", event.name());
            }
            Event::Over { end, .. } => tracing::info!(table = %self.code, ?end, "over"),
            _ => tracing::debug!(table = %self.code, "{}", event.name()),
        }
    }

    /// What it means that the store did not answer an append with yes.
    async fn why_not(&self, error: StoreError) -> NotDone {
        if let StoreError::Repeated(carried_out) = error {
            return NotDone::Before(carried_out);
        }
        if error.is_damage() {
            self.app.tables.set_aside(self.code, &error);
            return NotDone::Broken(Broken::Damaged);
        }
        tracing::error!(table = %self.code, %error, "events cannot be stored");
        if !error.is_of_one_table() {
            // Not the time of this table, which may be far ahead of all others.
            self.app.was_unable(self.app.config.clock.now());
        }
        match self.app.store.head(self.code).await {
            Ok(Some(head)) if head.seq == self.seq => NotDone::Failed,
            Ok(_) => NotDone::Broken(Broken::InDoubt),
            Err(error) => {
                tracing::error!(table = %self.code, %error, "the store cannot say what it has");
                NotDone::Broken(Broken::InDoubt)
            }
        }
    }

    fn keep_secrets(&mut self, events: &[Event], answer: Option<Link>, chain: Option<Chain>) {
        for event in events {
            match event {
                Event::Answered { seat } => self.secrets.answers[*seat] = answer,
                Event::Begun { .. } | Event::Drawn { .. } => {
                    self.secrets.answers = BySeat::default();
                }
                _ => {}
            }
        }
        if let Some(chain) = chain {
            self.secrets = GameSecrets::of(chain);
        } else if matches!(
            self.table.phase(),
            Phase::Over { .. } | Phase::Closed { .. }
        ) {
            self.secrets = GameSecrets::default();
        }
    }
}

/// Whether an event can change who sits where.
const fn seats(event: &Event) -> bool {
    !matches!(event, Event::Rolled { .. } | Event::Moved { .. })
}
