use alloc::sync::Arc;

use crate::four::Four;
use crate::named::Course;
use crate::seat_list::SeatList;
use crate::tables::Tables;
use crate::{BySeat, Due, Length, Own, Position, RuleSet, Safe, Seat, SeatSet, StartError};

/// A rule set, worked out into tables: what a game is played with.
///
/// Its methods are total. They never panic, and refuse what does not fit with an error that says why; a position that
/// belongs to another rule set is one of those things.
///
/// ```
/// use ludo_rules::{Face, Length, Move, RuleSet, Rules, Seat, SeatSet};
///
/// let rules = Rules::new(&RuleSet::default());
/// let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole)?;
/// let moves = rules.moves(&start, Some(Face::Six))?;
/// assert_eq!(moves.len(), 1);
/// let next = rules.play(&start, Some(Face::Six), "0-1".parse()?)?;
/// assert_eq!(rules.text(&next), "classic 0,0,0,1/0,0,0,0/0,0,0,0/0,0,0,0 r roll 1 - -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub(crate) set: RuleSet,
    pub(crate) packed: u32,
    pub(crate) course: Course,
    pub(crate) goal: u8,
    /// The tokens of a seat that has finished.
    pub(crate) all_home: Four,
    /// The first and the last progress at which a seat's tokens cannot share a square, whoever else is there.
    pub(crate) alone: Option<(u8, u8)>,
    /// One bit a ring square.
    safe: u128,
    /// Shared by all copies of the rules.
    pub(crate) tables: Arc<Tables>,
}

impl Rules {
    /// The tables of a rule set.
    #[must_use]
    pub fn new(set: &RuleSet) -> Self {
        let course = set.base().course();
        let quarter = course.ring / 4;
        let offsets: &[u8] = match set.safe {
            Safe::None => &[],
            Safe::Starts => &[0],
            Safe::Stars => course.stars,
        };
        let mut safe = 0;
        for offset in offsets {
            for turn in 0..4 {
                safe |= 1 << (turn * quarter + offset);
            }
        }
        let column_end = course.lap + course.column;
        let goal = if course.goal_in_column {
            column_end
        } else {
            column_end + 1
        };
        Self {
            set: *set,
            packed: set.pack(),
            course,
            goal,
            all_home: Four::new(if course.goal_in_column {
                [goal - 3, goal - 2, goal - 1, goal]
            } else {
                [goal; 4]
            }),
            alone: match (set.own, course.goal_in_column) {
                (Own::Forbidden, true) => Some((1, goal)),
                (Own::Forbidden, false) => Some((1, course.lap)),
                (_, true) => Some((course.lap + 1, goal)),
                (_, false) => None,
            },
            safe,
            tables: Arc::new(Tables::new(&course, safe)),
        }
    }

    /// The rule set.
    #[must_use]
    pub const fn rule_set(&self) -> &RuleSet {
        &self.set
    }

    /// Squares of the ring that all share.
    #[must_use]
    pub const fn ring(&self) -> u16 {
        self.course.ring as u16
    }

    /// The progress of the last track square before the home column.
    #[must_use]
    pub const fn lap(&self) -> u8 {
        self.course.lap
    }

    /// Squares of a home column.
    #[must_use]
    pub const fn column(&self) -> u8 {
        self.course.column
    }

    /// The highest progress: home, or the last square of the column where the column is the goal.
    #[must_use]
    pub const fn goal(&self) -> u8 {
        self.goal
    }

    /// Whether the goal is the column: one token a square, and none leaves it.
    #[must_use]
    pub const fn goal_in_column(&self) -> bool {
        self.course.goal_in_column
    }

    /// The roll that enters a token.
    #[must_use]
    pub const fn entering_roll(&self) -> u8 {
        self.course.enter
    }

    /// The ring square of a token of this seat with this progress, if it is on the track.
    #[must_use]
    pub fn ring_square(&self, seat: Seat, progress: u8) -> Option<u16> {
        self.tables.square(seat, progress).map(u16::from)
    }

