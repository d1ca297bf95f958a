//! How the dice of this server fell. The games that are over are counted behind the tables' backs: an append notes in its
//! own transaction that a game ended, and nothing more; here their events are read and their counts added up, each game
//! once. So no roll waits for statistics, and none is lost when the server stops at any moment.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludo_protocol::DiceStats;
use ludo_stats::{Day, DiceCounts, DiceDays, DiceTally};
use ludo_store::{DiceCount, EndedGame, StoreError};
use tokio::sync::Notify;

use crate::app::App;
use crate::limits;

/// What is known of the dice of all games that were counted.
#[derive(Default)]
pub(crate) struct DiceBoard {
    state: Mutex<State>,
    /// A game is over.
    ended: Notify,
}

#[derive(Default)]
struct State {
    /// None until it is read, and after the store left in doubt what it has.
    days: Option<DiceDays>,
    /// What follows from them; none where games were counted since.
    stats: Option<Arc<DiceStats>>,
}

impl DiceBoard {
    /// A game is over, and stored.
    pub(crate) fn game_is_over(&self) {
        self.ended.notify_one();
    }

    /// What is published; none where the store could not be read yet. Worked out once for as long as no game ends,
    /// whoever asks how often.
    pub(crate) fn stats(&self) -> Option<Arc<DiceStats>> {
        let mut state = self.state();
        if let Some(stats) = &state.stats {
            return Some(stats.clone());
        }
        let stats = Arc::new(state.days.as_ref()?.stats(limits::DICE_WEEKS));
        state.stats = Some(stats.clone());
        Some(stats)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, days: DiceDays) {
        *self.state() = State {
            days: Some(days),
            stats: None,
        };
    }

    fn add(&self, day: Day, counts: &DiceCounts) {
        let mut state = self.state();
        if let Some(days) = &mut state.days {
            days.add(day, counts);
            state.stats = None;
        }
    }

    fn forget(&self) {
        self.state().days = None;
    }

    fn is_known(&self) -> bool {
        self.state().days.is_some()
    }
}

/// Counts the games that are over: at the start those that a server before this one did not come to, from then on each
/// when it ends.
pub(crate) async fn run(app: App) {
    app.begun().await;
    let clock = app.config.clock.clone();
    loop {
        let caught_up = tokio::select! {
            caught_up = catch_up(&app) => caught_up,
            () = app.stop.cancelled() => return,
        };
        let mut again = None;
        if let Err(error) = caught_up {
            tracing::warn!(%error, "the dice of games that are over cannot be counted for now");
            // What the store has may be more than is known here.
            app.dice.forget();
            again = Some(clock.now().plus(limits::RETRY_MILLIS));
        }
        let retry = async {
            match again {
                Some(again) => clock.sleep_until(again).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = app.dice.ended.notified() => {}
            () = retry => {}
            () = app.stop.cancelled() => return,
        }
    }
}

async fn catch_up(app: &App) -> Result<(), StoreError> {
    if !app.dice.is_known() {
        let mut days = DiceDays::default();
        for DiceCount { day, name, count } in app.store.dice_counts().await? {
            if !days.add_counter(Day(day), &name, count) {
                tracing::warn!(name, "a count of dice is not known");
            }
        }
        app.dice.put(days);
    }
    loop {
        let games = app.store.uncounted(limits::GAMES_PER_COUNT).await?;
        if games.is_empty() {
            return Ok(());
        }
        for game in games {
            let counted = match tally(app, game).await {
                Ok(counted) => counted,
                // It will not get better, and must not stand in the way of the others.
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(table = %game.code, %error, "a game is left out of the statistics");
                    None
                }
                Err(error) => return Err(error),
            };
            let rows = counted.as_ref().map_or_else(Vec::new, |(day, counts)| {
                let row = |(name, count)| DiceCount {
                    day: day.0,
                    name,
                    count,
                };
                counts.counters().map(row).collect()
            });
            if app.store.count_dice(game, rows).await?
                && let Some((day, counts)) = counted
            {
                app.dice.add(day, &counts);
            }
        }
    }
}

/// The counts of a game, from its events.
async fn tally(app: &App, game: EndedGame) -> Result<Option<(Day, DiceCounts)>, StoreError> {
    let mut tally = DiceTally::new();
    let mut after = game.begun.saturating_sub(1);
    loop {
        // Not one more than the game has: the store would look for it among all that was written last.
        let left = u32::try_from(game.over.saturating_sub(after)).unwrap_or(u32::MAX);
        let count = left.min(limits::EVENTS_PER_READ);
        let events = app.store.events(game.code, after, count).await?;
        let Some(last) = events.last() else {
            return Ok(None);
        };
        after = last.seq;
        for stored in &events {
            let counted = tally.push(&stored.event, stored.at);
            if stored.seq == game.over {
                return Ok(counted);
            }
        }
        // Others want to be served too.
        tokio::task::yield_now().await;
    }
}
