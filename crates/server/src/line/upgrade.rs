use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tungstenite::handshake::server::create_response_with_body;

use super::{Hearing, Line, Outgoing, outbox};

/// A connection that is about to change from HTTP to WebSocket.
pub(crate) struct Upgrade(OnUpgrade);

/// Agrees to change to WebSocket: the answer that says so, and what comes of the connection once that is sent. None if the
/// request does not ask for it as it should.
pub(crate) fn agree(mut request: Request) -> Option<(Upgrade, Response)> {
    let response = create_response_with_body(&request, Body::empty).ok()?;
    let upgrade = hyper::upgrade::on(&mut request);
    Some((Upgrade(upgrade), response))
}

impl Upgrade {
    /// The ends of the connection: for its table, and the two for its own task. None if it is gone already.
    pub(crate) async fn done(self) -> Option<(Outgoing, Line, Hearing)> {
        let upgraded = self.0.await.ok()?;
        // The server hands its connections to HTTP as these, so it cannot be anything else.
        let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
        let (reads, writes) = parts.io.into_inner().into_split();
        let (out, line) = outbox::new(writes);
        Some((out, line, Hearing::new(reads, &parts.read_buf)))
    }
}
