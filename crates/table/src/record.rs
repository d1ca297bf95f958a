mod date;
mod dice_tags;
mod draft;

use ludo_dice::GameId;
use ludo_rules::{BySeat, Record, RecordError, TagError};

use crate::{Event, Options, SeatAtBegin, Time};
use draft::Draft;

/// Makes the records of the games of one table from its events.
///
/// It takes the events in their order, one at a time, and gives the record of a game when it is over: with all tags of
/// the notation and of its dice, and all that the proof of the dice needs. It holds the moves of the game at hand and
/// nothing else, does not fold the table, and asks nobody for the time; so the same events give the same bytes for ever.
///
/// A record tells what everybody at the table saw. The table's code, by which one could sit down there, is not in it,
/// nor anything that was private.
///
/// ```
/// use ludo_dice::{Chain, GameId, Secret};
/// use ludo_rules::Seat;
/// use ludo_table::{Actor, BotKind, Command, DriverCommand, Hand, Member, Options, Recorder, Table, Time};
///
/// let chain = Chain::new(Secret::from_entropy([7; 32]));
/// let opened = Table::open(Options::default(), GameId([1; 16]), chain.tip())?;
/// let mut recorder = Recorder::new();
/// assert!(recorder.push(&opened, Time(0))?.is_none());
///
/// # let mut table = Table::fold(None, &opened, Time(0))?;
/// # let mut record = None;
/// # let sit = Command::Sit { seat: Seat::Red, name: Some("Ania".parse()?), game: None, tip: None };
/// # let ania = Actor::Member(Member(1));
/// # let mut now = Time(1_798_000_000_000);
/// # let mut carry_out = |table: &mut Table, events: Vec<_>| -> Result<(), Box<dyn std::error::Error>> {
/// #     for event in events {
/// #         table.apply(&event, now)?;
/// #         if let Some(made) = recorder.push(&event, now)? { record = Some(made); }
/// #     }
/// #     Ok(())
/// # };
/// # for (actor, command) in [
/// #     (Actor::Newcomer, sit),
/// #     (ania, Command::AddBot { seat: Seat::Yellow, bot: BotKind::Simple }),
/// #     (ania, Command::Begin),
/// # ] {
/// #     let events = table.decide(actor, &command, now, &Hand::default())?;
/// #     carry_out(&mut table, events)?;
/// # }
/// # let hand = Hand { server_link: chain.link(1), ..Hand::default() };
/// # let events = table.drive(&DriverCommand::Draw, now, &hand)?;
/// # carry_out(&mut table, events)?;
/// // … the game is set up, begins, and Ania gives up …
/// # let events = table.decide(ania, &Command::Resign, now, &Hand::default())?;
/// # carry_out(&mut table, events)?;
/// let record = record.expect("the game is over");
/// assert_eq!(record.tag("Red"), Some("Ania"));
/// assert_eq!(record.tag("Date"), Some("2026.12.23"));
/// assert_eq!(record.tag("Dice"), Some("chain-1"));
/// assert_eq!(record.tag("Places"), Some("yr"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    options: Options,
    game: Option<Game>,
}

/// Where the game at hand stands.
#[derive(Clone, Debug)]
enum Game {
    /// Begun, not drawn.
    Begun(Box<Begun>),
    /// Drawn.
    Drawn(Box<Draft>),
}

/// What the begin of a game fixed.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) game: GameId,
    pub(crate) server_tip: ludo_dice::Tip,
    pub(crate) seats: BySeat<Option<SeatAtBegin>>,
    pub(crate) options: Options,
    pub(crate) at: Time,
}

/// Why events give no record. A table's own events always do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRecord {
    /// An event cannot stand where it does.
    #[error("the event {0} cannot follow what was before it")]
    Order(&'static str),
    /// A position cannot be read.
    #[error("the event {0} shows a position that cannot be read")]
    Position(&'static str),
    /// A value cannot stand in a tag.
    #[error(transparent)]
    Tag(#[from] TagError),
    /// The moves break the rules.
    #[error("the moves of the game make no record: {0}")]
    Record(#[from] RecordError),
    /// The places of the end are not those of the moves.
    #[error("the game is said to end otherwise than its moves do")]
    Places,
}

impl Recorder {
    /// For a table, from its first event on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For a table with these options, from the begin of one of its games on.
    #[must_use]
    pub const fn with_options(options: Options) -> Self {
        Self {
            options,
            game: None,
        }
    }

    /// Takes the next event, and when it happened. Gives a record where a game is over by it; nothing for a game that
    /// ended before its draw, of which there is nothing to record.
    ///
    /// # Errors
    ///
    /// If the events are not those of a table. The game at hand is left aside then; a next one can be recorded.
    pub fn push(&mut self, event: &Event, at: Time) -> Result<Option<Record>, NoRecord> {
        let out_of_order = NoRecord::Order(event.name());
        match event {
            Event::Opened { options, .. } | Event::OptionsSet { options } => {
                self.options = options.clone();
                Ok(None)
            }
            Event::Begun {
                game,
                server_tip,
                seats,
            } => {
                self.game = Some(Game::Begun(Box::new(Begun {
                    game: *game,
                    server_tip: *server_tip,
                    seats: seats.clone(),
                    options: self.options.clone(),
                    at,
                })));
                Ok(None)
            }
            Event::Drawn { .. } => match self.game.take() {
                Some(Game::Begun(begun)) => {
                    self.game = Some(Game::Drawn(Box::new(Draft::new(*begun, event, at)?)));
                    Ok(None)
                }
                _ => Err(out_of_order),
            },
            Event::Over { places, end } => match self.game.take() {
                Some(Game::Begun(_)) => Ok(None),
                Some(Game::Drawn(draft)) => draft.finish(places, *end, at).map(Some),
                None => Err(out_of_order),
            },
            Event::Rolled { .. }
            | Event::Moved { .. }
            | Event::Resigned { .. }
            | Event::Controlled { .. }
            | Event::Resumed {}
            | Event::TimedOut { .. } => {
                let taken = match &mut self.game {
                    Some(Game::Drawn(draft)) => draft.take(event, at),
                    // Who left between begin and draw is absent; that shows in the rolls.
                    Some(Game::Begun(_)) if matches!(event, Event::Controlled { .. }) => Ok(()),
                    // A game whose record failed before.
                    None if matches!(event, Event::Controlled { .. }) => Ok(()),
                    _ => Err(out_of_order),
                };
                if taken.is_err() {
                    self.game = None;
                }
                taken.map(|()| None)
            }
            Event::Joined { .. }
            | Event::Renamed { .. }
            | Event::Sat { .. }
            | Event::Chained { .. }
            | Event::Stood { .. }
            | Event::BotSat { .. }
            | Event::BotLeft { .. }
            | Event::Host { .. }
            | Event::Answered { .. }
            | Event::Renewed { .. }
            | Event::Rematch { .. }
            | Event::Closed { .. } => Ok(None),
        }
    }

    /// The game that is between its begin and its end.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        match self.game.as_ref()? {
            Game::Begun(begun) => Some(begun.game),
            Game::Drawn(draft) => Some(draft.game()),
        }
    }
}
