//! What a net is told of a position, from the point of view of one seat, which comes first; the others follow clockwise.
//!
//! Numbers of features, `P` being the places a token can have (the goal and one more):
//!
//! | features | |
//! |---|---|
//! | for each of the four seats: `P` | a token stands there |
//! | `P` | how many more stand there |
//! | 5 and 5 | how many tokens wait, how many are home |
//! | 6 × 8 × 2, twice | threats to own tokens by progress, reach, and whether the rival comes first; threats by own tokens |
//! | 4 and 4 | what each seat is likely to lose, before its next move and later |
//! | 4 | the progress of each seat |
//! | 7 and 3 | how many faces move something: own, of each rival |
//! | 4 and 2 | whose turn it is, sixes so far |
//! | 3 | seats with a place |
//! | 3 and 3 | rivals that play, rivals that were seated |

use super::lens::{Lens, SEATS, View};

/// Bands of progress of a threatened token.
const BANDS: usize = 6;
/// Ways in which a rival reaches a token.
const REACHES: usize = 8;
const THREATS: usize = BANDS * REACHES * 2;
/// Features that do not depend on the board.
const REST: usize = 4 + 4 + 4 + 7 + 3 + 4 + 2 + 3 + 3 + 3;

/// How many features there are for a board with this highest progress.
pub(super) const fn count(goal: u8) -> usize {
    SEATS * (2 * (goal as usize + 1) + 10) + 2 * THREATS + REST
}

/// Features that are not nothing, and how much they are.
pub(crate) type Sparse = Vec<(u16, f32)>;

/// Writes the features of a position as a seat sees it. The order is fixed, and with it every sum.
pub(super) fn write(lens: &Lens, view: &View, me: usize, sparse: &mut Sparse) {
    sparse.clear();
    let places = usize::from(lens.goal) + 1;
    let group = 2 * places + 10;
    let mut push = |index: usize, value: f32| sparse.push((index as u16, value));

    for relative in 0..SEATS {
        let seat = (me + relative) & 3;
        if !view.seated[seat] {
            continue;
        }
        let base = relative * group;
        let tokens = &view.tokens[seat];
        let (mut waiting, mut home) = (0, 0);
        let mut place = 0;
        while place < 4 {
            let token = usize::from(tokens[place]);
            let mut more = 0;
            while place + 1 < 4 && tokens[place + 1] == tokens[place] {
                more += 1;
                place += 1;
            }
            place += 1;
            push(base + token, 1.0);
            if more > 0 {
                push(base + places + token, more as f32);
            }
            if token == 0 {
                waiting = more + 1;
            }
            if token == usize::from(lens.goal) {
                home = more + 1;
            }
        }
        push(base + 2 * places + waiting, 1.0);
        push(base + 2 * places + 5 + home, 1.0);
    }

    let mut base = SEATS * group;
    for threat in &view.threats {
        let (attacker, victim) = (usize::from(threat.attacker), usize::from(threat.victim));
        let side = if victim == me {
            0
        } else if attacker == me {
            THREATS
        } else {
            continue;
        };
        let band = usize::from(threat.progress - 1) * BANDS / usize::from(lens.lap);
        let first = usize::from(view.wait[attacker] < view.wait[victim]);
        push(
            base + side + (band * REACHES + usize::from(threat.reach)) * 2 + first,
            1.0,
        );
    }
    base += 2 * THREATS;

    let whole = 4.0 * f32::from(lens.goal);
    for relative in 0..SEATS {
        let seat = (me + relative) & 3;
        if !view.playing[seat] {
            continue;
        }
        push(base + relative, view.risk_now[seat]);
        push(base + 4 + relative, view.risk_later[seat]);
        let sum: u16 = view.tokens[seat]
            .iter()
            .map(|&token| u16::from(token))
            .sum();
        push(base + 8 + relative, f32::from(sum) / whole);
        if relative > 0 {
            push(base + 18 + relative, f32::from(view.mobility[seat]) / 6.0);
            push(base + 30 + relative, 1.0);
        }
    }
    push(base + 12 + usize::from(view.mobility[me & 3]), 1.0);
    push(base + 22 + ((usize::from(view.turn) + 4 - me) & 3), 1.0);
    if view.sixes > 0 {
        push(base + 25 + usize::from(view.sixes.min(2)), 1.0);
    }
    push(base + 28 + usize::from(view.finished.min(2)), 1.0);
    for relative in 1..SEATS {
        if view.seated[(me + relative) & 3] {
            push(base + 33 + relative, 1.0);
        }
    }
}
