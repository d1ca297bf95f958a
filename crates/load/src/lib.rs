//! People by the hundred for a server that runs, and what they measure.
//!
//! A [`Plan`] says what is to be done; [`run`] does it against a server at an address, or one that it starts itself,
//! and comes back with a [`Report`]. The people speak the published protocol over real sockets, one WebSocket each,
//! and know nothing of the server but that: only its use of the processor and of memory is read from the system.
//!
//! - **Open loop** ([`Mode::Open`]): commands are due at moments that were fixed before. Latency counts from the moment at
//!   which a command was due, not from the one at which the generator got round to sending it, so a server that
//!   stalls is charged for all who wait meanwhile.
//! - **Closed loop** ([`Mode::Closed`]): as fast as it goes; what it costs the server's processor is the figure.
//! - Beside them, in the same run, stands what the machine itself can do: its flush to the disk, and a bare loop that reads a
//!   frame and writes four.
//!
//! ```
//! use std::time::Duration;
//!
//! use ludo_load::{Mode, Plan, Where};
//!
//! let plan = Plan {
//!     mode: Mode::Open,
//!     server: Where::Running {
//!         address: ([127, 0, 0, 1], 8080).into(),
//!         pid: None,
//!         folder: None,
//!         anywhere: false,
//!     },
//!     tables: 25,
//!     sockets: 100,
//!     sockets_per_table: 4,
//!     rate: 1_000,
//!     thought: Duration::from_secs(2),
//!     length: Duration::from_secs(10),
//!     warm_up: Duration::from_secs(3),
//!     machine: true,
//! };
//! // What is absurd is refused before anything is done.
//! assert!(plan.check().is_ok());
//! assert!(Plan { rate: 1_000_000, ..plan }.check().is_err());
//! ```
#![forbid(unsafe_code)]

mod bare;
mod error;
mod flush;
mod gauge;
mod http;
mod idle;
pub mod limits;
mod mode;
mod own;
mod party;
mod plan;
mod play;
mod player;
mod process;
mod report;
mod said;
mod site;
mod socket;
mod start;
mod ticker;
mod view;

pub use error::LoadError;
pub use mode::Mode;
pub use own::OwnServer;
pub use plan::{Plan, Where};
pub use report::{Bare, Latency, Machine, Report, ServerUse, Spread};

/// Does what the plan says, on a runtime with time and network.
///
/// # Errors
///
/// If the plan is beyond the [limits], the server cannot be started or reached, or it does not behave as the
/// protocol says.
pub async fn run(plan: &Plan) -> Result<Report, LoadError> {
    plan.check()?;
    match plan.mode {
        Mode::Open | Mode::Closed | Mode::Human => play::run(plan).await,
        Mode::Idle => idle::run(plan).await,
        Mode::Start => start::run(plan).await,
    }
}
