use crate::{RuleSet, Rules, Seat};

/// A point of the board in grid units, from its top left corner: x to the right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// A cell of the board's grid. The one at the top left is 0, 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column of the grid, from the left.
    pub x: u8,
    /// Row of the grid, from the top.
    pub y: u8,
}

impl Cell {
    /// Its middle.
    #[must_use]
    pub fn centre(self) -> Point {
        Point {
            x: f32::from(self.x) + 0.5,
            y: f32::from(self.y) + 0.5,
        }
    }
}

/// An upright rectangle in grid units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// Where one of several tokens on a square is drawn, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// From the middle of the square.
    pub offset: Point,
    /// The diameter that a round token can have there: none overlaps another or leaves the square.
    pub diameter: f32,
}

/// The shape of a board: where its squares lie on a grid, for whoever draws it.
///
/// It comes from the tables that the game is played with, so what is drawn is what is meant. All boards are crosses:
/// the ring runs clockwise, red's yard is at the top left, green's at the top right, yellow's at the bottom right,
/// blue's at the bottom left. A quarter turn of the picture, for the seat that looks at it, is the picture's matter.
///
/// ```
/// use ludo_rules::{Board, Cell, RuleSet, Seat};
///
/// let board = Board::of(&RuleSet::default());
/// assert_eq!(board.size(), 15);
/// assert_eq!(board.ring(0), Cell { x: 1, y: 6 });
/// assert_eq!(board.start(Seat::Red), board.ring(0));
/// assert_eq!(board.place(Seat::Red, 1, 0), board.ring(0).centre());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    rules: Rules,
    /// Cells of an arm from its end to the middle.
    arm: u8,
    /// Cells between the end of an arm and the start square.
    inset: u8,
    /// Whether the ring has a square where two arms meet.
    corner: bool,
}

impl Board {
    /// The board of a rule set.
    #[must_use]
    pub fn of(set: &RuleSet) -> Self {
        Self::from_rules(Rules::new(set))
    }

    /// The board of rules that are worked out already.
    #[must_use]
    pub fn from_rules(rules: Rules) -> Self {
        // A quarter of the ring goes from the start square in along one arm and out along the next one, over its end.
        // Two lengths of an arm and one for the end make it; where a square is left, it is the corner between them.
        let quarter = rules.course.ring / 4;
        let corner = quarter.is_multiple_of(2);
        let arm = (quarter - 1 - u8::from(corner)) / 2;
        // A token leaves the ring at the end of its seat's arm, and the squares between there and its start are those
        // that its lap leaves out.
        let inset = rules.course.ring - rules.course.lap;
        Self {
            rules,
            arm,
            inset,
            corner,
        }
    }

    /// Cells along each side.
    #[must_use]
    pub const fn size(&self) -> u8 {
        2 * self.arm + 3
    }

    /// The rules whose board it is.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The cell of a ring square; counted on round the ring for numbers over its length.
    #[must_use]
    pub fn ring(&self, square: u16) -> Cell {
        let square = square % self.rules.ring();
        let quarter = self.rules.ring() / 4;
        let seat = Seat::at(usize::from(square / quarter));
        let (arm, step) = (self.arm, (square % quarter) as u8);
        let inwards = arm - self.inset + u8::from(self.corner);
        // Of red's quarter: in along the left arm, out along the upper one, over its end, and on to green's start.
        let cell = if step < inwards {
            Cell {
                x: self.inset + step,
                y: arm,
            }
        } else if step < inwards + arm {
            Cell {
                x: arm,
                y: arm - 1 - (step - inwards),
            }
        } else {
            match step - inwards - arm {
                0 => Cell { x: arm + 1, y: 0 },
                down => Cell {
                    x: arm + 2,
                    y: down - 1,
                },
            }
        };
        self.turned(cell, seat)
    }

    /// The cell on which a seat's tokens enter.
    #[must_use]
    pub fn start(&self, seat: Seat) -> Cell {
        self.ring(self.rules.ring_square(seat, 1).unwrap_or_default())
    }

