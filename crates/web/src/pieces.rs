use ludo_rules::{BySeat, Position, Seat};

/// Which of a seat's four tokens stands where, by progress.
///
/// To the rules tokens are alike; to the eye they are not: the one that walked must be the one that arrives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces(BySeat<Option<[u8; 4]>>);

/// A token that changed its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Whose.
    pub seat: Seat,
    /// Which of the four.
    pub token: usize,
    /// Where it stood.
    pub from: u8,
    /// Where it stands.
    pub to: u8,
}

impl Pieces {
    /// The tokens of a position, numbered from the rearmost.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self(BySeat::from_fn(|seat| position.tokens(seat)))
    }

    /// Where a token stands; nothing for a seat without tokens.
    #[must_use]
    pub fn at(&self, seat: Seat, token: usize) -> Option<u8> {
        self.0[seat]?.get(token).copied()
    }

    /// Moves one token from a square to another: the `chosen` one if it stands there, else the first that does.
    pub fn shift(&mut self, seat: Seat, from: u8, to: u8, chosen: Option<usize>) -> Option<Shift> {
        let tokens = self.0[seat].as_mut()?;
        let token = chosen
            .filter(|&token| tokens.get(token) == Some(&from))
            .or_else(|| tokens.iter().position(|&progress| progress == from))?;
        tokens[token] = to;
        Some(Shift {
            seat,
            token,
            from,
            to,
        })
    }

    /// Makes the tokens stand as in `position`, moving as few as will do, and tells which moved.
    pub fn settle(&mut self, position: &Position) -> Vec<Shift> {
        let mut shifts = Vec::new();
        for seat in Seat::ALL {
            let Some(target) = position.tokens(seat) else {
                self.0[seat] = None;
                continue;
            };
            let Some(tokens) = self.0[seat].as_mut() else {
                self.0[seat] = Some(target);
                continue;
            };
            // Tokens that stand on a square of the target stay; the others take the squares that are left, in order.
            let mut open: Vec<u8> = target.to_vec();
            let mut astray = Vec::new();
            for (token, &progress) in tokens.iter().enumerate() {
                match open.iter().position(|&square| square == progress) {
                    Some(at) => {
                        open.remove(at);
                    }
                    None => astray.push(token),
                }
            }
            for (token, to) in astray.into_iter().zip(open) {
                shifts.push(Shift {
                    seat,
                    token,
                    from: tokens[token],
                    to,
                });
                tokens[token] = to;
            }
        }
        shifts
    }
}

/// The squares that a token walks over, the last one included: one by one, or at once out of the yard.
#[must_use]
pub fn walk(from: u8, to: u8) -> Vec<u8> {
    if from == 0 || to <= from {
        vec![to]
    } else {
        (from + 1..=to).collect()
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Face, Length, RuleSet, Rules, SeatSet};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_token_walks_its_squares_one_by_one() {
        assert_eq!(walk(0, 1), [1]);
        assert_eq!(walk(14, 18), [15, 16, 17, 18]);
        assert_eq!(walk(25, 0), [0]);
    }

    #[test]
    fn the_chosen_token_is_the_one_that_walks() {
        let rules = Rules::new(&RuleSet::default());
        let start = rules
            .start(SeatSet::ALL, Seat::Red, Length::Whole)
            .expect("four seats");
        let mut pieces = Pieces::of(&start);
        let shift = pieces.shift(Seat::Red, 0, 1, Some(2));
        assert_eq!(
            shift,
            Some(Shift {
                seat: Seat::Red,
                token: 2,
                from: 0,
                to: 1
            })
        );
        assert_eq!(pieces.at(Seat::Red, 2), Some(1));
        assert_eq!(pieces.shift(Seat::Red, 5, 9, Some(2)), None);
        assert_eq!(
            pieces
                .shift(Seat::Red, 0, 1, Some(2))
                .map(|shift| shift.token),
            Some(0)
        );
    }

    proptest! {
        /// Any game: after each step the pieces are the position, only the mover and the captured changed place.
        #[test]
        fn b129_pieces_follow_the_position(dice in proptest::collection::vec((0_u8..6, any::<prop::sample::Index>()), 1..300)) {
            let rules = Rules::new(&RuleSet::default());
            let mut position = rules.start(SeatSet::ALL, Seat::Red, Length::Whole).expect("four seats");
            let mut pieces = Pieces::of(&position);
            for (die, choice) in dice {
                let Some(seat) = position.turn() else { break };
                let face = Face::new(die + 1).expect("one to six");
                let moves = rules.moves(&position, Some(face)).expect("a roll is due");
                let Some(&mv) = moves.get(choice.index(moves.len().max(1))) else { break };
                let before = pieces.clone();
                position = rules.play(&position, Some(face), mv).expect("legal");
                let captured = mv.captured().len();
                let walked = match mv {
                    ludo_rules::Move::Token { from, to, .. } => pieces.shift(seat, from, to, None),
                    _ => None,
                };
                let flown = pieces.settle(&position);
                prop_assert_eq!(flown.len(), captured);
                prop_assert!(flown.iter().all(|shift| shift.to == 0 && shift.seat != seat));
                let mut sorted = pieces.clone();
                for (_, tokens) in sorted.0.iter_mut() {
                    if let Some(tokens) = tokens {
                        tokens.sort_unstable();
                    }
                }
                prop_assert_eq!(sorted, Pieces::of(&position));
                let still = Seat::ALL.iter().flat_map(|&seat| (0..4).map(move |token| (seat, token)))
                    .filter(|&(seat, token)| before.at(seat, token) == pieces.at(seat, token)).count();
                prop_assert_eq!(still, 16 - captured - usize::from(walked.is_some()));
            }
        }
    }
}
