use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use ludo_dice::{Chain, Secret};
use ludo_protocol::{
    ClientMessage, ErrorCode, NumberedEvent, Saying, ServerMessage, TableCode, Welcome,
};
use ludo_rules::{BySeat, Due, Seat};
use ludo_table::{Command, Event, Member, Phase, Table};
use tokio_tungstenite::tungstenite::Message;

use super::Browser;
use super::browser::Socket;

/// How a command was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Done(u64),
    Refused(ErrorCode),
}

/// A person connected to a table, who folds, and so checks, all that they are told.
pub(crate) struct Player {
    pub(crate) browser: Browser,
    pub(crate) code: TableCode,
    pub(crate) socket: Socket,
    pub(crate) table: Option<Table>,
    pub(crate) seq: u64,
    pub(crate) you: Option<Member>,
    pub(crate) here: BySeat<bool>,
    pub(crate) watching: u32,
    pub(crate) events: Vec<NumberedEvent>,
    /// How many events came again.
    pub(crate) repeated: usize,
    pub(crate) chain: Option<Chain>,
    /// What was said at the table, and why what this person wanted to say was not.
    pub(crate) said: Vec<(Seat, Saying)>,
    pub(crate) unsaid: Vec<(ErrorCode, u64)>,
    replies: HashMap<String, Reply>,
    number: u32,
    commands: u32,
}

/// Tells the ids of one player's commands from another's.
static PLAYERS: AtomicU32 = AtomicU32::new(0);

