//! A table as the page lives with it: signals to show, and intents to send.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::signal::*;
use ludo_client::{Checks, Client, Effect, Input, Intent, Line, Plan, SeatSecret, Stopped};
use ludo_protocol::{ErrorCode, NumberedEvent, TableCode};
use ludo_rules::{BySeat, Move, Seat};
use ludo_table::{BotKind, Chair, Control, Event, Member, Phase, Table, Time};

use super::clock;
use super::socket::Driver;
use super::stage::{Die, Stage, Truth};
use super::talk::Talk;
use super::thinker::Thoughts;
use super::words::{View, refusal, say, tr, tr_with};
use crate::wording::key;

/// How many events are remembered for the log.
const HISTORY: usize = 120;

/// Milliseconds after which something is news no more: it is not acted out, the board just shows what came of it.
const OLD: u64 = 5_000;
/// Milliseconds after waking in which nothing is acted out either: it had piled up.
const WAKING: u64 = 1_000;

thread_local! {
    /// What to do first at the table that was just opened.
    static PLAN: RefCell<Option<(TableCode, Plan)>> = const { RefCell::new(None) };
    /// What another device handed over for a table.
    static SECRET: RefCell<Option<(TableCode, SeatSecret)>> = const { RefCell::new(None) };
    /// Whether what another device handed over could not be read.
    static DAMAGED: Cell<bool> = const { Cell::new(false) };
}

/// What another device handed over cannot be read: the reader is told at the table that is gone to next.
pub(super) fn secret_was_damaged() {
    DAMAGED.set(true);
}

/// What another device handed over, for the table that is gone to next.
pub(super) fn secret_for(code: TableCode, secret: SeatSecret) {
    SECRET.set(Some((code, secret)));
}

/// What to do first at a table that was just opened.
pub(super) fn plan_for(code: TableCode, plan: Plan) {
    PLAN.with(|kept| kept.replace(Some((code, plan))));
}

/// A table.
#[derive(Clone, Copy)]
pub(super) struct Live {
    code: StoredValue<TableCode>,
    truth: RwSignal<Option<Truth>>,
    facts: RwSignal<Facts>,
    /// What many parts of the page ask for, worked out once: they are told when it is something else, not whenever anything is.
    mine: Memo<Option<Seat>>,
    roll: Memo<bool>,
    choices: Memo<Vec<Move>>,
    over: Memo<bool>,
    /// Who sits where, which hardly any event changes.
    players: Memo<BySeat<Player>>,
    names: Memo<BySeat<String>>,
    checks: RwSignal<Checks>,
    clock: RwSignal<Option<Running>>,
    /// What could not be done, for the reader.
    pub(super) notice: RwSignal<Option<String>>,
    /// What the reader must know about the dice: it stays until they have seen it.
    pub(super) warning: RwSignal<Option<String>>,
    /// The last events, the oldest first. Some of them are not to be told yet: see [`Stage::told`].
    pub(super) history: RwSignal<Vec<NumberedEvent>>,
    /// What was thought of it, if that was asked.
    pub(super) thoughts: Thoughts,
    /// The token that is looked at, and where it would go.
    pub(super) preview: RwSignal<Option<(Seat, usize, Move)>>,
    /// Whether a table is being set up by itself, so that there is nothing to do in the waiting room.
    pub(super) setting_up: RwSignal<bool>,
    /// What was seen where something is wrong with the dice or the history, to be saved.
    pub(super) evidence: RwSignal<Option<String>>,
    /// Counts how often the page was woken: what goes by the clock is looked at anew.
    pub(super) wakes: RwSignal<u32>,
    /// When the page was seen again last, or thawed, by this device's clock.
    woken: StoredValue<Time>,
    /// What is said at the table.
    talk: StoredValue<Talk>,
    /// The board.
    pub(super) stage: Stage,
    rematch_at_once: StoredValue<bool>,
    driver: StoredValue<Rc<Driver>, LocalStorage>,
}

/// What the client says beside the table. One signal for all of it: what it changes is compared where it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    you: Option<Member>,
    mine: Option<Seat>,
    offline: bool,
    pending: bool,
    here: BySeat<bool>,
    watching: u32,
    halt: Option<Halt>,
    roll: bool,
    choices: Vec<Move>,
    host: bool,
    resign: bool,
    comes_back: bool,
}

