use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ludo_protocol::Me;
use ludo_store::OwnTable;

use super::Person;
use crate::app::App;
use crate::error::ApiError;
use crate::limits;
use crate::listing::Listing;

/// The tables of the browser's person.
pub(crate) async fn get(
    State(app): State<App>,
    Person(person): Person,
) -> Result<impl IntoResponse, ApiError> {
    let own = match person {
        Some(person) => app.store.tables_of(person, limits::OWN_TABLES).await?,
        None => Vec::new(),
    };
    let table = |OwnTable {
                     code,
                     member,
                     summary,
                 }| match serde_json::from_str::<Listing>(&summary) {
        Ok(listing) => listing.for_member(member),
        Err(error) => {
            tracing::warn!(table = %code, %error, "its listing cannot be read");
            None
        }
    };
    let me = Me {
        tables: own.into_iter().filter_map(table).collect(),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(me)))
}
