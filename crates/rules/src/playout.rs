use crate::offer::Offer;
use crate::{Due, Face, Moves, Position, RollError, Rules};

/// A game that is played on and on, for programs that play millions of them.
///
/// It plays what [`Rules::roll`] and [`Rules::play`] play, by the same code, without asking for each step what is legal
/// and whether that was it: a move is chosen by its number among those that are legal, in the order of [`Rules::moves`].
///
/// ```
/// use ludo_rules::{Face, Length, Playout, RuleSet, Rules, Seat, SeatSet};
///
/// let rules = Rules::new(&RuleSet::default());
/// let start = rules.start(SeatSet::ALL, Seat::Red, Length::Whole)?;
/// let mut playout = Playout::new(&rules, start)?;
/// let mut dice = Face::ALL.into_iter().cycle().step_by(5); // bring your own
/// while !playout.is_over() {
///     let mut choices = playout.roll(dice.next().unwrap());
///     while choices > 0 {
///         choices = playout.choose(0); // the rearmost token
///     }
/// }
/// assert_eq!(playout.position().places().map(|places| places.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playout<'r> {
    rules: &'r Rules,
    position: Position,
    /// What can be chosen now; nothing where a roll is due.
    offer: Offer,
}

impl<'r> Playout<'r> {
    /// A game from a position on.
    ///
    /// # Errors
    /// Where the position belongs to other rules.
    pub fn new(rules: &'r Rules, position: Position) -> Result<Self, RollError> {
        rules.check(&position)?;
        Ok(Self {
            rules,
            position,
            offer: rules.due_choices(&position),
        })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The game as it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// How many moves there are to choose from: 0 where a roll is due or the game is over.
    #[must_use]
    pub const fn choices(&self) -> usize {
        self.offer.len()
    }

    /// The moves to choose from.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.rules.offered(&self.position, self.offer)
    }

    /// Rolls the die, if a roll is due, and says how many moves there are to choose from: 0 where nothing could move or
    /// it was a third 6, and what follows from that has happened.
    pub fn roll(&mut self, face: Face) -> usize {
        if let (Due::Roll { .. }, Some(seat)) = (self.position.due, self.position.turn) {
            self.offer = self.rules.throw(&mut self.position, seat, face);
        }
        self.choices()
    }

    /// Plays one of the moves there are to choose from, if there is one with this number, and says how many there are
    /// now: more than 0 where it earned bonus steps.
    pub fn choose(&mut self, choice: usize) -> usize {
        if let (Some(seat), Some(place)) = (self.position.turn, self.offer.place(choice)) {
            self.offer = self
                .rules
                .choose(&mut self.position, seat, self.offer, place);
        }
        self.choices()
    }
}
