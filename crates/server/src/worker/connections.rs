use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use ludo_protocol::ErrorCode;
use ludo_store::PersonId;
use tokio::sync::{Notify, mpsc};

use crate::error::ApiError;
use crate::{Limit, Limits, limits};

/// Tells the connections of one table apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(u64);

/// Where the messages for a connection go. They never wait for it: a full queue ends the connection.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    queue: mpsc::Sender<Utf8Bytes>,
    progress: Arc<AtomicU32>,
    goodbye: Arc<OnceLock<Goodbye>>,
}

/// The connection's end of [`Outgoing`].
#[derive(Debug)]
pub(crate) struct Line {
    queue: mpsc::Receiver<Utf8Bytes>,
    progress: Arc<AtomicU32>,
    goodbye: Arc<OnceLock<Goodbye>>,
}

/// Why a connection is ended from the table's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goodbye {
    /// The table is no more.
    Closed,
    /// The server stops.
    Restarting,
    /// The connection reads too slowly.
    Slow,
    /// The table has to be taken up again.
    Failed,
}

/// Rings when it is dropped: the connection is gone.
#[derive(Debug)]
pub(crate) struct Departure(Arc<Notify>);

impl Goodbye {
    pub(crate) fn error(self) -> ApiError {
        match self {
            Self::Closed => ApiError::from(&ludo_table::Refusal::Closed),
            Self::Restarting => ApiError::restarting(),
            Self::Slow => ApiError::new(
                ErrorCode::Slow,
                "This connection reads too slowly. Connect again.",
            ),
            Self::Failed => ApiError::unavailable(),
        }
    }
}

impl Departure {
    pub(super) fn new(bell: Arc<Notify>) -> Self {
        Self(bell)
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Outgoing {
    pub(crate) fn new() -> (Self, Line) {
        let (sender, receiver) = mpsc::channel(limits::OUTGOING_QUEUE);
        let goodbye = Arc::new(OnceLock::new());
        let progress = Arc::new(AtomicU32::new(0));
        let line = Line {
            queue: receiver,
            progress: progress.clone(),
            goodbye: goodbye.clone(),
        };
        let out = Self {
            queue: sender,
            progress,
            goodbye,
        };
        (out, line)
    }

    /// Whether the message found room.
    fn send(&self, text: Utf8Bytes) -> bool {
        self.queue.try_send(text).is_ok()
    }

    fn end(self, goodbye: Goodbye) {
        // The first reason stands.
        let _ = self.goodbye.set(goodbye);
    }

    fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Line {
    /// How many commands have carried the game on since this was asked last.
    pub(crate) fn take_progress(&self) -> u32 {
        self.progress.swap(0, Ordering::Relaxed)
    }

    /// The next message, if it is there already.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        self.queue.try_recv().ok()
    }

    /// The next message; after the last one, why there are no more.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, Goodbye> {
        let text = self.queue.recv().await;
        text.ok_or_else(|| self.goodbye.get().copied().unwrap_or(Goodbye::Failed))
    }
}

/// One of them.
#[derive(Debug)]
struct Connection {
    person: Option<PersonId>,
    out: Outgoing,
    /// The last event that was sent again.
    caught_up: u64,
}

/// What room a table has for connections.
pub(super) struct Room<'a> {
    pub(super) limits: &'a Limits,
    /// Whether a person has a seat.
    pub(super) is_player: &'a dyn Fn(PersonId) -> bool,
}

/// The connections of a table.
#[derive(Debug, Default)]
pub(super) struct Connections {
    last: u64,
    /// How often somebody came or went.
    changes: u64,
    /// The number of the last event that was sent to all.
    newest: Arc<AtomicU64>,
    connections: HashMap<ConnectionId, Connection>,
}

impl Connections {
    pub(super) fn add(
        &mut self,
        person: Option<PersonId>,
        out: Outgoing,
        Room { limits, is_player }: &Room<'_>,
    ) -> Result<ConnectionId, ApiError> {
        let own = self
            .people()
            .filter(|other| person.is_some() && *other == person);
        if own.count() >= limits.count(Limit::SocketsPerPerson) {
            let message =
                "You have this table open too many times. Close another tab or device first.";
            return Err(ApiError::new(ErrorCode::Busy, message));
        }
        let is_spectator = |person: Option<PersonId>| !person.is_some_and(is_player);
        let spectators = self.people().filter(|person| is_spectator(*person)).count();
        if self.connections.len() >= limits.count(Limit::SocketsPerTable)
            || (is_spectator(person) && spectators >= limits.count(Limit::SpectatorsPerTable))
        {
            let message = "Too many people look at this table just now. Try again later.";
            return Err(ApiError::new(ErrorCode::Busy, message));
        }
        self.last += 1;
        let id = ConnectionId(self.last);
        let connection = Connection {
            person,
            out,
            caught_up: 0,
        };
        self.connections.insert(id, connection);
        self.changes += 1;
        Ok(id)
    }

