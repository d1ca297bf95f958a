use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use ludo_protocol::{
    ClientMessage, ErrorCode, NumberedEvent, ParseError, ServerMessage, TableCode, Welcome,
};
use ludo_store::{PersonId, StoredEvent};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use super::{Code, Person};
use crate::app::{App, to_text};
use crate::bucket::{Bucket, Rate};
use crate::error::ApiError;
use crate::limits;
use crate::peer::Peer;
use crate::worker::{
    ConnectionId, Entered, Entering, Goodbye, Line, Outgoing, ToTable, carries_on,
};

/// The server is being restarted; RFC 6455's registry has it, axum's list does not.
const SERVICE_RESTART: u16 = 1012;

#[derive(Deserialize)]
pub(crate) struct After {
    after: Option<u64>,
}

/// Connects to a table. From here on everything is said in frames, errors too: a page cannot see the status of a
/// socket's answer.
pub(crate) async fn get(
    State(app): State<App>,
    code: Result<Code, ApiError>,
    headers: HeaderMap,
    peer: Peer,
    Person(person): Person,
    query: Result<Query<After>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    app.config
        .origins
        .check(&headers)
        .map_err(|_| ApiError::foreign_origin())?;
    if !peer.may(&app.entries, app.config.clock.now()) {
        return Err(ApiError::rate_limited());
    }
    let Code(code) = code?;
    let upgrade = upgrade.map_err(|_| {
        ApiError::new(
            ErrorCode::BadRequest,
            "This address is for WebSocket connections.",
        )
    })?;
    let Query(After { after }) = query
        .map_err(|_| ApiError::new(ErrorCode::BadRequest, "`after` is the number of an event."))?;
    // Counted until it ends: among the connections, and among what a stopping server waits for.
    let counted = (app.tasks.token(), peer);
    let upgrade = upgrade
        .read_buffer_size(limits::READ_BUFFER_BYTES)
        .write_buffer_size(limits::WRITE_BUFFER_BYTES)
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = counted;
        serve(&app, code, person, after, Socket { socket }).await;
    }))
}

async fn serve(
    app: &App,
    code: TableCode,
    person: Option<PersonId>,
    after: Option<u64>,
    mut socket: Socket,
) {
    let (out, line) = Outgoing::new();
    let (entered, table) = match app.enter(code, Entering { person, after, out }).await {
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
        id,
        table,
        newest,
        line,
        socket,
        limits: Limits::new(app),
    };
    if let Some(welcome) = connection.greet(welcome, read).await {
        connection.run(welcome).await;
    }
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
    id: ConnectionId,
    table: mpsc::Sender<ToTable>,
    /// The number of the table's last event.
    newest: Arc<AtomicU64>,
    line: Line,
    socket: Socket,
    limits: Limits,
}

/// The connection is over.
struct Over;

/// Marks that the greeting is done.
struct Greeted;

