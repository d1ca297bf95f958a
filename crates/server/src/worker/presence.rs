use std::collections::HashSet;
use std::collections::hash_map::Entry;

use ludo_protocol::{ServerMessage, Snapshot, VERSION, Welcome};
use ludo_rules::{BySeat, Seat};
use ludo_store::{Note, PersonId, StoreError};
use ludo_table::{Control, Member, Phase, Table, Time};
use tokio::sync::oneshot;

use super::connections::{Departure, Rank, Room, Who};
use super::{Entered, Entering, Worker};
use crate::error::ApiError;
use crate::limits;

/// Who is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence {
    here: BySeat<bool>,
    watching: u32,
}

impl Worker {
    /// Lets a connection in.
    pub(super) fn enter(
        &mut self,
        entering: Entering,
        answer: oneshot::Sender<Result<Entered, ApiError>>,
    ) {
        self.connections.remove_gone();
        let entered = self.admit(entering);
        // If the connection has gone meanwhile, its departure rings with the answer that nobody takes.
        let _ = answer.send(entered);
    }

    fn admit(&mut self, entering: Entering) -> Result<Entered, ApiError> {
        let Entering {
            person,
            from,
            after,
            out,
        } = entering;
        if after.is_some_and(|after| after > self.seq) {
            return Err(ApiError::ahead());
        }
        let players: HashSet<PersonId> = self.seated().map(|(_, person)| person).collect();
        let rank = |other: Option<PersonId>| match other {
            Some(other) if players.contains(&other) => Rank::Player,
            Some(other) if self.people.contains_key(&other) => Rank::Known,
            _ => Rank::Stranger,
        };
        let can_sit = matches!(self.table.phase(), Phase::Waiting | Phase::Over { .. })
            && !self.table.open_seats().is_empty();
        let room = Room {
            limits: &self.app.config.limits,
            rank: &rank,
            // Who comes back has no seat to lose; else those who yield would push each other out without end.
            may_sit: can_sit && after.is_none(),
            now: self.now(),
        };
        let id = self.connections.add(Who { person, from }, out, &room)?;
        if let Some(person) = person {
            self.show(person);
        }
        let departure = Departure::new(self.departed.clone());
        let known = after.filter(|after| goes_on(*after, self.base.0, self.seq));
        let snapshot = match known {
            Some(_) => None,
            None => Some(Snapshot {
                seq: self.base.0,
                table: Some(Box::new(self.base.1.clone())),
            }),
        };
        let (read, events) = self.recent.since(known.unwrap_or(self.base.0), self.seq);
        let Presence { here, watching } = self.present();
        let you = person.and_then(|person| self.people.get(&person)).copied();
        let you = you.filter(|member| self.table.member_name(*member).is_some());
        let welcome = Welcome {
            version: VERSION,
            now: self.now(),
            you,
            snapshot,
            events,
            here,
            watching,
        };
        Ok(Entered {
            id,
            departure,
            newest: self.connections.reached(self.seq),
            welcome,
            read,
        })
    }

    /// A person shows that they are there: who is on autopilot plays again.
    pub(super) fn show(&mut self, person: PersonId) {
        if let Some(member) = self.people.get(&person)
            && is_on_autopilot(&self.table, *member)
        {
            self.back.insert(*member);
        }
    }

    /// A connection is gone.
    pub(super) fn miss(&mut self) {
        self.connections.remove_gone();
        let now = self.now();
        self.touched_at = now;
        if self.connections.is_empty() {
            self.left_at = now;
        }
    }

    /// Looks who is there, after anything that can have changed it, and tells everybody, and the store.
    pub(super) async fn look_around(&mut self) {
        let now = self.now();
        let mut changed = Vec::new();
        let seated: Vec<(Member, PersonId)> = self.seated().collect();
        self.gone
            .retain(|member, _| seated.iter().any(|(seated, _)| seated == member));
        for (member, person) in seated {
            if self.connections.has(person) {
                if self.gone.remove(&member).is_some() {
                    changed.push((person, None));
                }
            } else if let Entry::Vacant(place) = self.gone.entry(member) {
                place.insert(now);
                changed.push((person, Some(now)));
            }
        }
        let table = &self.table;
        self.back.retain(|member| is_on_autopilot(table, *member));
        let presence = self.present();
        if presence != self.presence {
            self.presence = presence;
            let Presence { here, watching } = presence;
            self.say_to_all(&ServerMessage::Presence { here, watching });
        }
        if !changed.is_empty() && !self.is_closed() {
            // Losing this costs somebody a longer time to come back after a restart, and nothing else.
            let _ = self.note(changed).await;
        }
    }

    /// Keeps who is gone and when the table wants to be looked at.
    pub(super) async fn note(&self, gone: Vec<(PersonId, Option<Time>)>) -> Result<(), StoreError> {
        let now = self.now();
        let idle_since = if self.connections.is_empty() {
            self.idle_since()
        } else {
            now
        };
        let wake_at = self.wake_at(&self.table, now, idle_since);
        let note = Note {
            code: self.code,
            wake_at,
            gone,
        };
        self.app.store.note(note).await.inspect_err(|error| {
            tracing::warn!(table = %self.code, %error, "who is gone cannot be stored");
        })
    }

    fn present(&self) -> Presence {
        let member_here = |member| {
            self.seated()
                .any(|(seated, person)| seated == member && self.connections.has(person))
        };
        let here = BySeat::from_fn(|seat| self.table.chair(seat).member().is_some_and(member_here));
        let watching = self.connections.people().filter(|person| {
            person.is_none_or(|person| !self.seated().any(|(_, seated)| seated == person))
        });
        Presence {
            here,
            watching: u32::try_from(watching.count()).unwrap_or(u32::MAX),
        }
    }

    /// The people who have a seat.
    fn seated(&self) -> impl Iterator<Item = (Member, PersonId)> {
        self.people.iter().filter_map(|(person, member)| {
            let is_seated = Seat::ALL
                .into_iter()
                .any(|seat| self.table.chair(seat).member() == Some(*member));
            is_seated.then_some((*member, *person))
        })
    }
}

/// Whether the autopilot plays for a member.
fn is_on_autopilot(table: &Table, member: Member) -> bool {
    let seat = table.seat_of(member);
    seat.is_some_and(|seat| table.chair(seat).control() == Some(Control::Autopilot))
}

/// Whether a client that knows the events up to `after` is sent those behind it, and no snapshot: so it sees how a game
/// ended while it was away, and can check its last rolls.
const fn goes_on(after: u64, base: u64, last: u64) -> bool {
    after >= base || last.saturating_sub(after) <= limits::CATCH_UP_EVENTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_missed_little_gets_events_and_who_missed_much_a_snapshot() {
        let most = limits::CATCH_UP_EVENTS;
        assert!(goes_on(0, 1, 1));
        assert!(goes_on(0, 1, most));
        assert!(!goes_on(0, 1, most + 1));
        assert!(goes_on(1, 1, most * 3), "the present game is sent whole");
        assert!(goes_on(5, most, most + 5));
        assert!(!goes_on(5, most, most + 6));
    }
}
