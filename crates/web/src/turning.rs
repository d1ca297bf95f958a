use ludo_rules::Seat;

/// How far the board is turned, clockwise, so that one seat's yard lies at the bottom left, nearest to its player.
///
/// Only coordinates turn: text and tokens stay upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turning {
    quarters: u8,
}

impl Turning {
    /// The board as its geometry has it.
    pub const NONE: Self = Self { quarters: 0 };

    /// The turn that brings a seat's yard to the bottom left.
    #[must_use]
    pub fn nearest(seat: Seat) -> Self {
        // Yards lie clockwise in seat order from the top left; the bottom left is the fourth corner.
        Self {
            quarters: (3 + 4 - u8::try_from(seat.index()).unwrap_or_default()) % 4,
        }
    }

    /// Where a point of a board of `size` by `size` lies on the turned board.
    #[must_use]
    pub fn point(self, size: f32, (x, y): (f32, f32)) -> (f32, f32) {
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
        Corner::ALL[(seat.index() + usize::from(self.quarters)) % 4]
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
        let board = Board::of(&RuleSet::default());
        let size = f32::from(board.size());
        for seat in Seat::ALL {
            let turning = Turning::nearest(seat);
            assert_eq!(turning.corner(seat), Corner::BottomLeft);
            for other in Seat::ALL {
                for slot in 0..4 {
                    let at = board.yard(other, slot);
                    let (x, y) = turning.point(size, (at.x, at.y));
                    let corner = match (x < size / 2.0, y < size / 2.0) {
                        (true, true) => Corner::TopLeft,
                        (false, true) => Corner::TopRight,
                        (false, false) => Corner::BottomRight,
                        (true, false) => Corner::BottomLeft,
                    };
                    assert_eq!(corner, turning.corner(other), "{seat} looks at {other}");
                }
            }
        }
    }

    #[test]
    fn four_quarters_are_a_whole_turn() {
        let quarter = Turning { quarters: 1 };
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
    fn travel_stays_clockwise_whoever_looks() {
        let board = Board::of(&RuleSet::default());
        let size = f32::from(board.size());
        for seat in Seat::ALL {
            let turning = Turning::nearest(seat);
            let area: f32 = (0..52_u16)
                .map(|i| {
                    let centre = |i: u16| {
                        let cell = board.ring(i % 52);
                        turning.point(size, (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5))
                    };
                    let ((ax, ay), (bx, by)) = (centre(i), centre(i + 1));
                    ax * by - bx * ay
                })
                .sum();
            // With y downwards, a positive area is a clockwise ring.
            assert!(area > 0.0, "{seat}: {area}");
        }
    }
}
