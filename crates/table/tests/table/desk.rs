//! A table with everything around it that a server would have: secret chains, the clock, the people's devices.

use std::collections::BTreeMap;

use ludo_dice::{Chain, GameId, Link, Secret, Tip};
use ludo_rules::{BySeat, Due, Move, Seat};
use ludo_table::{
    Actor, BotKind, Command, Control, DriverCommand, Event, Hand, Member, Name, Options, Phase,
    Refusal, Table, Time, Wants,
};

pub(crate) struct Desk {
    pub(crate) table: Table,
    pub(crate) now: Time,
    /// The server's chain of the game at hand.
    pub(crate) server: Chain,
    /// The chains on the people's devices.
    pub(crate) devices: BTreeMap<Member, Chain>,
    /// What the server keeps of the answers to the begin.
    pub(crate) answers: BySeat<Option<Link>>,
    pub(crate) log: Vec<(Event, Time)>,
    chains: u16,
    random: u64,
}

impl Desk {
    pub(crate) fn new(options: Options) -> Self {
        Self::seeded(options, 1)
    }

    pub(crate) fn seeded(options: Options, seed: u64) -> Self {
        let mut chains = u16::try_from(seed % 60_000).unwrap();
        let server = next_chain(&mut chains);
        let opened = Table::open(options, GameId([1; 16]), server.tip()).unwrap();
        let now = Time(1_000);
        Self {
            table: Table::fold(None, &opened, now).unwrap(),
            now,
            server,
            devices: BTreeMap::new(),
            answers: BySeat::default(),
            log: vec![(opened, now)],
            chains,
            random: seed.wrapping_mul(2).wrapping_add(1),
        }
    }

    /// A table of these people, who sit down in this order, with chains on their devices; the first one is the host.
    pub(crate) fn of(seats: &[Seat]) -> (Self, Vec<Member>) {
        let mut desk = Self::new(Options::default());
        let people = seats.iter().map(|&seat| desk.sit_chained(seat)).collect();
        (desk, people)
    }

