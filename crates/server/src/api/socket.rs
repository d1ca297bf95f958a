use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::response::Response;
use ludo_protocol::{
    ClientMessage, ErrorCode, NumberedEvent, ParseError, Saying, ServerMessage, TableCode, Welcome,
};
use ludo_store::{PersonId, StoredEvent};
use ludo_table::Time;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use super::{Code, Visitor};
use crate::app::App;
use crate::bucket::{Bucket, Rate};
use crate::devices::Device;
use crate::error::ApiError;
use crate::limits;
use crate::line::{Deaf, End, Frames, Goodbye, Hearing, Line, Outgoing, agree};
use crate::peer::Peer;
use crate::worker::{ConnectionId, Entered, Entering, ToTable, carries_on};

#[derive(Deserialize)]
pub(crate) struct After {
    /// The number of the last event that the client has.
    after: Option<u64>,
    /// When that happened, as the client knows it.
    at: Option<Time>,
}

/// Connects to a table. From here on everything is said in frames, errors too: a page cannot see the status of a
/// socket's answer.
pub(crate) async fn get(
    State(app): State<App>,
    code: Result<Code, ApiError>,
    peer: Peer,
    visitor: Visitor,
    query: Result<Query<After>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    app.config
        .origins
        .check(request.headers())
        .map_err(|_| ApiError::foreign_origin())?;
    if !peer.may(&app.entries, app.config.clock.now()) {
        return Err(ApiError::rate_limited());
    }
    let Code(code) = code?;
    let (upgrade, response) = agree(request).ok_or_else(|| {
        ApiError::new(
            ErrorCode::BadRequest,
            "This address is for WebSocket connections.",
        )
    })?;
    let Query(after) = query
        .map_err(|_| ApiError::new(ErrorCode::BadRequest, "`after` is the number of an event."))?;
    let tasks = app.tasks.clone();
    // Counted until it ends: among the connections, and among what a stopping server waits for.
    tasks.spawn(async move {
        if let Some((out, line, hearing)) = upgrade.done().await {
            let from = peer.network();
            serve(&app, code, (visitor, from, after), out, (line, hearing)).await;
        }
        drop(peer);
    });
    Ok(response)
}

async fn serve(
    app: &App,
    code: TableCode,
    (Visitor { person, device }, from, After { after, at }): (Visitor, Option<IpAddr>, After),
    out: Outgoing,
    (line, hearing): (Line, Hearing),
) {
    let mut socket = Socket { line, hearing };
    let entering = async {
        if let Some((after, at)) = after.zip(at) {
            agrees(app, code, after, at).await?;
        }
        let entering = Entering {
            person,
            from,
            after,
            out,
        };
        app.enter(code, entering).await
    };
    let (entered, table) = match entering.await {
        Ok(entered) => entered,
        Err(error) => return socket.end_with(&error).await,
    };
    let Entered {
        id,
        departure,
        newest,
        welcome,
        read,
    } = entered;
    let mut connection = Connection {
        app,
        code,
        person,
        device,
        id,
        table,
        newest,
        socket,
        limits: Limits::new(app),
    };
    let over = match connection.greet(welcome, read).await {
        Ok(()) => connection.run().await,
        Err(over) => over,
    };
    connection.socket.part(over).await;
    // In this order: the table looks for lines that are gone when the departure tells it to.
    drop(connection);
    drop(departure);
}

/// What one connection may still do.
struct Limits {
    frames: Bucket,
    setup: Bucket,
}

impl Limits {
    fn new(app: &App) -> Self {
        Self {
            frames: Bucket::full(app.config.limits.frames()),
            setup: Bucket::full(Rate::every(limits::SETUP_BURST, limits::SETUP_SECONDS)),
        }
    }
}

struct Connection<'a> {
    app: &'a App,
    code: TableCode,
    person: Option<PersonId>,
    device: Option<Device>,
    id: ConnectionId,
    table: mpsc::Sender<ToTable>,
    /// The number of the table's last event.
    newest: Arc<AtomicU64>,
    socket: Socket,
    limits: Limits,
}

