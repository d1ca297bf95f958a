//! Drives a [`Client`]: hands it what the browser says, and does what it asks for. It decides nothing.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use super::signal::*;
use ludo_client::{After, Client, Effect, Evidence, Input, Kept, Plan};
use ludo_dice::GameId;
use ludo_protocol::TableCode;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, MessageEvent, WebSocket};

use super::element::listen;
use super::live::Live;
use super::words::tr;
use super::{clock, http, storage};

/// A client with its socket, its timer and its storage.
pub(super) struct Driver {
    client: RefCell<Client>,
    socket: RefCell<Option<Socket>>,
    /// Counts the connections: what an older one says is of no use.
    connections: Cell<u32>,
    timer: Cell<Option<i32>>,
    ended: Cell<bool>,
}

/// A WebSocket with what listens to it.
struct Socket {
    socket: WebSocket,
    _listeners: [Closure<dyn FnMut(Event)>; 4],
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onerror(None);
        self.socket.set_onclose(None);
        // Closing what is closed already is no fault.
        let _ = self.socket.close();
    }
}

impl Driver {
    /// A driver of a table's client, with what to do first.
    pub(super) fn new(code: TableCode, plan: Option<Plan>) -> Self {
        let client = Client::new(code, entropy().unwrap_or_default(), clock::now());
        let client = match plan {
            Some(plan) => client.with_plan(plan),
            None => client,
        };
        Self {
            client: RefCell::new(client),
            socket: RefCell::new(None),
            connections: Cell::new(0),
            timer: Cell::new(None),
            ended: Cell::new(false),
        }
    }

    /// Begins, and listens to what tells that the line may be there again.
    pub(super) fn drive(&self, live: Live) {
        let seen = move |_| {
            if document().hidden() {
                // Nothing moves where nobody looks; on the way back the board is the newest at once.
                live.stage.jump();
                live.hand_in(Input::Hidden);
            } else {
                live.wake(true);
            }
        };
        listen(&document(), "visibilitychange", seen);
        // A page that was frozen is told so, though it may have been seen all the while.
        listen(&document(), "resume", move |_| live.wake(true));
        listen(&window(), "pageshow", move |_| live.wake(true));
        listen(&window(), "online", move |_| live.wake(false));
        spawn_local(async move {
            // The cookie first, so that the server knows this browser on its first connection. Without an answer the
            // connection is tried all the same: it says what is wrong.
            let _ = http::session().await;
            live.hand_in(Input::Tick);
        });
    }

    /// What another device of this person needs to roll with the seat's links. **It is a secret.**
    pub(super) fn seat_secret(&self) -> Option<String> {
        let secret = self.client.borrow().seat_secret()?;
        Some(secret.to_fragment().to_string())
    }

    /// What this device saw of the dice, as JSON. Nothing in it is secret.
    pub(super) fn seen(&self) -> Option<String> {
        serde_json::to_string(&self.client.borrow().seen()?).ok()
    }

    /// The page of the table is left.
    pub(super) fn end(&self) {
        self.ended.set(true);
        self.socket.take();
        if let Some(timer) = self.timer.take() {
            call_off(timer);
        }
    }

    /// Hands something to the client, and does what it asks for.
    pub(super) fn hand_in(&self, live: Live, input: Input) {
        if self.ended.get() {
            return;
        }
        // Whoever is inside already does all that is asked for.
        let Ok(mut client) = self.client.try_borrow_mut() else {
            spawn_local(async move { live.hand_in(input) });
            return;
        };
        client.handle(input, clock::now());
        let effects: Vec<Effect> = std::iter::from_fn(|| client.next_effect()).collect();
        live.refresh(&client);
        drop(client);
        for effect in effects {
            self.carry_out(live, effect);
        }
    }

