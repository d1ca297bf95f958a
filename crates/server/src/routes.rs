use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludo_protocol::{ErrorBody, ErrorCode};

use crate::api::{health, me, qr, session, socket, table};
use crate::app::App;
use crate::error::ApiError;
use crate::security::{SecurityHeaders, add_headers};
use crate::{limits, page};

/// Everything that can be asked of the server.
pub(crate) fn routes(app: App) -> Router {
    let security = SecurityHeaders::new(&app.config.origins);
    Router::new()
        .route("/api/session", post(session::post))
        .route("/api/me", get(me::get))
        .route("/api/tables", post(table::post))
        .route("/api/tables/{code}", get(table::get))
        .route("/api/tables/{code}/qr.svg", get(qr::get))
        .route("/api/tables/{code}/socket", get(socket::get))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/", get(page::index))
        .route("/t/{code}", get(page::index))
        .fallback(page::asset)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), own_pages_only))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(security, add_headers))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .with_state(app)
}

/// Whatever could change something must come from a page of ours.
async fn own_pages_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !only_reads && app.config.origins.check(request.headers()).is_err() {
        return ApiError::foreign_origin().into_response();
    }
    next.run(request).await
}

/// No request takes for ever.
async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::busy().into_response(),
    }
}

async fn method_not_allowed() -> Response {
    let body = ErrorBody::new(
        ErrorCode::BadRequest,
        "This address does not take that method.",
    );
    (axum::http::StatusCode::METHOD_NOT_ALLOWED, Json(body)).into_response()
}
