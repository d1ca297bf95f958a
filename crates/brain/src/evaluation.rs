//! What players by rule of thumb like, in hundredths of a step.
//!
//! A seat is worth what its tokens are worth:
//!
//! - a token in the yard nothing, one that is out its progress and [`OUT`], for the 6 that it no longer waits for;
//! - in the column [`COLUMN`] more, since nothing can happen to it there, and at home [`HOME`] more;
//! - on the track less the part of its worth that it is likely to lose: for each rival's token within one roll behind
//!   it, and for a rival who can enter right there, one chance in six. A safe square has no such risk, and neither has
//!   a pair where pairs stop rivals.
//!
//! A move is liked for what the mover is worth after it, less what the rivals are worth then (so a capture counts the
//! more the further its victim had come), and for the roll or the bonus steps that it earned.

use ludo_rules::{Due, Own, Position, Rules, Seat};

const STEP: i32 = 100;
const OUT: i32 = 9 * STEP;
const COLUMN: i32 = 3 * STEP;
const HOME: i32 = 6 * STEP;
/// Another roll: half of what a die moves on average, since not every roll finds a good move.
const ROLL: i32 = 5 * STEP;
/// The chance in percent that one of so many threats comes true before the next own turn.
const RISK: [i32; 8] = [0, 17, 31, 42, 52, 60, 67, 72];

/// What a player is afraid of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fear {
    /// Nothing.
    None,
    /// Rivals within one roll behind a token.
    Threats,
}

/// How much the seat whose turn it is before a move likes the position after it.
pub(crate) fn outlook(rules: &Rules, before: &Position, after: &Position, fear: Fear) -> i32 {
    let Some(seat) = before.turn() else { return 0 };
    let rivals: Vec<Seat> = before
        .in_play()
        .iter()
        .filter(|&rival| rival != seat)
        .collect();
    let theirs: i32 = rivals.iter().map(|&rival| worth(rules, after, rival)).sum();
    // Of several rivals, one that falls back is only part of the field.
    let field = i32::try_from(rivals.len()).unwrap_or(1).max(1);
    let theirs = (theirs + theirs / field) / 2;
    let ours = match fear {
        Fear::None => worth(rules, after, seat),
        Fear::Threats => risked_worth(rules, after, seat),
    };
    ours - theirs + earned(before, after)
}

/// What a move earned beside its own steps.
fn earned(before: &Position, after: &Position) -> i32 {
    if after.turn() != before.turn() {
        return 0;
    }
    match after.due() {
        Due::Bonus(steps) => i32::from(steps) * STEP + if after.sixes() > 0 { ROLL } else { 0 },
        Due::Roll { .. } => ROLL,
        Due::Move(_) | Due::Over => 0,
    }
}

fn worth(rules: &Rules, position: &Position, seat: Seat) -> i32 {
    position
        .tokens(seat)
        .into_iter()
        .flatten()
        .map(|token| token_worth(rules, token))
        .sum()
}

fn token_worth(rules: &Rules, progress: u8) -> i32 {
    match progress {
        0 => 0,
        _ if rules.is_on_track(progress) => OUT + i32::from(progress) * STEP,
        _ if progress == rules.goal() || rules.goal_in_column() => {
            OUT + i32::from(progress) * STEP + HOME
        }
        _ => OUT + i32::from(progress) * STEP + COLUMN,
    }
}

fn risked_worth(rules: &Rules, position: &Position, seat: Seat) -> i32 {
    position
        .tokens(seat)
        .into_iter()
        .flatten()
        .map(|token| {
            let worth = token_worth(rules, token);
            worth - worth * risk(rules, position, seat, token) / 100
        })
        .sum()
}

/// The chance in percent that a token is captured before its seat moves again.
fn risk(rules: &Rules, position: &Position, seat: Seat, progress: u8) -> i32 {
    let Some(square) = rules.ring_square(seat, progress) else {
        return 0;
    };
    let paired = matches!(rules.rule_set().own, Own::Block | Own::Barrier)
        && rules.count_on(position, seat, square) > 1;
    if paired || rules.is_safe(square) {
        return 0;
    }
    let entering = Seat::ALL.into_iter().filter(|&rival| {
        rival != seat
            && rules.ring_square(rival, 1) == Some(square)
            && position
                .tokens(rival)
                .is_some_and(|tokens| tokens.contains(&0))
    });
    let threats = usize::from(rules.threats(position, seat, progress)) + entering.count();
    RISK.get(threats).or(RISK.last()).copied().unwrap_or(0)
}
