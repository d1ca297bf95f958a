use ludo_rules::{Board, Seat};

use crate::{Pieces, Turning};

/// The diameter of a token of scale 1, in squares.
const DIAMETER: f32 = 0.8;

/// Boards with more squares along a side have small ones on a phone.
const SMALL_SQUARES: f32 = 17.0;

/// Where a token is drawn on the turned board, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Centre, in squares from the left edge.
    pub x: f32,
    /// Centre, in squares from the top edge.
    pub y: f32,
    /// Size; 1 where a token stands alone.
    pub scale: f32,
}

/// Where tokens are drawn: the board's own geometry, turned for its viewer.
#[derive(Clone, Debug)]
pub struct Spots {
    board: Board,
    turning: Turning,
}

impl Spots {
    /// The spots of a board.
    #[must_use]
    pub const fn new(board: Board, turning: Turning) -> Self {
        Self { board, turning }
    }

    /// The board itself.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How it is turned.
    #[must_use]
    pub const fn turning(&self) -> Turning {
        self.turning
    }

    /// Squares along each side.
    #[must_use]
    pub fn size(&self) -> f32 {
        f32::from(self.board.size())
    }

    /// Where a token stands with a progress, alone.
    #[must_use]
    pub fn alone(&self, seat: Seat, token: usize, progress: u8) -> Spot {
        let at = self
            .board
            .place(seat, progress, u8::try_from(token).unwrap_or_default());
        let (x, y) = self.turning.point(self.size(), (at.x, at.y));
        Spot {
            x,
            y,
            scale: self.scale(progress),
        }
    }

    /// Larger where there is more room: in a large yard, and on a board whose squares are small.
    fn scale(&self, progress: u8) -> f32 {
        let rules = self.board.rules();
        if rules.is_home(progress) && !rules.goal_in_column() {
            Board::HOME_DIAMETER / DIAMETER
        } else if progress == 0 {
            ((self.size() - 3.0) / 12.0).max(1.0)
        } else if self.size() > SMALL_SQUARES {
            1.14
        } else {
            1.0
        }
    }

    /// Where a token stands among the others: those that share a square stand closer and smaller, all in sight.
    #[must_use]
    pub fn among(&self, pieces: &Pieces, seat: Seat, token: usize) -> Option<Spot> {
        let own = self.alone(seat, token, pieces.at(seat, token)?);
        let (mut rank, mut count) = (0_u8, 0_u8);
        for other in Seat::ALL {
            for number in 0..4 {
                let Some(progress) = pieces.at(other, number) else {
                    continue;
                };
                let spot = self.alone(other, number, progress);
                if (spot.x - own.x).abs() < 0.05 && (spot.y - own.y).abs() < 0.05 {
                    count += 1;
                    rank += u8::from((other.index(), number) < (seat.index(), token));
                }
            }
        }
        let (offset, scale) = match pile(rank, count) {
            Some(pile) => pile,
            None => {
                let share = Board::share(count, rank);
                ((share.offset.x, share.offset.y), share.diameter / DIAMETER)
            }
        };
        Some(Spot {
            x: own.x + offset.0,
            y: own.y + offset.1,
            // What lies over each other stays within its square.
            scale: if count > 1 {
                own.scale.min(1.0)
            } else {
                own.scale
            } * scale,
        })
    }
}

/// Up to four tokens lie over each other like coins, each with its mark in sight: apart, they would be too small to tell on a
/// phone. Nothing for more than that.
fn pile(rank: u8, count: u8) -> Option<((f32, f32), f32)> {
    const TWO: [(f32, f32); 2] = [(-0.16, -0.12), (0.16, 0.12)];
    const THREE: [(f32, f32); 3] = [(0.0, -0.2), (-0.19, 0.13), (0.19, 0.13)];
    const FOUR: [(f32, f32); 4] = [(-0.18, -0.18), (0.18, -0.18), (-0.18, 0.18), (0.18, 0.18)];
    let rank = usize::from(rank);
    Some(match count {
        0 | 1 => ((0.0, 0.0), 1.0),
        2 => (*TWO.get(rank)?, 0.8),
        3 => (*THREE.get(rank)?, 0.7),
        4 => (*FOUR.get(rank)?, 0.64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Named, RuleSet, parse_position};

    use super::*;

    fn spots() -> Spots {
        Spots::new(
            Board::of(&RuleSet::default()),
            Turning::of(Named::Classic).nearest(Seat::Red),
        )
    }

    #[test]
    fn tokens_on_one_square_are_all_in_sight() {
        let (_, position) =
            parse_position("classic 5,5,5,5/0,0,0,0/-/- r roll 0 - -").expect("a position");
        let pieces = Pieces::of(&position);
        let spots = spots();
        let middle = spots.alone(Seat::Red, 0, 5);
        let all: Vec<_> = (0..4)
            .filter_map(|token| spots.among(&pieces, Seat::Red, token))
            .collect();
        assert_eq!(all.len(), 4);
        for (at, one) in all.iter().enumerate() {
            assert!(
                one.scale < 1.0 && (one.x - middle.x).abs() < 0.5 && (one.y - middle.y).abs() < 0.5
            );
            for other in &all[at + 1..] {
                assert!(
                    (one.x - other.x).hypot(one.y - other.y) > 0.3,
                    "{one:?} hides {other:?}"
                );
            }
        }
        assert!(spots.among(&pieces, Seat::Yellow, 0).is_none());
    }

    #[test]
    fn a_token_alone_stands_in_the_middle_of_its_square() {
        let (_, position) =
            parse_position("classic 0,0,0,9/0,0,0,0/-/- r roll 0 - -").expect("a position");
        let pieces = Pieces::of(&position);
        assert_eq!(
            spots().among(&pieces, Seat::Red, 3),
            Some(spots().alone(Seat::Red, 3, 9))
        );
        assert_ne!(
            spots().among(&pieces, Seat::Red, 0),
            spots().among(&pieces, Seat::Red, 1)
        );
    }
}
