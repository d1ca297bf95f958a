use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ludo_dice::Chain;
use ludo_protocol::{NumberedEvent, TableCode};
use ludo_rules::BySeat;
use ludo_store::{Base, HostKey, SavedTable, StoreError, StoredEvent};
use ludo_table::{Event, Phase, Table, Time, Wrong};
use tokio::sync::Notify;

use super::Worker;
use super::answers::Answers;
use super::connections::Connections;
use super::history::Recent;
use super::presence::Presence;
use super::talk::Talk;
use crate::app::App;
use crate::game::GameSecrets;

/// Why a table cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("its event {seq} does not follow: {wrong}")]
    History { seq: u64, wrong: Wrong },
    #[error("it has no events")]
    Empty,
}

impl LoadError {
    /// Whether another try can do better.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Store(error) => !error.is_damage(),
            Self::History { .. } | Self::Empty => false,
        }
    }
}

/// A history, folded.
struct Folded {
    table: Table,
    base: (u64, Table),
    base_at: Time,
    recent: Recent,
    secrets: GameSecrets,
}

/// The table as the store has it; nothing if there is no such table.
pub(super) async fn load(app: &App, code: TableCode) -> Result<Option<Worker>, LoadError> {
    let Some(mut saved) = app.store.load(code, false).await? else {
        return Ok(None);
    };
    let start = match &saved.base {
        None => None,
        Some(base) => read_base(code, base),
    };
    if start.is_none() && saved.base.is_some() {
        let Some(whole) = app.store.load(code, true).await? else {
            return Ok(None);
        };
        saved = whole;
    }
    let SavedTable {
        head,
        events,
        members,
        ..
    } = saved;
    let Folded {
        table,
        base,
        base_at,
        recent,
        mut secrets,
    } = fold(&app.key, code, start, events)?;
    secrets.chain = chain(app, code, &table).await?;
    let now = app.config.clock.now().max(table.changed_at());
    let people: HashMap<_, _> = members
        .iter()
        .map(|saved| (saved.person, saved.member))
        .collect();
    // Whoever had a connection when this was noted last has lost it now at the latest.
    let gone = members
        .iter()
        .map(|saved| (saved.member, saved.gone.unwrap_or(now)));
    let gone = gone
        .filter(|(member, _)| table.seat_of(*member).is_some())
        .collect();
    Ok(Some(Worker {
        app: app.clone(),
        code,
        table,
        seq: head.seq,
        base,
        base_at,
        recent,
        listing: None,
        secrets,
        people,
        connections: Connections::default(),
        gone,
        back: HashSet::new(),
        presence: Presence::default(),
        was_seating: true,
        seen_changes: 0,
        answers: Answers::default(),
        away_until: Time::default(),
        excused: None,
        talk: Talk::default(),
        wakes: head.wake_at,
        loaded_at: now,
        touched_at: now,
        left_at: Time::default(),
        not_before: Time::default(),
        failures: 0,
        departed: Arc::new(Notify::new()),
    }))
}

/// The state that loading starts from. One of an older program may not be readable; then all events are.
fn read_base(code: TableCode, base: &Base) -> Option<(u64, Table)> {
    match serde_json::from_str(&base.state) {
        Ok(table) => Some((base.seq, table)),
        Err(error) => {
            tracing::warn!(table = %code, %error, "its stored state is not used");
            None
        }
    }
}

fn fold(
    key: &HostKey,
    code: TableCode,
    start: Option<(u64, Table)>,
    events: Vec<StoredEvent>,
) -> Result<Folded, LoadError> {
    let mut base = start;
    let mut table = base.as_ref().map(|(_, table)| table.clone());
    let mut recent = Recent::default();
    let mut secrets = GameSecrets::default();
    for StoredEvent {
        seq,
        at,
        event,
        private,
    } in events
    {
        let next =
            Table::fold(table, &event, at).map_err(|wrong| LoadError::History { seq, wrong })?;
        match &event {
            Event::Opened { .. } | Event::Renewed { .. } | Event::Rematch { .. } => {
                base = Some((seq, next.clone()));
            }
            Event::Answered { seat } => {
                let kept = private.and_then(|private| private.answer);
                let opened = kept.map(|kept| kept.open(key, next.game(), *seat));
                secrets.answers[*seat] = opened.and_then(|link| {
                    link.inspect_err(|error| {
                        tracing::error!(table = %code, %seat, %error, "an answer cannot be read");
                    })
                    .ok()
                });
            }
            Event::Begun { .. } | Event::Drawn { .. } => {
                secrets.answers = BySeat::default();
            }
            _ => {}
        }
        table = Some(next);
        recent.push(NumberedEvent { seq, at, event });
    }
    let (table, base) = table.zip(base).ok_or(LoadError::Empty)?;
    let base_at = base.1.changed_at();
    Ok(Folded {
        table,
        base,
        base_at,
        recent,
        secrets,
    })
}

/// The server's chain of the table's game, where one is needed. If it is lost, the game cannot go on; the table can.
async fn chain(app: &App, code: TableCode, table: &Table) -> Result<Option<Chain>, LoadError> {
    if matches!(table.phase(), Phase::Over { .. } | Phase::Closed { .. }) {
        return Ok(None);
    }
    let Some(sealed) = app.store.secret(table.game()).await? else {
        tracing::error!(table = %code, "the secret of its game is lost");
        return Ok(None);
    };
    match app.key.open(table.game(), &sealed) {
        Ok(secret) => {
            let chain = Chain::new(secret);
            let is_right = chain.tip() == table.server_tip();
            if !is_right {
                tracing::error!(table = %code, "the secret of its game is another game's");
            }
            Ok(is_right.then_some(chain))
        }
        Err(error) => {
            tracing::error!(table = %code, %error, "the secret of its game cannot be read");
            Ok(None)
        }
    }
}
