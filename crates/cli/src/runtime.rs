use tokio::runtime::{Builder, Runtime};

use crate::Failure;

/// What waits for the database and the network, on one thread.
pub(crate) fn one_thread() -> Result<Runtime, Failure> {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().map_err(Failure::work)
}

/// As many threads as there are processors.
pub(crate) fn many_threads() -> Result<Runtime, Failure> {
    let mut builder = Builder::new_multi_thread();
    builder.enable_all().build().map_err(Failure::work)
}
