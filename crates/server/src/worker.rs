//! One worker a table: it alone changes it. A command is checked, its events made durable, and only then are they
//! applied, the command answered, and the events sent to everybody at the table.

mod answers;
mod command;
mod commit;
mod connections;
mod deed;
mod drive;
mod history;
mod load;
mod presence;
mod talk;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use ludo_protocol::{CommandId, Saying, TableCode};
use ludo_store::PersonId;
use ludo_table::{Command, Member, Table, Time};
use tokio::sync::{Notify, OwnedSemaphorePermit, mpsc, oneshot};

use crate::Clock;
use crate::app::App;
use crate::error::ApiError;
use crate::game::GameSecrets;
use crate::limits;
use crate::line::{Goodbye, Outgoing};
use crate::listing::Fixed;
use answers::Answers;
pub(crate) use command::carries_on;
use connections::Connections;
pub(crate) use connections::{ConnectionId, Departure};
use deed::Deed;
use history::Recent;
use presence::Presence;
use talk::Talk;

/// What is said to a worker.
pub(crate) enum ToTable {
    /// A connection comes.
    Enter {
        entering: Entering,
        answer: oneshot::Sender<Result<Entered, ApiError>>,
    },
    /// A person wants something.
    Command {
        from: ConnectionId,
        person: PersonId,
        id: CommandId,
        command: Command,
    },
    /// A person says something to the others.
    Say {
        from: ConnectionId,
        person: PersonId,
        saying: Saying,
    },
    /// Be there, and give back what loading has taken.
    Wake(Option<OwnedSemaphorePermit>),
}

/// A connection that comes.
pub(crate) struct Entering {
    pub(crate) person: Option<PersonId>,
    /// Where it comes from; none for a program on this machine.
    pub(crate) from: Option<IpAddr>,
    /// The last event that it has.
    pub(crate) after: Option<u64>,
    /// Where its messages go.
    pub(crate) out: Outgoing,
}

/// A connection that has come.
pub(crate) struct Entered {
    pub(crate) id: ConnectionId,
    /// Tells the worker when the connection is gone.
    pub(crate) departure: Departure,
    /// The number of the last event that was sent to all.
    pub(crate) newest: Arc<AtomicU64>,
    /// The first message, with the newest events that the connection has not (those after what is to be read).
    pub(crate) welcome: ludo_protocol::Welcome,
    /// Events that are to be read from the store before: those after the first number, up to the second.
    pub(crate) read: Option<(u64, u64)>,
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The table is in the store, and nobody needs it in memory.
    InOrder,
    /// The worker cannot know what the store has. Another one must take over.
    Failed,
    /// The table could not be had from the store just now. Another try can do better.
    NotLoaded,
    /// What the store has of the table is damaged: no other try does better.
    Damaged,
}

/// Why a worker must end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Broken {
    /// The store left it in doubt.
    InDoubt,
    /// What the store has of the table is damaged.
    Damaged,
}

impl Broken {
    /// What the people at the table are told, and whoever takes over.
    const fn end(self) -> (Goodbye, Ended) {
        match self {
            Self::InDoubt => (Goodbye::Failed, Ended::Failed),
            Self::Damaged => (Goodbye::Damaged, Ended::Damaged),
        }
    }
}

