use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use ludo_protocol::{CreateTable, TableCode, TableSummary};

use super::{Code, Person, read_json};
use crate::app::App;
use crate::error::ApiError;
use crate::listing::Listing;
use crate::peer::Peer;

/// Opens a table.
pub(crate) async fn post(
    State(app): State<App>,
    peer: Peer,
    Person(person): Person,
    body: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let CreateTable { options } = read_json(body, "opens a table")?;
    options
        .check()
        .map_err(|refusal| ApiError::from(&refusal))?;
    let person = person.ok_or_else(ApiError::no_session)?;
    if !peer.may(&app.openings, app.config.clock.now()) {
        return Err(ApiError::rate_limited());
    }
    let created = app.open_table(options, person).await?;
    Ok((
        StatusCode::CREATED,
        [(header::CACHE_CONTROL, "no-store")],
        Json(created),
    ))
}

/// What one wants to know of a table before one sits down.
pub(crate) async fn get(
    State(app): State<App>,
    Code(code): Code,
) -> Result<impl IntoResponse, ApiError> {
    Ok((
        [(header::CACHE_CONTROL, "no-store")],
        Json(summary(&app, code).await?),
    ))
}

/// The same for us: one row of the store, and no table in memory.
pub(crate) async fn summary(app: &App, code: TableCode) -> Result<TableSummary, ApiError> {
    let head = app.store.head(code).await.map_err(ApiError::of_table)?;
    let head = head.ok_or_else(ApiError::no_table)?;
    let Listing { summary, .. } = serde_json::from_str(&head.summary).map_err(|error| {
        tracing::error!(table = %code, %error, "its listing cannot be read");
        ApiError::unavailable()
    })?;
    Ok(summary)
}
