use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ludo_store::{HostKey, Store};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::app::App;
use crate::peer::Remote;
use crate::{Config, Limit, counting, limits, routes, waker};

/// How long to wait before taking connections again when the system has none to give.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why an address cannot be listened on.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Another program has the port.
    #[error(
        "port {0} is in use by another program (perhaps another ludo): stop that one, or choose another port with --port"
    )]
    InUse(u16),
    /// The port is for privileged programs.
    #[error("port {0} cannot be used without special rights: choose one over 1023 with --port")]
    Forbidden(u16),
    /// Another reason.
    #[error("the address {0} cannot be listened on: {1}")]
    Other(SocketAddr, io::Error),
}

/// Listens on an address; port 0 means any free one.
///
/// # Errors
///
/// If that cannot be.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, BindError> {
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => BindError::InUse(address.port()),
            io::ErrorKind::PermissionDenied => BindError::Forbidden(address.port()),
            _ => BindError::Other(address, error),
        })
}

/// A server that runs until it is [stopped](Self::stop), or its runtime ends.
pub struct Server {
    app: App,
    address: SocketAddr,
}

impl Server {
    /// Starts to serve, on the runtime that this is called in. The store's tables go on where they stood.
    ///
    /// # Errors
    ///
    /// If the listener has no address.
    pub fn start(
        listener: TcpListener,
        config: Config,
        store: Arc<dyn Store>,
        key: HostKey,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let app = App::new(config, store, key);
        app.tasks.spawn(waker::run(app.clone()));
        app.tasks.spawn(counting::run(app.clone()));
        app.tasks.spawn(accept(app.clone(), listener));
        Ok(Self { app, address })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of tables in memory.
    #[must_use]
    pub fn live_tables(&self) -> usize {
        self.app.tables.count()
    }

    /// The number of tasks: one for each connection, each socket and each table in memory, and [`Self::OWN_TASKS`]
    /// that are there as long as the server. Timers, queues and states belong to these, and end with them.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.app.tasks.len()
    }

    /// The tasks of a server to which nobody is connected and whose tables all sleep.
    pub const OWN_TASKS: usize = 3;

    /// Stops: takes nothing more, does what was asked, tells the connections, and closes the store.
    pub async fn stop(self) {
        self.app.stop.cancel();
        self.app.tasks.close();
        if timeout(limits::STOP_TIME, self.app.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!(
                left = self.app.tasks.len(),
                "some connections did not end in time"
            );
        }
        self.app.store.close().await;
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

async fn accept(app: App, listener: TcpListener) {
    app.begun().await;
    let routes = routes::routes(app.clone());
    let room = Arc::new(Semaphore::new(app.config.limits.count(Limit::Connections)));
    loop {
        let accepted = tokio::select! {
            accepted = next(&listener, &room) => accepted,
            () = app.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, remote)) => {
                app.tasks
                    .spawn(serve(app.clone(), routes.clone(), stream, remote));
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn next(listener: &TcpListener, room: &Arc<Semaphore>) -> io::Result<(TcpStream, Remote)> {
    let permit = room
        .clone()
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, address) = listener.accept().await?;
    Ok((stream, Remote::new(address, permit)))
}

/// Whether it is the other side that failed, not this system.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

async fn serve(app: App, routes: Router, stream: TcpStream, remote: Remote) {
    let socket = SockRef::from(&stream);
    let tuned = socket.set_tcp_nodelay(true);
    if let Err(error) = tuned.and_then(|()| socket.set_send_buffer_size(limits::SEND_BUFFER_BYTES))
    {
        tracing::debug!(%error, "a connection stays as the system made it");
    }
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(remote.clone());
        routes.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::REQUEST_TIME)
        .max_buf_size(limits::HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = app.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}
