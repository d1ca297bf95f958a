use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use ludo_table::Time;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::bucket::{Buckets, network};
use crate::error::ApiError;

/// The other end of a connection, as an extension of its requests, with the place that the connection takes.
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

/// Where a request comes from, as far as limits care. Whoever goes on with the request's connection keeps it, since it
/// holds the connection's place.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// None for a program on this machine.
    address: Option<IpAddr>,
    _remote: Option<Remote>,
}

impl Peer {
    /// Takes one out of the address's bucket, if it is there.
    pub(crate) fn may(&self, buckets: &Buckets, now: Time) -> bool {
        self.address
            .is_none_or(|address| buckets.take(address, now))
    }

    /// What stands for the other side where its connections are counted; none for a program on this machine.
    pub(crate) fn network(&self) -> Option<IpAddr> {
        self.address.map(network)
    }

    fn of(parts: &Parts, behind_proxy: bool) -> Self {
        let remote = parts.extensions.get::<Remote>();
        let direct = remote.map_or(Ipv4Addr::UNSPECIFIED.into(), |remote| remote.address.ip());
        let address = if behind_proxy {
            // The last one is what our own proxy saw; those before it are what its client claims.
            let line = parts.headers.get_all("x-forwarded-for").iter().next_back();
            let last = line.and_then(|line| seen(line.to_str().ok()?.rsplit(',').next()?));
            Some(last.unwrap_or(direct))
        } else {
            Some(direct).filter(|address| !address.is_loopback())
        };
        Self {
            address,
            _remote: remote.cloned(),
        }
    }
}

/// The address that a proxy saw. Some write a port after it, or brackets around it.
fn seen(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_port = || text.parse::<SocketAddr>().ok();
    bare.parse()
        .ok()
        .or_else(|| with_port().map(|address| address.ip()))
}

impl FromRequestParts<App> for Peer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Ok(Self::of(parts, app.config.behind_proxy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_with_a_port_and_in_brackets() {
        for (text, address) in [
            ("203.0.113.7", Some("203.0.113.7")),
            (" 203.0.113.7:4711 ", Some("203.0.113.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            ("[2001:db8::7]", Some("2001:db8::7")),
            ("[2001:db8::7]:4711", Some("2001:db8::7")),
            ("unknown", None),
            ("", None),
        ] {
            let address = address.map(|address| address.parse().unwrap());
            assert_eq!(seen(text), address, "{text}");
        }
    }
}
