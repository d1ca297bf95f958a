use crate::{Due, Face, Position, Rules};

/// The number of leaves after so many steps, to compare engines by.
///
/// A step is a roll with its outcome or choice, or a due move or bonus with its choice; all six rolls count, and a game
/// that has ended is one leaf. The time grows with the number: some eight times a step.
///
/// ```
/// use ludo_rules::{parse_position, perft};
///
/// let (rules, start) = parse_position("classic 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 r roll 0 - -")?;
/// assert_eq!(perft(&rules, &start, 2), 37);
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u8) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else {
        return 1;
    };
    match position.due() {
        Due::Over => 1,
        Due::Roll { .. } => Face::ALL
            .into_iter()
            .map(|face| leaves(rules, position, Some(face), deeper))
            .fold(0, u64::saturating_add),
        Due::Move(_) | Due::Bonus(_) => leaves(rules, position, None, deeper),
    }
}

fn leaves(rules: &Rules, position: &Position, roll: Option<Face>, deeper: u8) -> u64 {
    let Ok(moves) = rules.moves(position, roll) else {
        return 0;
    };
    moves
        .into_iter()
        .filter_map(|mv| rules.play(position, roll, mv).ok())
        .map(|next| perft(rules, &next, deeper))
        .fold(0, u64::saturating_add)
}
