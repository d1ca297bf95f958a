use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ludo_protocol::ErrorCode;
use qrcode::QrCode;
use qrcode::render::svg;

use super::Code;
use crate::app::App;
use crate::error::ApiError;

/// A picture of a table's link.
pub(crate) async fn get(
    State(app): State<App>,
    Code(code): Code,
) -> Result<impl IntoResponse, ApiError> {
    app.store.head(code).await?.ok_or_else(ApiError::no_table)?;
    let link = format!("{}/t/{code}", app.config.origins.base());
    let picture = QrCode::new(&link).map_err(|error| {
        tracing::error!(%error, "a link is too long for a QR code");
        ApiError::new(ErrorCode::Internal, "The link is too long for a QR code.")
    })?;
    let picture = picture
        .render::<svg::Color<'_>>()
        .min_dimensions(256, 256)
        .build();
    Ok((
        [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        picture,
    ))
}
