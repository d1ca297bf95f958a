use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludo_protocol::{CreatedTable, TableCode};
use ludo_store::{Append, Create, HostKey, PersonId, Store, StoreError};
use ludo_table::{Options, Table, Time};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bucket::{Buckets, Rate};
use crate::counting::DiceBoard;
use crate::devices::Devices;
use crate::error::ApiError;
use crate::game::NewGame;
use crate::listing::{Fixed, standing};
use crate::tables::Tables;
use crate::{Config, Limit, limits};

/// What every part of a server shares.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) key: HostKey,
    pub(crate) tables: Tables,
    pub(crate) sessions: Buckets,
    pub(crate) openings: Buckets,
    pub(crate) entries: Buckets,
    /// Hand-over codes that are made.
    pub(crate) handovers: Buckets,
    pub(crate) records: Buckets,
    /// Hand-over codes that are tried.
    pub(crate) takes: Buckets,
    pub(crate) dice: DiceBoard,
    pub(crate) devices: Devices,
    /// Is set when the time is known to go on from what the store has.
    begun: OnceCell<()>,
    /// Milliseconds of the time since which tables can go on: the server runs, and its store works.
    able_since: AtomicU64,
    /// Is cancelled when the server is to stop.
    pub(crate) stop: CancellationToken,
    /// All tasks that the server waits for when it stops.
    pub(crate) tasks: TaskTracker,
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, key: HostKey) -> Self {
        let buckets =
            |(burst, seconds)| Buckets::new(Rate::every(burst, seconds), limits::ADDRESSES);
        let bounded = |limit, seconds| buckets((config.limits.small(limit), seconds));
        let sessions = bounded(Limit::PeoplePerAddress, limits::SESSIONS_PER_ADDRESS.1);
        let openings = bounded(Limit::TablesPerAddress, limits::TABLES_PER_ADDRESS.1);
        let entries = Buckets::new(
            Rate::per_second(
                config.limits.small(Limit::SocketsPerAddress),
                limits::SOCKETS_PER_ADDRESS.1,
            ),
            limits::ADDRESSES,
        );
        let able_since = AtomicU64::new(config.clock.now().0);
        Self(Arc::new(Parts {
            begun: OnceCell::new(),
            able_since,
            config,
            store,
            key,
            tables: Tables::default(),
            sessions,
            openings,
            handovers: buckets(limits::HANDOVERS_PER_ADDRESS),
            records: buckets(limits::RECORDS_PER_ADDRESS),
            takes: buckets(limits::HANDOVERS_PER_ADDRESS),
            entries,
            dice: DiceBoard::default(),
            devices: Devices::default(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }))
    }

    /// To be waited for before anything is done: the time goes on from the newest moment that the store knows of, if the
    /// machine's clock is [behind](limits::BEHIND_MILLIS) it. Else games that were played by a clock that was ahead of it would
    /// stand until it had caught up.
    pub(crate) async fn begun(&self) {
        self.begun
            .get_or_init(|| async {
                let behind = match self.newest().await {
                    Ok(newest) => self.config.clock.go_on_from(newest.unwrap_or_default()),
                    Err(error) => {
                        tracing::error!(%error, "the store cannot say how far its time is");
                        0
                    }
                };
                if behind > 0 {
                    tracing::warn!(
                        behind,
                        "the clock of this machine is behind what is stored, by milliseconds: the time goes on from there until the clock is put right"
                    );
                    self.was_unable(self.config.clock.now());
                }
            })
            .await;
    }

    /// The newest moment that the time can go on from.
    async fn newest(&self) -> Result<Option<Time>, StoreError> {
        let newest = self.store.newest(limits::LATEST).await?;
        let now = self.config.clock.now();
        let latest = now.plus(limits::BEHIND_MILLIS);
        match newest {
            Some(newest) if newest > latest && now >= limits::FIRST => {
                tracing::warn!(
                    ahead = newest.since(now),
                    "a table is further ahead of the clock of this machine than a clock goes wrong, by milliseconds: it stands until then. If the clock is wrong, put it right and start anew"
                );
                self.store.newest(latest).await
            }
            newest => Ok(newest),
        }
    }

    /// Since when tables can go on. Clocks that ran before it start anew.
    pub(crate) fn able_since(&self) -> Time {
        Time(self.able_since.load(Ordering::Relaxed)).max(self.config.clock.steady_since())
    }

    /// The store did not do something just now.
    pub(crate) fn was_unable(&self, now: Time) {
        self.able_since.fetch_max(now.0, Ordering::Relaxed);
    }

    /// Opens a table. It is in the store only; a worker takes it up when somebody comes.
    pub(crate) async fn open_table(
        &self,
        options: Options,
        opened_by: PersonId,
    ) -> Result<CreatedTable, ApiError> {
        if self.store.opened_by(opened_by).await? >= self.config.limits.get(Limit::TablesPerPerson)
        {
            let message = format!(
                "You have {} tables open. Play at them, or leave them, before you open another one.",
                self.config.limits.get(Limit::TablesPerPerson)
            );
            return Err(ApiError::new(
                ludo_protocol::ErrorCode::RateLimited,
                message,
            ));
        }
        let game = NewGame::new(&self.config.entropy, &self.key)?;
        let at = self.config.clock.now();
        let (id, tip) = game.public();
        let event = Table::open(options, id, tip).map_err(|refusal| ApiError::from(&refusal))?;
        let table = Table::fold(None, &event, at).map_err(|wrong| {
            tracing::error!(%wrong, "a table cannot be opened");
            ApiError::unavailable()
        })?;
        for _ in 0..limits::CODE_TRIES {
            let code = TableCode::from_entropy(self.config.entropy.bytes()?);
            let append = Append {
                code,
                expected: 0,
                at,
                events: vec![event.clone()],
                origin: None,
                joined: None,
                answer: None,
                secret: Some((id, game.sealed.clone())),
                spent: None,
                wake_at: Some(at.plus(self.config.limits.millis(Limit::NeverUsedSeconds))),
                standing: standing(&table),
                summary: Fixed::of(code, &table)?.listing(&table),
                base: None,
            };
            match self.store.create(Create { append, opened_by }).await {
                Ok(()) => {
                    tracing::info!(table = %code, "opened");
                    return Ok(CreatedTable { code });
                }
                Err(StoreError::CodeTaken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        tracing::error!("no free code was found for a new table");
        Err(ApiError::busy())
    }
}

/// JSON of something that always has it.
pub(crate) fn to_text(value: &impl serde::Serialize) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(|error| ApiError::no_text(&error))
}
