use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::app::App;
use crate::error::ApiError;

/// The key that this host's records are sealed with, as a line of text.
pub(crate) async fn get(State(app): State<App>) -> Result<impl IntoResponse, ApiError> {
    let key = app.config.seal.as_ref().ok_or_else(ApiError::not_found)?;
    Ok((
        [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        format!("{}\n", key.public()),
    ))
}