/// Who has a seat, as far as the page shows it.
#[derive(Default, PartialEq)]
struct Player {
    chair: Chair,
    bot: Option<BotKind>,
    name: String,
    /// Whether the seat was taken when the game began.
    began: bool,
    stood_in: bool,
}

impl Player {
    fn of(table: &Table, seat: Seat) -> Self {
        let chair = *table.chair(seat);
        let roster = table.roster().and_then(|roster| roster[seat].as_ref());
        let (turn, by) = table.actor().unzip();
        Self {
            chair,
            bot: match chair {
                Chair::Bot { bot } => Some(bot),
                Chair::Person { .. } => None,
                Chair::Open => roster.and_then(|player| player.bot),
            },
            name: table.name_at(seat).map(str::to_owned).unwrap_or_default(),
            began: roster.is_some(),
            stood_in: chair.member().is_some() && turn == Some(seat) && by != Some(Control::Owner),
        }
    }
}

/// A move clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    /// Whose it is.
    pub(super) seat: Seat,
    /// Since when, by the server's clock.
    since: Time,
    /// How long it runs in all, in milliseconds.
    pub(super) millis: u64,
    /// When it runs out, by this device's clock.
    pub(super) until: Time,
}

impl Running {
    fn of(client: &Client) -> Option<Self> {
        let (seat, until) = client.clock()?;
        let clock = client.table()?.clock()?;
        Some(Self {
            seat,
            since: clock.since,
            millis: clock.until.since(clock.since),
            until,
        })
    }

    /// Whether it is the same, as far as anybody sees: what is known of the server's clock changes a little all the time.
    fn is_still(&self, other: &Self) -> bool {
        (self.seat, self.since) == (other.seat, other.since)
            && self
                .until
                .since(other.until)
                .max(other.until.since(self.until))
                < 500
    }
}

/// Why the client stopped, as far as it makes a difference to what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Page and server do not speak the same language.
    OutOfDate,
    /// The server will not have it.
    Refused(ErrorCode),
    /// What the server says is wrong: the dice, or else the history. With what was found.
    Wrong { dice: bool, found: String },
}

impl Halt {
    fn of(stopped: &Stopped) -> Self {
        match stopped {
            Stopped::Version { .. } | Stopped::Garbled => Self::OutOfDate,
            Stopped::Refused { code, .. } => Self::Refused(*code),
            Stopped::Wrong(_) => Self::Wrong {
                dice: true,
                found: stopped.to_string(),
            },
            Stopped::Behind | Stopped::Begin(_) | Stopped::Differs { .. } | Stopped::Before(_) => {
                Self::Wrong {
                    dice: false,
                    found: stopped.to_string(),
                }
            }
        }
    }
}

impl Facts {
    fn of(client: &Client) -> Self {
        Self {
            you: client.you(),
            mine: client.my_seat(),
            // The first attempt is not worth a word.
            offline: match client.line() {
                Line::Online | Line::Ended => false,
                Line::Connecting { failures } | Line::Waiting { failures, .. } => failures > 0,
            },
            pending: client.pending().next().is_some(),
            here: *client.here(),
            watching: client.watching(),
            halt: client.stopped().map(Halt::of),
            roll: client.can_roll(),
            choices: client.choices(),
            host: client.is_host(),
            resign: client.can_resign(),
            comes_back: client.can_return(),
        }
    }
}

