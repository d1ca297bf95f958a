//! The records of games, made from the events of tables: read back, replayed, proven, sealed; and what is forged is refused.

mod forged;
mod games;
mod mixed;
mod python;
mod story;
mod told;

use ludo_dice::{CheckedGame, RecordProofs, SealKey, SealState};
use ludo_rules::Record;
use ludo_rules::Seat::{Red, Yellow};
use ludo_table::{Member, Options, Recorder, Time};

use crate::desk::Desk;

/// 2026-12-24 18:20:05 UTC.
pub(super) const EVENING: Time = Time(1_798_136_405_000);

/// The records of a table's finished games.
pub(super) fn records(desk: &Desk) -> Vec<Record> {
    let mut recorder = Recorder::new();
    let made = desk.log.iter().filter_map(|(event, at)| {
        recorder
            .push(event, *at)
            .unwrap_or_else(|error| panic!("{error}: {event:?}"))
    });
    made.collect()
}

/// The only one.
pub(super) fn record(desk: &Desk) -> Record {
    let mut records = records(desk);
    assert_eq!(records.len(), 1);
    records.pop().unwrap()
}

pub(super) fn plies(record: &Record) -> Vec<String> {
    let plies = record.moves().iter().map(|entry| entry.ply.to_string());
    plies.collect()
}

pub(super) fn key() -> SealKey {
    SealKey::from_entropy([42; 32])
}

/// What somebody who has the record as text finds; nothing where it is refused for its form or its moves.
pub(super) fn checked(text: &str) -> Option<CheckedGame> {
    let mut proofs = RecordProofs::new();
    let mut rest = text.as_bytes();
    let game = proofs.read(&mut rest)?.ok()?;
    (rest.is_empty() && proofs.end().is_none()).then_some(game)
}

pub(super) fn is_proven(text: &str) -> bool {
    checked(text).is_some_and(|game| game.proof.is_ok())
}

pub(super) fn is_sealed(text: &str) -> bool {
    checked(text).is_some_and(|game| {
        game.proof.is_ok()
            && game
                .bytes()
                .is_some_and(|bytes| SealState::of(bytes) == SealState::Valid(key().public()))
    })
}

/// Red and Yellow, both with chains, at this moment.
pub(super) fn two() -> (Desk, Vec<Member>) {
    let mut desk = Desk::new(Options::default());
    desk.now = EVENING;
    let people = vec![desk.sit_chained(Red), desk.sit_chained(Yellow)];
    desk.start();
    (desk, people)
}