    /// The cell of a square of a seat's home column, the one next to the track being 0; the last one for numbers over
    /// its length.
    #[must_use]
    pub fn column(&self, seat: Seat, square: u8) -> Cell {
        self.turned(
            Cell {
                x: 1 + square.min(self.rules.column() - 1),
                y: self.arm + 1,
            },
            seat,
        )
    }

    /// The cells of a seat's home column, from the track on.
    pub fn column_cells(&self, seat: Seat) -> impl ExactSizeIterator<Item = Cell> + '_ {
        (0..self.rules.column()).map(move |square| self.column(seat, square))
    }

    /// Where a seat's home is: the middle of its triangle in the centre of the board, or of its column where that is
    /// the goal.
    #[must_use]
    pub fn home(&self, seat: Seat) -> Point {
        let middle = f32::from(self.arm) + 1.5;
        let x = if self.rules.goal_in_column() {
            1.0 + f32::from(self.rules.column()) / 2.0
        } else {
            f32::from(self.arm) + 0.5
        };
        self.turned_point(Point { x, y: middle }, seat)
    }

    /// The corners of a seat's triangle in the centre of the board: the two at its column, then the middle of the
    /// board.
    #[must_use]
    pub fn home_triangle(&self, seat: Seat) -> [Point; 3] {
        let (near, middle) = (f32::from(self.arm), f32::from(self.arm) + 1.5);
        [
            Point {
                x: near,
                y: near + 3.0,
            },
            Point { x: near, y: near },
            Point {
                x: middle,
                y: middle,
            },
        ]
        .map(|point| self.turned_point(point, seat))
    }

    /// The corner of the board that is a seat's yard.
    #[must_use]
    pub fn yard_area(&self, seat: Seat) -> Area {
        let side = f32::from(self.arm);
        let centre = self.turned_point(
            Point {
                x: side / 2.0,
                y: side / 2.0,
            },
            seat,
        );
        Area {
            x: centre.x - side / 2.0,
            y: centre.y - side / 2.0,
            width: side,
            height: side,
        }
    }

    /// Where a token waits in a seat's yard; slots are 0 to 3, counted on for higher numbers.
    #[must_use]
    pub fn yard(&self, seat: Seat, slot: u8) -> Point {
        let (middle, step) = (f32::from(self.arm) / 2.0, f32::from(self.arm) / 6.0);
        let point = match slot % 4 {
            0 => Point {
                x: middle - step,
                y: middle - step,
            },
            1 => Point {
                x: middle + step,
                y: middle - step,
            },
            2 => Point {
                x: middle + step,
                y: middle + step,
            },
            _ => Point {
                x: middle - step,
                y: middle + step,
            },
        };
        self.turned_point(point, seat)
    }

    /// Whether nobody is captured on this ring square.
    #[must_use]
    pub const fn safe(&self, square: u16) -> bool {
        self.rules.is_safe(square)
    }

    /// Where a token is drawn that is alone on its square. `slot`, 0 to 3, tells tokens apart in the yard and at home;
    /// on other squares see [`share`](Self::share).
    #[must_use]
    pub fn place(&self, seat: Seat, progress: u8, slot: u8) -> Point {
        let lap = self.rules.lap();
        if progress == 0 {
            self.yard(seat, slot)
        } else if let Some(square) = self.rules.ring_square(seat, progress) {
            self.ring(square).centre()
        } else if progress <= lap + self.rules.column() {
            self.column(seat, progress - lap - 1).centre()
        } else {
            let (near, middle) = (f32::from(self.arm), f32::from(self.arm) + 1.5);
            let point = match slot % 4 {
                0 => Point {
                    x: near + 0.35,
                    y: middle + 0.7,
                },
                1 => Point {
                    x: near + 0.35,
                    y: middle,
                },
                2 => Point {
                    x: near + 0.35,
                    y: middle - 0.7,
                },
                _ => Point {
                    x: near + 0.95,
                    y: middle,
                },
            };
            self.turned_point(point, seat)
        }
    }

    /// The diameter that a token at home can have: four of a seat fit beside each other.
    pub const HOME_DIAMETER: f32 = 0.58;

    /// Where the token number `index` of `count` on one square is drawn: in rows, the last one centred. Up to 16 fit,
    /// which is all there are.
    #[must_use]
    pub fn share(count: u8, index: u8) -> Spot {
        let count = count.clamp(1, 16);
        let index = index % count;
        let across = match count {
            1 => 1,
            2..=4 => 2,
            5..=9 => 3,
            _ => 4,
        };
        let rows = count.div_ceil(across);
        let (row, column) = (index / across, index % across);
        let in_row = if row + 1 == rows {
            count - row * across
        } else {
            across
        };
        let pitch = 0.96 / f32::from(across);
        let along = |index: u8, of: u8| (f32::from(index) - (f32::from(of) - 1.0) / 2.0) * pitch;
        let diameter = if count == 1 { 0.8 } else { pitch * 0.94 };
        Spot {
            offset: Point {
                x: along(column, in_row),
                y: along(row, rows),
            },
            diameter,
        }
    }

    /// A cell of red's quarter, turned to a seat's.
    fn turned(&self, cell: Cell, seat: Seat) -> Cell {
        let last = self.size() - 1;
        let Cell { x, y } = cell;
        match seat {
            Seat::Red => cell,
            Seat::Green => Cell { x: last - y, y: x },
            Seat::Yellow => Cell {
                x: last - x,
                y: last - y,
            },
            Seat::Blue => Cell { x: y, y: last - x },
        }
    }

    fn turned_point(&self, point: Point, seat: Seat) -> Point {
        let size = f32::from(self.size());
        let Point { x, y } = point;
        match seat {
            Seat::Red => point,
            Seat::Green => Point { x: size - y, y: x },
            Seat::Yellow => Point {
                x: size - x,
                y: size - y,
            },
            Seat::Blue => Point { x: y, y: size - x },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Named, Safe};

    fn boards() -> Vec<Board> {
        let mut boards: Vec<Board> = Named::ALL
            .into_iter()
            .map(|named| Board::of(&named.into()))
            .collect();
        for text in [
            "classic+safe=starts",
            "classic+safe=stars",
            "mensch+safe=starts",
            "parchis+safe=starts",
        ] {
            boards.push(Board::of(&text.parse().unwrap()));
        }
        boards
    }

    /// Whether a point is strictly inside a cell.
    fn inside(point: Point, cell: Cell) -> bool {
        let centre = cell.centre();
        (point.x - centre.x).abs() < 0.5 && (point.y - centre.y).abs() < 0.5
    }

    fn distance(a: Point, b: Point) -> f32 {
        ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt()
    }

    #[test]
    fn sizes() {
        let sizes = Named::ALL.map(|named| Board::of(&named.into()).size());
        assert_eq!(sizes, [15, 15, 11, 11, 19]);
    }

    #[test]
    fn b003_every_square_has_a_cell_of_its_own() {
        for board in boards() {
            let rules = board.rules();
            let mut cells = HashSet::new();
            for square in 0..rules.ring() {
                assert!(cells.insert(board.ring(square)), "ring {square}");
            }
            for seat in Seat::ALL {
                for cell in board.column_cells(seat) {
                    assert!(cells.insert(cell), "column of {seat}: {cell:?}");
                }
            }
            assert_eq!(
                cells.len(),
                usize::from(rules.ring()) + 4 * usize::from(rules.column())
            );
            assert!(
                cells
                    .iter()
                    .all(|cell| cell.x < board.size() && cell.y < board.size())
            );
            // Home is no cell, but a place of its own too.
            if !board.rules.goal_in_column() {
                let homes: Vec<Point> = Seat::ALL.map(|seat| board.home(seat)).to_vec();
                for (index, &home) in homes.iter().enumerate() {
                    assert!(cells.iter().all(|&cell| !inside(home, cell)));
                    assert!(
                        homes
                            .iter()
                            .skip(index + 1)
                            .all(|&other| distance(home, other) > 1.0)
                    );
                }
            }
        }
    }

    #[test]
    fn b003_safe_marks_are_the_safe_squares_of_the_rules() {
        for board in boards() {
            let set = *board.rules().rule_set();
            let quarter = board.rules().ring() / 4;
            let marked: HashSet<Cell> = (0..board.rules().ring())
                .filter(|&square| board.safe(square))
                .map(|square| board.ring(square))
                .collect();
            let offsets: &[u16] = match (set.safe, quarter) {
                (Safe::None, _) => &[],
                (Safe::Starts, _) => &[0],
                (Safe::Stars, 13) => &[0, 8],
                (Safe::Stars, _) => &[0, 7, 12],
            };
            let expected: HashSet<Cell> = (0..4)
                .flat_map(|turn| offsets.iter().map(move |offset| turn * quarter + offset))
                .map(|square| board.ring(square))
                .collect();
            assert_eq!(marked, expected, "{set}");
            // And on each of them, and on no other, the engine spares a rival.
            for square in 0..board.rules().ring() {
                assert_eq!(board.safe(square), marked.contains(&board.ring(square)));
            }
            assert!(!board.safe(board.rules().ring()) && !board.safe(200));
        }
    }

    #[test]
    fn neighbours_on_the_ring_touch_and_columns_run_straight_in() {
        let touch = |a: Cell, b: Cell| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) == 1;
        for board in boards() {
            let rules = board.rules();
            for square in 0..rules.ring() {
                assert!(
                    touch(board.ring(square), board.ring(square + 1)),
                    "{square}"
                );
            }
            for seat in Seat::ALL {
                let last = rules.ring_square(seat, rules.lap()).unwrap();
                let mut before = board.ring(last).centre();
                for cell in board.column_cells(seat) {
                    assert!((distance(before, cell.centre()) - 1.0).abs() < 1e-6);
                    before = cell.centre();
                }
                if !rules.goal_in_column() {
                    assert!((distance(before, board.home(seat)) - 1.0).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn yards_lie_in_the_corners_of_their_seats() {
        for board in boards() {
            let half = f32::from(board.size()) / 2.0;
            for (seat, left, upper) in [
                (Seat::Red, true, true),
                (Seat::Green, false, true),
                (Seat::Yellow, false, false),
                (Seat::Blue, true, false),
            ] {
                let area = board.yard_area(seat);
                for slot in 0..4 {
                    let point = board.yard(seat, slot);
                    assert_eq!((point.x < half, point.y < half), (left, upper), "{seat}");
                    assert!(area.x + 0.5 < point.x && point.x < area.x + area.width - 0.5);
                    assert!(area.y + 0.5 < point.y && point.y < area.y + area.height - 0.5);
                }
                for square in 0..board.rules().ring() {
                    let Point { x, y } = board.ring(square).centre();
                    let within = area.x < x
                        && x < area.x + area.width
                        && area.y < y
                        && y < area.y + area.height;
                    assert!(!within, "ring square {square} in the yard of {seat}");
                }
            }
        }
    }

    #[test]
    fn a_token_has_a_place_for_every_progress() {
        for board in boards() {
            for seat in Seat::ALL {
                let mut before: Option<Point> = None;
                for progress in 1..=board.rules().goal() {
                    let point = board.place(seat, progress, 1);
                    if let Some(before) = before {
                        let step = distance(before, point);
                        assert!((0.8..1.5).contains(&step), "{seat} {progress}: {step}");
                    }
                    before = Some(point);
                }
                let goal = board.rules().goal();
                if board.rules().goal_in_column() {
                    continue;
                }
                for slot in 0..4 {
                    for other in 0..slot {
                        let gap = distance(
                            board.place(seat, goal, slot),
                            board.place(seat, goal, other),
                        );
                        assert!(gap >= Board::HOME_DIAMETER, "{slot} {other} {gap}");
                    }
                }
            }
        }
    }

    #[test]
    fn tokens_that_share_a_square_do_not_overlap() {
        for count in 1..=16 {
            let spots: Vec<Spot> = (0..count).map(|index| Board::share(count, index)).collect();
            for (index, spot) in spots.iter().enumerate() {
                let reach = spot.diameter / 2.0;
                assert!(spot.offset.x.abs() + reach <= 0.5 && spot.offset.y.abs() + reach <= 0.5);
                for other in spots.iter().skip(index + 1) {
                    assert!(
                        distance(spot.offset, other.offset) >= spot.diameter,
                        "{count}"
                    );
                }
            }
        }
    }
}
