use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludo_protocol::{ErrorBody, ErrorCode};

use crate::api::{game, handover, health, me, qr, seal, session, socket, stats, table};
use crate::app::App;
use crate::error::ApiError;
use crate::security::{SecurityHeaders, add_headers};
use crate::{dice_page, limits, page};

/// Everything that can be asked of the server.
pub(crate) fn routes(app: App) -> Router {
    let security = SecurityHeaders::new(&app.config.origins);
    Router::new()
        .route("/api/session", post(session::post))
        .route("/api/handover", post(handover::post))
        .route("/api/handover/take", post(handover::take))
        .route("/api/me", get(me::get))
        .route("/api/tables", post(table::post))
        .route("/api/tables/{code}", get(table::get))
        .route("/api/tables/{code}/qr.svg", get(qr::get))
        .route("/api/tables/{code}/socket", get(socket::get))
        .route("/api/games/{file}", get(game::get))
        .route("/api/stats/dice", get(stats::dice))
        .route("/.well-known/ludo-seal", get(seal::get))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/", get(page::index))
        .route("/t/{code}", get(page::at_table))
        .route("/verify", get(page::verify))
        .route("/dice", get(dice_page::get))
        .route("/dice.css", get(dice_page::looks))
        .fallback(page::asset)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn(json_only))
        .layer(middleware::from_fn_with_state(app.clone(), own_pages_only))
        .layer(middleware::from_fn_with_state(app.clone(), own_names_only))
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

/// A page of another site whose name was made to lead here is not shown ours, and gets no answer of ours.
async fn own_names_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let origins = &app.config.origins;
    let is_watched = request.uri().path().starts_with("/health/");
    if !is_watched && origins.check_host(request.headers()).is_err() {
        let message = format!(
            "This server does not go by the name in this address. Open {} instead.",
            origins.base()
        );
        let body = ErrorBody::new(ErrorCode::ForbiddenOrigin, message);
        return (StatusCode::MISDIRECTED_REQUEST, Json(body)).into_response();
    }
    next.run(request).await
}

/// A body that says what it is says that it is JSON.
async fn json_only(request: Request, next: Next) -> Response {
    if *request.method() == Method::POST && !may_be_json(request.headers()) {
        let body = ErrorBody::new(
            ErrorCode::BadRequest,
            "The body of a request is JSON, with the content type application/json.",
        );
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, Json(body)).into_response();
    }
    next.run(request).await
}

fn may_be_json(headers: &HeaderMap) -> bool {
    headers.get_all(header::CONTENT_TYPE).iter().all(|kind| {
        let kind = kind.to_str().unwrap_or_default();
        let (kind, _) = kind.split_once(';').unwrap_or((kind, ""));
        kind.trim().eq_ignore_ascii_case("application/json")
    })
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
    (StatusCode::METHOD_NOT_ALLOWED, Json(body)).into_response()
}
