use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use ludo_brain::{Bot, Tally};
use serde::{Deserialize, Serialize};

use crate::{Failure, whole};

/// A point of a curve: games so far, share, half of its interval.
type Point = (f64, f64, f64);

/// The results of all players of one kind.
#[derive(Clone, Default)]
pub(super) struct Standing {
    pub(super) won: Tally,
    pub(super) adjusted: Tally,
    pub(super) places: Tally,
    pub(super) curve: Vec<Point>,
    pub(super) adjusted_curve: Vec<Point>,
}

/// How far a fight has come.
pub(super) struct Progress {
    pub(super) games: u64,
    pub(super) rolls: u64,
    pub(super) standings: Vec<Standing>,
}

/// A tally, as it is written: sums bit by bit, so that a fight that was stopped ends as it would have.
type Written = (u64, u64, u64);

#[derive(Serialize, Deserialize)]
struct File {
    /// What is played; another fight does not go on from here.
    fight: String,
    games: u64,
    rolls: u64,
    standings: Vec<([Written; 3], Vec<Point>, Vec<Point>)>,
}

fn written(tally: Tally) -> Written {
    let (count, sum, squares) = tally.sums();
    (count, sum.to_bits(), squares.to_bits())
}

fn read((count, sum, squares): Written) -> Tally {
    Tally::from_sums(count, f64::from_bits(sum), f64::from_bits(squares))
}

impl Progress {
    pub(super) fn new(kinds: &[Bot]) -> Self {
        Self {
            games: 0,
            rolls: 0,
            standings: vec![Standing::default(); kinds.len()],
        }
    }

    /// What a file has of this fight; the beginning of it where there is no such file.
    pub(super) fn load(path: &Path, fight: &str, kinds: &[Bot]) -> Result<Self, Failure> {
        let cannot = |why: &dyn std::fmt::Display| {
            Failure::Work(format!("cannot go on from {}: {why}", path.display()))
        };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::new(kinds)),
            Err(error) => return Err(cannot(&error)),
        };
        let file: File = serde_json::from_slice(&bytes).map_err(|error| cannot(&error))?;
        if file.fight != fight || file.standings.len() != kinds.len() {
            return Err(cannot(
                &"it is of other players, rules, games or weights; give another file",
            ));
        }
        let standings = file
            .standings
            .into_iter()
            .map(
                |([won, adjusted, places], curve, adjusted_curve)| Standing {
                    won: read(won),
                    adjusted: read(adjusted),
                    places: read(places),
                    curve,
                    adjusted_curve,
                },
            )
            .collect();
        Ok(Self {
            games: file.games,
            rolls: file.rolls,
            standings,
        })
    }

    pub(super) fn save(&self, path: &Path, fight: &str) -> Result<(), Failure> {
        let standings = self
            .standings
            .iter()
            .map(|standing| {
                let tallies = [standing.won, standing.adjusted, standing.places].map(written);
                let (curve, adjusted) = (&standing.curve, &standing.adjusted_curve);
                (tallies, curve.clone(), adjusted.clone())
            })
            .collect();
        let file = File {
            fight: fight.to_owned(),
            games: self.games,
            rolls: self.rolls,
            standings,
        };
        whole::write(path, |out| Ok(serde_json::to_writer(out, &file)?))
    }
}