/// The state of a worker.
pub(crate) struct Worker {
    app: App,
    code: TableCode,
    table: Table,
    /// The number of the last event.
    seq: u64,
    /// The table when its present game was set up, which is where clients start from.
    base: (u64, Table),
    base_at: Time,
    recent: Recent,
    /// What lists show, as far as rolls and moves do not change it; none where it is to be made.
    listing: Option<Fixed>,
    secrets: GameSecrets,
    /// Who the people of the table are.
    people: HashMap<PersonId, Member>,
    connections: Connections,
    /// Members with a seat and without a connection, and since when.
    gone: HashMap<Member, Time>,
    /// Members who showed, since their seat went on autopilot, that they are there.
    back: HashSet<Member>,
    presence: Presence,
    /// Whether something happened since the last look around that can have changed who sits where.
    was_seating: bool,
    /// The [changes](Connections::changes) of the connections at the last look around.
    seen_changes: u64,
    answers: Answers,
    /// Until when the server was away at last, as far as this table has found out, and at which step that was.
    away_until: Time,
    excused: Option<u32>,
    talk: Talk,
    /// When the store was told last that the table wants to be looked at.
    wakes: Option<Time>,
    loaded_at: Time,
    /// When somebody was in touch with the table last.
    touched_at: Time,
    /// When the last connection was lost, as far as this worker knows.
    left_at: Time,
    /// After something could not be done, nothing is tried before this; and how often in a row that was.
    not_before: Time,
    failures: u32,
    departed: Arc<Notify>,
}

/// What a worker does next.
enum Next {
    Stop,
    /// None where nobody is left to send one.
    Message(Option<ToTable>),
    Departure,
    Deed(Deed),
}

/// Takes up a table and works at it until nobody needs it.
pub(crate) async fn run(app: App, code: TableCode, mut queue: mpsc::Receiver<ToTable>) -> Ended {
    let mut worker = match load::load(&app, code).await {
        Ok(Some(worker)) => worker,
        Ok(None) => return refuse(&app, code, queue, &ApiError::no_table(), Ended::InOrder),
        Err(error) => {
            // A game may be waiting for it; a history that cannot be read gets no better by trying again.
            if error.is_passing() {
                tracing::error!(table = %code, %error, "a table cannot be loaded");
                return refuse(
                    &app,
                    code,
                    queue,
                    &ApiError::unavailable(),
                    Ended::NotLoaded,
                );
            }
            app.tables.set_aside(code, &error);
            return refuse(&app, code, queue, &ApiError::damaged(), Ended::Damaged);
        }
    };
    app.tables.is_well(code);
    let stop = app.stop.clone();
    let mut took = false;
    loop {
        if worker.is_closed() {
            return worker.end(queue, Goodbye::Closed, Ended::InOrder);
        }
        let next = match worker.due() {
            // What is due waits for one message, not for all that come.
            Some((at, deed)) if took && at <= worker.now() => Next::Deed(deed),
            due => tokio::select! {
                () = stop.cancelled() => Next::Stop,
                message = queue.recv() => Next::Message(message),
                () = worker.departed.notified() => Next::Departure,
                deed = when(&app.config.clock, due) => Next::Deed(deed),
            },
        };
        took = matches!(next, Next::Message(_));
        let done = match next {
            Next::Stop => {
                return match worker.finish(&mut queue).await {
                    Ok(()) => worker.end(queue, Goodbye::Restarting, Ended::InOrder),
                    Err(broken) => {
                        let (goodbye, ended) = broken.end();
                        worker.end(queue, goodbye, ended)
                    }
                };
            }
            Next::Message(Some(message)) => worker.take(message).await,
            Next::Message(None) => Ok(()),
            Next::Departure => {
                worker.miss();
                Ok(())
            }
            Next::Deed(Deed::Unload) => match worker.unload(&queue).await {
                Ok(true) => return Ended::InOrder,
                Ok(false) => Ok(()),
                Err(broken) => Err(broken),
            },
            Next::Deed(deed) if deed.is_for_absence() && worker.is_running() => {
                worker.time_out(deed, &mut queue).await
            }
            Next::Deed(deed) => worker.act(deed).await,
        };
        if let Err(broken) = done {
            let (goodbye, ended) = broken.end();
            return worker.end(queue, goodbye, ended);
        }
        // Nothing that a roll or a move does can change who is there.
        if worker.was_seating || worker.seen_changes != worker.connections.changes() {
            worker.was_seating = false;
            worker.seen_changes = worker.connections.changes();
            worker.look_around().await;
        }
    }
}

