//! The client that page and terminal use, against this server: to the podium with every roll checked, over drops and a
//! killed server.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ludo_client::{Client, Effect, Input, Intent, Kept, Part, Plan, SeatSecret};
use ludo_dice::GameId;
use ludo_protocol::{CreatedHandover, NumberedEvent, TableCode, TakeHandover};
use ludo_rules::Seat;
use ludo_table::{BotKind, Event, Phase, Table, Time};
use tokio_tungstenite::tungstenite::Message;

use crate::support::browser::Socket;
use crate::support::host::Differences;
use crate::support::{Browser, Host, name, quick};

/// A device: it owns the socket, the storage and the clock of a client.
pub(crate) struct Device {
    pub(crate) client: Client,
    pub(crate) browser: Browser,
    socket: Option<Socket>,
    pub(crate) storage: HashMap<GameId, String>,
    begun: Instant,
    wake: Option<Time>,
    pub(crate) chains: u8,
    /// All that happened, but for what a snapshot had.
    news: Vec<NumberedEvent>,
}

impl Device {
    pub(crate) fn new(browser: Browser, code: TableCode, seed: u8) -> Self {
        Self {
            client: Client::new(code, [seed; 16], Time(0)),
            browser,
            socket: None,
            storage: HashMap::new(),
            begun: Instant::now(),
            wake: Some(Time(0)),
            chains: seed,
            news: Vec::new(),
        }
    }

    fn now(&self) -> Time {
        Time(u64::try_from(self.begun.elapsed().as_millis()).unwrap())
    }

    pub(crate) fn handle(&mut self, input: Input) {
        self.client.handle(input, self.now());
    }

    pub(crate) fn wants(&mut self, intent: Intent) {
        self.handle(Input::Intent(intent));
    }

    fn kept(&self, game: GameId) -> Option<Kept> {
        self.storage
            .get(&game)
            .map(|text| Kept::from_storage(text).unwrap())
    }

    /// Does all that the client asks for.
    async fn serve(&mut self) {
        while let Some(effect) = self.client.next_effect() {
            match effect {
                Effect::Connect { after } => {
                    let after = after.map_or(String::new(), |after| format!("?{after}"));
                    let path = format!("/api/tables/{}/socket{after}", self.client.code());
                    let socket = self.browser.socket_at(&path).await;
                    self.socket = socket.ok();
                    self.handle(if self.socket.is_some() {
                        Input::Connected
                    } else {
                        Input::Disconnected
                    });
                }
                Effect::Send(text) => {
                    if let Some(socket) = &mut self.socket {
                        socket.send(Message::text(text)).await;
                    }
                }
                Effect::Close => self.socket = None,
                Effect::Recall(game) => {
                    let kept = self.kept(game);
                    self.handle(Input::Recalled { game, kept });
                }
                Effect::Remember(kept) => {
                    let game = kept.game();
                    let settled = kept.settle(self.kept(game));
                    self.storage.insert(game, settled.to_storage().to_string());
                    self.handle(Input::Remembered(settled));
                }
                Effect::MakeChain => {
                    self.chains = self.chains.wrapping_add(1);
                    let entropy = [self.chains; 32];
                    self.handle(Input::Entropy(entropy));
                }
                Effect::WakeAt(at) => self.wake = Some(at),
                Effect::Stopped { why, .. } => panic!("the client stopped: {why}"),
                Effect::SetBack { .. } => panic!("the table was set back"),
                Effect::Happened(news) => self.news.extend(news),
                Effect::Loaded(_)
                | Effect::Refused(_)
                | Effect::Said { .. }
                | Effect::Unsaid { .. } => {}
            }
        }
    }

    /// Waits for the next thing to happen.
    async fn wait(&mut self) {
        let wake = self.wake.map_or(Duration::from_secs(60), |at| {
            Duration::from_millis(at.since(self.now()))
        });
        let heard = async {
            match &mut self.socket {
                Some(socket) => socket.next_text().await,
                None => std::future::pending().await,
            }
        };
        let heard = tokio::time::timeout(wake, heard).await;
        match heard {
            Ok(Some(text)) => self.handle(Input::Frame(text)),
            Ok(None) => {
                self.socket = None;
                self.handle(Input::Disconnected);
            }
            Err(_) => self.handle(Input::Tick),
        }
    }

    /// Goes on without rolling or moving until `enough`.
    pub(crate) async fn until(&mut self, enough: impl Fn(&Client) -> bool) {
        loop {
            self.serve().await;
            if enough(&self.client) {
                return;
            }
            // A choice that is due is no reason to wait for anything else.
            let choice = self.client.choices().first().copied();
            match choice.filter(|_| !self.client.is_acting()) {
                Some(mv) => self.wants(Intent::Move(mv)),
                None => self.wait().await,
            }
        }
    }

    /// Rolls, if it still can, and goes on until that is answered.
    pub(crate) async fn one_turn(&mut self) {
        self.serve().await;
        if self.client.can_roll() && !self.client.is_acting() {
            self.wants(Intent::Roll);
            self.until(|client| !client.is_acting()).await;
        }
    }

