use ludo_rules::{Named, Seat};

/// Whether the board of a rule set is drawn so that travel runs anticlockwise, as people know it.
#[must_use]
pub const fn is_anticlockwise(set: Named) -> bool {
    matches!(set, Named::Parchis)
}

/// How the board lies before its viewer: mirrored where its travel is to run anticlockwise, then turned clockwise by quarters,
/// so that one seat's yard lies at the bottom left, nearest to its player.
///
/// Only coordinates turn: text and tokens stay upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turning {
    mirrored: bool,
    quarters: u8,
}

impl Turning {
    /// The board of a rule set as people know it, for who has no seat.
    #[must_use]
    pub const fn of(set: Named) -> Self {
        Self {
            mirrored: is_anticlockwise(set),
            quarters: 0,
        }
    }

    /// The turn that brings a seat's yard to the bottom left.
    #[must_use]
    pub fn nearest(self, seat: Seat) -> Self {
        // Clockwise from the top left the bottom left is the fourth corner.
        let quarters = (3 + 4 - self.unturned(seat)) % 4;
        Self { quarters, ..self }
    }

    /// Where a seat's yard lies before any turn: clockwise from the top left, in seat order; mirrored, the other way round from
    /// the top right.
    fn unturned(self, seat: Seat) -> u8 {
        let index = u8::try_from(seat.index()).unwrap_or_default();
        if self.mirrored {
            (1 + 4 - index) % 4
        } else {
            index
        }
    }

    /// Where a point of a board of `size` by `size` lies on the turned board.
    #[must_use]
    pub fn point(self, size: f32, (x, y): (f32, f32)) -> (f32, f32) {
        let x = if self.mirrored { size - x } else { x };
        match self.quarters {
            1 => (size - y, x),
            2 => (size - x, size - y),
            3 => (y, size - x),
            _ => (x, y),
        }
    }

    /// The top left corner of a rectangle on the turned board, and its width and height there.
    #[must_use]
    pub fn rect(
        self,
        size: f32,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
    ) -> ((f32, f32), (f32, f32)) {
        let (ax, ay) = self.point(size, (x, y));
        let (bx, by) = self.point(size, (x + width, y + height));
        ((ax.min(bx), ay.min(by)), ((ax - bx).abs(), (ay - by).abs()))
    }

    /// The corner of a seat's yard on the turned board.
    #[must_use]
    pub fn corner(self, seat: Seat) -> Corner {
        Corner::ALL[usize::from(self.unturned(seat) + self.quarters) % 4]
    }
}

/// A corner of the board as the viewer sees it, clockwise from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Top left.
    TopLeft,
    /// Top right.
    TopRight,
    /// Bottom right.
    BottomRight,
    /// Bottom left.
    BottomLeft,
}

impl Corner {
    /// All of them, clockwise.
    pub const ALL: [Self; 4] = [
        Self::TopLeft,
        Self::TopRight,
        Self::BottomRight,
        Self::BottomLeft,
    ];

    /// The name that the style sheet knows it by.
    #[must_use]
    pub const fn area(self) -> &'static str {
        match self {
            Self::TopLeft => "tl",
            Self::TopRight => "tr",
            Self::BottomRight => "br",
            Self::BottomLeft => "bl",
        }
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{Board, RuleSet};

    use super::*;

    #[test]
    fn everybodys_own_yard_is_at_the_bottom_left() {
        for set in Named::ALL {
            let board = Board::of(&RuleSet::named(set));
            let size = f32::from(board.size());
            for seat in Seat::ALL {
                let turning = Turning::of(set).nearest(seat);
                assert_eq!(turning.corner(seat), Corner::BottomLeft, "{set} {seat}");
                for (other, slot) in Seat::ALL
                    .into_iter()
                    .flat_map(|other| (0..4).map(move |slot| (other, slot)))
                {
                    let at = board.yard(other, slot);
                    let (x, y) = turning.point(size, (at.x, at.y));
                    let corner = match (x < size / 2.0, y < size / 2.0) {
                        (true, true) => Corner::TopLeft,
                        (false, true) => Corner::TopRight,
                        (false, false) => Corner::BottomRight,
                        (true, false) => Corner::BottomLeft,
                    };
                    assert_eq!(
                        corner,
                        turning.corner(other),
                        "{set}: {seat} looks at {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn four_quarters_are_a_whole_turn() {
        let quarter = Turning {
            mirrored: false,
            quarters: 1,
        };
        let mut point = (2.5, 11.0);
        for _ in 0..4 {
            point = quarter.point(15.0, point);
        }
        assert_eq!(point, (2.5, 11.0));
        assert_eq!(
            quarter.rect(15.0, (0.0, 0.0), (6.0, 5.0)),
            ((10.0, 0.0), (5.0, 6.0))
        );
    }

    #[test]
    fn travel_is_clockwise_and_the_spanish_one_anticlockwise_whoever_looks() {
        for set in Named::ALL {
            let board = Board::of(&RuleSet::named(set));
            let size = f32::from(board.size());
            let ring = board.rules().ring();
            for seat in Seat::ALL {
                let turning = Turning::of(set).nearest(seat);
                let area: f32 = (0..ring)
                    .map(|square| {
                        let centre = |square: u16| {
                            let at = board.ring(square).centre();
                            turning.point(size, (at.x, at.y))
                        };
                        let ((ax, ay), (bx, by)) = (centre(square), centre(square + 1));
                        ax * by - bx * ay
                    })
                    .sum();
                // With y downwards, a positive area is a clockwise ring.
                assert_eq!(area > 0.0, set != Named::Parchis, "{set} {seat}: {area}");
            }
        }
    }
}
