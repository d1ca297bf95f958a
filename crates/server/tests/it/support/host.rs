use std::cell::Cell;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludo_dice::SealKey;
use ludo_protocol::{ErrorBody, TableCode};
use ludo_rules::Seat;
use ludo_server::{Bots, Clock, Config, Entropy, Hands, Origins, Server, bind};
use ludo_store::{HostKey, MemoryStore, SqliteStore, Store};
use ludo_table::{Command, Options, Time};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tokio::runtime::Runtime;

use super::{Browser, Player, add_bot, sit};

/// How long a killed server's threads have to end what they are at between two of its steps.
const DEATH: Duration = Duration::from_secs(2);

/// A server on a free port, with a runtime of its own, so that it can be killed in the middle of anything.
pub(crate) struct Host {
    runtime: Option<Runtime>,
    server: Option<Server>,
    pub(crate) address: SocketAddr,
    pub(crate) hands: Hands,
    clock: Clock,
    pub(crate) store: Arc<dyn Store>,
}

/// What is different about a host.
#[derive(Clone, Default)]
pub(crate) struct Differences {
    pub(crate) bots: Option<Arc<dyn Bots>>,
    pub(crate) bot_time: Option<Duration>,
    pub(crate) entropy: Option<Entropy>,
    pub(crate) public_url: Option<&'static str>,
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) clock: Option<(Clock, Hands)>,
    pub(crate) limits: Option<ludo_server::Limits>,
}

impl Host {
    /// On a store in memory, which comes too.
    pub(crate) async fn in_memory() -> (Self, Arc<MemoryStore>) {
        Self::in_memory_with(Differences::default()).await
    }

    pub(crate) async fn in_memory_with(differences: Differences) -> (Self, Arc<MemoryStore>) {
        let store = Arc::new(MemoryStore::new());
        (Self::start(store.clone(), differences).await, store)
    }

    /// On a database in a folder.
    pub(crate) async fn on_disk(folder: &std::path::Path, differences: Differences) -> Self {
        // The database's tasks belong to the process that is killed.
        let runtime = runtime();
        let file = folder.join("ludo.db");
        let store = runtime
            .spawn(async move { SqliteStore::open(&file).await.unwrap() })
            .await
            .unwrap();
        Self::start_on(runtime, Arc::new(store), differences).await
    }

    pub(crate) async fn start(store: Arc<dyn Store>, differences: Differences) -> Self {
        Self::start_on(runtime(), store, differences).await
    }

    async fn start_on(runtime: Runtime, store: Arc<dyn Store>, differences: Differences) -> Self {
        let (clock, hands) = differences
            .clock
            .unwrap_or_else(|| Clock::manual(Time(1_800_000_000_000)));
        let entropy = differences.entropy.unwrap_or_else(seeded_entropy);
        let (its_store, its_clock) = (store.clone(), clock.clone());
        let server = runtime.spawn(async move {
            let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
            let port = listener.local_addr().unwrap().port();
            let origins = match differences.public_url {
                Some(url) => Origins::public(url).unwrap(),
                None => Origins::local(port, &[]),
            };
            let mut config = Config {
                bot_pace: Duration::ZERO,
                behind_proxy: differences.public_url.is_some(),
                clock: its_clock,
                ..Config::new(origins)
            };
            config.limits = differences.limits.unwrap_or_default();
            config.bots = differences.bots.unwrap_or(config.bots);
            config.bot_time = differences.bot_time.unwrap_or(Duration::from_secs(60));
            config.entropy = entropy;
            config.seal = Some(Arc::new(SealKey::from_entropy([9; 32])));
            let key = HostKey::from_entropy(differences.key.unwrap_or([7; 32]));
            Server::start(listener, config, its_store, key).unwrap()
        });
        let server = server.await.unwrap();
        Self {
            address: server.address(),
            server: Some(server),
            runtime: Some(runtime),
            hands,
            clock,
            store,
        }
    }

    /// The clock of this host, for the one that comes after it.
    pub(crate) fn clock(&self) -> (Clock, Hands) {
        (self.clock.clone(), self.hands.clone())
    }

    pub(crate) fn live_tables(&self) -> usize {
        self.server.as_ref().unwrap().live_tables()
    }

    /// Tasks of connections and of tables in memory.
    pub(crate) fn busy_tasks(&self) -> usize {
        let tasks = self.server.as_ref().unwrap().tasks();
        tasks - Server::OWN_TASKS
    }

