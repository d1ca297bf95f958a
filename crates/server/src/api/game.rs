use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use ludo_dice::{GameId, Proof};
use ludo_protocol::{ErrorCode, TableCode};
use ludo_rules::Record;
use ludo_table::Recorder;

use crate::app::App;
use crate::error::ApiError;
use crate::limits;
use crate::peer::Peer;

/// The record of a finished game, with this host's seal. It is made from the events of its table each time it is asked
/// for, and always the same.
pub(crate) async fn get(
    State(app): State<App>,
    peer: Peer,
    path: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let game = path
        .ok()
        .and_then(|Path(name)| name.strip_suffix(".ludo")?.parse::<GameId>().ok())
        .ok_or_else(ApiError::not_found)?;
    if !peer.may(&app.records, app.config.clock.now()) {
        return Err(ApiError::rate_limited());
    }
    let code = app.store.table_of_game(game).await?;
    let record = recorded(&app, code.ok_or_else(no_game)?, game).await?;
    // Hashes and a signature: too much work for a thread that others wait for.
    let sealing = app.clone();
    let text = tokio::task::spawn_blocking(move || sealed(&sealing, game, record))
        .await
        .map_err(|error| broken(game, &error))??;
    Ok((
        [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
            (
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{game}.ludo\""),
            ),
            (
                header::CACHE_CONTROL,
                "public, max-age=86400, immutable".to_owned(),
            ),
        ],
        text,
    ))
}

/// The record as it follows from the events of its table.
async fn recorded(app: &App, code: TableCode, game: GameId) -> Result<Record, ApiError> {
    let mut recorder = Recorder::new();
    let mut after = 0;
    loop {
        let page = app
            .store
            .events(code, after, limits::EVENTS_PER_READ)
            .await?;
        let Some(last) = page.last() else {
            break;
        };
        after = last.seq;
        for stored in &page {
            let is_it = recorder.game() == Some(game);
            match recorder.push(&stored.event, stored.at) {
                Ok(Some(record)) if is_it => return Ok(record),
                // Over before it was drawn.
                Ok(None) if is_it && recorder.game().is_none() => return Err(no_game()),
                Err(error) if is_it => return Err(broken(game, &error)),
                Ok(_) | Err(_) => {}
            }
        }
        // Others want to be served too.
        tokio::task::yield_now().await;
    }
    if recorder.game() == Some(game) {
        let message = "This game is not over yet. Its record is here when it is.";
        return Err(ApiError::new(ErrorCode::GameRunning, message));
    }
    Err(no_game())
}

/// The text of a record with this host's seal. What is not proven is never sealed.
fn sealed(app: &App, game: GameId, record: Record) -> Result<String, ApiError> {
    Proof::of(&record).map_err(|unproven| broken(game, &unproven))?;
    let record = match &app.config.seal {
        Some(key) => key.seal(record).map_err(|error| broken(game, &error))?,
        None => record,
    };
    Ok(record.to_string())
}

fn no_game() -> ApiError {
    let message = "There is no finished game with this id. Look at the link again; games that ended before their first roll have no record.";
    ApiError::new(ErrorCode::NotFound, message)
}

fn broken(game: GameId, error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(%game, %error, "a game has no record");
    ApiError::new(
        ErrorCode::Internal,
        "Something is wrong with this server; it is in its log.",
    )
}
