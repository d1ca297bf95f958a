use crate::four::{Four, Which};
use crate::named::Course;
use crate::{BySeat, Position, Seat};

/// The highest progress of any board and one more.
const PLACES: usize = crate::mv::LAST_PROGRESS as usize + 1;
/// The longest ring.
const SQUARES: usize = 68;
/// No square of the ring.
const OFF: u8 = u8::MAX;
/// A progress that no token has.
const NOWHERE: u8 = 0x7f;
/// No token of any seat.
const NOBODY: BySeat<Four> = BySeat::new([Four::all(NOWHERE); 4]);

/// What each seat sees of the ring from where it counts: looked up instead of reckoned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tables {
    /// The ring square of each progress of each seat.
    square: BySeat<[u8; PLACES]>,
    /// The progress of each seat on each ring square; 0 where it never stands.
    progress: BySeat<[u8; SQUARES]>,
    /// For each seat and each owner of a token: the seat's own progress where a token with this progress stands.
    seen: BySeat<BySeat<[u8; PLACES]>>,
    /// Which progress is a safe square: the same for all seats. Longer than needed, so that any progress is an index.
    safe: [bool; 128],
    /// For each seat and each progress: which progress the seats have on that square, ready to be compared with four
    /// tokens.
    standing: BySeat<[BySeat<Four>; PLACES]>,
    /// The same without the seat itself and without safe squares: whom a token captures that lands there.
    prey: BySeat<[BySeat<Four>; PLACES]>,
}

impl Tables {
    /// `safe` has a bit for each ring square.
    pub(crate) fn new(course: &Course, safe: u128) -> Self {
        let mut square = BySeat::new([[OFF; PLACES]; 4]);
        let mut progress = BySeat::new([[0; SQUARES]; 4]);
        for seat in Seat::ALL {
            for place in 1..=course.lap {
                let at = (seat.index() as u8 * (course.ring / 4) + place - 1) % course.ring;
                square[seat][usize::from(place)] = at;
                progress[seat][usize::from(at)] = place;
            }
        }
        let mut tables = Self {
            square,
            progress,
            seen: BySeat::new([BySeat::new([[NOWHERE; PLACES]; 4]); 4]),
            safe: [false; 128],
            standing: BySeat::new([[NOBODY; PLACES]; 4]),
            prey: BySeat::new([[NOBODY; PLACES]; 4]),
        };
        for seat in Seat::ALL {
            for place in 1..=course.lap {
                let at = square[seat][usize::from(place)];
                let place = usize::from(place);
                let is_safe = safe >> at & 1 == 1;
                tables.safe[place] = is_safe;
                for other in Seat::ALL {
                    let there = progress[other][usize::from(at)];
                    if there == 0 {
                        continue;
                    }
                    tables.seen[other][seat][place] = there;
                    tables.standing[seat][place][other] = Four::all(there);
                    if other != seat && !is_safe {
                        tables.prey[seat][place][other] = Four::all(there);
                    }
                }
            }
        }
        tables
    }

    /// The ring square of a progress on the track.
    pub(crate) fn square(&self, seat: Seat, progress: u8) -> Option<u8> {
        self.square[seat]
            .get(usize::from(progress))
            .copied()
            .filter(|&square| square != OFF)
    }

    /// The progress on a ring square that the seat's lap goes over.
    pub(crate) fn progress(&self, seat: Seat, square: u16) -> Option<u8> {
        self.progress[seat]
            .get(usize::from(square))
            .copied()
            .filter(|&progress| progress > 0)
    }

    /// Where a token stands for another seat, in that seat's count; more than any progress where it never comes.
    pub(crate) fn seen_from(&self, seat: Seat, owner: Seat, progress: u8) -> u8 {
        self.seen[seat][owner]
            .get(usize::from(progress))
            .copied()
            .unwrap_or(NOWHERE)
    }

    /// Which of four progresses are safe squares.
    pub(crate) fn on_safe(&self, places: Four) -> Which {
        Which::new(
            places
                .numbers()
                .map(|place| self.safe[usize::from(place & 0x7f)]),
        )
    }

    /// The tokens on the square of a seat's progress, its own included; none in the yard and the column.
    pub(crate) fn standing(&self, position: &Position, seat: Seat, progress: u8) -> BySeat<Which> {
        at(position, self.standing[seat].get(usize::from(progress)))
    }

    /// The tokens that a seat captures that lands with this progress, if nobody makes room for it otherwise.
    #[inline(always)]
    pub(crate) fn prey(&self, position: &Position, seat: Seat, progress: u8) -> BySeat<Which> {
        at(position, self.prey[seat].get(usize::from(progress)))
    }
}

#[inline(always)]
fn at(position: &Position, there: Option<&BySeat<Four>>) -> BySeat<Which> {
    let there = there.unwrap_or(&NOBODY);
    BySeat::from_fn(|seat| Four::new(position.tokens[seat]).is(there[seat]))
}
