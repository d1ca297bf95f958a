use std::collections::BTreeMap;

use ludo_client::{Client, Effect, Input, Intent, Line, Plan};
use ludo_protocol::ServerMessage;
use ludo_rules::{BySeat, Seat};
use ludo_table::{Chair, Control, Options, Phase, Time, Wants};

use super::Chance;
use super::device::{Device, Storage, new_client};
use super::server::{BOT, Server};

/// How bad the lines are. One in so many; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Net {
    pub delay: u64,
    pub refuse: u64,
    pub cut: u64,
    pub lose: u64,
    pub repeat: u64,
    pub reorder: bool,
}

/// What people do besides playing. One in so many looks at the page; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moods {
    pub reload: u64,
    pub sleep: u64,
    pub leave: u64,
    pub press_often: bool,
    pub idle: u64,
}

enum Job {
    /// A connection gets through to the server.
    Reach {
        line: usize,
        after: Option<u64>,
    },
    ToServer {
        line: usize,
        text: String,
    },
    ToClient {
        line: usize,
        text: String,
    },
    Lost {
        device: usize,
        epoch: u32,
        line: usize,
    },
    Up {
        device: usize,
        epoch: u32,
        line: usize,
    },
    Give {
        device: usize,
        epoch: u32,
        effect: Effect,
    },
    Wake {
        device: usize,
        epoch: u32,
        at: u64,
    },
    Look {
        device: usize,
    },
    Drive,
    Watch,
}

struct Wire {
    device: usize,
    epoch: u32,
    open: bool,
    at_server: bool,
    last: [u64; 2],
}

pub type Tamper = Box<dyn FnMut(usize, &mut ServerMessage)>;

pub struct World {
    pub server: Server,
    pub devices: Vec<Device>,
    pub chance: Chance,
    pub net: Net,
    pub moods: Moods,
    pub now: u64,
    /// Changes what the server says to a device.
    pub tamper: Option<Tamper>,
    /// Devices whose person does nothing.
    pub hands_off: Vec<usize>,
    /// All that was said to device 0.
    pub said: Vec<String>,
    jobs: BTreeMap<(u64, u64), Job>,
    order: u64,
    lines: Vec<Wire>,
    gone_since: BTreeMap<usize, u64>,
}

impl World {
    pub fn new(seed: u64, options: Options) -> Self {
        let mut chance = Chance::new(seed);
        let now = 1_000_000;
        let server = Server::new(&mut chance, options, Time(now));
        let mut world = Self {
            server,
            devices: Vec::new(),
            chance,
            net: Net {
                delay: 40,
                ..Net::default()
            },
            moods: Moods::default(),
            now,
            tamper: None,
            hands_off: Vec::new(),
            said: Vec::new(),
            jobs: BTreeMap::new(),
            order: 0,
            lines: Vec::new(),
            gone_since: BTreeMap::new(),
        };
        world.plan(500, Job::Watch);
        world
    }

    /// A device of a person comes; it has that storage.
    pub fn join(&mut self, person: usize, storage: Storage) -> usize {
        let client = new_client(&mut self.chance, Time(self.now));
        self.join_with(client, person, storage)
    }

    pub fn join_with_plan(&mut self, person: usize, plan: Plan) -> usize {
        let client = new_client(&mut self.chance, Time(self.now)).with_plan(plan);
        self.join_with(client, person, Storage::default())
    }

    fn join_with(&mut self, client: Client, person: usize, storage: Storage) -> usize {
        let device = self.devices.len();
        self.devices.push(Device::new(client, person, storage));
        self.give(device, Input::Tick);
        self.plan(50, Job::Look { device });
        device
    }

    /// The page is loaded again: a new client, the old storage.
    pub fn reload(&mut self, device: usize) {
        let client = new_client(&mut self.chance, Time(self.now));
        self.close_line(device);
        let device_state = &mut self.devices[device];
        device_state.client = client;
        device_state.epoch += 1;
        device_state.wake = None;
        self.give(device, Input::Tick);
    }

    pub fn intend(&mut self, device: usize, intent: Intent) {
        self.give(device, Input::Intent(intent));
    }

    /// Lets time go by until something is so; false if it never was.
    pub fn run_until(&mut self, limit: u64, mut is_so: impl FnMut(&Self) -> bool) -> bool {
        let end = self.now + limit;
        while let Some(&(at, _)) = self.jobs.keys().next() {
            if is_so(self) {
                return true;
            }
            if at > end {
                break;
            }
            let ((at, _), job) = self.jobs.pop_first().unwrap();
            self.now = self.now.max(at);
            self.work(job);
        }
        self.now = end;
        is_so(self)
    }

    pub fn run(&mut self, millis: u64) {
        self.run_until(millis, |_| false);
    }

