use crate::offer::Offer;
use crate::{Due, Face, Position, Rules, Seat};

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
    if rules.check(position).is_err() {
        return 0;
    }
    leaves(rules, position, rules.due_choices(position), depth)
}

/// The leaves below a position with what can be chosen in it, if a choice is due.
fn leaves(rules: &Rules, position: &Position, offer: Offer, depth: u8) -> u64 {
    let (Some(deeper), Some(seat)) = (depth.checked_sub(1), position.turn) else {
        return 1;
    };
    if !matches!(position.due, Due::Roll { .. }) {
        return choices(rules, position, seat, offer, deeper);
    }
    Face::ALL
        .into_iter()
        .map(|face| {
            let mut rolled = *position;
            let offer = rules.throw(&mut rolled, seat, face);
            if offer.is_empty() {
                leaves(rules, &rolled, offer, deeper)
            } else {
                choices(rules, &rolled, seat, offer, deeper)
            }
        })
        .fold(0, u64::saturating_add)
}

/// The leaves below all choices. Those of the last step are counted without being played.
fn choices(rules: &Rules, position: &Position, seat: Seat, offer: Offer, deeper: u8) -> u64 {
    if deeper == 0 {
        return offer.len() as u64;
    }
    offer
        .places()
        .map(|place| {
            let mut next = *position;
            let offer = rules.choose(&mut next, seat, offer, place);
            leaves(rules, &next, offer, deeper)
        })
        .fold(0, u64::saturating_add)
}
