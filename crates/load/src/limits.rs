//! Every bound of the generator, by name.

use std::time::Duration;

/// Tables at once. A server takes 10,000 connections, and a table of people has four.
pub const TABLES: usize = 2_490;

/// Tables that a data folder is filled with for a start.
pub const START_TABLES: usize = 20_000;

/// Idle sockets.
pub const SOCKETS: usize = 9_990;

/// Commands a second of an open loop.
pub const RATE: u32 = 100_000;

/// The longest measurement.
pub const SECONDS: u64 = 600;

/// Tables that one quartet of people opens: a server lets one person have 20.
pub const TABLES_PER_QUARTET: usize = 16;

/// Tables that are set up at once.
pub const SETUPS: usize = 32;

/// Idle sockets at one table: a server lets in 128.
pub const SOCKETS_PER_TABLE: usize = 100;

/// How long anything may take that is not measured: an answer of the server's in setting up, or its start.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long a server that was killed is waited for.
pub const DEATH: Duration = Duration::from_secs(5);

/// How long commands that were due have to be answered after the end.
pub const DRAIN: Duration = Duration::from_secs(10);

/// The longest latency that is told apart.
pub const LONGEST: Duration = Duration::from_secs(60);

/// Bytes of a socket's read buffer.
pub const READ_BUFFER_BYTES: usize = 4 * 1024;

/// Bytes of an HTTP answer.
pub const ANSWER_BYTES: u64 = 64 * 1024;
