use std::sync::Arc;
use std::sync::mpsc::Sender;

use ludo_protocol::{NumberedEvent, ServerMessage, Welcome};
use ludo_rules::{Due, Seat};
use ludo_table::{Command, Control, Name, Phase, Table};

use super::ledger::Ledger;
use super::line::{Broken, Line};

/// Commands that are sent again on one connection: a server lets 40 frames come at once.
const AT_ONCE: usize = 30;

/// A person who plays, and keeps what they were told.
pub(crate) struct Player {
    pub(crate) table: usize,
    pub(crate) seat: Seat,
    code: String,
    cookie: String,
    ledger: Arc<Ledger>,
    view: Option<Table>,
    seq: u64,
    pub(crate) given: Vec<Given>,
    /// How many of them have been asked for again.
    asked: usize,
}

/// A command, and the number of the last event that it made, if the server said so.
pub(crate) struct Given {
    pub(crate) id: String,
    pub(crate) command: Command,
    pub(crate) done: Option<u64>,
}

impl Player {
    pub(crate) fn new(
        table: usize,
        seat: Seat,
        code: String,
        cookie: String,
        ledger: Arc<Ledger>,
    ) -> Self {
        Self {
            table,
            seat,
            code,
            cookie,
            ledger,
            view: None,
            seq: 0,
            given: Vec::new(),
            asked: 0,
        }
    }

    pub(crate) fn sit(&mut self, address: &str) {
        let mut line = self.connect(address).unwrap();
        let sit = Command::Sit {
            seat: self.seat,
            name: Some(Name::new(&format!("Player {}", self.seat.letter())).unwrap()),
            game: None,
            tip: None,
        };
        let index = self.give(&mut line, sit).unwrap();
        self.answer(&mut line, index).unwrap();
    }

    /// Plays until the connection breaks. Tells of each answer.
    pub(crate) fn play(&mut self, address: &str, progress: &Sender<()>) {
        let Ok(mut line) = self.connect(address) else {
            return;
        };
        let mut waiting: Option<usize> = None;
        loop {
            // The events of a command come before or after its answer.
            let done = self.given.last().and_then(|given| given.done);
            if waiting.is_none()
                && done.is_none_or(|done| done <= self.seq)
                && let Some(command) = self.turn()
            {
                match self.give(&mut line, command) {
                    Ok(index) => waiting = Some(index),
                    Err(Broken) => return,
                }
            }
            let Ok(message) = line.hear() else { return };
            if let Some(index) = self.take(message)
                && waiting == Some(index)
            {
                waiting = None;
                // The kill may be on its way.
                let _ = progress.send(());
            }
        }
    }

    /// Sends everything again that was sent since this was done last, twice. What was answered has the same answer, and
    /// what was not has one, for good. Gives how many had no answer, and how many of them were carried out.
    pub(crate) fn ask_again(&mut self, address: &str) -> (usize, usize) {
        let (mut flying, mut carried_out) = (0, 0);
        while self.asked < self.given.len() {
            let mut line = self.connect(address).unwrap();
            let known = self.seq;
            let end = self.given.len().min(self.asked + AT_ONCE / 2);
            for index in self.asked..end {
                let before = self.given[index].done;
                for _ in 0..2 {
                    let Given { id, command, .. } = &self.given[index];
                    line.give(id, command).unwrap();
                    let done = self.answer(&mut line, index).unwrap();
                    if before.is_none() && self.asked <= index {
                        flying += 1;
                        carried_out += usize::from(done <= known);
                        self.asked = index + 1;
                    }
                }
                self.asked = index + 1;
            }
        }
        (flying, carried_out)
    }

    /// Catches up, and looks at all events that the server will still show.
    pub(crate) fn look(&mut self, address: &str) {
        let line = self.connect(address);
        drop(line.unwrap());
        let seq = std::mem::take(&mut self.seq);
        let view = self.view.take();
        drop(self.connect_after(address, Some(0)).unwrap());
        assert_eq!(self.seq, seq);
        assert_eq!(self.view, view);
    }

