//! The server of Ludo: HTTP, WebSocket, and the workers that own tables.
//!
//! Each table in memory has one worker, who alone changes it: a command is checked by the table ([`ludo_table`]), its
//! events are made durable by the store ([`ludo_store`]), and only then are they applied, the command answered, and the
//! events sent to everybody. So a server can be stopped at any moment, and every table goes on where it stood. Workers
//! also keep the clock of their tables and play for bots and for people who are away.
//!
//! What is said is described in `docs/protocol.md`; every bound is in [`limits`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use ludo_server::{Config, Origins, Server, bind};
//! use ludo_store::{HostKey, MemoryStore};
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! # runtime.block_on(async {
//! let listener = bind("127.0.0.1:0".parse()?).await?;
//! let origins = Origins::local(listener.local_addr()?.port(), &[]);
//! let key = HostKey::from_entropy([7; 32]);
//! let server = Server::start(listener, Config::new(origins), Arc::new(MemoryStore::new()), key)?;
//! println!("http://{}", server.address());
//! server.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
#![forbid(unsafe_code)]

mod api;
mod app;
mod bots;
mod bucket;
mod clock;
mod config;
mod cookie;
mod counting;
mod devices;
mod dice_page;
mod entropy;
mod error;
mod even;
mod game;
mod language;
mod limit;
pub mod limits;
mod line;
mod listing;
mod origins;
mod page;
mod peer;
mod preview;
mod routes;
mod security;
mod server;
mod tables;
mod waker;
mod worker;

pub use bots::{Bots, Brain};
pub use clock::{Clock, Hands};
pub use config::Config;
pub use entropy::{Entropy, EntropyError};
pub use limit::{Limit, LimitError, LimitSetting, Limits};
pub use origins::{Origins, PublicUrlError};
pub use server::{BindError, Server, bind};