    /// Good lines, nobody does anything any more: everything that is on its way arrives.
    pub fn come_to_rest(&mut self) {
        self.net = Net {
            delay: 30,
            ..Net::default()
        };
        self.moods = Moods::default();
        self.hands_off = (0..self.devices.len()).collect();
        for device in 0..self.devices.len() {
            self.devices[device].asleep_until = 0;
            self.give(device, Input::Awake);
        }
        self.run(60_000);
    }

    /// Every client shows what the server has, and waits for nothing.
    pub fn assert_agreement(&self) {
        for (n, device) in self.devices.iter().enumerate() {
            let client = &device.client;
            assert_eq!(client.stopped(), None, "device {n}");
            assert_eq!(
                client.seq(),
                self.server.seq(),
                "device {n}: {:?}",
                client.line()
            );
            assert_eq!(client.table(), Some(&self.server.table), "device {n}");
            assert_eq!(client.pending().count(), 0, "device {n}");
            let closed = matches!(self.server.table.phase(), Phase::Closed { .. });
            assert_eq!(
                client.line(),
                if closed { Line::Ended } else { Line::Online }
            );
            let member = self.server.people.get(&device.person).copied();
            if client
                .table()
                .is_some_and(|table| member.is_some_and(|member| table.seat_of(member).is_some()))
            {
                assert_eq!(client.you(), member, "device {n}");
            }
        }
    }

    pub fn give(&mut self, device: usize, input: Input) {
        let now = Time(self.now);
        self.devices[device].client.handle(input, now);
        self.pump(device);
    }

    fn plan(&mut self, after: u64, job: Job) {
        self.order += 1;
        self.jobs.insert((self.now + after, self.order), job);
    }

    fn delay(&mut self) -> u64 {
        1 + self.chance.below(self.net.delay.max(1))
    }

    fn happens(&mut self, one_in: u64) -> bool {
        one_in > 0 && self.chance.one_in(one_in)
    }

    fn pump(&mut self, device: usize) {
        while let Some(effect) = self.devices[device].client.next_effect() {
            let epoch = self.devices[device].epoch;
            match effect {
                Effect::Connect { after } => self.connect(device, after),
                Effect::Send(text) => {
                    self.devices[device].note_sent(&text);
                    if let Some(line) = self.devices[device].line {
                        self.transmit(line, 0, &text);
                    }
                }
                Effect::Close => self.close_line(device),
                Effect::Recall(_) | Effect::Remember(_) | Effect::MakeChain => {
                    let delay = 1 + self.chance.below(20);
                    self.plan(
                        delay,
                        Job::Give {
                            device,
                            epoch,
                            effect,
                        },
                    );
                }
                Effect::Loaded(_) => self.devices[device].loads += 1,
                Effect::Happened(events) => {
                    let client = &self.devices[device].client;
                    assert!(events.last().unwrap().seq <= client.seq());
                    self.devices[device].happened.extend(events);
                }
                Effect::Refused(refused) => self.devices[device].refused.push(refused),
                Effect::Stopped { .. } => {}
                Effect::WakeAt(at) => {
                    self.devices[device].wake = Some(at.0);
                    let after = at.0.saturating_sub(self.now);
                    let at = at.0;
                    self.plan(after, Job::Wake { device, epoch, at });
                }
            }
        }
    }

    fn connect(&mut self, device: usize, after: Option<u64>) {
        self.close_line(device);
        self.devices[device].connects.push(after);
        let epoch = self.devices[device].epoch;
        let line = self.lines.len();
        self.lines.push(Wire {
            device,
            epoch,
            open: true,
            at_server: false,
            last: [self.now; 2],
        });
        self.devices[device].line = Some(line);
        let delay = self.delay();
        if self.happens(self.net.refuse) {
            self.plan(
                delay,
                Job::Lost {
                    device,
                    epoch,
                    line,
                },
            );
        } else {
            self.plan(delay, Job::Reach { line, after });
        }
    }

    fn close_line(&mut self, device: usize) {
        if let Some(line) = self.devices[device].line.take() {
            self.lines[line].open = false;
        }
    }

    /// A line breaks; both ends find out, the client perhaps late.
    pub fn cut(&mut self, device: usize) {
        if let Some(line) = self.devices[device].line {
            self.lines[line].open = false;
            let epoch = self.devices[device].epoch;
            let delay = self.delay();
            self.plan(
                delay,
                Job::Lost {
                    device,
                    epoch,
                    line,
                },
            );
        }
    }