/// The connection is over, and why.
enum Over {
    /// There is nobody any more to whom anything could be said.
    Gone,
    /// The table ends it.
    Goodbye(Goodbye),
    /// What the other side did, or what could not be done for it, ends it.
    Error(ApiError),
}

impl From<End> for Over {
    fn from(end: End) -> Self {
        match end {
            End::Goodbye(goodbye) => Self::Goodbye(goodbye),
            End::Gone => Self::Gone,
        }
    }
}

impl From<Deaf> for Over {
    fn from(deaf: Deaf) -> Self {
        Self::Error(match deaf {
            Deaf::Gone => return Self::Gone,
            Deaf::TooLong => ApiError::new(ErrorCode::TooLong, "The frame is too long."),
            Deaf::Malformed => {
                ApiError::new(ErrorCode::BadFrame, "This is not a WebSocket message.")
            }
        })
    }
}

impl Connection<'_> {
    /// Sends where the table stands, with all events that the client misses, in messages of bounded length.
    async fn greet(&self, mut welcome: Welcome, read: Option<(u64, u64)>) -> Result<(), Over> {
        let line = &self.socket.line;
        let newest = std::mem::take(&mut welcome.events);
        let mut first = Some(welcome);
        if let Some((mut after, to)) = read {
            while after < to {
                let page = page(self.app, self.code, after, to).await;
                let page = page.map_err(Over::Error)?;
                after = page.last().map_or(to, |event| event.seq);
                line.greet(frames(&greeting(&mut first, page))?).await?;
            }
        }
        if first.is_some() || !newest.is_empty() {
            line.greet(frames(&greeting(&mut first, newest))?).await?;
        }
        line.greeted();
        Ok(())
    }

    /// Hears what comes, and sends what has to wait, until either cannot go on.
    async fn run(&mut self) -> Over {
        let Self {
            app,
            person,
            device,
            id,
            table,
            newest,
            socket,
            limits,
            ..
        } = self;
        let Socket { line, hearing } = socket;
        let mut ear = Ear {
            app,
            person: *person,
            id: *id,
            table,
            newest,
            line,
            limits,
        };
        tokio::select! {
            over = ear.listen(hearing) => over,
            end = line.pump() => end.into(),
            () = shown_out(device.as_ref()) => Over::Error(ApiError::shown_out()),
        }
    }
}

/// Who does what the other side asks for.
struct Ear<'a> {
    app: &'a App,
    person: Option<PersonId>,
    id: ConnectionId,
    table: &'a mpsc::Sender<ToTable>,
    newest: &'a AtomicU64,
    line: &'a Line,
    limits: &'a mut Limits,
}

