use std::collections::VecDeque;

use ludo_dice::GameId;
use ludo_protocol::{ClientMessage, ErrorCode, NumberedEvent, TableCode};
use ludo_rules::{BySeat, Seat};
use ludo_table::{Command, Member, Phase, Time};

use crate::clock::Clock;
use crate::fold::Fold;
use crate::hand_over::Handed;
use crate::jitter::Jitter;
use crate::keeper::{Claim, Keeper, STORAGE};
use crate::queue::{Origin, Queue};
use crate::set_back::SetBack;
use crate::wire::{QUICK_ANSWER, State, Step, Wire};
use crate::wishes::Wish;
use crate::{After, Effect, Input, Plan, Refused, Stopped};

/// Whatever comes so long after the client wanted to be woken says that the device slept, or that its timers were held back.
const SLEPT: u64 = 5_000;

/// How long an event may stay away that must be there: after that the line is made anew.
pub(crate) const LAG: u64 = 8_000;
/// So many lines in a row that end like this show that the server has forgotten the event.
const LAGS: u32 = 2;

/// A client at one table.
///
/// Hand in what happens with [`handle`](Self::handle), then take out all effects with
/// [`next_effect`](Self::next_effect) and carry them out in order. What there is to show is read from the table
/// ([`table`](Self::table)) and from the helpers beside it.
#[derive(Debug)]
pub struct Client {
    pub(crate) code: TableCode,
    pub(crate) clock: Clock,
    pub(crate) wire: Wire,
    pub(crate) queue: Queue,
    pub(crate) fold: Fold,
    pub(crate) you: Option<Member>,
    pub(crate) here: BySeat<bool>,
    pub(crate) watching: u32,
    /// The server's clock, and the device's at the same moment.
    pub(crate) server_clock: Option<(Time, Time)>,

    /// What the driver was told to ask the server for when it connected.
    pub(crate) asked_after: Option<After>,
    /// How far this device knew its game to have gone when it connected.
    pub(crate) claim: Option<Claim>,
    /// Whether the whole history is needed to check the game that is on, and the game for which it could not be had.
    pub(crate) needs_history: bool,
    pub(crate) no_history: Option<GameId>,
    /// The last event that must be there: an answer spoke of it, or it was here before.
    pub(crate) promised: u64,
    /// When the client last came nearer to it, and how many lines brought it no further.
    pub(crate) nearer_at: u64,
    pub(crate) lags: u32,
    /// Answers that this person sat down, while the event is not here.
    pub(crate) sat: Vec<(Seat, u64)>,
    /// Lines in a row on which something could not be understood.
    pub(crate) garbled: u32,

    /// What was known before the table was set back, if it was.
    pub(crate) set_back: Option<SetBack>,

    /// What piles up while the line is tested after a sleep.
    pub(crate) burst: Option<Burst>,

    pub(crate) keeper: Option<Keeper>,
    /// What another device handed over, until it is taken up.
    pub(crate) handed: Option<Handed>,
    /// The game whose begin was answered on this line.
    pub(crate) answered: Option<GameId>,
    /// The step at which the person wants to roll.
    pub(crate) wants_roll: Option<u32>,
    /// The last roll that was asked for on this device, in time for the move clock.
    pub(crate) asked_roll: Option<(GameId, u32)>,
    pub(crate) wants_begin: bool,
    pub(crate) wants_seat: Option<Wish>,
    pub(crate) plan: Option<Plan>,

    pub(crate) stopped: Option<Stopped>,
    pub(crate) effects: VecDeque<Effect>,
    pub(crate) wake: Option<Time>,
}

