use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludo_store::PersonId;

use super::Person;
use crate::app::App;
use crate::cookie::Token;
use crate::error::ApiError;
use crate::peer::Peer;

/// Makes sure that the browser has its cookie. One that is known already is left alone.
pub(crate) async fn post(
    State(app): State<App>,
    peer: Peer,
    Person(person): Person,
) -> Result<Response, ApiError> {
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    if person.is_some() {
        return Ok((StatusCode::NO_CONTENT, no_store).into_response());
    }
    let now = app.config.clock.now();
    if !peer.may(&app.sessions, now) {
        return Err(ApiError::rate_limited());
    }
    let token = Token::new(&app.config.entropy)?;
    let person = PersonId(app.config.entropy.bytes()?);
    app.store.add_person(person, token.hash(), now).await?;
    let cookie = token
        .set_cookie(&app.config.origins)
        .ok_or_else(ApiError::unavailable)?;
    Ok((
        StatusCode::NO_CONTENT,
        no_store,
        [(header::SET_COOKIE, cookie)],
    )
        .into_response())
}