impl Connection<'_> {
    /// Sends where the table stands, with all events that the client misses, in messages of bounded length.
    async fn greet(&mut self, mut welcome: Welcome, read: Option<(u64, u64)>) -> Option<Greeted> {
        let newest = std::mem::take(&mut welcome.events);
        let mut first = Some(welcome);
        if let Some((mut after, to)) = read {
            while after < to {
                let page = match page(self.app, self.code, after, to).await {
                    Ok(page) => page,
                    Err(error) => {
                        self.socket.end_with(&error).await;
                        return None;
                    }
                };
                after = page.last().map_or(to, |event| event.seq);
                self.socket.say(&greeting(&mut first, page)).await.ok()?;
            }
        }
        if first.is_some() || !newest.is_empty() {
            self.socket.say(&greeting(&mut first, newest)).await.ok()?;
        }
        Some(Greeted)
    }

    async fn run(&mut self, _: Greeted) {
        let mut heard_at = Instant::now();
        let mut asked = false;
        // One timer for all of the connection's life. Setting it anew with every frame would cost more than the frame;
        // so it rings too early, and is set to when silence would be too long by then.
        let silence = sleep_until(heard_at + limits::PING_AFTER);
        tokio::pin!(silence);
        loop {
            let going_on = tokio::select! {
                message = self.line.next() => match message {
                    Ok(text) => self.pass_on(text).await,
                    Err(goodbye) => {
                        self.socket.part(goodbye).await;
                        Err(Over)
                    }
                },
                frame = self.socket.socket.recv() => {
                    heard_at = Instant::now();
                    if asked {
                        asked = false;
                        silence.as_mut().reset(heard_at + limits::PING_AFTER);
                    }
                    match frame {
                        Some(Ok(frame)) => self.hear(frame).await,
                        Some(Err(error)) => {
                            self.socket.end_broken(&error).await;
                            Err(Over)
                        }
                        None => Err(Over),
                    }
                },
                () = &mut silence => {
                    let ask_at = heard_at + limits::PING_AFTER;
                    if asked {
                        Err(Over)
                    } else if Instant::now() < ask_at {
                        silence.as_mut().reset(ask_at);
                        Ok(())
                    } else {
                        asked = true;
                        silence.as_mut().reset(heard_at + limits::DEAD_AFTER);
                        self.socket.send(Message::Ping(Default::default())).await
                    }
                },
            };
            if let Err(Over) = going_on {
                return;
            }
        }
    }

    /// Sends a message from the table, with all that wait behind it: one call of the system for all of them.
    async fn pass_on(&mut self, text: Utf8Bytes) -> Result<(), Over> {
        let (line, socket) = (&mut self.line, &mut self.socket.socket);
        let sending = async {
            socket.feed(Message::Text(text)).await?;
            while let Some(text) = line.waiting() {
                socket.feed(Message::Text(text)).await?;
            }
            socket.flush().await
        };
        match timeout(limits::WRITE_TIME, sending).await {
            Ok(Ok(())) => Ok(()),
            // Gone, or as good as gone.
            Ok(Err(_)) | Err(_) => Err(Over),
        }
    }

    /// Whatever comes costs something, the more the less sense it makes.
    async fn hear(&mut self, frame: Message) -> Result<(), Over> {
        let parsed = match frame {
            Message::Text(text) => ClientMessage::parse(&text),
            Message::Binary(_) => Err(ParseError::Malformed(
                "it is binary; frames are JSON text".to_owned(),
            )),
            Message::Ping(_) | Message::Pong(_) => return self.pay(1).await,
            Message::Close(_) => return Err(Over),
        };
        match parsed {
            Ok(message) => {
                self.pay(1).await?;
                match message {
                    ClientMessage::Ping => {
                        let seq = self.newest.load(Ordering::Relaxed);
                        self.socket.say(&ServerMessage::Pong { seq }).await
                    }
                    ClientMessage::Command { id, command } => self.command(id, command).await,
                }
            }
            Err(error) => {
                self.pay(limits::BAD_FRAME_COST).await?;
                self.socket.say(&error.answer(false)).await
            }
        }
    }

    async fn pay(&mut self, cost: u32) -> Result<(), Over> {
        self.limits.frames.give_back(self.line.take_progress());
        if self.limits.frames.take(cost, self.app.config.clock.now()) {
            return Ok(());
        }
        self.socket.end_with(&ApiError::rate_limited()).await;
        Err(Over)
    }

    async fn command(
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
        self.socket
            .say(&ServerMessage::Refused { id, code, message })
            .await
    }
}

/// The next events after `after` and not after `to`, from the store.
async fn page(
    app: &App,
    code: TableCode,
    after: u64,
    to: u64,
) -> Result<Vec<NumberedEvent>, ApiError> {
    let count = u32::try_from(to.saturating_sub(after))
        .unwrap_or(u32::MAX)
        .min(limits::EVENTS_PER_MESSAGE);
    let stored = app.store.events(code, after, count).await?;
    if stored.is_empty() {
        tracing::error!(table = %code, after, to, "events are missing");
        return Err(ApiError::unavailable());
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
    socket: WebSocket,
}

impl Socket {
    async fn send(&mut self, message: Message) -> Result<(), Over> {
        match timeout(limits::WRITE_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            // Gone, or as good as gone.
            Ok(Err(_)) | Err(_) => Err(Over),
        }
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), Over> {
        let text = to_text(message).map_err(|_| Over)?;
        self.send(Message::Text(Utf8Bytes::from(text))).await
    }

    async fn end_with(&mut self, error: &ApiError) {
        let (code, message) = (error.0.code, error.0.message.clone());
        let close = match code {
            ErrorCode::Restarting => SERVICE_RESTART,
            ErrorCode::Busy | ErrorCode::Slow | ErrorCode::Unavailable => close_code::AGAIN,
            ErrorCode::TooLong => close_code::SIZE,
            ErrorCode::BadFrame => close_code::INVALID,
            _ => close_code::POLICY,
        };
        if self
            .say(&ServerMessage::Error {
                code,
                message,
                fatal: true,
            })
            .await
            .is_ok()
        {
            self.close(close, code.as_str()).await;
        }
    }

    /// Ends a connection whose bytes are not WebSocket messages, or are too many.
    async fn end_broken(&mut self, error: &axum::Error) {
        let is_capacity = error.to_string().to_ascii_lowercase().contains("too long");
        let error = if is_capacity {
            ApiError::new(ErrorCode::TooLong, "The frame is too long.")
        } else {
            ApiError::new(ErrorCode::BadFrame, "This is not a WebSocket message.")
        };
        self.end_with(&error).await;
    }

    async fn part(&mut self, goodbye: Goodbye) {
        match goodbye {
            // It has heard that the table is closed.
            Goodbye::Closed => self.close(close_code::NORMAL, "closed").await,
            goodbye => self.end_with(&goodbye.error()).await,
        }
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        if self.send(Message::Close(Some(frame))).await.is_err() {
            return;
        }
        // The other side answers a close; until it has, what was sent could be lost with the connection.
        let answered = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = timeout(Duration::from_secs(1), answered).await;
    }
}
