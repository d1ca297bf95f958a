use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ludo_protocol::{Me, MyTable};
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
    let me = Me {
        tables: own.iter().filter_map(listed).collect(),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(me)))
}

/// How a table looks to its member; nothing to one who has no part in it.
pub(crate) fn listed(own: &OwnTable) -> Option<MyTable> {
    match serde_json::from_str::<Listing>(&own.summary) {
        Ok(listing) => listing.for_member(own.member),
        Err(error) => {
            tracing::warn!(table = %own.code, %error, "its listing cannot be read");
            None
        }
    }
}
