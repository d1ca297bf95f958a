//! Whatever is read as records, nothing panics, and nothing good comes of what was changed.
#![allow(clippy::unwrap_used)]

use ludo_dice::{CheckedGame, RecordProofs, SealKey, SealState};
use ludo_rules::{Record, RecordError};
use proptest::prelude::*;

const GAMES: [&str; 4] = [
    include_str!("vectors/dice/good_two_seats_one_bot.ludo"),
    include_str!("vectors/dice/good_secret_lost.ludo"),
    include_str!("vectors/dice/good_silent_at_the_begin.ludo"),
    include_str!("vectors/dice/good_parchis_three_chains.ludo"),
];

/// All games of a text that comes in pieces of this size; whatever is told of them is written.
fn read(text: &[u8], size: usize) -> Vec<Result<CheckedGame, RecordError>> {
    let mut proofs = RecordProofs::new();
    let mut games = Vec::new();
    for piece in text.chunks(size) {
        let mut rest = piece;
        while let Some(game) = proofs.read(&mut rest) {
            games.push(game);
        }
    }
    games.extend(proofs.end());
    for game in &games {
        match game {
            Ok(game) => {
                if let Err(unproven) = &game.proof {
                    assert!(!game.place(unproven).is_empty() && !unproven.to_string().is_empty());
                }
                if let Some(bytes) = game.bytes() {
                    let _ = SealState::of(bytes);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    games
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..2000), size in 1_usize..100) {
        read(&text, size);
    }

    #[test]
    fn any_letters_of_records(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "\"", "\n", "\n\n", " ", "[Dice \"chain-1\"]\n", "[Dice \"local\"]\n", "[Game \"", "[Rules \"classic\"]\n",
                "[Red \"a\"]\n", "[Blue \"b\"]\n", "[First \"r\"]\n", "[Places \"*\"]\n", "[Termination \"unfinished\"]\n",
                "[DiceServer \"", "[DiceRed \"", "0 -", " 1 ", "r6:0-1", "b3:pass", "{[%auto]}", "{[%nolink]}", "{", "}", "r:resign", "[Seal \"", "0000",
            ]),
            0..60,
        ),
        size in 1_usize..100,
    ) {
        read(words.concat().as_bytes(), size);
    }

    #[test]
    fn a_sealed_record_with_anything_changed(
        which in 0..GAMES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..4),
        size in 1_usize..5000,
    ) {
        let key = SealKey::from_entropy([1; 32]);
        let record: Record = GAMES[which].parse().unwrap();
        let sealed = key.seal(record).unwrap().to_string().into_bytes();
        let mut text = sealed.clone();
        for (at, byte, how) in changes {
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        let games = read(&text, size);
        let is_good = |game: &Result<CheckedGame, RecordError>| {
            game.as_ref().is_ok_and(|game| {
                let state = game.bytes().map(SealState::of);
                game.proof.is_ok() && state == Some(SealState::Valid(key.public()))
            })
        };
        // Empty lines around a game are no part of it.
        if text.trim_ascii() != sealed.trim_ascii() {
            prop_assert!(!games.iter().any(is_good));
        }
    }
}
