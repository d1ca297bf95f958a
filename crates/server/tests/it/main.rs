//! The server as its clients meet it: a real one on a free port, spoken to over real sockets. The clock and the faults
//! are ours; nothing sleeps.
#![allow(clippy::unwrap_used)]

mod adjusted;
mod bots;
mod catching_up;
mod client;
mod clocks;
mod commands;
mod dice_stats;
mod faults;
mod game;
mod handover;
mod hostile;
mod http;
mod joins;
mod lifetime;
mod many_games;
mod orders;
mod page;
mod presence;
mod records;
mod restart;
mod secrets;
mod soak;
mod strangers;
mod support;
mod suspended;
mod talk;
