use ludo_dice::{
    CheckedGame, Claim, Doubt, Fault, Proof, RecordProofs, SealPublic, SealState, Unproven,
    WrongDice,
};
use ludo_rules::{BySeat, Record, RecordError, Seat, SeatSet};

use crate::Ledger;

/// What is to be said of one record.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its number in its file, from 1.
    pub game: u64,
    /// The game's id, where the record says it.
    pub id: Option<String>,
    /// The names at the seats.
    pub names: BySeat<String>,
    /// Its rolls, as far as they are proven.
    pub ledger: Option<Ledger>,
    /// Its seal.
    pub seal: SealState,
    /// What is wrong.
    pub wrong: Option<Wrong>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A die that does not follow: roll, what it shows, what it is.
    Face {
        /// The roll.
        roll: u32,
        /// What the record shows.
        shown: u8,
        /// What the numbers give.
        right: u8,
        /// Where, and what, as `ludo verify` says it.
        detail: String,
    },
    /// Something else of the dice.
    Dice(String),
    /// It says nothing of its dice.
    NoProof,
    /// It is no record, or breaks the rules.
    Form(String),
    /// The seal does not go with it.
    Seal,
}

impl Verdict {
    /// What is to be said of what a reader found.
    #[must_use]
    pub fn of(found: Result<CheckedGame, RecordError>) -> Self {
        match found {
            Ok(game) => Self::of_game(&game),
            Err(error) => Self {
                game: error.game().unwrap_or(1),
                id: None,
                names: BySeat::default(),
                ledger: None,
                seal: SealState::None,
                wrong: Some(Wrong::Form(error.to_string())),
            },
        }
    }

    fn of_game(game: &CheckedGame) -> Self {
        let record = &game.record;
        let seal = match game.bytes() {
            Some(bytes) => SealState::of(bytes),
            // Longer than a record that anybody sealed.
            None if record.tag("Seal").is_some() => SealState::Broken,
            None => SealState::None,
        };
        let wrong = match &game.proof {
            Err(unproven) => Some(Wrong::of(game, unproven)),
            Ok(_) if seal == SealState::Broken => Some(Wrong::Seal),
            Ok(_) => None,
        };
        Self {
            game: game.game,
            id: record.tag("Game").map(Into::into),
            names: BySeat::from_fn(|seat| record.player(seat).unwrap_or_default().to_owned()),
            ledger: game.proof.as_ref().ok().map(|proof| ledger(record, proof)),
            seal,
            wrong,
        }
    }

    /// Whether the host with this key sealed it.
    #[must_use]
    pub fn is_sealed_by(&self, key: SealPublic) -> bool {
        self.seal == SealState::Valid(key)
    }
}

/// The rolls of a record whose dice prove out.
fn ledger(record: &Record, proof: &Proof) -> Ledger {
    let mut rolls = Vec::new();
    if proof.claim == Claim::Chains {
        // It was proven a moment ago.
        let _ = Proof::roll_by_roll(record, |roll| rolls.push(roll));
    }
    Ledger::proven(proof, &rolls, chained(record))
}

/// The seats whose device put a number into the draw.
#[must_use]
pub fn chained(record: &Record) -> SeatSet {
    let took_part = |seat: &Seat| {
        let tag = record.tag(ludo_rules::Tag::dice(*seat));
        tag.and_then(|tag| tag.split(' ').nth(1))
            .is_some_and(|index| index != "0")
    };
    Seat::ALL.into_iter().filter(took_part).collect()
}

impl Wrong {
    fn of(game: &CheckedGame, unproven: &Unproven) -> Self {
        let detail = format!("{}: {}", game.place(unproven), unproven.doubt);
        match unproven.doubt {
            Doubt::NoProof => Self::NoProof,
            Doubt::Dice(WrongDice {
                roll,
                fault: Fault::Face { shown, right },
                ..
            }) => Self::Face {
                roll,
                shown: shown.get(),
                right: right.get(),
                detail,
            },
            _ => Self::Dice(detail),
        }
    }
}

/// Reads files of records piece by piece.
#[derive(Debug, Default)]
pub struct Reading(RecordProofs);

impl Reading {
    /// At the beginning of a file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads on, and says what came of it.
    #[must_use]
    pub fn read(&mut self, mut piece: &[u8]) -> Vec<Verdict> {
        let mut found = Vec::new();
        while let Some(game) = self.0.read(&mut piece) {
            found.push(Verdict::of(game));
        }
        found
    }

    /// The file is at its end.
    #[must_use]
    pub fn end(self) -> Option<Verdict> {
        self.0.end().map(Verdict::of)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn read(bytes: &[u8], piece: usize) -> Vec<Verdict> {
        let mut reading = Reading::new();
        let mut found: Vec<Verdict> = bytes
            .chunks(piece)
            .flat_map(|piece| reading.read(piece))
            .collect();
        found.extend(reading.end());
        found
    }

    #[test]
    fn every_record_of_the_test_data_comes_out_as_its_name_says() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dice/tests/vectors/dice");
        let mut all = Vec::new();
        let mut good = 0;
        for entry in fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let bytes = fs::read(&path).expect("a file");
            let [verdict] = &read(&bytes, 700)[..] else {
                panic!("{name}: one game")
            };
            assert_eq!(
                verdict.wrong.is_none(),
                name.starts_with("good"),
                "{name}: {:?}",
                verdict.wrong
            );
            assert!(
                verdict.wrong.is_some() || verdict.ledger.is_some(),
                "{name}"
            );
            good += usize::from(verdict.wrong.is_none());
            all.extend_from_slice(&bytes);
        }
        // And all in one file.
        let verdicts = read(&all, 64 * 1024);
        assert_eq!(
            verdicts
                .iter()
                .filter(|verdict| verdict.wrong.is_none())
                .count(),
            good
        );
        assert!(verdicts.len() > good);
    }

    #[test]
    fn a_changed_die_is_named() {
        let text = include_str!("../../dice/tests/vectors/dice/bad_die_changed.ludo");
        let [verdict] = &read(text.as_bytes(), 1 << 20)[..] else {
            panic!("one game")
        };
        assert!(
            matches!(verdict.wrong, Some(Wrong::Face { shown, right, .. }) if shown != right),
            "{:?}",
            verdict.wrong
        );
    }

    #[test]
    fn what_is_no_record_is_said_to_be_none() {
        for text in ["hello", "PNG\r\n\x1a\n", "[Rules \"classic\"]\n"] {
            let found = read(text.as_bytes(), 100);
            assert!(
                found
                    .iter()
                    .all(|verdict| matches!(verdict.wrong, Some(Wrong::Form(_))))
                    && !found.is_empty(),
                "{text}"
            );
        }
        assert!(read(b"", 100).is_empty());
    }
}