    /// Puts a text on a line: to the server (0) or to the client (1).
    fn transmit(&mut self, line: usize, way: usize, text: &str) {
        if !self.lines[line].open {
            return;
        }
        if self.happens(self.net.cut) {
            return self.cut(self.lines[line].device);
        }
        if self.happens(self.net.lose) {
            return;
        }
        let copies = if self.happens(self.net.repeat) { 2 } else { 1 };
        for _ in 0..copies {
            let mut at = self.now + self.delay();
            if !self.net.reorder {
                at = at.max(self.lines[line].last[way]);
                self.lines[line].last[way] = at;
            }
            let text = text.to_owned();
            let job = match way {
                0 => Job::ToServer { line, text },
                _ => Job::ToClient { line, text },
            };
            self.plan(at - self.now, job);
        }
    }

    fn say(&mut self, line: usize, mut message: ServerMessage) {
        if let Some(tamper) = &mut self.tamper {
            tamper(self.lines[line].device, &mut message);
        }
        let text = serde_json::to_string(&message).unwrap();
        let secret = ludo_dice::Link(self.server.secret()).to_string();
        assert!(
            !text.contains(&secret),
            "the server's secret is in a message"
        );
        self.transmit(line, 1, &text);
        if self.lines[line].device == 0 {
            self.said.push(text);
        }
    }

    /// Tells everybody of the newest events.
    pub fn tell(&mut self, count: usize) {
        if count > 0 {
            let events = self.server.events[self.server.events.len() - count..].to_vec();
            for line in 0..self.lines.len() {
                if self.lines[line].open && self.lines[line].at_server {
                    self.say(
                        line,
                        ServerMessage::Events {
                            events: events.clone(),
                        },
                    );
                }
            }
        }
        let wait = match self.server.table.wants() {
            Wants::Nothing => return,
            Wants::Draw { at } | Wants::TimeOut { at, .. } => at.0.saturating_sub(self.now),
            Wants::Act { .. } => 30,
        };
        self.plan(wait, Job::Drive);
    }