impl Ear<'_> {
    async fn listen(&mut self, hearing: &mut Hearing) -> Over {
        let mut heard_at = Instant::now();
        let mut asked = false;
        // One timer for all of the connection's life. Setting it anew with every frame would cost more than the frame;
        // so it rings too early, and is set to when silence would be too long by then.
        let silence = sleep_until(heard_at + limits::PING_AFTER);
        tokio::pin!(silence);
        loop {
            let heard = tokio::select! {
                // What was heard counts, however late it is read.
                biased;
                heard = hearing.next(self.line) => heard,
                () = &mut silence => {
                    let ask_at = heard_at + limits::PING_AFTER;
                    if asked {
                        return Over::Gone;
                    } else if Instant::now() < ask_at {
                        silence.as_mut().reset(ask_at);
                    } else {
                        asked = true;
                        silence.as_mut().reset(heard_at + limits::DEAD_AFTER);
                        self.line.say(&Frames::ping());
                    }
                    continue;
                }
            };
            heard_at = Instant::now();
            if asked {
                asked = false;
                silence.as_mut().reset(heard_at + limits::PING_AFTER);
            }
            let going_on = heard.map_err(Over::from).and_then(|frame| self.hear(frame));
            if let Err(over) = going_on {
                return over;
            }
        }
    }

    /// Whatever comes costs something, the more the less sense it makes.
    fn hear(&mut self, frame: Message) -> Result<(), Over> {
        let parsed = match frame {
            Message::Text(text) => ClientMessage::parse(&text),
            Message::Binary(_) => Err(ParseError::Malformed(
                "it is binary; frames are JSON text".to_owned(),
            )),
            Message::Ping(_) | Message::Pong(_) => return self.pay(1),
            Message::Close(_) | Message::Frame(_) => return Err(Over::Gone),
        };
        match parsed {
            Ok(message) => {
                self.pay(1)?;
                match message {
                    ClientMessage::Ping => {
                        let seq = self.newest.load(Ordering::Relaxed);
                        self.say(&ServerMessage::Pong { seq })
                    }
                    ClientMessage::Command { id, command } => self.command(id, command),
                    ClientMessage::Say { saying } => self.pass_on(saying),
                }
            }
            Err(error) => {
                self.pay(limits::BAD_FRAME_COST)?;
                self.say(&error.answer(false))
            }
        }
    }

    fn say(&self, message: &ServerMessage) -> Result<(), Over> {
        self.line.say(&frames(message)?);
        Ok(())
    }

    fn pay(&mut self, cost: u32) -> Result<(), Over> {
        self.limits.frames.give_back(self.line.take_progress());
        if self.limits.frames.take(cost, self.app.config.clock.now()) {
            return Ok(());
        }
        Err(Over::Error(ApiError::rate_limited()))
    }

    /// Hands the table what is to be said.
    fn pass_on(&self, saying: Saying) -> Result<(), Over> {
        let refused = match self.person {
            _ if saying == Saying::Other => ApiError::new(
                ErrorCode::BadSaying,
                "That is not one of the things that can be said here.",
            ),
            None => ApiError::no_session(),
            Some(person) => {
                let from = self.id;
                match self.table.try_send(ToTable::Say {
                    from,
                    person,
                    saying,
                }) {
                    Ok(()) => return Ok(()),
                    Err(mpsc::error::TrySendError::Full(_)) => ApiError::busy(),
                    // The table says goodbye.
                    Err(mpsc::error::TrySendError::Closed(_)) => return Ok(()),
                }
            }
        };
        self.say(&refused.unsaid(0))
    }

    fn command(
        &mut self,
        id: ludo_protocol::CommandId,
        command: ludo_table::Command,
    ) -> Result<(), Over> {
        let refused = match self.person {
            None => ApiError::no_session(),
            Some(_)
                if !carries_on(&command)
                    && !self.limits.setup.take(1, self.app.config.clock.now()) =>
            {
                ApiError::rate_limited()
            }
            Some(person) => {
                let message = ToTable::Command {
                    from: self.id,
                    person,
                    id: id.clone(),
                    command,
                };
                match self.table.try_send(message) {
                    Ok(()) => return Ok(()),
                    Err(mpsc::error::TrySendError::Full(_)) => ApiError::busy(),
                    // The table says goodbye; what becomes of the command is not known here.
                    Err(mpsc::error::TrySendError::Closed(_)) => return Ok(()),
                }
            }
        };
        let (code, message) = (refused.0.code, refused.0.message);
        self.say(&ServerMessage::Refused { id, code, message })
    }
}

fn frames(message: &ServerMessage) -> Result<Bytes, Over> {
    Frames::of(message).ok_or(Over::Gone)
}

/// Comes back when the device is its person's no more.
async fn shown_out(device: Option<&Device>) {
    match device {
        Some(device) => device.shown_out().await,
        None => std::future::pending().await,
    }
}

