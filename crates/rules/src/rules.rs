use crate::named::Course;
use crate::seat_list::SeatList;
use crate::{
    BySeat, Captured, Due, Length, Own, Position, RuleSet, Safe, Seat, SeatSet, StartError,
};

/// The highest progress of any board and one more.
const PLACES: usize = crate::mv::LAST_PROGRESS as usize + 1;
/// The longest ring.
const SQUARES: usize = 68;
/// No square of the ring.
const OFF: u8 = u8::MAX;

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
    /// One bit a ring square.
    safe: u128,
    /// The ring square of each progress of each seat.
    square: BySeat<[u8; PLACES]>,
    /// The progress of each seat on each ring square; 0 where it never stands.
    progress: BySeat<[u8; SQUARES]>,
}

impl Rules {
    /// The tables of a rule set.
    #[must_use]
    pub fn new(set: &RuleSet) -> Self {
        let course = set.base().course();
        let quarter = course.ring / 4;
        let mut square = BySeat::new([[OFF; PLACES]; 4]);
        let mut progress = BySeat::new([[0; SQUARES]; 4]);
        for seat in Seat::ALL {
            for place in 1..=course.lap {
                let at = (seat.index() as u8 * quarter + place - 1) % course.ring;
                square[seat][usize::from(place)] = at;
                progress[seat][usize::from(at)] = place;
            }
        }
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
            safe,
            square,
            progress,
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
        self.square_of(seat, progress).map(u16::from)
    }

    /// The progress that a token of this seat has on a ring square, if its lap goes there.
    #[must_use]
    pub fn progress_on(&self, seat: Seat, square: u16) -> Option<u8> {
        match self.progress[seat].get(usize::from(square)) {
            None | Some(0) => None,
            Some(&progress) => Some(progress),
        }
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

    pub(crate) fn square_of(&self, seat: Seat, progress: u8) -> Option<u8> {
        self.square[seat]
            .get(usize::from(progress))
            .copied()
            .filter(|&square| square != OFF)
    }

    /// Tokens of each seat on a ring square.
    pub(crate) fn counts(&self, position: &Position, square: u8) -> BySeat<u8> {
        BySeat::from_fn(|seat| self.count_on(position, seat, square.into()))
    }

    /// Whether a token may move over a ring square.
    pub(crate) fn can_pass(&self, position: &Position, seat: Seat, square: u8) -> bool {
        match self.set.own {
            Own::Free | Own::Forbidden => true,
            Own::Block => self
                .counts(position, square)
                .iter()
                .all(|(other, &count)| other == seat || count < 2),
            Own::Barrier => self
                .counts(position, square)
                .values()
                .iter()
                .all(|&count| count < 2),
        }
    }

    /// Whether a token may end on a ring square, and whom it captures there.
    pub(crate) fn landing(&self, position: &Position, seat: Seat, square: u8) -> Option<Captured> {
        let counts = self.counts(position, square);
        let open = match self.set.own {
            Own::Free => true,
            Own::Forbidden => counts[seat] == 0,
            Own::Block => counts
                .iter()
                .all(|(other, &count)| other == seat || count < 2),
            Own::Barrier => counts.values().iter().sum::<u8>() < 2,
        };
        if !open {
            return None;
        }
        if self.is_safe(square.into()) {
            return Some(Captured::NONE);
        }
        let mut rivals = counts;
        rivals[seat] = 0;
        Some(Captured::new(rivals.into_values()))
    }

    /// Whether a token may enter, and whom it captures.
    pub(crate) fn entering(&self, position: &Position, seat: Seat) -> Option<Captured> {
        let square = self.square_of(seat, 1)?;
        let counts = self.counts(position, square);
        let full = self.set.own == Own::Barrier && counts.values().iter().sum::<u8>() >= 2;
        if !full {
            return self.landing(position, seat, square);
        }
        // One rival makes room. The rules ask for the last to arrive, which a position does not remember.
        let mut captured = [0; 4];
        let mut rival = seat.next();
        while rival != seat {
            if counts[rival] > 0 {
                captured[rival.index()] = 1;
                return Some(Captured::new(captured));
            }
            rival = rival.next();
        }
        None
    }
}

/// How many of the tokens have this progress.
pub(crate) fn count(tokens: [u8; 4], progress: u8) -> u8 {
    tokens.iter().filter(|&&token| token == progress).count() as u8
}
