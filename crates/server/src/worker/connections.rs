use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use ludo_protocol::ErrorCode;
use ludo_rules::Seat;
use ludo_store::PersonId;
use ludo_table::Time;
use tokio::sync::Notify;

use crate::error::ApiError;
use crate::line::{Goodbye, Outgoing};
use crate::{Limit, Limits, limits};

/// Tells the connections of one table apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(u64);

/// Rings when it is dropped: the connection is gone.
#[derive(Debug)]
pub(crate) struct Departure(Arc<Notify>);

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

/// Whose a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Who {
    pub(super) person: Option<PersonId>,
    /// Where it comes from; none for a program on this machine.
    pub(super) from: Option<IpAddr>,
}

/// What somebody is to a table. Who is less yields to who is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// They never sat there.
    Stranger,
    /// They sat there once.
    Known,
    /// They have a seat.
    Player,
}

/// One of them.
#[derive(Debug)]
struct Connection {
    person: Option<PersonId>,
    from: Option<IpAddr>,
    out: Outgoing,
    /// The last event that was sent again.
    caught_up: u64,
    came_at: Time,
}

/// What room a table has for connections.
pub(super) struct Room<'a> {
    pub(super) limits: &'a Limits,
    /// What a person is to the table.
    pub(super) rank: &'a dyn Fn(Option<PersonId>) -> Rank,
    /// Whether who has no seat may have come to take one.
    pub(super) may_sit: bool,
    pub(super) now: Time,
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
        who: Who,
        out: Outgoing,
        room: &Room<'_>,
    ) -> Result<ConnectionId, ApiError> {
        let Who { person, from } = who;
        let limits = room.limits;
        let own = self
            .people()
            .filter(|other| person.is_some() && *other == person);
        if own.count() >= limits.count(Limit::SocketsPerPerson) {
            let message =
                "You have this table open too many times. Close another tab or device first.";
            return Err(ApiError::new(ErrorCode::Busy, message));
        }
        let watches = |person| (room.rank)(person) < Rank::Player;
        if watches(person) && from.is_some() {
            let is_near = |other: &Connection| other.from == from && watches(other.person);
            let near = self.connections.values().filter(|other| is_near(other));
            if near.count() >= limits.count(Limit::SpectatorsPerAddress)
                && !self.make_room(person, room, is_near)
            {
                return Err(ApiError::full());
            }
        }
        let spectators = self.people().filter(|person| watches(*person)).count();
        let most = limits.count(Limit::SocketsPerTable);
        // Whatever the host has set, those who sit find room.
        let kept = (Seat::ALL.len() * limits.count(Limit::SocketsPerPerson)).min(most / 2);
        let most_spectators = limits.count(Limit::SpectatorsPerTable).min(most - kept);
        let is_full =
            self.connections.len() >= most || (watches(person) && spectators >= most_spectators);
        if is_full && !self.make_room(person, room, |_| true) {
            return Err(ApiError::full());
        }
        self.last += 1;
        let id = ConnectionId(self.last);
        let connection = Connection {
            person,
            from,
            out,
            caught_up: 0,
            came_at: room.now,
        };
        self.connections.insert(id, connection);
        self.changes += 1;
        Ok(id)
    }

    /// Lets one go, of `whom`, for a person who is more to the table or can sit down: a stranger sooner than others, and of
    /// these the one who has watched longest. Whether there was one.
    fn make_room(
        &mut self,
        person: Option<PersonId>,
        room: &Room<'_>,
        whom: impl Fn(&Connection) -> bool,
    ) -> bool {
        let rank = (room.rank)(person);
        let can_sit = person.is_some() && room.may_sit;
        let yields = |connection: &Connection| {
            let (other, watched) = (
                (room.rank)(connection.person),
                room.now.since(connection.came_at),
            );
            other < rank
                || (other == Rank::Stranger
                    && can_sit
                    && connection.person != person
                    && watched >= limits::WATCH_MILLIS)
        };
        let watching = self.connections.iter();
        let longest = watching
            .filter(|(_, connection)| whom(connection) && yields(connection))
            .map(|(id, connection)| ((room.rank)(connection.person), id.0))
            .min()
            .map(|(_, id)| ConnectionId(id));
        let Some(Connection { out, .. }) = longest.and_then(|id| self.connections.remove(&id))
        else {
            return false;
        };
        self.changes += 1;
        out.end(Goodbye::Full);
        true
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
            out.credit();
        }
    }

    /// Up to which event everything was sent to a connection again.
    pub(super) fn caught_up(&self, id: ConnectionId) -> u64 {
        self.connections
            .get(&id)
            .map_or(0, |connection| connection.caught_up)
    }

    /// Sends events again, up to the one with number `last`.
    pub(super) fn catch_up(&mut self, id: ConnectionId, last: u64, frames: &Bytes) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.caught_up = last;
        }
        self.send(id, frames);
    }

    pub(super) fn send(&mut self, id: ConnectionId, frames: &Bytes) {
        let is_late = self
            .connections
            .get(&id)
            .is_some_and(|connection| !connection.out.send(frames));
        if is_late && let Some(Connection { out, .. }) = self.connections.remove(&id) {
            self.changes += 1;
            out.end(Goodbye::Slow);
        }
    }

    pub(super) fn send_to_all(&mut self, frames: &Bytes) {
        self.send_each(|_, _| Some(frames));
    }

    /// Sends what may be lost: whoever reads slowly goes without it, and is not let go for it.
    pub(super) fn offer_to_all(&self, frames: &Bytes) {
        for Connection { out, .. } in self.connections.values() {
            out.offer(frames);
        }
    }

    pub(super) fn send_to_person(&mut self, person: PersonId, frames: &Bytes) {
        self.send_each(|_, other| (other == Some(person)).then_some(frames));
    }

    /// Sends `own` to one connection, and then `others` to all others.
    pub(super) fn send_to_one_and_others(&mut self, id: ConnectionId, own: &Bytes, others: &Bytes) {
        self.send(id, own);
        self.send_each(|other, _| (other != id).then_some(others));
    }

    fn send_each<'a>(
        &mut self,
        what: impl Fn(ConnectionId, Option<PersonId>) -> Option<&'a Bytes>,
    ) {
        let late = self.connections.extract_if(|id, connection| {
            what(*id, connection.person).is_some_and(|frames| !connection.out.send(frames))
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
    use tokio::net::TcpListener;

    use super::*;
    use crate::limits;
    use crate::line::pair;

    const fn rank_of(is_player: bool) -> Rank {
        if is_player {
            Rank::Player
        } else {
            Rank::Stranger
        }
    }

    const fn here(person: Option<PersonId>) -> Who {
        Who { person, from: None }
    }

    #[tokio::test]
    async fn one_address_has_a_share_and_strangers_yield_to_who_sat_here() {
        let limits = Limits::default();
        let (known, player) = (PersonId([1; 16]), PersonId([2; 16]));
        let room = Room {
            limits: &limits,
            rank: &|person| match person {
                Some(person) if person == player => Rank::Player,
                Some(person) if person == known => Rank::Known,
                _ => Rank::Stranger,
            },
            may_sit: false,
            now: Time(1_000_000),
        };
        let mut connections = Connections::default();
        let mut lines = Vec::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut add = async |connections: &mut Connections, person, last: u8| {
            let (out, line, _client) = pair(&listener).await;
            lines.push(line);
            let from = (last > 0).then(|| IpAddr::from([203, 0, 113, last]));
            connections
                .add(Who { person, from }, out, &room)
                .map_err(|error| error.0.code)
        };
        let busy = Err(ErrorCode::Busy);
        // Many cookies or none: it is one address.
        for n in 0..limits::SPECTATORS_PER_ADDRESS {
            let n = u8::try_from(n).unwrap();
            let person = (n % 2 == 0).then_some(PersonId([100 + n; 16]));
            add(&mut connections, person, 1).await.unwrap();
        }
        assert_eq!(add(&mut connections, None, 1).await, busy);
        assert_eq!(
            add(&mut connections, Some(PersonId([99; 16])), 1).await,
            busy
        );
        // Others find room, who plays does at this address too, and so does who sat here: a stranger there yields.
        add(&mut connections, None, 2).await.unwrap();
        add(&mut connections, Some(player), 1).await.unwrap();
        let count = connections.people().count();
        let old = add(&mut connections, Some(known), 1).await.unwrap();
        assert_eq!(connections.people().count(), count);
        assert!(!connections.connections.contains_key(&ConnectionId(1)));
        // From many addresses all places can be taken. Who sat here finds one.
        while connections.people().count() <= limits::SPECTATORS_PER_TABLE {
            add(&mut connections, None, 0).await.unwrap();
        }
        assert_eq!(add(&mut connections, None, 0).await, busy);
        assert_eq!(add(&mut connections, None, 9).await, busy);
        add(&mut connections, Some(known), 9).await.unwrap();
        // Nobody who sat here yields to a stranger, nor to who sat here, nor as long as there is a stranger to who plays.
        for _ in 1..limits::SOCKETS_PER_PERSON {
            add(&mut connections, Some(player), 9).await.unwrap();
        }
        assert!(connections.connections.contains_key(&old));
        assert_eq!(
            connections
                .people()
                .filter(|person| *person == Some(known))
                .count(),
            2
        );
    }

    #[tokio::test]
    async fn there_is_a_bound_for_each_person_for_spectators_and_for_all() {
        let limits = Limits::default();
        let players = [1, 2, 3, 4].map(|n| PersonId([n; 16]));
        let room = Room {
            limits: &limits,
            rank: &|person| rank_of(person.is_some_and(|person| players.contains(&person))),
            may_sit: false,
            now: Time(0),
        };
        let mut connections = Connections::default();
        let mut lines = Vec::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut add = async |connections: &mut Connections, person| {
            let (out, line, _client) = pair(&listener).await;
            lines.push(line);
            connections
                .add(here(person), out, &room)
                .map_err(|error| error.0.code)
        };
        for n in 0..limits::SPECTATORS_PER_TABLE {
            let last = u8::try_from(n).unwrap();
            let person = n.is_multiple_of(2).then_some(PersonId([100 + last; 16]));
            add(&mut connections, person).await.unwrap();
        }
        assert_eq!(add(&mut connections, None).await, Err(ErrorCode::Busy));
        // Whatever spectators do, those who play find room.
        for person in players.map(Some) {
            for _ in 0..limits::SOCKETS_PER_PERSON {
                add(&mut connections, person).await.unwrap();
            }
            assert_eq!(add(&mut connections, person).await, Err(ErrorCode::Busy));
        }
        assert_eq!(connections.people().count(), limits::SOCKETS_PER_TABLE);
        lines.clear();
        connections.remove_gone();
        assert!(connections.is_empty());
    }

    #[tokio::test]
    async fn few_sockets_are_not_all_for_spectators() {
        let mut limits = Limits::default();
        limits.set("sockets-per-table=8".parse().unwrap());
        let player = PersonId([1; 16]);
        let room = Room {
            limits: &limits,
            rank: &|person| rank_of(person == Some(player)),
            may_sit: false,
            now: Time(0),
        };
        let mut connections = Connections::default();
        let mut lines = Vec::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        for n in 0..6 {
            let (out, line, _client) = pair(&listener).await;
            lines.push(line);
            assert_eq!(connections.add(here(None), out, &room).is_ok(), n < 4);
        }
        let (out, line, _client) = pair(&listener).await;
        lines.push(line);
        assert!(connections.add(here(Some(player)), out, &room).is_ok());
    }

    #[tokio::test]
    async fn who_watches_yields_to_who_plays_or_has_come_to_play() {
        let mut limits = Limits::default();
        limits.set("sockets-per-table=16".parse().unwrap());
        let player = PersonId([1; 16]);
        let is_player = |person| rank_of(person == Some(player));
        let room = |now, may_sit| Room {
            limits: &limits,
            rank: &is_player,
            may_sit,
            now: Time(now),
        };
        let mut connections = Connections::default();
        let mut lines = Vec::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut add = async |connections: &mut Connections, person: Option<u8>, room: &Room<'_>| {
            let (out, line, _client) = pair(&listener).await;
            lines.push(line);
            connections
                .add(here(person.map(|n| PersonId([n; 16]))), out, room)
                .map_err(|error| error.0.code)
        };
        let busy = Err(ErrorCode::Busy);
        // Places for those who watch, all taken; half of the room is kept for who plays.
        let first = add(&mut connections, Some(100), &room(1_000, true)).await;
        for n in 1..8 {
            add(
                &mut connections,
                Some(100 + n),
                &room(1_000 + u64::from(n), true),
            )
            .await
            .unwrap();
        }
        // Nobody yields at once, nor to who cannot sit down or has no name here.
        let soon = limits::WATCH_MILLIS + 999;
        assert_eq!(
            add(&mut connections, Some(200), &room(soon, true)).await,
            busy
        );
        let later = soon + 1;
        assert_eq!(
            add(&mut connections, Some(200), &room(later, false)).await,
            busy
        );
        assert_eq!(add(&mut connections, None, &room(later, true)).await, busy);
        let newcomer = add(&mut connections, Some(200), &room(later, true)).await;
        assert!(newcomer.is_ok());
        assert!(
            !connections.connections.contains_key(&first.unwrap()),
            "who has watched longest"
        );
        assert_eq!(connections.people().count(), 8);
        assert_eq!(
            add(&mut connections, Some(201), &room(later, true)).await,
            busy
        );
        // Who played and has left takes room from who plays: no longer than it is needed.
        for n in 0..8 {
            let was_player = |_| Rank::Player;
            let room = Room {
                rank: &was_player,
                ..room(later, false)
            };
            add(&mut connections, Some(50 + n), &room).await.unwrap();
        }
        assert_eq!(connections.people().count(), 16);
        for _ in 0..8 {
            add(&mut connections, Some(1), &room(later, false))
                .await
                .unwrap();
            assert_eq!(connections.people().count(), 16);
        }
        assert_eq!(
            add(&mut connections, Some(1), &room(later, false)).await,
            busy,
            "eight of one person"
        );
        assert!(connections.has(player));
    }
}
