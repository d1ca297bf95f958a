use std::collections::HashMap;

use ludo_client::After;
use ludo_dice::{Chain, GameId, Link, Secret};
use ludo_protocol::{
    ClientMessage, CommandId, ErrorCode, NumberedEvent, ServerMessage, Snapshot, VERSION, Welcome,
};
use ludo_rules::{BySeat, Due, Seat};
use ludo_table::{
    Actor, BotKind, Command, Control, DriverCommand, Event, Hand, Member, Options, Phase, Table,
    Time, Wants,
};

use super::Chance;

/// A server with one table, honest and plain. Tests tamper with what it says.
#[derive(Clone)]
pub struct Server {
    pub table: Table,
    pub events: Vec<NumberedEvent>,
    pub people: HashMap<usize, Member>,
    /// Answers by person and id, and how often each command was carried out.
    pub answers: HashMap<(usize, CommandId), (Command, ServerMessage)>,
    pub carried_out: u64,
    /// The table when its game was set up, and its last event: where clients start from.
    base: (u64, Table),
    /// Whether clients are handed the newest state instead, without the events before it.
    pub forgetful: bool,
    /// So many of the next commands cannot be carried out for the moment.
    pub busy: u32,
    /// Whether a forgetful server still has all that happened, for whoever asks.
    pub keeps_history: bool,
    secret: [u8; 32],
    next_secret: [u8; 32],
    kept: BySeat<Option<Link>>,
}

impl Server {
    pub fn new(chance: &mut Chance, options: Options, now: Time) -> Self {
        let secret = chance.bytes();
        let opened = Table::open(options, GameId(chance.bytes()), chain(secret).tip()).unwrap();
        let table = Table::fold(None, &opened, now).unwrap();
        let first = NumberedEvent {
            seq: 1,
            at: now,
            event: opened,
        };
        Self {
            base: (1, table.clone()),
            table,
            events: vec![first],
            people: HashMap::new(),
            answers: HashMap::new(),
            carried_out: 0,
            forgetful: false,
            busy: 0,
            keeps_history: true,
            secret,
            next_secret: chance.bytes(),
            kept: BySeat::default(),
        }
    }

    /// What is left after it was killed: the events and the commands that were carried out, which are on disk.
    pub fn restart(&mut self) {
        let mut table = None;
        for NumberedEvent { at, event, .. } in &self.events {
            table = Some(Table::fold(table, event, *at).unwrap());
        }
        let table = table.unwrap();
        assert_eq!(table, self.table, "the table is what its events make of it");
        self.table = table;
        self.answers
            .retain(|_, (_, answer)| matches!(answer, ServerMessage::Done { .. }));
    }

    pub fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// The server's own chain, which tests may not see in any message.
    pub fn secret(&self) -> [u8; 32] {
        self.secret
    }

    pub fn welcome(
        &self,
        person: usize,
        after: Option<After>,
        here: BySeat<bool>,
        now: Time,
    ) -> ServerMessage {
        let differs = |After { seq, at }: After| {
            let known = (seq as usize).checked_sub(1).map(|n| self.events.get(n));
            known.is_some_and(|known| known.is_none_or(|known| at.is_some_and(|at| at != known.at)))
        };
        if after.is_some_and(differs) {
            return ServerMessage::Error {
                code: ErrorCode::Ahead,
                message: "The server has lost events.".into(),
                fatal: true,
            };
        }
        let after = after.map(|after| after.seq);
        let newest = || Some((self.seq(), self.table.clone()));
        let snapshot = match after {
            Some(after) if after >= self.base.0 => None,
            Some(0) if self.forgetful && self.keeps_history => None,
            _ if self.forgetful => newest(),
            _ => Some(self.base.clone()),
        };
        let since = snapshot
            .as_ref()
            .map_or(after.unwrap_or(0), |(seq, _)| *seq);
        ServerMessage::Welcome(Box::new(Welcome {
            version: VERSION,
            now,
            you: self.people.get(&person).copied(),
            snapshot: snapshot.map(|(seq, table)| Snapshot {
                seq,
                table: Some(Box::new(table)),
            }),
            events: self.events[since as usize..].to_vec(),
            here,
            watching: 0,
        }))
    }

    /// What all at the table hear, if the frame is of somebody who sits there and says something; what the sender hears if
    /// they do not sit. Nothing if it says nothing.
    pub fn says(&self, person: usize, text: &str) -> Option<Result<ServerMessage, ServerMessage>> {
        let Ok(ClientMessage::Say { saying }) = ClientMessage::parse(text) else {
            return None;
        };
        let member = self.people.get(&person);
        let seat = member.and_then(|member| self.table.seat_of(*member));
        Some(match seat {
            Some(seat) => Ok(ServerMessage::Said { seat, saying }),
            None => Err(ServerMessage::Unsaid {
                code: ErrorCode::NotSeated,
                message: "Sit down first.".into(),
                wait: 0,
            }),
        })
    }

