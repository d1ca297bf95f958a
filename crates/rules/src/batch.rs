//! Many games at once.

mod choose;
mod kernel;
mod lane;
mod lanes;
mod laws;
mod mask;
mod throw;
mod widest;

use self::kernel::Needs;
use self::lanes::Lanes;
use self::laws::Laws;
use crate::seat_list::SeatList;
use crate::{Position, Rules, Seat, SeatSet};

/// Many games of one rule set, one a lane, that take their steps together: for learners and for research.
///
/// Each number of the games lies in an array over the lanes, a byte each, and a step goes over all lanes without a jump
/// that depends on them, so that the processor does 16 to 64 of them with one instruction. Best are 64 or 128 lanes, and
/// as many batches as one likes. The feature `simd` finds out at run time how wide the processor's registers are. Every
/// rule set can be played, and each lane plays what [`Rules::roll`] and [`Rules::play`] play.
///
/// Dice and choices are handed in. A lane has to roll, to choose, or is over:
///
/// ```
/// use ludo_rules::{Batch, Length, RuleSet, Rules, Seat, SeatSet};
///
/// let rules = Rules::new(&RuleSet::default());
/// let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole)?;
/// let mut games = Batch::<64>::new(&rules, &start)?;
///
/// let choices = *games.roll(&[6; 64]);       // a 6 for everybody,
/// assert_eq!(choices[0], 0b0001);            // which can bring the first token out
/// games.choose(&[0; 64]);
/// games.roll(&[3; 64]);
/// games.choose(&[3; 64]);                    // the foremost of the four
/// assert_eq!(games.tokens(Seat::Red)[3][0], 4);
/// assert_eq!(games.turns()[0], 1);
///
/// // At random, with games that are over begun anew: roll and choice in one, by lots from 0 to 11.
/// games.step(&[2; 64], &[7; 64]);
/// assert_eq!(games.renew(&start)?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch<const N: usize> {
    lanes: Lanes<N>,
    /// The tokens that can be chosen, as bits.
    choices: [u8; N],
    /// The seats that gave up before the game came here; no lane changes it.
    resigned: [SeatList; N],
    seats: [SeatSet; N],
    laws: Laws,
    needs: Needs,
    rules: Rules,
}

/// Why a batch does not take a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The position belongs to another rule set.
    #[error("the position belongs to other rules than the batch")]
    OtherRules,
    /// The batch has not so many lanes.
    #[error("there is no lane {0} in the batch")]
    NoLane(usize),
}

impl<const N: usize> Batch<N> {
    /// All lanes with the same position.
    ///
    /// # Errors
    /// Where the position belongs to other rules.
    pub fn new(rules: &Rules, position: &Position) -> Result<Self, BatchError> {
        let mut batch = Self {
            lanes: Lanes::default(),
            choices: [0; N],
            resigned: [SeatList::EMPTY; N],
            seats: [SeatSet::EMPTY; N],
            laws: Laws::new(rules),
            needs: Needs::of(rules),
            rules: rules.clone(),
        };
        for lane in 0..N {
            batch.set(lane, position)?;
        }
        Ok(batch)
    }

    /// Puts a position into a lane.
    ///
    /// # Errors
    /// Where there is no such lane, or the position belongs to other rules.
    pub fn set(&mut self, lane: usize, position: &Position) -> Result<(), BatchError> {
        if self.rules.check(position).is_err() {
            return Err(BatchError::OtherRules);
        }
        if lane >= N {
            return Err(BatchError::NoLane(lane));
        }
        self.lanes.set(lane, position);
        self.choices[lane] = self.rules.due_choices(position).bits();
        self.resigned[lane] = position.resigned;
        self.seats[lane] = position.seats;
        Ok(())
    }

    /// Puts a position into all lanes that are over, and says how many they were.
    ///
    /// # Errors
    /// Where the position belongs to other rules.
    pub fn renew(&mut self, position: &Position) -> Result<usize, BatchError> {
        let mut renewed = 0;
        if self
            .lanes
            .in_play
            .iter()
            .fold(false, |over, &seats| over | (seats == 0))
        {
            for lane in 0..N {
                if self.is_over(lane) {
                    self.set(lane, position)?;
                    renewed += 1;
                }
            }
        }
        Ok(renewed)
    }

    /// The game of a lane.
    #[must_use]
    pub fn position(&self, lane: usize) -> Option<Position> {
        (lane < N).then(|| {
            self.lanes
                .position(lane, &self.rules, self.seats[lane], self.resigned[lane])
        })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Rolls the dice, 1 to 6, in all lanes where a roll is due; the others are not touched. What can be chosen then, as
    /// [`choices`](Self::choices): where it is nothing, the roll has settled itself, or the game is over.
    pub fn roll(&mut self, faces: &[u8; N]) -> &[u8; N] {
        self.lanes
            .roll(self.needs, &self.laws, faces, &mut self.choices);
        &self.choices
    }

    /// Moves in each lane that has choices the token of this number, 0 to 3; where it is not one of the choices, the lane
    /// waits as it is.
    pub fn choose(&mut self, tokens: &[u8; N]) {
        self.lanes
            .choose(self.needs, &self.laws, tokens, &mut self.choices);
    }

    /// Rolls as [`roll`](Self::roll), and moves in each lane that has choices one of them by lot. A lot is a number from 0
    /// to 11: twelve can be shared out evenly to one, two, three and four choices.
    pub fn step(&mut self, faces: &[u8; N], lots: &[u8; N]) {
        self.lanes
            .step(self.needs, &self.laws, faces, lots, &mut self.choices);
    }

    /// The tokens that can be chosen in each lane: a bit for each token of the seat whose turn it is, the rearmost the
    /// lowest. Of tokens that are alike only the first. None where a roll is due and where the game is over.
    #[must_use]
    pub const fn choices(&self) -> &[u8; N] {
        &self.choices
    }

    /// The progress of a seat's tokens, ascending; zeros where it has none.
    #[must_use]
    pub const fn tokens(&self, seat: Seat) -> &[[u8; N]; 4] {
        &self.lanes.tokens[seat as usize]
    }

    /// Whose turn it is: 0 for red to 3 for blue; 0 where the game is over.
    #[must_use]
    pub const fn turns(&self) -> &[u8; N] {
        &self.lanes.turn
    }

    /// The face that is to be played, 0 for none.
    #[must_use]
    pub const fn faces(&self) -> &[u8; N] {
        &self.lanes.face
    }

    /// The bonus steps that are to be played, 0 for none.
    #[must_use]
    pub const fn bonuses(&self) -> &[u8; N] {
        &self.lanes.bonus
    }

    /// Which of the tries of a turn is due, 1 to 3.
    #[must_use]
    pub const fn attempts(&self) -> &[u8; N] {
        &self.lanes.attempt
    }

    /// The sixes in a row of this turn, as [`Position::sixes`] counts them.
    #[must_use]
    pub const fn sixes(&self) -> &[u8; N] {
        &self.lanes.sixes
    }

    /// The seats that play, a bit each, red the lowest; none where the game is over.
    #[must_use]
    pub const fn in_play(&self) -> &[u8; N] {
        &self.lanes.in_play
    }

    /// Whether the game of a lane is over; so is a lane that is not there.
    #[must_use]
    pub fn is_over(&self, lane: usize) -> bool {
        self.lanes.in_play.get(lane).is_none_or(|&seats| seats == 0)
    }

    /// The place of a seat, 1 for the first; 0 where it has none yet, or none at all.
    #[must_use]
    pub const fn places(&self, seat: Seat) -> &[u8; N] {
        &self.lanes.places[seat as usize]
    }
}