    /// The progress that a token of this seat has on a ring square, if its lap goes there.
    #[must_use]
    pub fn progress_on(&self, seat: Seat, square: u16) -> Option<u8> {
        self.tables.progress(seat, square)
    }

    /// Whether nobody is captured on this ring square.
    #[must_use]
    pub const fn is_safe(&self, square: u16) -> bool {
        square < 128 && self.safe >> square & 1 == 1
    }

    /// Whether a token with this progress has reached the goal.
    #[must_use]
    pub const fn is_home(&self, progress: u8) -> bool {
        if self.course.goal_in_column {
            progress > self.course.lap
        } else {
            progress == self.goal
        }
    }

    /// Whether a token with this progress is on the track.
    #[must_use]
    pub const fn is_on_track(&self, progress: u8) -> bool {
        1 <= progress && progress <= self.course.lap
    }

    /// How many tokens of a seat stand on a ring square.
    #[must_use]
    pub fn count_on(&self, position: &Position, seat: Seat, square: u16) -> u8 {
        match self.progress_on(seat, square) {
            Some(progress) => count(position.tokens[seat], progress),
            None => 0,
        }
    }

    /// How many rival tokens could reach this token of the seat with one roll of a plain die: those 1 to 6 squares
    /// behind it on the track that would still be on their own lap there, whatever stands between. None where the
    /// token is safe.
    #[must_use]
    pub fn threats(&self, position: &Position, seat: Seat, progress: u8) -> u8 {
        let Some(square) = self.ring_square(seat, progress) else {
            return 0;
        };
        if self.is_safe(square) {
            return 0;
        }
        let mut threats = 0;
        for (rival, tokens) in position.tokens.iter().filter(|&(rival, _)| rival != seat) {
            let Some(there) = self.progress_on(rival, square) else {
                continue;
            };
            threats += tokens
                .iter()
                .filter(|&&token| token >= 1 && token < there && there - token <= 6)
                .count() as u8;
        }
        threats
    }

    /// Whether a token of the seat with this progress stands on a threatened square: on the track, not safe, and a
    /// rival's token 1 to 6 squares behind it ([`threats`](Self::threats)).
    #[must_use]
    pub fn threatened(&self, position: &Position, seat: Seat, progress: u8) -> bool {
        self.threats(position, seat, progress) > 0
    }

    /// The first position of a game.
    ///
    /// # Errors
    /// Where fewer than two seats play, or the first one is not among them.
    pub fn start(
        &self,
        seats: SeatSet,
        first: Seat,
        length: Length,
    ) -> Result<Position, StartError> {
        if seats.len() < 2 {
            return Err(StartError::TooFewSeats);
        }
        if !seats.contains(first) {
            return Err(StartError::NotASeat(first));
        }
        let out = u8::from(self.set.out);
        let group = match length {
            Length::Whole => [0, 0, 0, out],
            Length::Quick if self.course.goal_in_column => [0, out, self.goal - 1, self.goal],
            Length::Quick => [0, out, self.goal, self.goal],
        };
        Ok(Position {
            rules: self.packed,
            tokens: BySeat::from_fn(|seat| if seats.contains(seat) { group } else { [0; 4] }),
            seats,
            finished: SeatList::EMPTY,
            resigned: SeatList::EMPTY,
            turn: Some(first),
            due: Due::Roll { attempt: 1 },
            sixes: 0,
            last: 0,
        })
    }

    /// Tokens of each seat on a ring square.
    pub(crate) fn counts(&self, position: &Position, square: u8) -> BySeat<u8> {
        BySeat::from_fn(|seat| self.count_on(position, seat, square.into()))
    }
}

/// How many of the tokens have this progress.
pub(crate) fn count(tokens: [u8; 4], progress: u8) -> u8 {
    tokens.iter().filter(|&&token| token == progress).count() as u8
}
