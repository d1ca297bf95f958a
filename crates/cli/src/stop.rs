use crate::Failure;

/// Listens from now on for Ctrl-C and `SIGTERM`; the future comes back when the process is asked to end.
#[cfg(unix)]
pub(crate) fn signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::work)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(Failure::work)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Listens from now on for Ctrl-C; the future comes back when the process is asked to end.
#[cfg(windows)]
pub(crate) fn signal() -> Result<impl Future<Output = ()>, Failure> {
    let mut interrupt = tokio::signal::windows::ctrl_c().map_err(Failure::work)?;
    Ok(async move {
        interrupt.recv().await;
    })
}