/// Comes back with the deed when it is due.
async fn when(clock: &Clock, due: Option<(Time, Deed)>) -> Deed {
    match due {
        Some((at, deed)) => {
            clock.sleep_until(at).await;
            deed
        }
        None => std::future::pending().await,
    }
}

impl Worker {
    async fn take(&mut self, message: ToTable) -> Result<(), Broken> {
        self.touched_at = self.now();
        match message {
            ToTable::Enter { entering, answer } => {
                self.enter(entering, answer);
                Ok(())
            }
            ToTable::Command {
                from,
                person,
                id,
                command,
            } => self.command(from, person, id, command).await,
            ToTable::Say {
                from,
                person,
                saying,
            } => {
                self.say(from, person, saying);
                Ok(())
            }
            ToTable::Wake(load) => {
                drop(load);
                Ok(())
            }
        }
    }

    /// The time of a person is over, unless what has come before this counts, or the server was away and nobody could do
    /// anything.
    async fn time_out(
        &mut self,
        deed: Deed,
        queue: &mut mpsc::Receiver<ToTable>,
    ) -> Result<(), Broken> {
        for _ in 0..queue.len() {
            let Ok(message) = queue.try_recv() else { break };
            self.take(message).await?;
        }
        // It is looked at the clock once more: that is how it is known whether it has jumped.
        let now = self.now();
        match self.due() {
            Some((at, due)) if due == deed && at <= now => {
                let step = self.table.step();
                if now.since(at) >= limits::LATE_MILLIS && self.excused != Some(step) {
                    tracing::warn!(table = %self.code, ?deed, late = now.since(at), "the server was away");
                    self.excused = Some(step);
                    self.away_until = now;
                    return Ok(());
                }
                self.act(deed).await
            }
            _ => Ok(()),
        }
    }

    /// Does what was asked before the server began to stop.
    async fn finish(&mut self, queue: &mut mpsc::Receiver<ToTable>) -> Result<(), Broken> {
        queue.close();
        while let Ok(message) = queue.try_recv() {
            match message {
                ToTable::Enter { answer, .. } => {
                    // The connection may have gone by itself.
                    let _ = answer.send(Err(ApiError::restarting()));
                }
                message => self.take(message).await?,
            }
        }
        Ok(())
    }

    fn end(self, queue: mpsc::Receiver<ToTable>, goodbye: Goodbye, ended: Ended) -> Ended {
        let error = goodbye.error();
        self.connections.end_all(goodbye);
        refuse(&self.app, self.code, queue, &error, ended)
    }

    /// Leaves memory, if nothing has come in between.
    async fn unload(&mut self, queue: &mpsc::Receiver<ToTable>) -> Result<bool, Broken> {
        match self.note(Vec::new()).await {
            Ok(()) => Ok(self.app.tables.let_go(self.code, queue)),
            Err(error) if error.is_damage() => {
                self.app.tables.set_aside(self.code, &error);
                Err(Broken::Damaged)
            }
            Err(_) => {
                self.hold_off();
                Ok(false)
            }
        }
    }

    /// Something could not be done: it is tried again a little later, and each time a little later than that.
    fn hold_off(&mut self) {
        self.not_before = self.now().plus(limits::retry_millis(self.failures));
        self.failures = self.failures.saturating_add(1);
    }

    /// The time, which never runs backwards at a table.
    fn now(&self) -> Time {
        self.app.config.clock.now().max(self.table.changed_at())
    }
}

/// Answers all that is in the queue of a worker who does not work any more.
fn refuse(
    app: &App,
    code: TableCode,
    mut queue: mpsc::Receiver<ToTable>,
    error: &ApiError,
    ended: Ended,
) -> Ended {
    app.tables.remove(code);
    queue.close();
    while let Ok(message) = queue.try_recv() {
        if let ToTable::Enter { answer, .. } = message {
            // The connection may have gone by itself.
            let _ = answer.send(Err(error.clone()));
        }
    }
    ended
}
