//! Lines, and the server at their end.

use ludo_client::{After, Input};
use ludo_protocol::ServerMessage;
use ludo_rules::{BySeat, Seat};
use ludo_table::{Chair, Control, DriverCommand, Phase, Time, Wants};

use super::jobs::{Job, Wire};
use super::world::World;

/// After so long the server takes a device that says nothing for dead.
const DEAD_AFTER: u64 = 60_000;
/// After so long without a line a seat goes on autopilot.
const AWAY_AFTER: u64 = 20_000;

impl World {
    pub(super) fn connect(&mut self, device: usize, after: Option<After>) {
        self.close_line(device);
        self.devices[device].note_connect(after.map(|after| after.seq), self.now);
        let epoch = self.devices[device].epoch;
        let line = self.lines.len();
        self.lines.push(Wire {
            device,
            epoch,
            open: true,
            at_server: false,
            process: self.process,
            last: [self.now; 2],
        });
        self.devices[device].line = Some(line);
        let delay = self.delay();
        if self.happens(self.net.refuse) || self.now < self.down_until {
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

    pub(super) fn close_line(&mut self, device: usize) {
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

    /// The server is killed, and comes back after a while with what was on its disk. What was on its way to it is lost,
    /// and nobody remembers what it refused.
    pub fn restart(&mut self, pause: u64) {
        self.process += 1;
        self.down_until = self.now + pause;
        for device in 0..self.devices.len() {
            // Some never hear of it.
            if self.chance.one_in(4) {
                if let Some(line) = self.devices[device].line {
                    self.lines[line].open = false;
                }
            } else {
                self.cut(device);
            }
        }
        self.server.restart();
        let now = Time(self.down_until);
        let count = self
            .server
            .command(&DriverCommand::Resume, &mut self.chance, now);
        self.tell(count);
    }

    /// Puts a text on a line: to the server (0) or to the client (1).
    pub(super) fn transmit(&mut self, line: usize, way: usize, text: &str) {
        if !self.lines[line].open {
            return;
        }
        if self.happens(self.net.cut) {
            return self.cut(self.lines[line].device);
        }
        if self.happens(self.net.mute) {
            self.lines[line].open = false;
            return;
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

    pub(super) fn say(&mut self, line: usize, mut message: ServerMessage) {
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

    fn say_to_all(&mut self, message: &ServerMessage) {
        for line in 0..self.lines.len() {
            if self.lines[line].open && self.lines[line].at_server {
                self.say(line, message.clone());
            }
        }
    }

    /// Tells everybody of the newest events.
    pub fn tell(&mut self, count: usize) {
        if count > 0 {
            let events = self.server.events[self.server.events.len() - count..].to_vec();
            self.say_to_all(&ServerMessage::Events { events });
        }
        let wait = match self.server.table.wants() {
            Wants::Nothing => return,
            Wants::Draw { at } | Wants::TimeOut { at, .. } => at.0.saturating_sub(self.now),
            Wants::Act { .. } => 30,
        };
        self.plan(wait, Job::Drive);
    }

    /// A connection is there: it is greeted, and whoever is on autopilot plays again.
    pub(super) fn reached(&mut self, line: usize, after: Option<After>) {
        if !self.lines[line].open {
            return;
        }
        let Wire {
            device,
            epoch,
            process,
            ..
        } = self.lines[line];
        if process != self.process || self.now < self.down_until {
            return self.plan(
                1,
                Job::Lost {
                    device,
                    epoch,
                    line,
                },
            );
        }
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
        let member = self.server.people.get(&person);
        if let Some(seat) = member.and_then(|member| self.server.table.seat_of(*member))
            && self.server.table.chair(seat).control() == Some(Control::Autopilot)
        {
            let count = self.server.back(seat, &mut self.chance, Time(self.now));
            self.tell(count);
        }
    }

    /// A text arrives at the server.
    pub(super) fn arrived(&mut self, line: usize, text: &str) {
        // What was on its way when the line broke may have arrived.
        let broken = !self.lines[line].open && self.chance.one_in(2);
        if broken || self.lines[line].process != self.process || self.now < self.down_until {
            return;
        }
        let person = self.devices[self.lines[line].device].person;
        match self.server.says(person, text) {
            Some(Ok(said)) => return self.say_to_all(&said),
            Some(Err(unsaid)) => return self.say(line, unsaid),
            None => {}
        }
        let known = self.server.people.get(&person).copied();
        let now = Time(self.now);
        let (answer, count) = self.server.take(person, text, &mut self.chance, now);
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

    /// A text arrives at the device.
    pub(super) fn came(&mut self, line: usize, text: String) {
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

    pub(super) fn here(&self) -> BySeat<bool> {
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

    /// The server looks who is gone for long, and who is back.
    pub(super) fn watch(&mut self) {
        for line in &mut self.lines {
            let device = &self.devices[line.device];
            if line.open && device.sleeps() && self.now > device.asleep_since + DEAD_AFTER {
                line.open = false;
            }
        }
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
                if control == Control::Autopilot && !self.server.table.is_timed_out(seat) {
                    let count = self.server.back(seat, &mut self.chance, now);
                    self.tell(count);
                }
            } else {
                let since = *self.gone_since.entry(seat.index()).or_insert(self.now);
                if playing && control == Control::Owner && self.now - since > AWAY_AFTER {
                    let count = self.server.away(seat, &mut self.chance, now);
                    self.tell(count);
                }
            }
        }
    }
}