    /// Takes a frame of a person; gives the answer, and how many events are new.
    pub fn take(
        &mut self,
        person: usize,
        text: &str,
        chance: &mut Chance,
        now: Time,
    ) -> (ServerMessage, usize) {
        let (id, command) = match ClientMessage::parse(text).unwrap() {
            ClientMessage::Ping => return (ServerMessage::Pong { seq: self.seq() }, 0),
            ClientMessage::Say { .. } => panic!("it is not for the table: `says` takes it"),
            ClientMessage::Command { id, command } => (id, command),
        };
        if let Some((same, answer)) = self.answers.get(&(person, id.clone())) {
            assert_eq!(*same, command, "an id stands for one command");
            return (answer.clone(), 0);
        }
        if self.busy > 0 {
            self.busy -= 1;
            let (code, message) = (ErrorCode::Busy, "Later.".into());
            return (ServerMessage::Refused { id, code, message }, 0);
        }
        let actor = self
            .people
            .get(&person)
            .map_or(Actor::Newcomer, |member| Actor::Member(*member));
        let hand = self.hand(chance);
        let (answer, count) = match self.table.decide(actor, &command, now, &hand) {
            Ok(events) => {
                self.carried_out += 1;
                if let (Command::Answer { link, .. }, Some(member)) =
                    (&command, self.people.get(&person))
                {
                    let seat = self.table.seat_of(*member).unwrap();
                    self.kept[seat] = Some(*link);
                }
                let count = self.happen(events, now);
                let new = self.events[self.events.len() - count..].iter();
                let joined = new.filter_map(|new| match new.event {
                    Event::Joined { member, .. } => Some(member),
                    _ => None,
                });
                if let Some(member) = joined.max() {
                    self.people.insert(person, member);
                }
                let seq = self.seq();
                (
                    ServerMessage::Done {
                        id: id.clone(),
                        seq,
                    },
                    count,
                )
            }
            Err(refusal) => {
                let (code, message) = ((&refusal).into(), refusal.to_string());
                (
                    ServerMessage::Refused {
                        id: id.clone(),
                        code,
                        message,
                    },
                    0,
                )
            }
        };
        self.answers.insert((person, id), (command, answer.clone()));
        (answer, count)
    }

    /// Does the next thing that the table wants; how many events are new.
    pub fn drive(&mut self, chance: &mut Chance, now: Time) -> usize {
        let command = match self.table.wants() {
            Wants::Draw { at } if at <= now => DriverCommand::Draw,
            Wants::TimeOut { seat, at } if at <= now => DriverCommand::TimeOut { seat },
            Wants::Nothing | Wants::Draw { .. } | Wants::TimeOut { .. } => return 0,
            Wants::Act {
                due: Due::Roll { .. },
                ..
            } => DriverCommand::Roll,
            Wants::Act {
                control: Control::Autopilot,
                ..
            } => DriverCommand::Move {
                mv: self.table.autopilot().unwrap(),
            },
            Wants::Act { .. } => DriverCommand::Move {
                mv: *chance.pick(&self.table.choices()).unwrap(),
            },
        };
        self.command(&command, chance, now)
    }

    pub fn command(&mut self, command: &DriverCommand, chance: &mut Chance, now: Time) -> usize {
        let hand = self.hand(chance);
        let events = self.table.drive(command, now, &hand).unwrap_or_default();
        self.happen(events, now)
    }

    /// A draw without the answers that the table has, right in all else.
    pub fn draw_without_answers(&self) -> Event {
        let begin = self.table.begin().unwrap();
        let (server_link, links) = (chain(self.secret).link(1).unwrap(), BySeat::default());
        let (_, first) = ludo_dice::Dice::draw(&begin, server_link, &links).unwrap();
        let options = self.table.options();
        let rules = ludo_rules::Rules::new(&options.rules);
        let position = rules.start(begin.seats, first, options.length).unwrap();
        Event::Drawn {
            server_link,
            links,
            first,
            position: rules.text(&position),
        }
    }

    pub fn away(&mut self, seat: Seat, chance: &mut Chance, now: Time) -> usize {
        self.command(&DriverCommand::Away { seat }, chance, now)
    }

    pub fn back(&mut self, seat: Seat, chance: &mut Chance, now: Time) -> usize {
        self.command(&DriverCommand::Back { seat }, chance, now)
    }

    /// Carries out a command of somebody who has no client here.
    pub fn by_hand(
        &mut self,
        person: usize,
        command: Command,
        chance: &mut Chance,
        now: Time,
    ) -> usize {
        let id = format!("hand-{}", self.answers.len()).parse().unwrap();
        let text = serde_json::to_string(&ClientMessage::Command { id, command }).unwrap();
        let (answer, count) = self.take(person, &text, chance, now);
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
        count
    }

    /// Makes events happen, as the server itself would.
    pub fn happen(&mut self, events: Vec<Event>, now: Time) -> usize {
        let count = events.len();
        for event in events {
            self.table.apply(&event, now).unwrap();
            if let Event::Rematch { .. } | Event::Renewed { .. } = event {
                self.secret = self.next_secret;
                self.kept = BySeat::default();
                self.base = (self.seq() + 1, self.table.clone());
            }
            let seq = self.seq() + 1;
            self.events.push(NumberedEvent {
                seq,
                at: now,
                event,
            });
        }
        count
    }

    fn hand(&mut self, chance: &mut Chance) -> Hand {
        let own = chain(self.secret);
        self.next_secret = chance.bytes();
        Hand {
            server_link: self.table.server_link().and_then(|n| own.link(n)),
            links: self.kept,
            next_game: Some((GameId(chance.bytes()), chain(self.next_secret).tip())),
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(
            self.table.phase(),
            Phase::Over { .. } | Phase::Closed { .. }
        )
    }

    pub fn rolls(&self) -> u32 {
        self.table.dice().map_or(0, ludo_dice::Dice::rolls)
    }
}

pub const BOT: BotKind = BotKind::Simple;

/// Walking a chain takes a while; most calls want the same one.
pub fn chain(secret: [u8; 32]) -> std::rc::Rc<Chain> {
    thread_local! {
        static LAST: std::cell::RefCell<HashMap<[u8; 32], std::rc::Rc<Chain>>> = std::cell::RefCell::default();
    }
    LAST.with_borrow_mut(|last| {
        if last.len() > 64 {
            last.clear();
        }
        let new = || std::rc::Rc::new(Chain::new(Secret::from_entropy(secret)));
        last.entry(secret).or_insert_with(new).clone()
    })
}
