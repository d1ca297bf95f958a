//! What people do, and what befalls their devices.

use ludo_client::{Input, Intent, SeatSecret};
use ludo_protocol::Saying;
use ludo_rules::Seat;
use ludo_table::Phase;

use super::device::Storage;
use super::jobs::Job;
use super::server::BOT;
use super::world::World;

impl World {
    /// A person looks at a page, and does something that it offers.
    pub(super) fn look(&mut self, device: usize) {
        if self.devices[device].sleeps() {
            return;
        }
        if self.happens(self.moods.reload) {
            return self.reload(device);
        }
        if self.happens(self.moods.sleep) {
            let night = 1000 + self.chance.below(self.moods.night.max(60_000));
            if self.chance.one_in(2) {
                self.cut(device);
            }
            return self.sleep(device, night);
        }
        if self.happens(self.moods.jump) {
            let day = 24 * 3600 * 1000;
            self.devices[device].skew = self.chance.below(2 * day) as i64 - day as i64;
        }
        if self.happens(self.moods.hide) {
            let hidden = !self.devices[device].hidden;
            self.devices[device].hidden = hidden;
            self.give(device, if hidden { Input::Hidden } else { Input::Awake });
        }
        if self.devices[device].hidden || self.happens(self.moods.idle) {
            return;
        }
        if self.happens(self.moods.talk) {
            let all: Vec<Saying> = Saying::all().collect();
            if let Some(&saying) = self.chance.pick(&all) {
                self.give(device, Input::Intent(Intent::Say(saying)));
            }
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

    /// A device sleeps: its timers wait, and what comes over its line waits too.
    pub fn sleep(&mut self, device: usize, night: u64) {
        let state = &mut self.devices[device];
        state.asleep_since = self.now;
        state.asleep_until = self.now + night;
        state.nights += 1;
        let night_number = state.nights;
        self.plan(
            night,
            Job::Rise {
                device,
                night: night_number,
            },
        );
    }

    /// It wakes up: all that waited comes now, in order.
    pub(super) fn rise(&mut self, device: usize) {
        let state = &mut self.devices[device];
        state.asleep_until = 0;
        let (epoch, line) = (state.epoch, state.line);
        for job in std::mem::take(&mut self.devices[device].inbox) {
            self.work(job);
        }
        // The device may see that its line is gone, and the page that it is looked at again.
        if let Some(line) = line.filter(|line| !self.lines[*line].open)
            && self.chance.one_in(2)
        {
            let wait = self.chance.below(3000);
            self.plan(
                wait,
                Job::Lost {
                    device,
                    epoch,
                    line,
                },
            );
        }
        // Whoever was told that nobody looks is told that somebody does.
        let was_hidden = std::mem::take(&mut self.devices[device].hidden);
        if was_hidden || self.chance.one_in(2) {
            self.give(device, Input::Awake);
        }
    }

    /// The person of device `from` goes on from another device too; its number, if the secret went along.
    pub fn hand_over(&mut self, from: usize) -> Option<usize> {
        let secret = self.devices[from].client.seat_secret()?;
        let text = secret.to_fragment();
        let person = self.devices[from].person;
        let device = self.arrive(person, Storage::default());
        let secret = SeatSecret::from_fragment(&text).unwrap();
        self.give(device, Input::SeatSecret(secret));
        Some(device)
    }

    /// Fills a seat with a bot, by the host.
    pub fn add_bot(&mut self, host: usize, seat: Seat) {
        self.intend(host, Intent::AddBot { seat, bot: BOT });
    }

    /// The person of a device sits down.
    pub fn sit(&mut self, device: usize, seat: Seat, name: &str) {
        let name = name.parse().ok();
        self.intend(device, Intent::Sit { seat, name });
    }
}