    /// Waits until as many tables are in memory. Whatever makes it so must be under way.
    pub(crate) async fn until_live(&self, count: usize) {
        while self.live_tables() != count {
            tokio::task::yield_now().await;
        }
    }

    /// Turns the clock until no table is in memory, by ten hours at most: a table that finds its clock turned too far at once
    /// takes the server to have been away, and gives people their time again.
    pub(crate) async fn until_unloaded(&self) {
        // A worker that leaves writes to the disk first, which may have much to do.
        for round in 0..10_000 {
            if self.live_tables() == 0 {
                return;
            }
            if round < 600 {
                self.hands.advance(ludo_server::limits::UNLOAD_MILLIS);
            }
            // Time for the workers to look.
            self.browser().get("/health/live").await;
        }
        panic!("{} tables stay in memory", self.live_tables());
    }

    /// Waits until a member of a table is known to be gone.
    pub(crate) async fn until_gone(&self, code: TableCode) {
        while !self
            .store
            .load(code, false)
            .await
            .unwrap()
            .unwrap()
            .members
            .iter()
            .any(|member| member.gone.is_some())
        {
            tokio::task::yield_now().await;
        }
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// A browser with a cookie.
    pub(crate) async fn person(&self) -> Browser {
        let mut browser = self.browser();
        browser.log_in().await;
        browser
    }

    /// A person at a table that they have just opened.
    pub(crate) async fn opener(&self, options: Options) -> Player {
        let browser = self.person().await;
        let code = browser.open_table(options).await.unwrap();
        Player::connect(browser, code).await
    }

    /// Ania, who sits on red at a table that she has just opened.
    pub(crate) async fn sitter(&self, options: Options) -> Player {
        let mut ania = self.opener(options).await;
        ania.does(sit(Seat::Red, "Ania")).await;
        ania
    }

    /// Ania on red, who is the host, and Ben on yellow.
    pub(crate) async fn two(&self, options: Options) -> (Player, Player) {
        let ania = self.sitter(options).await;
        let mut ben = self.guest(ania.code).await;
        ben.does(sit(Seat::Yellow, "Ben")).await;
        (ania, ben)
    }

    /// The same, each with a chain.
    pub(crate) async fn two_with_chains(&self, options: Options) -> (Player, Player) {
        let mut ania = self.opener(options).await;
        ania.sit_with_chain(Seat::Red, "Ania", [1; 32]).await;
        let mut ben = self.guest(ania.code).await;
        ben.sit_with_chain(Seat::Yellow, "Ben", [2; 32]).await;
        (ania, ben)
    }

    /// Ania on red, who has begun a game against a bot on yellow.
    pub(crate) async fn against_a_bot(&self, options: Options) -> Player {
        let mut ania = self.sitter(options).await;
        ania.does(add_bot(Seat::Yellow)).await;
        ania.does(Command::Begin).await;
        ania
    }

    /// Somebody new at a table.
    pub(crate) async fn guest(&self, code: TableCode) -> Player {
        Player::connect(self.person().await, code).await
    }

    /// Stops it in order.
    pub(crate) async fn stop(mut self) {
        let server = self.server.take().unwrap();
        self.runtime
            .as_ref()
            .unwrap()
            .spawn(server.stop())
            .await
            .unwrap();
    }

    /// Ends it as a power cut does: between any two of its steps.
    pub(crate) fn kill(mut self) {
        if let Some(dying) = self.runtime.take() {
            let store = self.store.clone();
            // Who is dead writes nothing any more: the next server on the same files is not to meet it. The store's own threads
            // outlive the runtime of the server, so these are waited for.
            let dies = std::thread::spawn(move || {
                dying.shutdown_timeout(DEATH);
                runtime().block_on(store.close());
            });
            dies.join().unwrap();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The same dice in every run, for each host of a test others: one that takes over must not give codes that its predecessor gave.
fn seeded_entropy() -> Entropy {
    thread_local! {
        static HOSTS: Cell<u64> = const { Cell::new(0) };
    }
    let host = HOSTS.replace(HOSTS.get() + 1);
    let random = Mutex::new(ChaCha8Rng::seed_from_u64(host));
    Entropy::from_source(move |bytes| {
        random.lock().unwrap().fill_bytes(bytes);
        Ok(())
    })
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

/// The error in the body of an answer.
pub(crate) fn error(body: &[u8]) -> ErrorBody {
    serde_json::from_slice(body)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(body)))
}