    /// Asks for something, and waits for the answer: whether it is so then. It can be refused, as everything can.
    pub(crate) async fn manages(
        &mut self,
        intent: Intent,
        is_so: impl Fn(&Client) -> bool,
    ) -> bool {
        self.wants(intent);
        let answered = |client: &Client| client.pending().next().is_none() && !client.is_acting();
        self.until(|client| is_so(client) || answered(client)).await;
        is_so(&self.client)
    }

    /// Loses its line.
    pub(crate) fn drops(&mut self) {
        self.socket = None;
        self.handle(Input::Disconnected);
    }

    /// The page is loaded again, for the `number`th time: a new client, with what the device keeps.
    pub(crate) fn reload(&mut self, number: u8) {
        // Its commands have ids of their own.
        let mut seed = [0xee; 16];
        for half in seed.chunks_mut(8) {
            half[0] = number;
            half[1] = self.chains;
        }
        self.client = Client::new(self.client.code(), seed, self.now());
        self.socket = None;
        self.wake = Some(self.now());
        self.handle(Input::Tick);
    }

    /// Goes on, playing where it can, until `enough`.
    pub(crate) async fn play_until(&mut self, enough: impl Fn(&Client) -> bool) {
        loop {
            self.serve().await;
            if enough(&self.client) {
                return;
            }
            if self.client.can_roll() && !self.client.is_acting() {
                self.wants(Intent::Roll);
            } else if let Some(mv) = self
                .client
                .choices()
                .first()
                .copied()
                .filter(|_| !self.client.is_acting())
            {
                self.wants(Intent::Move(mv));
            } else {
                self.wait().await;
            }
        }
    }
}

fn is_over(client: &Client) -> bool {
    client
        .table()
        .is_some_and(|table| matches!(table.phase(), Phase::Over { .. }))
}

fn rolls(client: &Client) -> u32 {
    client
        .table()
        .and_then(|table| table.dice())
        .map_or(0, ludo_dice::Dice::rolls)
}

#[tokio::test]
async fn the_client_plays_to_the_podium_over_drops_and_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = Host::on_disk(folder.path(), Differences::default()).await;
    let browser = host.person().await;
    let code = browser.open_table(quick()).await.unwrap();
    let mut device = Device::new(browser, code, 1);
    device.client = Client::new(code, [1; 16], Time(0)).with_plan(Plan {
        seat: Seat::Red,
        name: name("Ania"),
        bots: vec![
            (Seat::Green, BotKind::Simple),
            (Seat::Yellow, BotKind::Random),
        ],
        begin: true,
    });
    device.play_until(|client| rolls(client) > 20).await;
    // The line breaks.
    device.socket = None;
    device.handle(Input::Disconnected);
    device.play_until(|client| rolls(client) > 40).await;
    // The server is killed and comes back elsewhere.
    let clock = Some(host.clock());
    host.kill();
    host = Host::on_disk(
        folder.path(),
        Differences {
            clock,
            ..Differences::default()
        },
    )
    .await;
    device.browser.address = host.address;
    device.browser.origin = Some(format!("http://{}", host.address));
    device.play_until(|client| rolls(client) > 60).await;
    // The page is reloaded: a new client, with what the device keeps.
    device.client = Client::new(code, [2; 16], device.now());
    device.socket = None;
    device.wake = Some(device.now());
    device.handle(Input::Tick);
    device.play_until(is_over).await;
    assert_eq!(device.client.my_seat(), Some(Seat::Red));
    let checks = device.client.checks();
    let own = checks.seats[Seat::Red];
    assert!(own.linked > 10, "{checks:?}");
    assert_eq!(
        (own.no_link, own.no_chain, own.auto),
        (0, 0, 0),
        "{checks:?}"
    );
}

#[tokio::test]
async fn two_clients_play_each_other() {
    let (host, _) = Host::in_memory().await;
    let browser = host.person().await;
    let code = browser.open_table(quick()).await.unwrap();
    let mut ania = Device::new(browser, code, 10);
    let mut ben = Device::new(host.person().await, code, 20);
    ania.handle(Input::Tick);
    ben.handle(Input::Tick);
    ania.wants(Intent::Sit {
        seat: Seat::Red,
        name: Some(name("Ania")),
    });
    ania.play_until(|client| client.my_seat().is_some()).await;
    ben.play_until(|client| client.table().is_some()).await;
    ben.wants(Intent::Sit {
        seat: Seat::Yellow,
        name: Some(name("Ben")),
    });
    ben.play_until(|client| {
        client
            .table()
            .is_some_and(|table| table.chair(Seat::Yellow).tip().is_some())
    })
    .await;
    ania.play_until(Client::can_begin).await;
    ania.play_until(|client| {
        client
            .table()
            .is_some_and(|table| table.chair(Seat::Yellow).tip().is_some())
    })
    .await;
    ania.wants(Intent::Begin);
    tokio::join!(ania.play_until(is_over), ben.play_until(is_over));
    let (a, b) = (ania.client.checks(), ben.client.checks());
    assert_eq!(a.seats[Seat::Yellow], b.seats[Seat::Yellow]);
    assert!(
        a.seats[Seat::Red].linked > 5 && a.seats[Seat::Yellow].linked > 5,
        "{a:?}"
    );
}

