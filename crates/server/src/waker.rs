use std::sync::Arc;

use ludo_protocol::ErrorCode;
use ludo_store::{Due, StoreError};
use ludo_table::Time;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::limits;

/// Takes up the tables that want to be looked at, even if nobody comes: at the start all that are due, from then on
/// those whose time comes.
pub(crate) async fn run(app: App) {
    app.begun().await;
    let clock = app.config.clock.clone();
    let mut seen = None;
    // Whoever comes to a table while thousands are taken up does not wait behind them.
    let loads = Arc::new(Semaphore::new(limits::WAKES_AT_ONCE));
    loop {
        let now = clock.now();
        let until = now.plus(limits::WAKE_AHEAD_MILLIS);
        let again = match wake_due(&app, &loads, &mut seen, until).await {
            Ok(true) => now.plus(limits::WAKE_AHEAD_MILLIS / 2),
            Ok(false) => now.plus(limits::RETRY_MILLIS),
            Err(error) => {
                tracing::error!(%error, "the store cannot say which tables are due");
                now.plus(limits::RETRY_MILLIS)
            }
        };
        tokio::select! {
            () = clock.sleep_until(again) => {}
            () = app.stop.cancelled() => return,
        }
    }
}

/// Wakes what is due until `until`, and remembers in `seen` how far it got. False if there is no room for more now.
async fn wake_due(
    app: &App,
    loads: &Arc<Semaphore>,
    seen: &mut Option<Due>,
    until: Time,
) -> Result<bool, StoreError> {
    loop {
        let due = app
            .store
            .due(seen.clone(), until, limits::WAKE_BATCH)
            .await?;
        if due.is_empty() {
            return Ok(true);
        }
        for due in due {
            let woken = if app.tables.has(due.code) {
                app.wake(due.code, None)
            } else {
                // It is given back when the table is there, or cannot be. Nobody closes the semaphore.
                let load = loads.clone().acquire_owned().await.ok();
                app.wake(due.code, load)
            };
            // One that is damaged stands still, and nobody else waits for it.
            if let Err(error) = woken
                && error.0.code != ErrorCode::Damaged
            {
                tracing::warn!(table = %due.code, code = %error.0.code, "a table could not be woken");
                return Ok(false);
            }
            *seen = Some(due);
        }
    }
}