    fn carry_out(&self, live: Live, effect: Effect) {
        match effect {
            Effect::Connect { after } => self.connect(live, after),
            Effect::Send(text) => {
                if let Some(socket) = &*self.socket.borrow() {
                    // What could not be sent is sent again on the next connection.
                    let _ = socket.socket.send_with_str(&text);
                }
            }
            Effect::Close => {
                self.connections.set(self.connections.get().wrapping_add(1));
                self.socket.take();
            }
            Effect::Recall(game) => spawn_local(async move {
                let kept = storage::game(&game.to_string())
                    .await
                    .and_then(|text| Kept::from_storage(&text).ok());
                live.hand_in(Input::Recalled { game, kept });
            }),
            Effect::Remember(kept) => spawn_local(async move {
                let game = kept.game();
                live.hand_in(remember(kept, game).await);
            }),
            Effect::MakeChain => {
                // Without entropy there is no chain: the seat then rolls without links, and the game goes on.
                // After the other effects at hand: what this one leads to is newer than they are.
                if let Some(bytes) = entropy() {
                    spawn_local(async move { live.hand_in(Input::Entropy(bytes)) });
                }
            }
            Effect::Stopped { evidence, .. } => {
                live.stage.jump();
                live.evidence.set(evidence.and_then(keep));
            }
            Effect::SetBack { evidence } => {
                evidence.and_then(keep);
                live.warning.set(Some(tr("set-back")));
            }
            Effect::WakeAt(at) => {
                if let Some(timer) = self.timer.take() {
                    call_off(timer);
                }
                let wait = Duration::from_millis(at.since(clock::now()));
                self.timer
                    .set(later(wait, move || live.hand_in(Input::Tick)));
            }
            shown @ (Effect::Loaded(_)
            | Effect::Happened(_)
            | Effect::Refused(_)
            | Effect::Said { .. }
            | Effect::Unsaid { .. }) => {
                let now = self.client.borrow().server_time(clock::now());
                live.happened(shown, now);
            }
        }
    }

    fn connect(&self, live: Live, after: Option<After>) {
        self.socket.take();
        let connection = self.connections.get().wrapping_add(1);
        self.connections.set(connection);
        let location = window().location();
        let scheme = if location.protocol().is_ok_and(|scheme| scheme == "http:") {
            "ws"
        } else {
            "wss"
        };
        let after = after.map(|after| format!("?{after}")).unwrap_or_default();
        let address = format!(
            "{scheme}://{}/api/tables/{}/socket{after}",
            location.host().unwrap_or_default(),
            live.code()
        );
        let Ok(socket) = WebSocket::new(&address) else {
            spawn_local(async move { live.hand_in(Input::Disconnected) });
            return;
        };
        let listen = |what: fn(&Event) -> Option<Input>| {
            Closure::<dyn FnMut(Event)>::new(move |event: Event| {
                if let Some(input) = what(&event) {
                    live.hand_in_from(connection, input);
                }
            })
        };
        let open = listen(|_| Some(Input::Connected));
        let message = listen(|event| {
            event
                .dyn_ref::<MessageEvent>()?
                .data()
                .as_string()
                .map(Input::Frame)
        });
        let close = listen(|_| Some(Input::Disconnected));
        // An error is always followed by a close.
        let error = listen(|_| None);
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        socket.set_onerror(Some(error.as_ref().unchecked_ref()));
        self.socket.replace(Some(Socket {
            socket,
            _listeners: [open, message, close, error],
        }));
    }

    /// Whether this is the connection in use.
    pub(super) fn is_current(&self, connection: u32) -> bool {
        self.connections.get() == connection
    }
}

/// Keeps what speaks against whoever runs the table, and gives it as JSON. A browser that keeps nothing still shows it.
fn keep(evidence: Box<Evidence>) -> Option<String> {
    let text = serde_json::to_string(&evidence).ok()?;
    let kept = text.clone();
    spawn_local(async move {
        let _ = storage::keep_game(&format!("evidence:{}", evidence.game), |_| kept).await;
    });
    Some(text)
}

/// Stores what the client wants kept, and tells it what is stored now.
async fn remember(kept: Kept, game: GameId) -> Input {
    let slot = Rc::new(RefCell::new(Some(kept)));
    let filled = Rc::clone(&slot);
    let settled = storage::keep_game(&game.to_string(), move |stored| {
        let Some(kept) = filled.take() else {
            return String::new();
        };
        let kept = kept.settle_text(stored.as_deref());
        let text = kept.to_storage().to_string();
        filled.replace(Some(kept));
        text
    })
    .await;
    match (settled, slot.take()) {
        (Ok(()), Some(kept)) => Input::Remembered(kept),
        _ => Input::NotRemembered(game),
    }
}

/// Bytes from the operating system's generator.
fn entropy<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).ok().map(|()| bytes)
}
