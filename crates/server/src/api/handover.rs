//! Going on from another device: a code made here, taken there.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludo_protocol::{CreatedHandover, ErrorCode, HandoverCode, MyTable, TableState, TakeHandover};
use ludo_store::{Handover, HandoverHash, NewDevice, PersonId};

use super::{Person, read_json};
use crate::app::App;
use crate::cookie::Token;
use crate::error::ApiError;
use crate::limits;
use crate::peer::Peer;

/// Makes a code with which another device becomes this person. It takes the place of an earlier one.
pub(crate) async fn post(
    State(app): State<App>,
    peer: Peer,
    Person(person): Person,
) -> Result<impl IntoResponse, ApiError> {
    let person = person.ok_or_else(ApiError::no_session)?;
    let at = app.config.clock.now();
    if !peer.may(&app.handovers, at) {
        return Err(ApiError::rate_limited());
    }
    let code = HandoverCode::from_entropy(app.config.entropy.bytes()?);
    let expires_at = at.plus(limits::HANDOVER_MILLIS);
    let handover = Handover {
        code: hash(&code),
        person,
        at,
        until: expires_at,
    };
    app.store.make_handover(handover).await?;
    let created = CreatedHandover { code, expires_at };
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CREATED, no_store, Json(created)))
}

/// Makes this browser the person whose code it brings.
pub(crate) async fn take(
    State(app): State<App>,
    peer: Peer,
    Person(person): Person,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let TakeHandover { code, replace } = read_json(body, "takes a hand-over code")?;
    let now = app.config.clock.now();
    // Before anything is looked at: trying costs the same whatever comes of it.
    if !peer.may(&app.takes, now) {
        return Err(ApiError::rate_limited());
    }
    let code: HandoverCode = code.parse().map_err(|_| bad_handover())?;
    let code = hash(&code);
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    if let Some(person) = person {
        // Only whoever has a good code learns anything here, and it is not used up by that.
        let owner = app.store.handover(code, now).await?;
        if owner.ok_or_else(bad_handover)? == person {
            return Ok((StatusCode::NO_CONTENT, no_store).into_response());
        }
        if !replace && has_unfinished(&app, person).await? {
            let message = "This browser is another player already, with games that are not over. Going on as the player of the code gives those up on this device.";
            return Err(ApiError::new(ErrorCode::OtherPerson, message));
        }
    }
    let token = Token::new(&app.config.entropy)?;
    let taken = app.store.take_handover(code, token.hash(), now).await?;
    let NewDevice { pushed_out, .. } = taken.ok_or_else(bad_handover)?;
    app.devices.show_out(&pushed_out);
    let cookie = token
        .set_cookie(&app.config.origins)
        .ok_or_else(ApiError::unavailable)?;
    let headers = [(header::SET_COOKIE, cookie)];
    Ok((StatusCode::NO_CONTENT, no_store, headers).into_response())
}

fn hash(code: &HandoverCode) -> HandoverHash {
    HandoverHash::of(code.expose().as_bytes())
}

/// One answer for all that a code can lack, so that nobody learns which codes there were.
fn bad_handover() -> ApiError {
    let message = "This code is not known, or was used, or is older than two minutes. Get a new one on the other device.";
    ApiError::new(ErrorCode::BadHandover, message)
}

/// Whether a person sits at a table that waits or plays.
async fn has_unfinished(app: &App, person: PersonId) -> Result<bool, ApiError> {
    let is_unfinished =
        |table: MyTable| matches!(table.state, TableState::Waiting | TableState::Playing);
    let own = app.store.tables_of(person, limits::OWN_TABLES).await?;
    Ok(own.iter().filter_map(super::me::listed).any(is_unfinished))
}
