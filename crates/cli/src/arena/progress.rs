use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use ludo_brain::{Bot, Bout, Tally};
use serde::{Deserialize, Serialize};

use crate::{Failure, whole};

/// A point of a curve: games so far, share, half of its interval.
type Point = (f64, f64, f64);

/// The results of all players of one kind.
pub(super) struct Standing {
    pub(super) kind: Bot,
    pub(super) won: Tally,
    pub(super) adjusted: Tally,
    pub(super) places: Tally,
    pub(super) curve: Vec<Point>,
    pub(super) adjusted_curve: Vec<Point>,
}

impl Standing {
    fn new(kind: Bot) -> Self {
        Self {
            kind,
            won: Tally::default(),
            adjusted: Tally::default(),
            places: Tally::default(),
            curve: Vec::new(),
            adjusted_curve: Vec::new(),
        }
    }

    /// Players of one kind count as one that has so many seats: their results hang together.
    fn add(&mut self, bout: &Bout, players: &[Bot]) {
        let (mut count, mut won, mut lucky, mut place) = (0.0, 0.0, 0.0, 0.0);
        let results = players.iter().zip(&bout.places).zip(&bout.luck);
        for ((bot, took), luck) in results {
            if *bot == self.kind {
                count += 1.0;
                won += f64::from(u8::from(*took == Some(0)));
                lucky += luck;
                place += took.map_or(bout.places.len() as f64, |place| place as f64 + 1.0);
            }
        }
        self.won.add(won / count);
        self.adjusted.add((won - lucky) / count);
        self.places.add(place / count);
    }

    /// Adds a point to the curves.
    fn mark(&mut self) {
        let at = self.won.count() as f64;
        let point = |tally: &Tally| (at, tally.mean(), tally.margin());
        self.curve.push(point(&self.won));
        self.adjusted_curve.push(point(&self.adjusted));
    }
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
    pub(super) fn new(players: &[Bot]) -> Self {
        let mut standings: Vec<Standing> = Vec::new();
        for &bot in players {
            if standings.iter().all(|standing| standing.kind != bot) {
                standings.push(Standing::new(bot));
            }
        }
        Self {
            games: 0,
            rolls: 0,
            standings,
        }
    }

    pub(super) fn add(&mut self, bout: &Bout, players: &[Bot]) {
        self.games += 1;
        self.rolls += u64::from(bout.rolls);
        for standing in &mut self.standings {
            standing.add(bout, players);
        }
    }

    /// Adds a point to all curves.
    pub(super) fn mark(&mut self) {
        for standing in &mut self.standings {
            standing.mark();
        }
    }

    /// What a file has of this fight; the beginning of it where there is no such file.
    pub(super) fn load(path: &Path, fight: &str, players: &[Bot]) -> Result<Self, Failure> {
        let cannot = |why: &dyn std::fmt::Display| {
            Failure::Work(format!("cannot go on from {}: {why}", path.display()))
        };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::new(players)),
            Err(error) => return Err(cannot(&error)),
        };
        let file: File = serde_json::from_slice(&bytes).map_err(|error| cannot(&error))?;
        let mut progress = Self::new(players);
        if file.fight != fight || file.standings.len() != progress.standings.len() {
            return Err(cannot(
                &"it is of other players, rules, games or weights; give another file",
            ));
        }
        progress.games = file.games;
        progress.rolls = file.rolls;
        for (standing, saved) in progress.standings.iter_mut().zip(file.standings) {
            let ([won, adjusted, places], curve, adjusted_curve) = saved;
            *standing = Standing {
                kind: standing.kind,
                won: read(won),
                adjusted: read(adjusted),
                places: read(places),
                curve,
                adjusted_curve,
            };
        }
        Ok(progress)
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
        whole::write(path, |out| {
            serde_json::to_writer(out, &file).map_err(io::Error::from)?;
            Ok(())
        })
    }
}