#[tokio::test]
async fn a_client_that_was_away_at_the_end_sees_it_after_the_rematch() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::on_disk(folder.path(), Differences::default()).await;
    let browser = host.person().await;
    let code = browser.open_table(quick()).await.unwrap();
    let mut ania = Device::new(browser, code, 30);
    ania.client = Client::new(code, [3; 16], Time(0)).with_plan(Plan {
        seat: Seat::Red,
        name: name("Ania"),
        bots: vec![(Seat::Yellow, BotKind::Simple)],
        begin: true,
    });
    ania.play_until(|client| rolls(client) > 5).await;
    let mut watcher = Device::new(host.person().await, code, 40);
    watcher.handle(Input::Tick);
    watcher.play_until(|client| client.table().is_some()).await;
    watcher.socket = None;
    ania.play_until(is_over).await;
    let first = ania.client.table().map(Table::game);
    ania.wants(Intent::Rematch);
    ania.play_until(|client| client.table().map(Table::game) != first)
        .await;

    // Away, and back: with a new line it goes on where it was.
    watcher.handle(Input::Disconnected);
    watcher.news.clear();
    watcher
        .play_until(|client| client.table().map(Table::game) != first)
        .await;
    let ends = watcher
        .news
        .iter()
        .filter(|numbered| matches!(numbered.event, Event::Over { .. }));
    assert_eq!(ends.count(), 1);
    let step = |device: &Device| device.client.table().map(Table::step);
    assert_eq!(step(&watcher), step(&ania));
}

/// A browser that took the person of another one along, by a code.
pub(crate) async fn further_browser(host: &Host, of: &Browser) -> Browser {
    let answer = of.post("/api/handover", b"").await;
    let CreatedHandover { code, .. } = serde_json::from_slice(&answer.body).unwrap();
    let code = code.expose().to_owned();
    let body = serde_json::to_vec(&TakeHandover {
        code,
        replace: false,
    });
    let mut browser = host.browser();
    let answer = browser.post("/api/handover/take", &body.unwrap()).await;
    let cookie = answer.header("set-cookie").split(';').next();
    browser.cookie = cookie.map(Into::into);
    browser
}

/// A laptop in the middle of a game against a bot.
async fn laptop_at_play(host: &Host, seed: u8) -> Device {
    let browser = host.person().await;
    let code = browser.open_table(quick()).await.unwrap();
    let mut laptop = Device::new(browser, code, seed);
    laptop.client = Client::new(code, [seed; 16], Time(0)).with_plan(Plan {
        seat: Seat::Red,
        name: name("Ania"),
        bots: vec![(Seat::Yellow, BotKind::Simple)],
        begin: true,
    });
    laptop
        .play_until(|client| rolls(client) > 10 && client.seat_secret().is_some())
        .await;
    laptop
}

#[tokio::test]
async fn a_game_goes_on_from_another_device_with_links_from_both() {
    let (host, _) = Host::in_memory().await;
    let mut laptop = laptop_at_play(&host, 50).await;
    let secret = laptop.client.seat_secret().unwrap().to_fragment();
    let browser = further_browser(&host, &laptop.browser).await;
    let mut phone = Device::new(browser, laptop.client.code(), 60);
    phone.handle(Input::SeatSecret(
        SeatSecret::from_fragment(&secret).unwrap(),
    ));
    phone
        .play_until(|client| client.part() == Part::Holds)
        .await;
    // Both press whenever they can; what one did is stale for the other.
    tokio::join!(laptop.play_until(is_over), phone.play_until(is_over));
    let (one, other) = (laptop.client.checks(), phone.client.checks());
    assert_eq!((one.rolls, one.checked), (other.rolls, other.checked));
    assert_eq!(one.checked, one.rolls);
    let own = other.own.unwrap();
    assert_eq!((own.linked, own.overtaken), (own.checked, 0));
    let seqs: Vec<u64> = phone.news.iter().map(|numbered| numbered.seq).collect();
    assert!(seqs.is_sorted_by(|a, b| a < b), "nothing is told twice");
}

#[tokio::test]
async fn another_device_without_the_secret_plays_on_without_links() {
    let (host, _) = Host::in_memory().await;
    let mut laptop = laptop_at_play(&host, 70).await;
    let browser = further_browser(&host, &laptop.browser).await;
    let mut phone = Device::new(browser, laptop.client.code(), 80);
    // The laptop is shut.
    laptop.socket = None;
    phone.play_until(is_over).await;
    let red = phone.client.checks().seats[Seat::Red];
    assert!(red.linked > 0 && red.no_link > 0, "{red:?}");
    assert_eq!((red.auto, red.bot), (0, 0));
}