impl Live {
    /// Goes to a table.
    pub(super) fn new(code: TableCode) -> Self {
        let plan = PLAN
            .with(RefCell::take)
            .filter(|(planned, _)| *planned == code)
            .map(|(_, plan)| plan);
        let truth = RwSignal::new(None::<Truth>);
        let facts = RwSignal::new(Facts::default());
        let mine = Memo::new(move |_| facts.with(|facts| facts.mine));
        let stage = Stage::new(truth, move || mine.get());
        let busy = stage.busy;
        // What can be done, as soon as the board has shown all that came before.
        let roll = Memo::new(move |_| !busy.get() && facts.with(|facts| facts.roll));
        let choices = Memo::new(move |_| {
            if busy.get() {
                Vec::new()
            } else {
                facts.with(|facts| facts.choices.clone())
            }
        });
        let over = Memo::new(move |_| {
            let is_over = |truth: &Truth| {
                matches!(
                    truth.table.phase(),
                    Phase::Over { .. } | Phase::Closed { .. }
                )
            };
            !busy.get() && truth.with(|truth| truth.as_ref().is_some_and(is_over))
        });
        let players = Memo::new(move |_| {
            let player = |seat| {
                let of = |truth: &Truth| Player::of(&truth.table, seat);
                truth.with(|truth| truth.as_ref().map(of).unwrap_or_default())
            };
            BySeat::from_fn(player)
        });
        let names = Memo::new(move |_| {
            BySeat::from_fn(|seat| {
                let (is_bot, name) = players.with(|players| {
                    let player = &players[seat];
                    (player.bot.is_some(), player.name.clone())
                });
                if is_bot {
                    tr_with("bot-name", &[("seat", seat.letter().into())])
                } else {
                    name
                }
            })
        });
        let live = Self {
            code: StoredValue::new(code),
            truth,
            facts,
            mine,
            roll,
            choices,
            over,
            players,
            names,
            checks: RwSignal::new(Checks::default()),
            clock: RwSignal::new(None),
            notice: RwSignal::new(None),
            warning: RwSignal::new(DAMAGED.take().then(|| tr("handed-damaged"))),
            history: RwSignal::new(Vec::new()),
            thoughts: Thoughts::new(),
            preview: RwSignal::new(None),
            evidence: RwSignal::new(None),
            wakes: RwSignal::new(0),
            woken: StoredValue::new(Time(0)),
            setting_up: RwSignal::new(plan.as_ref().is_some_and(|plan| plan.begin)),
            talk: StoredValue::new(Talk::new(&code.to_string())),
            stage,
            rematch_at_once: StoredValue::new(false),
            driver: StoredValue::new_local(Rc::new(Driver::new(code, plan))),
        };
        let handed = SECRET.take().filter(|(meant, _)| *meant == code);
        if let Some((_, secret)) = handed {
            live.hand_in(Input::SeatSecret(secret));
        }
        live.driver.with_value(Rc::clone).drive(live);
        on_cleanup(move || {
            live.stage.jump();
            live.driver.with_value(Rc::clone).end();
        });
        live
    }

    /// The table's code.
    pub(super) fn code(self) -> TableCode {
        self.code.get_value()
    }

    /// What is said at the table.
    pub(super) fn talk(self) -> Talk {
        self.talk.get_value()
    }

    /// The member that the reader is.
    pub(super) fn you(self) -> Option<Member> {
        self.facts.with(|facts| facts.you)
    }

    /// The reader's seat.
    pub(super) fn mine(self) -> Option<Seat> {
        self.mine.get()
    }

    /// Whether there is no connection, and there was time to make one.
    pub(super) fn offline(self) -> bool {
        self.facts.with(|facts| facts.offline)
    }

    /// Whether something was sent that is not answered.
    pub(super) fn pending(self) -> bool {
        self.facts.with(|facts| facts.pending)
    }

    /// Whether something was sent and the line broke before the answer.
    pub(super) fn unsettled(self) -> bool {
        self.facts.with(|facts| facts.offline && facts.pending)
    }

    /// Whether a seat's person is connected.
    pub(super) fn is_here(self, seat: Seat) -> bool {
        self.facts.with(|facts| facts.here[seat])
    }

    /// How many watch.
    pub(super) fn watching(self) -> u32 {
        self.facts.with(|facts| facts.watching)
    }

    /// What was seen of the dice, for the program that shows their proof.
    pub(super) fn seen(self) -> Option<String> {
        self.driver.try_with_value(Rc::clone)?.seen()
    }

    /// What was checked of the dice.
    pub(super) fn checks(self) -> Checks {
        self.checks.get()
    }

    /// The move clock, while one runs.
    pub(super) fn clock(self) -> Option<Running> {
        self.clock.get()
    }

    /// The reader's part in the dice, for another device of theirs: not for the server.
    pub(super) fn seat_secret(self) -> Option<String> {
        self.driver.try_with_value(Rc::clone)?.seat_secret()
    }

    /// Whether the turn that is on is played for a seat's person: they are away, or were, or their time was over.
    pub(super) fn is_stood_in(self, seat: Seat) -> bool {
        self.players.with(|players| players[seat].stood_in)
    }

    /// Who sits there, and who plays for them.
    pub(super) fn chair(self, seat: Seat) -> Chair {
        self.players.with(|players| players[seat].chair)
    }

    /// Whether somebody sat there when the game began.
    pub(super) fn began(self, seat: Seat) -> bool {
        self.players.with(|players| players[seat].began)
    }

