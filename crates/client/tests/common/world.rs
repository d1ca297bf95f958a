use std::collections::BTreeMap;

use ludo_client::{Client, Effect, Input, Intent, Line, Plan};
use ludo_protocol::ServerMessage;
use ludo_table::{Options, Phase, Time};

use super::Chance;
use super::device::{Device, Storage, new_client};
use super::jobs::{Job, Wire};
pub use super::jobs::{Moods, Net};
use super::server::Server;

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
    /// How often the server was started again, and until when it is down.
    pub process: u32,
    pub down_until: u64,
    jobs: BTreeMap<(u64, u64), Job>,
    order: u64,
    pub(super) lines: Vec<Wire>,
    pub(super) gone_since: BTreeMap<usize, u64>,
}

impl World {
    pub fn new(seed: u64, options: Options) -> Self {
        let mut chance = Chance::new(seed);
        let now = 1_800_000_000_000;
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
            process: 0,
            down_until: 0,
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

    /// A device that has not done anything yet.
    pub(super) fn arrive(&mut self, person: usize, storage: Storage) -> usize {
        let client = new_client(&mut self.chance, Time(self.now));
        let device = self.devices.len();
        self.devices.push(Device::new(client, person, storage));
        self.plan(50, Job::Look { device });
        device
    }

    /// The page is loaded again: a new client, the old storage.
    pub fn reload(&mut self, device: usize) {
        let now = self.devices[device].clock(self.now);
        let client = new_client(&mut self.chance, now);
        self.close_line(device);
        let device_state = &mut self.devices[device];
        device_state.client = client;
        device_state.epoch += 1;
        device_state.wake = None;
        device_state.hidden = false;
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
            self.rise(device);
            self.give(device, Input::Awake);
        }
        self.run(60_000);
        // Where a clock runs, the table goes on by itself: then there is a moment between two of its events.
        self.run_until(60_000, |world| {
            let seq = world.server.seq();
            let is_there = |device: &Device| {
                device.client.seq() == seq && device.client.pending().next().is_none()
            };
            world.devices.iter().all(is_there)
        });
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
        let now = self.devices[device].clock(self.now);
        // Only an answer, or the client's own look at what it was asked for, says no: no silence, no timer, no break.
        let may_refuse = match &input {
            Input::Intent(_) => true,
            Input::Frame(text) => text.contains("\"type\":\"refused\""),
            _ => false,
        };
        if let Input::Frame(text) = &input
            && may_refuse
            && let Ok(ServerMessage::Refused { id, .. }) = serde_json::from_str(text)
        {
            self.devices[device].told_no.insert(id);
        }
        let is_intent = matches!(input, Input::Intent(_));
        let before = self.devices[device].refused.len();
        self.devices[device].client.handle(input, now);
        self.pump(device);
        let state = &mut self.devices[device];
        if is_intent {
            state.local_noes += state.refused.len() - before;
        }
        if let Line::Waiting { until, .. } = state.client.line()
            && !state.hidden
        {
            state.waits.push(until.since(now));
        }
        let mut new = state.refused[before..].iter();
        assert!(
            may_refuse || new.all(|refused| refused.command.is_none()),
            "silence was taken for no: {:?}",
            state.refused
        );
    }

    pub(super) fn plan(&mut self, after: u64, job: Job) {
        self.order += 1;
        self.jobs.insert((self.now + after, self.order), job);
    }

    pub(super) fn delay(&mut self) -> u64 {
        1 + self.chance.below(self.net.delay.max(1))
    }

    pub(super) fn happens(&mut self, one_in: u64) -> bool {
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
                Effect::SetBack { evidence } => self.devices[device].set_back.push(evidence),
                Effect::Happened(events) => {
                    let client = &self.devices[device].client;
                    assert!(events.last().unwrap().seq <= client.seq());
                    self.devices[device].batches.push(events.len());
                    self.devices[device].happened.extend(events);
                }
                Effect::Refused(refused) => self.devices[device].refused.push(refused),
                Effect::Said { seat, saying } => self.devices[device].said.push((seat, saying)),
                Effect::Unsaid { code, wait } => self.devices[device].unsaid.push((code, wait)),
                Effect::Stopped { .. } => {}
                Effect::WakeAt(at) => {
                    self.devices[device].wake = Some(at.0);
                    let clock = self.devices[device].clock(self.now);
                    let after = at.since(clock);
                    let at = at.0;
                    self.plan(after, Job::Wake { device, epoch, at });
                }
            }
        }
    }

    /// What comes to a device that sleeps waits there.
    fn sleeper(&self, job: &Job) -> Option<usize> {
        let device = match job {
            Job::ToClient { line, .. } => self.lines[*line].device,
            Job::Lost { device, .. }
            | Job::Up { device, .. }
            | Job::Give { device, .. }
            | Job::Wake { device, .. } => *device,
            _ => return None,
        };
        self.devices[device].sleeps().then_some(device)
    }

    pub(super) fn work(&mut self, job: Job) {
        if let Some(device) = self.sleeper(&job) {
            self.devices[device].inbox.push(job);
            return;
        }
        match job {
            Job::Reach { line, after } => self.reached(line, after),
            Job::ToServer { line, text } => self.arrived(line, &text),
            Job::ToClient { line, text } => self.came(line, text),
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
                if state.epoch == epoch && state.wake == Some(at) {
                    self.give(device, Input::Tick);
                }
            }
            Job::Rise { device, night } => {
                let state = &self.devices[device];
                if state.sleeps() && state.nights == night {
                    self.rise(device);
                }
            }
            Job::Look { device } => {
                if !self.hands_off.contains(&device) {
                    self.look(device);
                }
                let wait = 50 + self.chance.below(400);
                self.plan(wait, Job::Look { device });
            }
            Job::Drive => {
                if self.now < self.down_until {
                    return self.plan(self.down_until - self.now, Job::Drive);
                }
                let count = self.server.drive(&mut self.chance, Time(self.now));
                if count > 0 {
                    self.tell(count);
                }
            }
            Job::Watch => {
                if self.now >= self.down_until {
                    self.watch();
                }
                self.plan(500, Job::Watch);
            }
        }
    }
}