    fn here(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| {
            let member = self.server.table.chair(seat).member();
            self.lines.iter().any(|line| {
                let person = self.devices[line.device].person;
                line.open
                    && line.at_server
                    && member.is_some()
                    && self.server.people.get(&person).copied() == member
            })
        })
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Reach { line, after } => {
                if !self.lines[line].open {
                    return;
                }
                let Wire { device, epoch, .. } = self.lines[line];
                let delay = self.delay();
                self.lines[line].last[1] = self.now + delay;
                self.plan(
                    delay,
                    Job::Up {
                        device,
                        epoch,
                        line,
                    },
                );
                self.lines[line].at_server = true;
                let person = self.devices[device].person;
                let here = self.here();
                let welcome = self.server.welcome(person, after, here, Time(self.now));
                self.say(line, welcome);
            }
            Job::Up {
                device,
                epoch,
                line,
            } => {
                if self.devices[device].epoch == epoch && self.devices[device].line == Some(line) {
                    self.give(device, Input::Connected);
                }
            }
            Job::Lost {
                device,
                epoch,
                line,
            } => {
                if self.devices[device].epoch == epoch && self.devices[device].line == Some(line) {
                    self.devices[device].line = None;
                    self.lines[line].open = false;
                    self.give(device, Input::Disconnected);
                }
            }
            Job::ToServer { line, text } => {
                // What was on its way when the line broke may have arrived.
                if !self.lines[line].open && self.chance.one_in(2) {
                    return;
                }
                let person = self.devices[self.lines[line].device].person;
                let known = self.server.people.get(&person).copied();
                let (answer, count) =
                    self.server
                        .take(person, &text, &mut self.chance, Time(self.now));
                let member = self.server.people.get(&person).copied();
                if let Some(member) = member.filter(|_| member != known) {
                    for line in 0..self.lines.len() {
                        if self.lines[line].at_server
                            && self.devices[self.lines[line].device].person == person
                        {
                            self.say(line, ServerMessage::You { member });
                        }
                    }
                }
                if self.chance.one_in(2) {
                    self.say(line, answer);
                    self.tell(count);
                } else {
                    self.tell(count);
                    self.say(line, answer);
                }
            }
            Job::ToClient { line, text } => {
                let Wire {
                    device,
                    epoch,
                    open,
                    ..
                } = self.lines[line];
                let current =
                    self.devices[device].line == Some(line) && self.devices[device].epoch == epoch;
                if open && current {
                    self.give(device, Input::Frame(text));
                }
            }
            Job::Give {
                device,
                epoch,
                effect,
            } => {
                if self.devices[device].epoch != epoch || self.devices[device].storage_hangs {
                    return;
                }
                let input = match effect {
                    Effect::Recall(game) => self.devices[device].recall(game),
                    Effect::Remember(kept) => self.devices[device].remember(kept),
                    _ => Input::Entropy(self.chance.bytes()),
                };
                self.give(device, input);
            }
            Job::Wake { device, epoch, at } => {
                let state = &self.devices[device];
                if state.epoch != epoch || state.wake != Some(at) {
                    return;
                }
                if self.now < state.asleep_until {
                    let rest = state.asleep_until - self.now;
                    self.plan(rest, Job::Wake { device, epoch, at });
                    return;
                }
                self.give(device, Input::Tick);
            }
            Job::Look { device } => {
                if !self.hands_off.contains(&device) {
                    self.look(device);
                }
                let wait = 50 + self.chance.below(400);
                self.plan(wait, Job::Look { device });
            }
            Job::Drive => {
                let count = self.server.drive(&mut self.chance, Time(self.now));
                if count > 0 {
                    self.tell(count);
                }
            }
            Job::Watch => {
                self.watch();
                self.plan(500, Job::Watch);
            }
        }
    }

    /// The server looks who is gone for long, and who is back.
    fn watch(&mut self) {
        let here = self.here();
        for seat in Seat::ALL {
            let Chair::Person { control, .. } = *self.server.table.chair(seat) else {
                self.gone_since.remove(&seat.index());
                continue;
            };
            let now = Time(self.now);
            let playing = matches!(
                self.server.table.phase(),
                Phase::Drawing { .. } | Phase::Playing
            );
            if here[seat] {
                self.gone_since.remove(&seat.index());
                if control == Control::Autopilot {
                    let count = self.server.back(seat, &mut self.chance, now);
                    self.tell(count);
                }
            } else {
                let since = *self.gone_since.entry(seat.index()).or_insert(self.now);
                if playing && control == Control::Owner && self.now - since > 20_000 {
                    let count = self.server.away(seat, &mut self.chance, now);
                    self.tell(count);
                }
            }
        }
    }

    /// A person looks at a page, and does something that it offers.
    fn look(&mut self, device: usize) {
        if self.now < self.devices[device].asleep_until {
            return;
        }
        if self.happens(self.moods.reload) {
            return self.reload(device);
        }
        if self.happens(self.moods.sleep) {
            self.devices[device].asleep_until = self.now + 1000 + self.chance.below(60_000);
            if self.chance.one_in(2) {
                self.cut(device);
            }
            return;
        }
        if self.happens(self.moods.idle) {
            return;
        }
        let client = &self.devices[device].client;
        let Some(table) = client.table() else { return };
        let presses = if self.moods.press_often {
            1 + self.chance.below(4)
        } else {
            1
        };
        let intent = if client.can_roll() {
            Intent::Roll
        } else if let Some(&mv) = self.chance.pick(&client.choices()) {
            Intent::Move(mv)
        } else if client.can_return() {
            Intent::Return
        } else if client.my_seat().is_none() && matches!(table.phase(), Phase::Waiting) {
            let open: Vec<Seat> = table.open_seats().iter().collect();
            let name = format!("P{}", self.devices[device].person).parse().ok();
            match self.chance.pick(&open) {
                Some(&seat) => Intent::Sit { seat, name },
                None => return,
            }
        } else if client.can_begin() && self.everybody_sits() {
            Intent::Begin
        } else if self.happens(self.moods.leave) {
            Intent::Leave
        } else {
            return;
        };
        if intent == Intent::Roll {
            self.devices[device].rolls_wanted += 1;
        }
        for _ in 0..presses {
            self.give(device, Input::Intent(intent.clone()));
        }
    }

    fn everybody_sits(&self) -> bool {
        let table = &self.server.table;
        self.devices.iter().all(|device| {
            let member = self.server.people.get(&device.person);
            member.is_some_and(|member| table.seat_of(*member).is_some())
        })
    }

    /// Fills a seat with a bot, by the host.
    pub fn add_bot(&mut self, host: usize, seat: Seat) {
        self.intend(host, Intent::AddBot { seat, bot: BOT });
    }
}

/// A world in which device 0 plays red against a bot: the game is on, and it is red's roll.
pub fn red_to_roll(seed: u64) -> World {
    let mut world = World::new(seed, Options::default());
    let plan = Plan {
        seat: Seat::Red,
        name: "Ania".parse().unwrap(),
        bots: vec![(Seat::Yellow, BOT)],
        begin: true,
    };
    world.join_with_plan(0, plan);
    world.hands_off = vec![0];
    to_my_roll(&mut world, 0);
    world
}

/// Goes on until device `device` can roll; its moves are made for it.
pub fn to_my_roll(world: &mut World, device: usize) {
    loop {
        let there = world.run_until(120_000, |world| {
            let client = &world.devices[device].client;
            client.can_roll() || !client.choices().is_empty()
        });
        assert!(there, "it is this seat's turn at last");
        let client = &world.devices[device].client;
        if client.can_roll() {
            return;
        }
        let mv = client.choices()[0];
        world.intend(device, Intent::Move(mv));
    }
}
