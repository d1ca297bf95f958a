use std::net::TcpStream;

use ludo_protocol::{ClientMessage, ErrorCode, NumberedEvent, ServerMessage};
use ludo_rules::{Due, Seat};
use ludo_table::{BotKind, Command, Control, Event, Name, Phase, Table};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::common::Site;

/// A person at a table, against a bot.
pub(crate) struct Player {
    socket: WebSocket<TcpStream>,
    pub(crate) table: Option<Table>,
    pub(crate) seq: u64,
    pub(crate) events: Vec<NumberedEvent>,
    commands: u32,
}

impl Player {
    /// Connects; with what it is told instead where that is refused.
    pub(crate) fn connect(
        site: &Site,
        code: &str,
        cookie: &str,
        after: Option<&NumberedEvent>,
    ) -> Result<Self, ErrorCode> {
        let after = after.map_or(String::new(), |NumberedEvent { seq, at, .. }| {
            format!("?after={seq}&at={}", at.0)
        });
        let url = format!("ws://{}/api/tables/{code}/socket{after}", site.address);
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(&site.address).unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut player = Self {
            socket,
            table: None,
            seq: 0,
            events: Vec::new(),
            commands: 0,
        };
        match player.hear() {
            ServerMessage::Welcome(welcome) => {
                // Without one, what comes follows on what it had before.
                if let Some(snapshot) = welcome.snapshot {
                    player.table = snapshot.table.map(|table| *table);
                    player.seq = snapshot.seq;
                    player.fold(welcome.events);
                }
                Ok(player)
            }
            ServerMessage::Error { code, .. } => Err(code),
            other => panic!("{other:?}"),
        }
    }

    /// A new table at which this person sits.
    pub(crate) fn sit_at_new(site: &Site, cookie: &str) -> (String, Self) {
        let code = site.open_table(cookie, r#"{"length":"quick"}"#);
        let mut player = Self::connect(site, &code, cookie, None).unwrap();
        player.does(Command::Sit {
            seat: Seat::Red,
            name: Some(Name::new("Ania").unwrap()),
            game: None,
            tip: None,
        });
        (code, player)
    }

    /// A new game against a bot.
    pub(crate) fn begin(&mut self) {
        if self.table().chair(Seat::Yellow).is_open() {
            let (seat, bot) = (Seat::Yellow, BotKind::Simple);
            self.does(Command::AddBot { seat, bot });
        }
        self.does(Command::Begin);
    }

    fn hear(&mut self) -> ServerMessage {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(why) => panic!("closed: {why:?}"),
                _ => {}
            }
        }
    }

    fn fold(&mut self, events: Vec<NumberedEvent>) {
        // After a stale command, what was missed may come once more.
        for event in events {
            if event.seq <= self.seq {
                continue;
            }
            assert_eq!(event.seq, self.seq + 1, "numbers have no gaps");
            self.seq = event.seq;
            let table = Table::fold(self.table.take(), &event.event, event.at);
            self.table = Some(table.unwrap_or_else(|wrong| panic!("{wrong}: {event:?}")));
            self.events.push(event);
        }
    }

    /// Hears one message; if it is the answer to a command, that.
    fn listen(&mut self) -> Option<Result<u64, ErrorCode>> {
        match self.hear() {
            ServerMessage::Events { events } => {
                self.fold(events);
                None
            }
            ServerMessage::Done { seq, .. } => Some(Ok(seq)),
            ServerMessage::Refused { code, .. } => Some(Err(code)),
            ServerMessage::Presence { .. } | ServerMessage::You { .. } => None,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn until(&mut self, mut what: impl FnMut(&Self) -> bool) {
        while !what(self) {
            assert!(self.listen().is_none(), "no command is on its way");
        }
    }

    /// Whether it comes within some seconds, and before the connection is closed.
    pub(crate) fn comes(&mut self, mut what: impl FnMut(&Self) -> bool) -> bool {
        let patience = Some(std::time::Duration::from_secs(3));
        self.socket.get_ref().set_read_timeout(patience).unwrap();
        let mut came = what(self);
        while !came {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    if let Ok(ServerMessage::Events { events }) = serde_json::from_str(&text) {
                        self.fold(events);
                    }
                    came = what(self);
                }
                Ok(Message::Close(_)) | Err(_) => break,
                Ok(_) => {}
            }
        }
        self.socket.get_ref().set_read_timeout(None).unwrap();
        came
    }

    pub(crate) fn ask(&mut self, command: Command) -> Result<u64, ErrorCode> {
        self.commands += 1;
        let id = format!(
            "{}-{}",
            std::process::id(),
            self.seq * 1_000 + u64::from(self.commands)
        );
        let id = id.parse().unwrap();
        let text = serde_json::to_string(&ClientMessage::Command { id, command }).unwrap();
        self.socket.send(Message::text(text)).unwrap();
        loop {
            if let Some(answer) = self.listen() {
                return answer;
            }
        }
    }

    pub(crate) fn does(&mut self, command: Command) {
        let seq = self.ask(command).unwrap();
        self.until(|player| player.seq >= seq);
    }

    pub(crate) fn table(&self) -> &Table {
        self.table.as_ref().unwrap()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table().phase(), Phase::Over { .. })
    }

    /// What this person does now, if it is for them to do something.
    pub(crate) fn turn(&self) -> Option<Command> {
        let table = self.table();
        if table.actor()? != (Seat::Red, Control::Owner) {
            return None;
        }
        let step = table.step();
        match table.position()?.due() {
            Due::Roll { .. } => {
                let roll = table.dice()?.next_roll();
                let link = None;
                Some(Command::Roll { step, roll, link })
            }
            _ => {
                let choices = table.choices();
                let mv = *choices.get(step as usize % choices.len().max(1))?;
                Some(Command::Move { step, mv })
            }
        }
    }

    /// The dice that it has seen.
    pub(crate) fn rolls(&self) -> usize {
        let rolled = |event: &&NumberedEvent| matches!(event.event, Event::Rolled { .. });
        self.events.iter().filter(rolled).count()
    }

    /// Plays on until the game is over or has this many rolls.
    pub(crate) fn play(&mut self, rolls: usize) {
        while !self.is_over() && self.rolls() < rolls {
            match self.turn() {
                Some(command) => self.does(command),
                None => {
                    let seq = self.seq;
                    self.until(|player| player.seq > seq);
                }
            }
        }
    }
}