    pub(crate) fn view_text(&self) -> String {
        serde_json::to_string(&self.view).unwrap()
    }

    pub(crate) fn answers(&self) -> usize {
        self.given
            .iter()
            .filter(|given| given.done.is_some())
            .count()
    }

    fn connect(&mut self, address: &str) -> Result<Line, Broken> {
        let after = self.view.is_some().then_some(self.seq);
        self.connect_after(address, after)
    }

    fn connect_after(&mut self, address: &str, after: Option<u64>) -> Result<Line, Broken> {
        let mut line = Line::connect(address, &self.code, &self.cookie, after)?;
        let ServerMessage::Welcome(welcome) = line.hear()? else {
            panic!("no welcome")
        };
        let Welcome {
            snapshot, events, ..
        } = *welcome;
        if let Some(snapshot) = snapshot {
            self.view = snapshot.table.map(|table| *table);
            self.seq = snapshot.seq;
        }
        self.fold(events);
        // A long history comes in several messages; all of it comes before the answer to anything.
        line.ping()?;
        loop {
            match line.hear()? {
                ServerMessage::Pong { .. } => break,
                message => self.take(message),
            };
        }
        Ok(line)
    }

    fn give(&mut self, line: &mut Line, command: Command) -> Result<usize, Broken> {
        let id = format!("{}-{}", self.seat.letter(), self.given.len());
        let index = self.given.len();
        let sent = line.give(&id, &command);
        self.given.push(Given {
            id,
            command,
            done: None,
        });
        sent.map(|()| index)
    }

    /// Waits for the answer to a command.
    fn answer(&mut self, line: &mut Line, index: usize) -> Result<u64, Broken> {
        loop {
            let message = line.hear()?;
            if self.take(message) == Some(index) {
                return Ok(self.given[index].done.unwrap());
            }
        }
    }

    /// Takes a message in; if it is an answer, to which command.
    fn take(&mut self, message: ServerMessage) -> Option<usize> {
        match message {
            ServerMessage::Events { events } => {
                self.fold(events);
                None
            }
            ServerMessage::Done { id, seq } => {
                let index = self.given.iter().rposition(|given| given.id == id.as_str());
                let given = &mut self.given[index.unwrap()];
                let before = given.done.replace(seq);
                assert!(
                    before.is_none_or(|before| before == seq),
                    "{id}: {before:?}, {seq}"
                );
                index
            }
            ServerMessage::Presence { .. } | ServerMessage::You { .. } => None,
            other => panic!("{other:?}"),
        }
    }

    fn fold(&mut self, events: Vec<NumberedEvent>) {
        for event in events {
            assert_eq!(event.seq, self.seq + 1, "numbers have no gaps");
            self.seq = event.seq;
            let table = Table::fold(self.view.take(), &event.event, event.at);
            self.view = Some(table.unwrap_or_else(|wrong| panic!("{wrong}: {event:?}")));
            self.ledger.keep(self.table, &event);
        }
    }

    /// What this person does now, if it is for them to do something.
    fn turn(&self) -> Option<Command> {
        let table = self.view.as_ref()?;
        let is_host = self.seat == Seat::Red;
        match table.phase() {
            Phase::Waiting if is_host && table.open_seats().is_empty() => {
                return Some(Command::Begin);
            }
            Phase::Over { .. } if is_host => return Some(Command::Rematch),
            Phase::Playing => {}
            _ => return None,
        }
        let (seat, control) = table.actor()?;
        assert_eq!(control, Control::Owner, "nobody was away for long");
        if seat != self.seat {
            return None;
        }
        let step = table.step();
        Some(match table.position()?.due() {
            Due::Roll { .. } => Command::Roll {
                step,
                roll: table.dice()?.next_roll(),
                link: None,
            },
            _ => {
                let choices = table.choices();
                let mv = *choices.get(step as usize % choices.len().max(1))?;
                Command::Move { step, mv }
            }
        })
    }
}
