use std::net::SocketAddr;

use futures_util::{StreamExt, TryStreamExt, stream};
use ludo_protocol::TableCode;
use ludo_rules::Seat;
use ludo_table::{Command, Name};

use crate::http::{self, Cookie};
use crate::socket::Socket;
use crate::view::View;
use crate::{LoadError, limits};

/// A person at a table.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) seat: Seat,
    pub(crate) socket: Socket,
    pub(crate) view: View,
}

/// A table with everybody who sits there.
#[derive(Debug)]
pub(crate) struct Party {
    pub(crate) code: TableCode,
    pub(crate) guests: Vec<Guest>,
}

/// Opens tables at which all these seats are taken by people; the first of them is the host.
pub(crate) async fn gather(
    address: SocketAddr,
    tables: usize,
    seats: &'static [Seat],
) -> Result<Vec<Party>, LoadError> {
    let people = people(
        address,
        tables.div_ceil(limits::TABLES_PER_QUARTET),
        seats.len(),
    )
    .await?;
    let opened = (0..tables).map(|number| {
        let group = people.get(number / limits::TABLES_PER_QUARTET).cloned();
        async move {
            let group = group.ok_or_else(|| LoadError::protocol("there is nobody"))?;
            party(address, number, &group, seats).await
        }
    });
    stream::iter(opened)
        .buffer_unordered(limits::SETUPS)
        .try_collect()
        .await
}

/// Groups of people.
pub(crate) async fn people(
    address: SocketAddr,
    groups: usize,
    size: usize,
) -> Result<Vec<Vec<Cookie>>, LoadError> {
    let made = (0..groups).map(|_| async move {
        let mut group = Vec::with_capacity(size);
        for _ in 0..size {
            group.push(http::session(address).await?);
        }
        Ok(group)
    });
    stream::iter(made)
        .buffer_unordered(limits::SETUPS)
        .try_collect()
        .await
}

async fn party(
    address: SocketAddr,
    number: usize,
    people: &[Cookie],
    seats: &[Seat],
) -> Result<Party, LoadError> {
    let letters: String = seats.iter().map(|seat| seat.letter()).collect();
    let host = people
        .first()
        .ok_or_else(|| LoadError::protocol("there is nobody"))?;
    let code = http::open_table(address, host, &format!(r#"{{"seats":"{letters}"}}"#)).await?;
    let mut guests = Vec::with_capacity(seats.len());
    for (&seat, cookie) in seats.iter().zip(people) {
        let name = format!("t{number}-{}", seat.letter());
        let mut socket = Socket::connect(address, code, Some(cookie), name).await?;
        let seq = socket.welcome().await?;
        guests.push(Guest {
            seat,
            socket,
            view: View::new(seq),
        });
    }
    for index in 0..guests.len() {
        let Some(guest) = guests.get_mut(index) else {
            continue;
        };
        let name = Name::new(&format!("Player {}", guest.seat.letter()))
            .map_err(|error| LoadError::Protocol(error.to_string()))?;
        let sit = Command::Sit {
            seat: guest.seat,
            name: Some(name),
            game: None,
            tip: None,
        };
        guest.carry_out(sit).await?;
    }
    // Everybody has seen everybody sit down.
    let last = guests
        .iter()
        .map(|guest| guest.view.seq)
        .max()
        .unwrap_or_default();
    for guest in &mut guests {
        guest
            .follow("who else sits there", |view| view.seq >= last)
            .await?;
    }
    Ok(Party { code, guests })
}

impl Guest {
    /// Gives a command and waits until it is done and its events are here.
    pub(crate) async fn carry_out(&mut self, command: Command) -> Result<(), LoadError> {
        let id = self.socket.give(command).await?;
        let mut done = None;
        let view = &mut self.view;
        let look = |said: &crate::said::Said<'_>| {
            if said.kind == "done" && said.id == Some(&*id) {
                done = said.seq;
            }
            for event in &said.events {
                view.take(event)?;
            }
            Ok(done.filter(|done| *done <= view.seq).map(|_| ()))
        };
        self.socket.until("an answer", look).await
    }

    /// Reads until the view is as it should be.
    pub(crate) async fn follow(
        &mut self,
        what: &str,
        is_there: impl Fn(&View) -> bool,
    ) -> Result<(), LoadError> {
        if is_there(&self.view) {
            return Ok(());
        }
        let view = &mut self.view;
        let look = |said: &crate::said::Said<'_>| {
            for event in &said.events {
                view.take(event)?;
            }
            Ok(is_there(view).then_some(()))
        };
        self.socket.until(what, look).await
    }
}