impl Client {
    /// A client of the table with this code. `seed` is fresh entropy: it makes waiting times and command ids differ
    /// from those of all other clients. It connects with the first input.
    #[must_use]
    pub fn new(code: TableCode, seed: [u8; 16], now: Time) -> Self {
        let seed = u128::from_le_bytes(seed);
        let (low, high) = (seed as u64, (seed >> 64) as u64);
        Self {
            code,
            clock: Clock::new(now),
            wire: Wire::new(Jitter::new(low)),
            queue: Queue::new(high),
            fold: Fold::default(),
            you: None,
            here: BySeat::default(),
            watching: 0,
            server_clock: None,
            asked_after: None,
            claim: None,
            needs_history: false,
            no_history: None,
            promised: 0,
            nearer_at: 0,
            lags: 0,
            sat: Vec::new(),
            garbled: 0,
            set_back: None,
            burst: None,
            keeper: None,
            handed: None,
            answered: None,
            wants_roll: None,
            asked_roll: None,
            wants_begin: false,
            wants_seat: None,
            plan: None,
            stopped: None,
            effects: VecDeque::new(),
            wake: None,
        }
    }

    /// The same with something to do by itself once it is connected.
    #[must_use]
    pub fn with_plan(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// Takes in what happened, at the time `now` of the device's clock.
    pub fn handle(&mut self, input: Input, now: Time) {
        let slept = self.wake.is_some_and(|at| now.since(at) >= SLEPT);
        self.clock.advance(now);
        if self.stopped.is_some() {
            return;
        }
        if slept {
            let until = self.now() + STORAGE;
            if let Some(keeper) = &mut self.keeper {
                keeper.allow_until(until);
            }
            if !matches!(input, Input::Awake | Input::Disconnected) {
                self.hurry();
            }
        }
        let ticks = self.now();
        match input {
            Input::Connected => self.wire.connected(ticks),
            Input::Frame(text) => self.heard(&text),
            Input::Disconnected => {
                self.end_burst();
                self.wire.lost(ticks);
                if slept && !self.wire.is_hidden() {
                    self.hurry();
                }
            }
            Input::Recalled { game, kept } => self.recalled(game, kept),
            Input::Remembered(kept) => self.remembered(kept),
            Input::NotRemembered(game) => self.not_remembered(game),
            Input::Entropy(bytes) => self.entropy(bytes),
            Input::SeatSecret(secret) => self.handed = Some(Handed(secret)),
            Input::Intent(intent) => self.intend(intent),
            // Timers can fire a little early: then the moment is asked for again.
            Input::Tick => self.wake = None,
            Input::Awake => {
                self.wire.hide(false);
                self.hurry();
            }
            Input::Hidden => self.wire.hide(true),
        }
        self.go_on();
    }

    /// The next thing for the driver to do; none when all is done.
    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    pub(crate) const fn now(&self) -> u64 {
        self.clock.ticks()
    }

    /// All that follows from the state that was reached.
    fn go_on(&mut self) {
        self.expire();
        self.pursue();
        while let Some(step) = self.wire.step(self.now()) {
            self.take_step(step);
        }
        if self.wire.is_online() && !self.is_behind() {
            while let Some(waiting) = self.queue.due(self.clock.ticks()) {
                let (id, command) = (waiting.id.clone(), waiting.command.clone());
                self.send(&ClientMessage::Command { id, command });
            }
        }
        let next = [
            self.wire.next(),
            self.queue
                .next()
                .filter(|_| self.wire.is_online() && !self.is_behind()),
            self.keeper.as_ref().and_then(Keeper::deadline),
            self.lag_deadline(),
            self.set_back_deadline(),
            self.burst.as_ref().map(|burst| burst.until),
        ];
        let wake = next
            .into_iter()
            .flatten()
            .min()
            .map(|at| self.clock.wall_at(at));
        if let Some(at) = wake.filter(|_| wake != self.wake) {
            self.effects.push_back(Effect::WakeAt(at));
        }
        self.wake = wake;
    }

    /// Gives up what has waited for too long.
    fn expire(&mut self) {
        let now = self.now();
        if self.burst.as_ref().is_some_and(|burst| now >= burst.until) {
            self.end_burst();
        }
        if let Some(keeper) = &mut self.keeper
            && keeper.deadline().is_some_and(|by| now >= by)
        {
            keeper.give_up();
        }
        if !self.is_behind() {
            self.lags = 0;
        } else if self.lag_deadline().is_some_and(|by| now >= by) {
            self.lags += 1;
            if self.lags >= LAGS {
                self.stop(Stopped::Behind, None);
            } else {
                self.drop_line();
            }
        }
        self.expire_set_back();
    }

    /// Whether something must have happened at the table that is not here (yet).
    pub(crate) fn is_behind(&self) -> bool {
        let claim = || self.claim.zip(self.fold.table.as_ref());
        self.promised > self.fold.seq
            || claim().is_some_and(|(claim, table)| claim.is_ahead_of(table))
    }

    /// When what must be there must be here.
    fn lag_deadline(&self) -> Option<u64> {
        (self.wire.is_online() && self.is_behind()).then_some(self.nearer_at + LAG)
    }

    /// There is reason to think that things changed. What comes before the answer to a test had piled up while the device
    /// slept: it is told at once, not step by step.
    fn hurry(&mut self) {
        let now = self.now();
        if let Some(step) = self.wire.hurry(now) {
            self.take_step(step);
        }
        if self.wire.is_online() {
            self.burst.get_or_insert_with(|| Burst {
                events: Vec::new(),
                until: now + QUICK_ANSWER,
            });
        }
    }

    fn take_step(&mut self, step: Step) {
        match step {
            Step::Connect => {
                let after = if self.needs_history {
                    Some(After { seq: 0, at: None })
                } else {
                    self.fold.last()
                };
                self.asked_after = after;
                self.claim = self.keeper.as_ref().and_then(Keeper::claim);
                self.effects.push_back(Effect::Connect { after });
            }
            Step::Close => {
                self.end_burst();
                self.effects.push_back(Effect::Close);
            }
            Step::Ping => self.send(&ClientMessage::Ping),
        }
    }

    /// The line is of no use: there will be a new one.
    pub(crate) fn drop_line(&mut self) {
        if matches!(self.wire.state(), State::Pausing { .. } | State::Ended) {
            return;
        }
        self.burst = None;
        self.wire.lost(self.now());
        self.effects.push_back(Effect::Close);
    }

    pub(crate) fn send(&mut self, message: &ClientMessage) {
        // Messages are plain values: writing them cannot fail.
        if let Ok(text) = serde_json::to_string(message) {
            self.effects.push_back(Effect::Send(text));
        }
    }

    pub(crate) fn command(&mut self, command: Command, origin: Origin) {
        let name = command.name();
        if !self.queue.push(command, origin, self.clock.ticks()) {
            self.refuse(name, ErrorCode::Busy);
        }
    }

    pub(crate) fn refuse(&mut self, command: &'static str, code: ErrorCode) {
        self.effects.push_back(Effect::Refused(Refused {
            command: Some(command),
            code,
            message: String::new(),
        }));
    }

    /// Goes on with what the client does by itself.
    fn pursue(&mut self) {
        if self.stopped.is_some() || !self.wire.is_online() {
            return;
        }
        let Some(table) = &self.fold.table else {
            return;
        };
        if let Phase::Closed { .. } = table.phase() {
            self.wire.end();
            self.queue.clear();
            self.effects.push_back(Effect::Close);
            return;
        }
        if self.is_behind() {
            return;
        }
        self.pursue_dice();
        self.pursue_plan();
        self.pursue_seat();
        self.pursue_begin();
        self.pursue_roll();
    }

    /// Whether something given by `origin` is not answered, or events are not here.
    pub(crate) fn is_waiting_for(&self, origin: Origin) -> bool {
        self.is_behind() || self.queue.iter().any(|waiting| waiting.origin == origin)
    }
}

/// Events that piled up, not folded yet.
#[derive(Debug)]
pub(crate) struct Burst {
    pub(crate) events: Vec<NumberedEvent>,
    /// They wait no longer than until then.
    pub(crate) until: u64,
}