    /// The same in the middle of a game: begun, answered, drawn.
    pub(crate) fn playing(seats: &[Seat]) -> (Self, Vec<Member>) {
        let (mut desk, people) = Self::of(seats);
        desk.start();
        (desk, people)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.random >> 33).unwrap() % n
    }

    pub(crate) fn hand(&self, needs_link: bool) -> Hand {
        let server_link = self
            .table
            .server_link()
            .filter(|_| needs_link)
            .and_then(|n| self.server.link(n));
        Hand {
            server_link,
            links: self.answers,
            next_game: None,
        }
    }

    /// Hands in a game that is not there yet; gives its chain.
    fn next_game(&mut self, hand: &mut Hand) -> Chain {
        let chain = next_chain(&mut self.chains);
        let mut id = [0; 16];
        id[..2].copy_from_slice(&self.chains.to_be_bytes());
        hand.next_game = Some((GameId(id), chain.tip()));
        chain
    }

    pub(crate) fn say(&mut self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut hand = self.hand(command.needs_link());
        let mut new = None;
        if let Command::Rematch = command {
            new = Some(self.next_game(&mut hand));
        }
        let before = self.table.clone();
        let events = self.table.decide(actor, command, self.now, &hand)?;
        assert_eq!(self.table, before, "deciding changes nothing");
        if let Some(chain) = new {
            self.server = chain;
            self.devices.clear();
            self.answers = BySeat::default();
        }
        if let (Command::Answer { link, .. }, Actor::Member(member)) = (command, actor) {
            self.answers[self.table.seat_of(member).unwrap()] = Some(*link);
        }
        self.fold(&events);
        Ok(events)
    }

    pub(crate) fn member_says(
        &mut self,
        member: Member,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        self.say(Actor::Member(member), command)
    }

    pub(crate) fn drive(&mut self, command: &DriverCommand) -> Result<Vec<Event>, Refusal> {
        let mut hand = self.hand(command.needs_link());
        let mut new = None;
        if let DriverCommand::Renew = command {
            new = Some(self.next_game(&mut hand));
        }
        let events = self.table.drive(command, self.now, &hand)?;
        if let Some(chain) = new {
            self.server = chain;
            self.devices.clear();
        }
        self.fold(&events);
        Ok(events)
    }

    fn fold(&mut self, events: &[Event]) {
        assert!(!events.is_empty(), "what is accepted has events");
        for event in events {
            self.table.apply(event, self.now).unwrap();
            self.log.push((event.clone(), self.now));
        }
    }

    /// A newcomer sits down.
    pub(crate) fn sit(&mut self, seat: Seat) -> Member {
        let name = Some(name(&format!("Person {seat}")));
        self.say(
            Actor::Newcomer,
            &Command::Sit {
                seat,
                name,
                game: None,
                tip: None,
            },
        )
        .unwrap();
        self.table.chair(seat).member().unwrap()
    }

    /// A newcomer sits down, with a chain on the device.
    pub(crate) fn sit_chained(&mut self, seat: Seat) -> Member {
        let member = self.sit(seat);
        self.bring_chain(member);
        member
    }

    pub(crate) fn bring_chain(&mut self, member: Member) {
        let chain = next_chain(&mut self.chains);
        let command = Command::Chain {
            game: self.table.game(),
            tip: chain.tip(),
        };
        self.member_says(member, &command).unwrap();
        self.devices.insert(member, chain);
    }

    pub(crate) fn new_tip(&mut self) -> Tip {
        next_chain(&mut self.chains).tip()
    }

    pub(crate) fn add_bot(&mut self, seat: Seat, bot: BotKind) {
        let host = self.table.host().unwrap();
        self.member_says(host, &Command::AddBot { seat, bot })
            .unwrap();
    }

    pub(crate) fn answer(&mut self, member: Member) -> Result<Vec<Event>, Refusal> {
        let link = self.devices[&member].link(1).unwrap();
        self.member_says(
            member,
            &Command::Answer {
                game: self.table.game(),
                link,
            },
        )
    }

    /// Begins; all who have a chain answer; the draw is made.
    pub(crate) fn start(&mut self) {
        let host = self.table.host().unwrap();
        self.member_says(host, &Command::Begin).unwrap();
        for (seat, chair) in *self.table.chairs() {
            if let (Some(member), Some(_)) = (chair.member(), chair.tip()) {
                self.answer(member)
                    .unwrap_or_else(|refusal| panic!("{seat}: {refusal}"));
            }
        }
        assert_eq!(self.table.wants(), Wants::Draw { at: self.now });
        self.drive(&DriverCommand::Draw).unwrap();
    }

    /// The member whose seat is in turn.
    pub(crate) fn in_turn(&self) -> Member {
        self.table
            .chair(self.table.turn().unwrap())
            .member()
            .unwrap()
    }

    /// The roll that a member's own device would make now.
    pub(crate) fn roll_of(&self, member: Member) -> Command {
        let dice = self.table.dice().unwrap();
        let link = self
            .devices
            .get(&member)
            .and_then(|chain| chain.link(dice.next_link()));
        let link = link.filter(|_| {
            self.table
                .seat_of(member)
                .is_some_and(|seat| dice.has_chain(seat))
        });
        Command::Roll {
            step: self.table.step(),
            roll: dice.next_roll(),
            link,
        }
    }

    /// The same on another device, which has no secret.
    pub(crate) fn plain_roll(&self) -> Command {
        Command::Roll {
            step: self.table.step(),
            roll: self.table.dice().unwrap().next_roll(),
            link: None,
        }
    }

    pub(crate) fn move_to(&self, mv: Move) -> Command {
        Command::Move {
            step: self.table.step(),
            mv,
        }
    }

    /// One roll or move of whoever is to act, person or not; a person's choice is drawn at random.
    pub(crate) fn act(&mut self) -> Vec<Event> {
        self.now = self.now.plus(100);
        match self.table.wants() {
            Wants::Draw { at } => {
                self.now = self.now.max(at);
                self.drive(&DriverCommand::Draw).unwrap()
            }
            Wants::Act {
                due: Due::Roll { .. },
                ..
            } => self.drive(&DriverCommand::Roll).unwrap(),
            Wants::Act { control, .. } => {
                let mv = match control {
                    Control::Autopilot => self.table.autopilot().unwrap(),
                    _ => self.any_choice(),
                };
                self.drive(&DriverCommand::Move { mv }).unwrap()
            }
            Wants::Nothing | Wants::TimeOut { .. } => {
                let member = self.in_turn();
                let command = match self.table.position().unwrap().due() {
                    Due::Roll { .. } => self.roll_of(member),
                    _ => {
                        let mv = self.any_choice();
                        self.move_to(mv)
                    }
                };
                self.member_says(member, &command).unwrap()
            }
        }
    }

    pub(crate) fn any_choice(&mut self) -> Move {
        let choices = self.table.choices();
        choices[self.below(choices.len())]
    }

    pub(crate) fn is_playing(&self) -> bool {
        matches!(self.table.phase(), Phase::Playing)
    }

    /// Plays until the game is over; the events of the game.
    pub(crate) fn play_out(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.is_playing() {
            events.extend(self.act());
        }
        events
    }

    /// Plays until the table is as wanted.
    pub(crate) fn play_until(&mut self, wanted: impl Fn(&Self) -> bool) {
        while !wanted(self) {
            assert!(self.is_playing(), "the game was over before");
            self.act();
        }
    }

    /// Plays until this member is to roll, in a turn of their own.
    pub(crate) fn play_to_roll_of(&mut self, member: Member) {
        self.play_until(|desk| {
            desk.table.turn() == desk.table.seat_of(member)
                && matches!(desk.table.position().unwrap().due(), Due::Roll { .. })
        });
    }

    /// Plays until this member is to choose between several moves.
    pub(crate) fn play_to_choice_of(&mut self, member: Member) {
        self.play_until(|desk| {
            desk.table.turn() == desk.table.seat_of(member) && desk.table.choices().len() > 1
        });
    }
}

fn next_chain(made: &mut u16) -> Chain {
    *made += 1;
    let mut secret = [0; 32];
    secret[..2].copy_from_slice(&made.to_be_bytes());
    Chain::new(Secret::from_entropy(secret))
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// The names of events, for comparing what happened at a glance.
pub(crate) fn names(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(Event::name).collect()
}
