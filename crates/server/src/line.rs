//! A connection as its table and its own task share it: frames go out from whoever has them, and come in to the task.
//!
//! A frame of a server is the same for all who get it (RFC 6455 masks those of clients only). So its bytes are made once,
//! and a table's worker hands them to the system itself, for each connection, without waking anybody. What the system
//! does not take at once waits in the [outbox](Outgoing), in order, and the connection's task sends it when it can.

mod frames;
mod hearing;
mod outbox;
mod upgrade;

pub(crate) use frames::Frames;
pub(crate) use hearing::{Deaf, Hearing};
pub(crate) use outbox::{End, Goodbye, Line, Outgoing};
pub(crate) use upgrade::agree;

/// A connection with both ends here, for tests.
#[cfg(test)]
pub(crate) async fn pair(
    listener: &tokio::net::TcpListener,
) -> (Outgoing, Line, tokio::net::TcpStream) {
    let address = listener.local_addr().unwrap();
    let (client, accepted) =
        tokio::join!(tokio::net::TcpStream::connect(address), listener.accept());
    let (out, line) = outbox::new(accepted.unwrap().0.into_split().1);
    (out, line, client.unwrap())
}
