use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludo_protocol::{ErrorBody, ErrorCode, ServerMessage};
use ludo_store::StoreError;
use ludo_table::Refusal;

use crate::entropy::EntropyError;

/// An answer that is an error: its code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError(pub(crate) ErrorBody);

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(ErrorBody::new(code, message))
    }

    pub(crate) fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "There is nothing at this address.")
    }

    pub(crate) fn no_table() -> Self {
        Self::new(
            ErrorCode::NotFound,
            "There is no table with this code. Look at the link again, or open a new table.",
        )
    }

    pub(crate) fn foreign_origin() -> Self {
        let message =
            "This request comes from a page of another site. Open this server's own page.";
        Self::new(ErrorCode::ForbiddenOrigin, message)
    }

    pub(crate) fn no_session() -> Self {
        let message = "This browser is not known yet. Reload the page (a program: POST /api/session first, and keep the cookie).";
        Self::new(ErrorCode::NoSession, message)
    }

    pub(crate) fn shown_out() -> Self {
        let message = "This device is not yours any more: you have gone on with more devices than a person can have. Reload the page to play as somebody new, or hand over to it once more.";
        Self::new(ErrorCode::NoSession, message)
    }

    pub(crate) fn full() -> Self {
        let message = "Too many people look at this table just now. Try again later.";
        Self::new(ErrorCode::Busy, message)
    }

    pub(crate) fn ahead() -> Self {
        let message = "This device knows more of the table than the server has, or something else. The server has lost something: an older state was restored.";
        Self::new(ErrorCode::Ahead, message)
    }

    pub(crate) fn rate_limited() -> Self {
        Self::new(
            ErrorCode::RateLimited,
            "That was too much in too short a time. Wait a moment.",
        )
    }

    pub(crate) fn said_too_much() -> Self {
        Self::new(
            ErrorCode::RateLimited,
            "You have said a lot. Wait a moment.",
        )
    }

    /// The message that something was not said for this reason; after `wait` milliseconds it can be.
    pub(crate) fn unsaid(self, wait: u64) -> ServerMessage {
        let ErrorBody { code, message } = self.0;
        ServerMessage::Unsaid {
            code,
            message,
            wait,
        }
    }

    pub(crate) fn busy() -> Self {
        Self::new(
            ErrorCode::Busy,
            "The server has too much to do just now. Try again in a moment.",
        )
    }

    pub(crate) fn restarting() -> Self {
        Self::new(
            ErrorCode::Restarting,
            "The server is being restarted. Your seat is kept; try again in a moment.",
        )
    }

    /// For a message that has no JSON, which must not be.
    pub(crate) fn no_text(error: &serde_json::Error) -> Self {
        tracing::error!(%error, "a message has no text");
        Self::new(
            ErrorCode::Internal,
            "Something is wrong with this server; it is in its log.",
        )
    }

    pub(crate) fn damaged() -> Self {
        let message = "What the server has stored of this table is damaged. It stands still until whoever runs the server has restored it.";
        Self::new(ErrorCode::Damaged, message)
    }

    /// Why what is stored of a table cannot be told.
    pub(crate) fn of_table(error: StoreError) -> Self {
        if error.is_damage() {
            tracing::error!(%error, "a table is damaged");
            return Self::damaged();
        }
        error.into()
    }

    pub(crate) fn unavailable() -> Self {
        Self::new(ErrorCode::Unavailable, Refusal::Unavailable.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl From<&Refusal> for ApiError {
    fn from(refusal: &Refusal) -> Self {
        Self(refusal.into())
    }
}

// What went wrong with the disk is for the log, not for the world.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoTable(_) => Self::no_table(),
            error => {
                tracing::error!(%error, "the store failed");
                Self::unavailable()
            }
        }
    }
}

impl From<EntropyError> for ApiError {
    fn from(error: EntropyError) -> Self {
        tracing::error!(%error, "no randomness");
        Self::unavailable()
    }
}
