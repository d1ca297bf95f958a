use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use ludo_protocol::{CreateTable, ErrorCode, TableSummary};

use super::{Code, Person};
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
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::TooLong, "The body is too long."),
        _ => ApiError::new(ErrorCode::BadRequest, "The body did not arrive whole."),
    })?;
    // An array can be read as an object too, and nobody means it.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(ApiError::new(
            ErrorCode::BadRequest,
            "The body is not a JSON object.",
        ));
    }
    let CreateTable { options } = serde_json::from_slice(&body).map_err(|error| {
        ApiError::new(
            ErrorCode::BadRequest,
            format!("The body is not what opens a table: {error}."),
        )
    })?;
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
    let head = app.store.head(code).await?.ok_or_else(ApiError::no_table)?;
    let Listing { summary, .. } = serde_json::from_str(&head.summary).map_err(|error| {
        tracing::error!(table = %code, %error, "its listing cannot be read");
        ApiError::unavailable()
    })?;
    Ok((
        [(header::CACHE_CONTROL, "no-store")],
        Json::<TableSummary>(summary),
    ))
}
