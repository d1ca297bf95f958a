//! The table as a driver and its people see it: commands in, events out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod begin;
mod clocks;
mod control;
mod desk;
mod games;
mod phases;
mod random;
mod record;
mod seats;
mod snapshots;
mod tampering;
mod turns;
