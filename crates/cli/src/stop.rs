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

/// The number of `SIGXFSZ` on all systems that this is built for.
#[cfg(unix)]
const FILE_SIZE: i32 = 25;

/// From now on a file that may not grow any more, by a limit of the system on its size, is an error to whoever writes it, as
/// on a disk that is full. Else the system would end the process with the first such write.
#[cfg(unix)]
pub(crate) fn not_for_file_size() -> Result<(), Failure> {
    use tokio::signal::unix::{SignalKind, signal};

    // Whoever listens or not: the signal ends nothing any more.
    signal(SignalKind::from_raw(FILE_SIZE))
        .map(|_| ())
        .map_err(Failure::work)
}

/// There is no such limit.
#[cfg(windows)]
pub(crate) fn not_for_file_size() -> Result<(), Failure> {
    Ok(())
}
