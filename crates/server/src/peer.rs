use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::error::ApiError;

/// The other end of a connection, as an extension of its requests, with the place that the connection takes: whoever
/// goes on with the connection (a socket does) keeps a copy.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    address: SocketAddr,
    _place: Arc<OwnedSemaphorePermit>,
}

impl Remote {
    pub(crate) fn new(address: SocketAddr, place: OwnedSemaphorePermit) -> Self {
        Self {
            address,
            _place: Arc::new(place),
        }
    }
}

/// The address that a request comes from, as far as limits care.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl FromRequestParts<App> for Peer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let remote = parts.extensions.get::<Remote>();
        let remote = remote.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |remote| {
            remote.address.ip()
        });
        if !app.config.behind_proxy {
            return Ok(Self(remote));
        }
        // The last one is what our own proxy saw; those before it are what its client claims.
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        let last =
            forwarded.and_then(|line| line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Ok(Self(last.unwrap_or(remote)))
    }
}
