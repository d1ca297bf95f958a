//! What is asked over HTTP. Opening an address never makes anything: only a POST does.

pub(crate) mod game;
pub(crate) mod handover;
pub(crate) mod health;
pub(crate) mod me;
pub(crate) mod qr;
pub(crate) mod seal;
pub(crate) mod session;
pub(crate) mod socket;
pub(crate) mod stats;
pub(crate) mod table;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use ludo_protocol::{ErrorCode, TableCode};
use ludo_store::PersonId;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::cookie::Token;
use crate::devices::Device;
use crate::error::ApiError;

/// The person whose cookie came with a request.
pub(crate) struct Person(pub(crate) Option<PersonId>);

impl FromRequestParts<App> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        for token in Token::all_of(&parts.headers, &app.config.origins) {
            if let Some(person) = app.store.person(token.hash()).await? {
                return Ok(Self(Some(person)));
            }
        }
        Ok(Self(None))
    }
}

/// Who comes with a socket, and by which device.
pub(crate) struct Visitor {
    pub(crate) person: Option<PersonId>,
    pub(crate) device: Option<Device>,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        for token in Token::all_of(&parts.headers, &app.config.origins) {
            let device = Device::enter(app, token.hash());
            if let Some(person) = app.store.person(token.hash()).await? {
                let (person, device) = (Some(person), Some(device));
                return Ok(Self { person, device });
            }
        }
        let (person, device) = (None, None);
        Ok(Self { person, device })
    }
}

/// The table's code in an address.
pub(crate) struct Code(pub(crate) TableCode);

impl FromRequestParts<App> for Code {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Path(text) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::not_found())?;
        let code = text.parse().map_err(|error| {
            ApiError::new(
                ErrorCode::NotFound,
                format!("There is no such table: {error}."),
            )
        })?;
        Ok(Self(code))
    }
}

/// The JSON object in the body of a request that does something; `deed` says what, for people.
pub(crate) fn read_json<T: DeserializeOwned>(
    body: Result<Bytes, BytesRejection>,
    deed: &str,
) -> Result<T, ApiError> {
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
    serde_json::from_slice(&body).map_err(|error| {
        ApiError::new(
            ErrorCode::BadRequest,
            format!("The body is not what {deed}: {error}."),
        )
    })
}
