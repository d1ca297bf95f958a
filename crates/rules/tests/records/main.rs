//! Records: those of other programs, those at random, and those with a flaw.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[path = "../common/mod.rs"]
mod common;
mod reading;
mod refusals;
mod round_trips;

use ludo_rules::{Record, RecordError, RecordReader};

/// All that a reader says of a text that comes in these pieces.
fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Record, RecordError>> {
    let mut reader = RecordReader::new();
    let mut results = Vec::new();
    for piece in pieces {
        let mut rest = piece;
        while let Some(result) = reader.read(&mut rest) {
            results.push(result);
        }
        assert!(rest.is_empty());
    }
    results.extend(reader.end());
    results
}

/// The same of a text in one piece.
fn read_text(text: &str) -> Vec<Result<Record, RecordError>> {
    read([text.as_bytes()])
}

/// A small game that is whole. Its tags have lines 1 to 7, its moves line 9.
const SMALL: &str = "[Rules \"classic\"]\n[Red \"Ania\"]\n[RedKind \"person\"]\n[Yellow \"Ola\"]\n[First \"r\"]\n[Places \"*\"]\n[Termination \"unfinished\"]\n\nr3:pass y6:0-1 y2:1-3 r6:0-1 {[%clk 12]} r5:1-6\n\n";