impl Player {
    pub(crate) async fn connect(browser: Browser, code: TableCode) -> Self {
        Self::try_connect(browser, code)
            .await
            .unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// Connects; if that is refused, says why.
    pub(crate) async fn try_connect(
        browser: Browser,
        code: TableCode,
    ) -> Result<Self, (ErrorCode, u16)> {
        let socket = browser.socket(code, None).await.unwrap();
        let mut player = Self {
            browser,
            code,
            socket,
            table: None,
            seq: 0,
            you: None,
            here: BySeat::default(),
            watching: 0,
            events: Vec::new(),
            repeated: 0,
            chain: None,
            said: Vec::new(),
            unsaid: Vec::new(),
            replies: HashMap::new(),
            number: PLAYERS.fetch_add(1, Ordering::Relaxed),
            commands: 0,
        };
        player.greet().await?;
        Ok(player)
    }

    /// Connects again, to whatever serves now, with all that it knows.
    pub(crate) async fn reconnect(&mut self, address: std::net::SocketAddr) {
        let origin = self
            .browser
            .origin
            .as_ref()
            .map(|_| format!("http://{address}"));
        self.browser = Browser {
            address,
            origin,
            host: None,
            from: self.browser.from.clone(),
            cookie: self.browser.cookie.clone(),
        };
        loop {
            let socket = self.browser.socket(self.code, Some(self.seq)).await;
            let old = std::mem::replace(&mut self.socket, socket.unwrap());
            self.socket.seen = old.seen;
            match self.greet().await {
                Ok(()) => return,
                // For the moment: every client tries again.
                Err((ErrorCode::Unavailable, _)) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
    }

    /// The browser of this player, pointed at another host.
    pub(crate) fn browser_at(&self, host: &super::Host) -> Browser {
        Browser {
            address: host.address,
            ..self.browser.clone()
        }
    }

    async fn greet(&mut self) -> Result<(), (ErrorCode, u16)> {
        match self.socket.next().await {
            Ok(ServerMessage::Welcome(welcome)) => {
                self.welcome(*welcome);
                Ok(())
            }
            Ok(ServerMessage::Error {
                code, fatal: true, ..
            }) => {
                let closed = self.socket.next().await.err();
                Err((code, closed.unwrap_or_default()))
            }
            other => panic!("instead of a welcome: {other:?}"),
        }
    }

    fn welcome(&mut self, welcome: Welcome) {
        assert_eq!(welcome.version, ludo_protocol::VERSION);
        if let Some(snapshot) = welcome.snapshot {
            self.table = snapshot.table.map(|table| *table);
            self.seq = snapshot.seq;
        }
        self.you = welcome.you;
        self.here = welcome.here;
        self.watching = welcome.watching;
        self.fold(welcome.events);
    }

    fn fold(&mut self, events: Vec<NumberedEvent>) {
        for numbered in events {
            // After a stale command events come again.
            if numbered.seq <= self.seq {
                assert!(
                    self.events
                        .iter()
                        .all(|known| known.seq != numbered.seq || *known == numbered),
                    "an event is another one now"
                );
                self.repeated += 1;
                continue;
            }
            assert_eq!(numbered.seq, self.seq + 1, "numbers have no gaps");
            self.seq = numbered.seq;
            let table = Table::fold(self.table.take(), &numbered.event, numbered.at);
            self.table = Some(table.unwrap_or_else(|wrong| panic!("{wrong}: {numbered:?}")));
            self.events.push(numbered);
        }
    }

    /// Takes the next message in; the code of the close if there is none.
    pub(crate) async fn listen(&mut self) -> Result<ServerMessage, u16> {
        let message = self.socket.next().await?;
        match message.clone() {
            ServerMessage::Events { events } => self.fold(events),
            ServerMessage::Done { id, seq } => {
                self.replies
                    .insert(id.as_str().to_owned(), Reply::Done(seq));
            }
            ServerMessage::Refused { id, code, message } => {
                assert!(!message.is_empty());
                self.replies
                    .insert(id.as_str().to_owned(), Reply::Refused(code));
            }
            ServerMessage::You { member } => self.you = Some(member),
            ServerMessage::Presence { here, watching } => {
                self.here = here;
                self.watching = watching;
            }
            ServerMessage::Said { seat, saying } => self.said.push((seat, saying)),
            ServerMessage::Unsaid { code, wait, .. } => self.unsaid.push((code, wait)),
            ServerMessage::Welcome(_)
            | ServerMessage::Error { .. }
            | ServerMessage::Pong { .. } => {}
        }
        Ok(message)
    }

    pub(crate) async fn until(&mut self, mut what: impl FnMut(&Self) -> bool) {
        while !what(self) {
            if let Err(code) = self.listen().await {
                panic!("the connection was closed with {code}");
            }
        }
    }

    /// Listens until the connection is closed; what it heard last, and the code.
    pub(crate) async fn until_closed(&mut self) -> (Option<ErrorCode>, u16) {
        let mut error = None;
        loop {
            match self.listen().await {
                Ok(ServerMessage::Error { code, .. }) => error = Some(code),
                Ok(_) => {}
                Err(code) => return (error, code),
            }
        }
    }

    /// Sends a command and gives its id.
    pub(crate) async fn send(&mut self, command: Command) -> String {
        self.commands += 1;
        let id = format!("p{}-{}", self.number, self.commands);
        self.send_as(&id, command).await;
        id
    }

    pub(crate) async fn send_as(&mut self, id: &str, command: Command) {
        let message = ClientMessage::Command {
            id: id.parse().unwrap(),
            command,
        };
        self.say(&serde_json::to_string(&message).unwrap()).await;
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await;
    }

    /// Waits until the server has read all that was sent.
    pub(crate) async fn pong(&mut self) {
        self.say(r#"{"type":"ping"}"#).await;
        loop {
            match self.listen().await {
                Ok(ServerMessage::Pong { .. }) => return,
                Ok(_) => {}
                // Whoever went on listening would do so for ever.
                Err(code) => panic!("the connection was closed with {code}"),
            }
        }
    }

    /// The answer to a command that was sent.
    pub(crate) async fn reply(&mut self, id: &str) -> Reply {
        let reply = self.try_reply(id).await;
        reply.unwrap_or_else(|code| panic!("the connection was closed with {code}"))
    }

    /// The answer, or the code with which the connection is closed before it.
    pub(crate) async fn try_reply(&mut self, id: &str) -> Result<Reply, u16> {
        loop {
            if let Some(reply) = self.replies.remove(id) {
                return Ok(reply);
            }
            self.listen().await?;
        }
    }

    pub(crate) async fn ask(&mut self, command: Command) -> Reply {
        let id = self.send(command).await;
        self.reply(&id).await
    }

    pub(crate) async fn ask_as(&mut self, id: &str, command: Command) -> Reply {
        self.send_as(id, command).await;
        self.reply(id).await
    }

    /// Does it, and waits until it has happened here too.
    pub(crate) async fn does(&mut self, command: Command) {
        match self.ask(command.clone()).await {
            Reply::Done(seq) => self.until(|player| player.seq >= seq).await,
            Reply::Refused(code) => panic!("{command:?} was refused: {code}"),
        }
    }

    pub(crate) async fn is_refused(&mut self, command: Command) -> ErrorCode {
        match self.ask(command.clone()).await {
            Reply::Refused(code) => code,
            Reply::Done(seq) => panic!("{command:?} was carried out: {seq}"),
        }
    }

    pub(crate) fn table(&self) -> &Table {
        self.table.as_ref().unwrap()
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        self.table().seat_of(self.you?)
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(
            self.table().phase(),
            Phase::Over { .. } | Phase::Closed { .. }
        )
    }

    /// Sits down with a chain made from `secret`.
    pub(crate) async fn sit_with_chain(&mut self, seat: Seat, name: &str, secret: [u8; 32]) {
        let chain = Chain::new(Secret::from_entropy(secret));
        let (game, tip) = (self.table().game(), chain.tip());
        self.chain = Some(chain);
        let name = Some(super::name(name));
        self.does(Command::Sit {
            seat,
            name,
            game: Some(game),
            tip: Some(tip),
        })
        .await;
    }

    pub(crate) async fn answer_begin(&mut self) {
        let link = self.chain.as_ref().unwrap().link(1).unwrap();
        self.does(Command::Answer {
            game: self.table().game(),
            link,
        })
        .await;
    }

    /// What this person does now, if it is for them to do something.
    pub(crate) fn turn(&self) -> Option<Command> {
        let table = self.table();
        let seat = self.seat()?;
        let (turn, control) = table.actor()?;
        if turn != seat || control != ludo_table::Control::Owner {
            return None;
        }
        let step = table.step();
        match table.position()?.due() {
            Due::Roll { .. } => {
                let dice = table.dice()?;
                let roll = dice.next_roll();
                let chain = self.chain.as_ref().filter(|_| dice.has_chain(seat));
                let link = chain.and_then(|chain| chain.link(dice.next_link()));
                Some(Command::Roll { step, roll, link })
            }
            Due::Move(_) | Due::Bonus(_) => {
                let choices = table.choices();
                let mv = *choices.get(step as usize % choices.len().max(1))?;
                Some(Command::Move { step, mv })
            }
            Due::Over => None,
        }
    }

    /// Plays on until the game is over, or `enough` says so.
    pub(crate) async fn play_until(&mut self, mut enough: impl FnMut(&Self) -> bool) {
        while !enough(self) && !self.is_over() {
            match self.turn() {
                Some(command) => self.does(command).await,
                None => {
                    let seq = self.seq;
                    self.until(|player| player.seq > seq).await;
                }
            }
        }
    }

    pub(crate) fn happened(&self, what: impl Fn(&Event) -> bool) -> usize {
        self.events
            .iter()
            .filter(|numbered| what(&numbered.event))
            .count()
    }
}