    /// All events up to number `seq` were sent to all. Connections say so when they are asked whether they are alive.
    pub(super) fn reached(&self, seq: u64) -> Arc<AtomicU64> {
        self.newest.store(seq, Ordering::Relaxed);
        self.newest.clone()
    }

    pub(super) fn remove_gone(&mut self) {
        let before = self.connections.len();
        self.connections
            .retain(|_, connection| !connection.out.is_gone());
        self.changes += u64::from(self.connections.len() < before);
    }

    /// A number that is another one whenever somebody has come or gone.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    pub(super) fn has(&self, person: PersonId) -> bool {
        self.people().any(|other| other == Some(person))
    }

    /// Whose they are, one item a connection.
    pub(super) fn people(&self) -> impl Iterator<Item = Option<PersonId>> {
        self.connections
            .values()
            .map(|connection| connection.person)
    }

    /// A command of the connection has carried the game on.
    pub(super) fn credit(&self, id: ConnectionId) {
        if let Some(Connection { out, .. }) = self.connections.get(&id) {
            out.progress.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Up to which event everything was sent to a connection again.
    pub(super) fn caught_up(&self, id: ConnectionId) -> u64 {
        self.connections
            .get(&id)
            .map_or(0, |connection| connection.caught_up)
    }

    /// Sends events again, up to the one with number `last`.
    pub(super) fn catch_up(&mut self, id: ConnectionId, last: u64, text: Utf8Bytes) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.caught_up = last;
        }
        self.send(id, text);
    }

    pub(super) fn send(&mut self, id: ConnectionId, text: Utf8Bytes) {
        let is_late = self
            .connections
            .get(&id)
            .is_some_and(|connection| !connection.out.send(text));
        if is_late && let Some(Connection { out, .. }) = self.connections.remove(&id) {
            self.changes += 1;
            out.end(Goodbye::Slow);
        }
    }

    pub(super) fn send_to_all(&mut self, text: &Utf8Bytes) {
        self.send_where(|_| true, text);
    }

    pub(super) fn send_to_person(&mut self, person: PersonId, text: &Utf8Bytes) {
        self.send_where(|other| other == Some(person), text);
    }

    fn send_where(&mut self, is_meant: impl Fn(Option<PersonId>) -> bool, text: &Utf8Bytes) {
        let late = self.connections.extract_if(|_, connection| {
            is_meant(connection.person) && !connection.out.send(text.clone())
        });
        for (_, Connection { out, .. }) in late {
            self.changes += 1;
            out.end(Goodbye::Slow);
        }
    }

    pub(super) fn end_all(self, goodbye: Goodbye) {
        for Connection { out, .. } in self.connections.into_values() {
            out.end(goodbye);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_that_falls_behind_is_let_go_and_hears_why() {
        let mut connections = Connections::default();
        let (slow, mut slow_line) = Outgoing::new();
        let (quick, mut quick_line) = Outgoing::new();
        let limits = Limits::default();
        let room = Room {
            limits: &limits,
            is_player: &|_| false,
        };
        connections.add(None, slow, &room).unwrap();
        connections.add(None, quick, &room).unwrap();
        for _ in 0..=limits::OUTGOING_QUEUE {
            connections.send_to_all(&"x".into());
            quick_line.next().await.unwrap();
        }
        assert_eq!(connections.people().count(), 1);
        for _ in 0..limits::OUTGOING_QUEUE {
            slow_line.next().await.unwrap();
        }
        assert_eq!(slow_line.next().await, Err(Goodbye::Slow));
    }

    #[tokio::test]
    async fn there_is_a_bound_for_each_person_for_spectators_and_for_all() {
        let limits = Limits::default();
        let players = [1, 2, 3, 4].map(|n| PersonId([n; 16]));
        let room = Room {
            limits: &limits,
            is_player: &|person| players.contains(&person),
        };
        let mut connections = Connections::default();
        let mut lines = Vec::new();
        let mut add = |connections: &mut Connections, person| {
            let (out, line) = Outgoing::new();
            lines.push(line);
            connections
                .add(person, out, &room)
                .map_err(|error| error.0.code)
        };
        for n in 0..limits::SPECTATORS_PER_TABLE {
            let last = u8::try_from(n).unwrap();
            let person = n.is_multiple_of(2).then_some(PersonId([100 + last; 16]));
            add(&mut connections, person).unwrap();
        }
        assert_eq!(add(&mut connections, None), Err(ErrorCode::Busy));
        // Whatever spectators do, those who play find room.
        for person in players.map(Some) {
            for _ in 0..limits::SOCKETS_PER_PERSON {
                add(&mut connections, person).unwrap();
            }
            assert_eq!(add(&mut connections, person), Err(ErrorCode::Busy));
        }
        assert_eq!(connections.people().count(), limits::SOCKETS_PER_TABLE);
        lines.clear();
        connections.remove_gone();
        assert!(connections.is_empty());
    }
}
