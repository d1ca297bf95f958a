use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ludo_protocol::DiceStats;

use crate::app::App;
use crate::error::ApiError;

/// How the dice of all games fell.
pub(crate) async fn dice(State(app): State<App>) -> Result<impl IntoResponse, ApiError> {
    let stats = app.dice.stats().ok_or_else(ApiError::unavailable)?;
    Ok((
        [(header::CACHE_CONTROL, "public, max-age=60")],
        Json::<DiceStats>(DiceStats::clone(&stats)),
    ))
}
