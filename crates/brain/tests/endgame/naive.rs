//! Value iteration as one would write it first: every position by itself, all faces, again and again until nothing changes. It shares
//! nothing with the solver but the measures of the board.

use std::collections::BTreeMap;

use ludo_brain::Track;

/// Tokens that are not home: of the seat to move, of the other; and sixes so far.
pub(crate) type State = (Vec<u8>, Vec<u8>, u8);

/// What a choice leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The seat to move has won.
    Won,
    /// It rolls again.
    Again(State),
    /// The other's turn, who then comes first in the state.
    Passed(State),
}

/// The other seat's count of a square, 1 to the lap, if it comes there.
fn across(track: Track, progress: u8) -> Option<u8> {
    let ring = 2 * track.half();
    let square = (progress - 1) % ring;
    (1..=track.lap()).find(|other| (other - 1 + track.half()) % ring == square)
}

/// All that a face can lead to.
pub(crate) fn outcomes(track: Track, (mine, theirs, sixes): &State, face: u8) -> Vec<Outcome> {
    let pass = Outcome::Passed((theirs.clone(), mine.clone(), 0));
    if face == 6 && *sixes == 2 {
        return vec![pass];
    }
    let mut all = Vec::new();
    for (index, &token) in mine.iter().enumerate() {
        let to = match (token, face) {
            (0, 6) => 1,
            (0, _) => continue,
            (token, face) => token + face,
        };
        if to > track.goal() {
            continue;
        }
        let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
        if to == track.goal() {
            mine.remove(index);
        } else {
            mine[index] = to;
            mine.sort();
        }
        if to <= track.lap()
            && let Some(there) = across(track, to)
        {
            for token in &mut theirs {
                if *token == there {
                    *token = 0;
                }
            }
            theirs.sort();
        }
        all.push(if mine.is_empty() {
            Outcome::Won
        } else if face == 6 {
            Outcome::Again((mine, theirs, sixes + 1))
        } else {
            Outcome::Passed((theirs, mine, 0))
        });
    }
    if all.is_empty() {
        all.push(pass);
    }
    all.sort();
    all.dedup();
    all
}

/// All ways for so many tokens to stand.
pub(crate) fn groups(count: u8, places: u8) -> Vec<Vec<u8>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = groups(count - 1, places);
    let mut all = Vec::new();
    for group in &shorter {
        for token in group.last().copied().unwrap_or(0)..places {
            let mut group = group.clone();
            group.push(token);
            all.push(group);
        }
    }
    all
}

/// Whether no square has tokens of both.
pub(crate) fn is_legal(track: Track, mine: &[u8], theirs: &[u8]) -> bool {
    mine.iter().all(|&token| {
        token == 0
            || token > track.lap()
            || across(track, token).is_none_or(|there| !theirs.contains(&there))
    })
}

/// The chances to win of all states with up to so many tokens of each seat.
pub(crate) fn solve(track: Track, one: u8, other: u8) -> BTreeMap<State, f64> {
    let most = one.max(other);
    let all: Vec<Vec<u8>> = (1..=most)
        .flat_map(|count| groups(count, track.goal()))
        .collect();
    let mut states = Vec::new();
    for mine in &all {
        for theirs in &all {
            let (more, less) = (
                mine.len().max(theirs.len()) as u8,
                mine.len().min(theirs.len()) as u8,
            );
            if more > most || less > one.min(other) || !is_legal(track, mine, theirs) {
                continue;
            }
            for sixes in 0..3 {
                states.push((mine.clone(), theirs.clone(), sixes));
            }
        }
    }
    let index: BTreeMap<&State, usize> = states
        .iter()
        .enumerate()
        .map(|(index, state)| (state, index))
        .collect();
    // For each state and face the choices, as what they are worth: 1, that of a state, 1 less that of a state.
    type Choice = (f64, f64, usize);
    let follow: Vec<Vec<Vec<Choice>>> = states
        .iter()
        .map(|state| {
            (1..=6)
                .map(|face| {
                    outcomes(track, state, face)
                        .into_iter()
                        .map(|outcome| match outcome {
                            Outcome::Won => (1.0, 0.0, 0),
                            Outcome::Again(state) => (0.0, 1.0, index[&state]),
                            Outcome::Passed(state) => (1.0, -1.0, index[&state]),
                        })
                        .collect()
                })
                .collect()
        })
        .collect();
    let mut values = vec![0.5; states.len()];
    for _ in 0..20_000 {
        let mut change = 0.0_f64;
        for state in 0..states.len() {
            let mut sum = 0.0;
            for choices in &follow[state] {
                sum += choices
                    .iter()
                    .map(|&(plus, factor, at)| plus + factor * values[at])
                    .fold(0.0, f64::max);
            }
            change = change.max((values[state] - sum / 6.0).abs());
            values[state] = sum / 6.0;
        }
        if change < 1e-13 {
            return states.into_iter().zip(values).collect();
        }
    }
    panic!("no end");
}
