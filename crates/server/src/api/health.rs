use std::time::Duration;

use axum::extract::State;

use crate::app::App;
use crate::error::ApiError;

/// How long the store may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(5);

/// The process runs.
pub(crate) async fn live() -> &'static str {
    "ok\n"
}

/// The store writes and reads.
pub(crate) async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.stop.is_cancelled() {
        return Err(ApiError::restarting());
    }
    let ready = tokio::time::timeout(PATIENCE, app.store.ready()).await;
    ready.map_err(|_| ApiError::unavailable())??;
    Ok("ok\n")
}
