use std::io;
use std::net::SocketAddr;

/// Why there is no measurement.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A number of the plan is out of bounds.
    #[error("{what} is {asked}: it must be from {least} to {most}")]
    Bounds {
        /// Which number.
        what: &'static str,
        /// What it is.
        asked: u64,
        /// The least that makes sense.
        least: u64,
        /// The most that is done.
        most: u64,
    },
    /// The server is on another machine.
    #[error(
        "{0} is not this machine: to load a server elsewhere, which must be your own, say --anywhere"
    )]
    Elsewhere(SocketAddr),
    /// Nobody listens there.
    #[error("the server at {0} cannot be reached: {1}")]
    Unreachable(SocketAddr, io::Error),
    /// The server could not be started.
    #[error("the server did not start: {0}")]
    NotStarted(String),
    /// This mode starts the server itself.
    #[error("this measures a start: it needs a server of its own (--serve)")]
    NeedsOwn,
    /// The server answered an HTTP request with something else than it should.
    #[error("the server answered {request} with: {answer}")]
    Answer {
        /// The request's first line.
        request: String,
        /// The start of the answer.
        answer: String,
    },
    /// The server said something that the protocol has no place for, or nothing for too long.
    #[error("{0}")]
    Protocol(String),
    /// A socket broke.
    #[error("a socket broke: {0}")]
    Socket(Box<tokio_tungstenite::tungstenite::Error>),
    /// The system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<tokio_tungstenite::tungstenite::Error> for LoadError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

impl LoadError {
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self::Protocol(what.into())
    }
}
