use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use ludo_client::{Client, Effect, Evidence, Input, Kept, Refused};
use ludo_dice::GameId;
use ludo_protocol::{ClientMessage, CommandId, ErrorCode, NumberedEvent, Saying};
use ludo_rules::Seat;
use ludo_table::{Command, Time};

use super::Chance;
use super::jobs::Job;

/// What a browser keeps; its tabs share it.
pub type Storage = Rc<RefCell<HashMap<GameId, String>>>;

/// A client with what a driver knows of it.
pub struct Device {
    pub client: Client,
    pub person: usize,
    pub storage: Storage,
    /// Changes when the page is loaded again: what was on its way to the old one is lost.
    pub epoch: u32,
    pub line: Option<usize>,
    pub wake: Option<u64>,
    pub storage_works: bool,
    pub storage_hangs: bool,
    /// All that it sent, by command id.
    pub commands: HashMap<CommandId, Command>,
    pub sent: Vec<ClientMessage>,
    pub refused: Vec<Refused>,
    /// What was said at the table, as this device was told.
    pub said: Vec<(Seat, Saying)>,
    /// Why something was not said.
    pub unsaid: Vec<(ErrorCode, u64)>,
    pub happened: Vec<NumberedEvent>,
    /// How many events were told at once, each time.
    pub batches: Vec<usize>,
    pub loads: u32,
    /// What it kept each time that it was told that the table was set back.
    pub set_back: Vec<Option<Box<Evidence>>>,
    pub connects: Vec<Option<u64>>,
    pub rolls_wanted: u32,
    pub asleep_since: u64,
    /// 0 while it is awake.
    pub asleep_until: u64,
    pub nights: u32,
    /// What came while it slept.
    pub inbox: Vec<Job>,
    pub hidden: bool,
    /// How far its clock is ahead of the world's.
    pub skew: i64,
    /// When it connected, by the world's clock.
    pub connected_at: Vec<u64>,
    /// How long it meant to wait before it connects again, each time.
    pub waits: Vec<u64>,
    /// The commands whose refusal came here.
    pub told_no: HashSet<CommandId>,
    /// Refusals of the client itself, which were never sent.
    pub local_noes: usize,
    /// For which state of the dice a link was given, by game and roll.
    pub given: HashMap<(GameId, u32), [u8; 32]>,
}

impl Device {
    pub fn new(client: Client, person: usize, storage: Storage) -> Self {
        Self {
            client,
            person,
            storage,
            epoch: 0,
            line: None,
            wake: None,
            storage_works: true,
            storage_hangs: false,
            commands: HashMap::new(),
            sent: Vec::new(),
            refused: Vec::new(),
            said: Vec::new(),
            unsaid: Vec::new(),
            happened: Vec::new(),
            batches: Vec::new(),
            loads: 0,
            set_back: Vec::new(),
            connects: Vec::new(),
            rolls_wanted: 0,
            asleep_since: 0,
            asleep_until: 0,
            nights: 0,
            inbox: Vec::new(),
            hidden: false,
            skew: 0,
            connected_at: Vec::new(),
            waits: Vec::new(),
            told_no: HashSet::new(),
            local_noes: 0,
            given: HashMap::new(),
        }
    }

    /// What its clock shows.
    pub fn clock(&self, now: u64) -> Time {
        Time(now.saturating_add_signed(self.skew))
    }

    pub const fn sleeps(&self) -> bool {
        self.asleep_until > 0
    }

    pub fn note_connect(&mut self, after: Option<u64>, now: u64) {
        self.connects.push(after);
        self.connected_at.push(now);
    }

    /// Notes what is sent, and that everything is kept that must be before.
    pub fn note_sent(&mut self, text: &str) {
        let message = ClientMessage::parse(text).unwrap();
        if let ClientMessage::Command { id, command } = &message {
            let is_new = !self.commands.contains_key(id);
            let known = self
                .commands
                .entry(id.clone())
                .or_insert_with(|| command.clone());
            assert_eq!(known, command, "an id stands for one command");
            if let (
                Command::Roll {
                    roll,
                    link: Some(_),
                    ..
                },
                true,
            ) = (command, is_new)
            {
                let dice = self
                    .client
                    .table()
                    .and_then(ludo_table::Table::dice)
                    .unwrap();
                assert_eq!(dice.next_roll(), *roll, "a link for a roll that is spent");
                let given = self.given.insert((dice.game(), *roll), dice.state());
                assert!(
                    given.is_none_or(|state| state == dice.state()),
                    "one link for two states"
                );
            }
            let storage = self.storage.borrow();
            let stored =
                |game: &GameId| serde_json::from_str::<serde_json::Value>(storage.get(game)?).ok();
            let game = self.client.table().map(ludo_table::Table::game);
            match command {
                Command::Roll {
                    roll,
                    link: Some(_),
                    ..
                } => {
                    let stored = stored(&game.unwrap()).unwrap();
                    let kept = stored["mark"]["roll"].as_u64().unwrap();
                    assert!(
                        kept >= u64::from(*roll),
                        "a link was sent that nothing was kept for"
                    );
                    assert!(
                        stored["mark"]["state"].is_string() && stored["mark"]["begin"].is_object()
                    );
                }
                Command::Answer { game, .. } => {
                    assert!(
                        stored(game).unwrap()["mark"]["begin"].is_object(),
                        "the begin is kept first"
                    );
                }
                Command::Chain { game, tip } => {
                    assert_eq!(
                        stored(game).unwrap()["tip"],
                        tip.to_string(),
                        "the secret is kept first"
                    );
                }
                _ => {}
            }
            for kept in storage.values() {
                let kept: serde_json::Value = serde_json::from_str(kept).unwrap();
                assert!(
                    !text.contains(kept["secret"].as_str().unwrap()),
                    "the secret was sent"
                );
            }
        }
        self.sent.push(message);
    }

    pub fn recall(&self, game: GameId) -> Input {
        let kept = self.storage.borrow().get(&game).cloned();
        Input::Recalled {
            game,
            kept: kept.map(|text| Kept::from_storage(&text).unwrap()),
        }
    }

    pub fn remember(&self, kept: Kept) -> Input {
        let game = kept.game();
        if !self.storage_works {
            return Input::NotRemembered(game);
        }
        let mut storage = self.storage.borrow_mut();
        let old = storage
            .get(&game)
            .map(|text| Kept::from_storage(text).unwrap());
        let kept = kept.settle(old);
        storage.insert(game, kept.to_storage().to_string());
        Input::Remembered(kept)
    }
}

/// All effects that there are now.
pub fn effects(client: &mut Client) -> Vec<Effect> {
    std::iter::from_fn(|| client.next_effect()).collect()
}

pub fn new_client(chance: &mut Chance, now: Time) -> Client {
    Client::new("K7M2QX".parse().unwrap(), chance.bytes(), now)
}