    /// Takes the reader's seat back from whoever plays it.
    pub(super) fn take_back(self) {
        if untrack(|| self.played_by_other()).is_some() {
            self.want(Intent::Return);
        }
    }

    /// Whether the autopilot plays for the reader.
    pub(super) fn is_on_autopilot(self) -> bool {
        self.played_by_other() == Some(key("turn-autopilot"))
    }

    /// Why the client stopped.
    pub(super) fn halt(self) -> Option<Halt> {
        self.facts.with(|facts| facts.halt.clone())
    }

    /// Whether the reader can roll, and the board has shown all that came before.
    pub(super) fn can_roll(self) -> bool {
        self.roll.get()
    }

    /// The moves that the reader can choose from, likewise.
    pub(super) fn choices(self) -> Vec<Move> {
        self.choices.get()
    }

    /// Whether there are any.
    pub(super) fn must_choose(self) -> bool {
        self.choices.with(|choices| !choices.is_empty())
    }

    /// The newest state of the table.
    pub(super) fn table(self) -> Option<Arc<Table>> {
        self.truth
            .with(|truth| truth.as_ref().map(|truth| Arc::clone(&truth.table)))
    }

    /// What is asked of the newest state of the table.
    pub(super) fn with_table<T>(self, ask: impl FnOnce(&Table) -> T) -> Option<T> {
        self.truth
            .with(|truth| truth.as_ref().map(|truth| ask(&truth.table)))
    }

    /// Says what the reader wants.
    pub(super) fn want(self, intent: Intent) {
        self.hand_in(Input::Intent(intent));
    }

    /// Rolls, if the reader can; says whether they could.
    pub(super) fn roll(self) -> bool {
        if !untrack(|| self.can_roll()) {
            return false;
        }
        self.stage.tumble();
        self.want(Intent::Roll);
        true
    }

    /// Moves a token.
    pub(super) fn move_token(self, mv: Move, token: usize) {
        self.preview.set(None);
        self.stage.choose(token);
        self.want(Intent::Move(mv));
    }

    /// Sets up another game; against bots alone it begins at once.
    pub(super) fn rematch(self) {
        let alone = self.table().is_some_and(|table| table.people().len() == 1);
        self.rematch_at_once.set_value(alone && self.is_host());
        self.setting_up.set(alone && self.is_host());
        self.want(Intent::Rematch);
    }

    pub(super) fn hand_in(self, input: Input) {
        if let Some(driver) = self.driver.try_with_value(Rc::clone) {
            driver.hand_in(self, input);
        }
    }

    /// Hands in what a connection said, unless there is a newer one.
    pub(super) fn hand_in_from(self, connection: u32, input: Input) {
        if let Some(driver) = self.driver.try_with_value(Rc::clone)
            && driver.is_current(connection)
        {
            driver.hand_in(self, input);
        }
    }

    /// The page is seen again, thawed or connected: tests the line at once, and looks at what goes by the clock.
    pub(super) fn wake(self, slept: bool) {
        if slept {
            let _ = self.woken.try_set_value(clock::now());
        }
        self.hand_in(Input::Awake);
        self.wakes.update(|wakes| *wakes = wakes.wrapping_add(1));
    }

    /// Lets go of the table: nothing is connected any more.
    pub(super) fn end(self) {
        if let Some(driver) = self.driver.try_with_value(Rc::clone) {
            driver.end();
        }
    }

    /// Whether the reader is the host.
    pub(super) fn is_host(self) -> bool {
        self.facts.with(|facts| facts.host)
    }

    /// Whether the reader can give up.
    pub(super) fn can_resign(self) -> bool {
        self.facts.with(|facts| facts.resign)
    }