/// Whether what a client knows up to its event `after` is the table's history: it happened when the client says. After
/// an older state was restored, another event has this number, and was later.
async fn agrees(app: &App, code: TableCode, after: u64, at: Time) -> Result<(), ApiError> {
    // No table has so many events that its store could not count them.
    let before = after
        .checked_sub(1)
        .filter(|before| i64::try_from(*before).is_ok());
    let Some(before) = before else {
        return Ok(());
    };
    // Whether there is such a table, and such an event, the table says.
    let stored = app.store.events(code, before, 1).await;
    match stored.map_err(ApiError::of_table)?.first() {
        Some(stored) if stored.seq == after && stored.at != at => Err(ApiError::ahead()),
        _ => Ok(()),
    }
}

/// The next events after `after` and not after `to`, from the store. Nobody gets a history in which some are missing: whoever
/// has connected again would find the same ones missing.
async fn page(
    app: &App,
    code: TableCode,
    after: u64,
    to: u64,
) -> Result<Vec<NumberedEvent>, ApiError> {
    let count = u32::try_from(to.saturating_sub(after))
        .unwrap_or(u32::MAX)
        .min(limits::EVENTS_PER_MESSAGE);
    let stored = app.store.events(code, after, count).await;
    let stored = stored.map_err(ApiError::of_table)?;
    let missing = (after + 1..=after + u64::from(count))
        .zip(
            stored
                .iter()
                .map(|stored| Some(stored.seq))
                .chain(std::iter::repeat(None)),
        )
        .find(|(due, seq)| *seq != Some(*due));
    if let Some((seq, _)) = missing {
        tracing::error!(table = %code, seq, "a table is damaged: an event is missing");
        return Err(ApiError::damaged());
    }
    let public = |stored: StoredEvent| NumberedEvent {
        seq: stored.seq,
        at: stored.at,
        event: stored.event,
    };
    Ok(stored.into_iter().map(public).collect())
}

/// The welcome with the first events; from then on events alone.
fn greeting(welcome: &mut Option<Welcome>, events: Vec<NumberedEvent>) -> ServerMessage {
    match welcome.take() {
        Some(welcome) => ServerMessage::Welcome(Box::new(Welcome { events, ..welcome })),
        None => ServerMessage::Events { events },
    }
}

/// A socket that waits for nobody too long.
struct Socket {
    line: Line,
    hearing: Hearing,
}

impl Socket {
    async fn part(&mut self, over: Over) {
        match over {
            Over::Gone => {}
            // It has heard that the table is closed.
            Over::Goodbye(Goodbye::Closed) => {
                let mut last = Frames::default();
                last.close(CloseCode::Normal, "closed");
                self.close(last, true).await;
            }
            Over::Goodbye(goodbye) => self.end_with(&goodbye.error()).await,
            Over::Error(error) => self.end_with(&error).await,
        }
    }

    async fn end_with(&mut self, error: &ApiError) {
        let (code, message) = (error.0.code, error.0.message.clone());
        let close = match code {
            ErrorCode::Restarting => CloseCode::Restart,
            ErrorCode::Busy | ErrorCode::Slow | ErrorCode::Unavailable => CloseCode::Again,
            ErrorCode::TooLong => CloseCode::Size,
            ErrorCode::BadFrame => CloseCode::Invalid,
            _ => CloseCode::Policy,
        };
        let mut last = Frames::default();
        let said = last.push(&ServerMessage::Error {
            code,
            message,
            fatal: true,
        });
        if said.is_ok() {
            last.close(close, code.as_str());
            let is_heard = !matches!(
                code,
                ErrorCode::TooLong | ErrorCode::BadFrame | ErrorCode::RateLimited
            );
            self.close(last, is_heard).await;
        }
    }

    /// Whoever sent too much or what makes no sense is not heard any more.
    async fn close(&mut self, last: Frames, is_heard: bool) {
        if self.line.finish(last.finish()).await == End::Gone {
            return;
        }
        // The other side answers a close; until it has, what was sent could be lost with the connection.
        let answered = async {
            if is_heard {
                while self.hearing.next(&self.line).await.is_ok() {}
            } else {
                self.hearing.drain().await;
            }
        };
        let _ = timeout(Duration::from_secs(1), answered).await;
    }
}