    /// The key of the sentence that says who plays for the reader, if somebody does.
    pub(super) fn played_by_other(self) -> Option<&'static str> {
        let mine = self.mine()?;
        if !self.facts.with(|facts| facts.comes_back) {
            return None;
        }
        match self.chair(mine).control()? {
            Control::Owner => None,
            Control::Bot(_) => Some(key("turn-bot-plays")),
            Control::Autopilot => Some(key("turn-autopilot")),
        }
    }

    /// The host's name.
    pub(super) fn host_name(self) -> String {
        self.table()
            .and_then(|table| Some(table.member_name(table.host()?)?.as_str().to_owned()))
            .unwrap_or_default()
    }

    /// What a seat's player is called.
    pub(super) fn name(self, seat: Seat) -> String {
        self.names.with(|names| names[seat].clone())
    }

    /// What all are called.
    pub(super) fn names(self) -> BySeat<String> {
        self.names.get()
    }

    /// The bot whose seat it is.
    pub(super) fn bot_of(self, seat: Seat) -> Option<BotKind> {
        self.players.with(|players| players[seat].bot)
    }

    /// An event in words.
    pub(super) fn say(self, event: &Event) -> Option<String> {
        let names = self.names();
        let table = self.table();
        let member = move |member| {
            let name = table.as_ref().and_then(|table| table.member_name(member));
            name.map(|name| name.as_str().to_owned())
                .unwrap_or_default()
        };
        say(
            &View {
                mine: self.mine(),
                me: self.you(),
                names: &names,
                member: &member,
            },
            event,
        )
    }

    /// Whether the game is over, on the board too.
    pub(super) fn is_over(self) -> bool {
        self.over.get()
    }

    /// The place that a seat has, as soon as it has one.
    pub(super) fn place(self, seat: Seat) -> Option<usize> {
        if self.is_over() {
            let table = self.table()?;
            return table
                .places()?
                .iter()
                .position(|&other| other == seat)
                .map(|at| at + 1);
        }
        self.stage.beside.with(|scene| {
            let position = &scene.as_ref()?.position;
            if let Some(at) = position.finished().position(|other| other == seat) {
                return Some(at + 1);
            }
            // Who gave up has the worst place that was still open then.
            position
                .resigned()
                .position(|other| other == seat)
                .map(|at| position.seats().len() - at)
        })
    }

    /// Takes over what the client has, after an input.
    pub(super) fn refresh(self, client: &Client) {
        let new_table = self
            .truth
            .with_untracked(|truth| truth.as_ref().is_none_or(|truth| truth.seq != client.seq()));
        if new_table && let Some(table) = client.table() {
            self.truth.set(Some(Truth {
                seq: client.seq(),
                table: Arc::new(table.clone()),
            }));
            if !matches!(table.phase(), Phase::Waiting) {
                self.setting_up.set(false);
            }
        }
        self.facts.maybe_set(Facts::of(client));
        self.checks.maybe_set(client.checks());
        let clock = Running::of(client);
        let is_still = |old: &Option<Running>| match (old, &clock) {
            (Some(old), Some(new)) => new.is_still(old),
            (old, new) => old == new,
        };
        if !self.clock.with_untracked(is_still) {
            self.clock.set(clock);
        }
    }

    /// Keeps events for the log.
    fn remember(self, events: &[NumberedEvent]) {
        self.history.update(|history| {
            history.extend_from_slice(events);
            let surplus = history.len().saturating_sub(HISTORY);
            history.drain(..surplus);
        });
    }

    /// Shows what the client says that happened; `now` is by the server's clock.
    pub(super) fn happened(self, effect: Effect, now: Time) {
        match effect {
            Effect::Loaded(events) => {
                self.history.update(Vec::clear);
                self.remember(&events);
                self.stage.jump();
                // Also where the number is the one that was told before.
                self.stage.told.update(|_| {});
            }
            Effect::Happened(events) => {
                let rematch = events
                    .iter()
                    .any(|event| matches!(event.event, Event::Rematch { .. }));
                self.remember(&events);
                let waking = clock::now().since(self.woken.get_value()) < WAKING;
                if waking || events.iter().any(|event| now.since(event.at) > OLD) {
                    // It piled up while the device slept, or was away.
                    self.stage.jump();
                } else {
                    self.stage.show(&events);
                }
                if rematch && self.rematch_at_once.try_update_value(std::mem::take) == Some(true) {
                    self.want(Intent::Begin);
                }
            }
            Effect::Refused(refused) => {
                self.setting_up.set(false);
                // What was just pressed is out of date: the board says so by going on.
                if refused.code != ErrorCode::Stale {
                    self.notice.set(Some(refusal(refused.code)));
                }
                if self.stage.die.get_untracked() == Die::Tumbling {
                    self.stage.jump();
                }
            }
            Effect::Said { seat, saying } => untrack(|| self.talk().hear(self, seat, saying)),
            Effect::Unsaid { code, wait } => self.talk().unsaid(self, code, wait),
            _ => {}
        }
    }
}
