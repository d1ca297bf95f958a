use ludo_dice::{GameId, Link};
use ludo_rules::{Face, Seat, SeatSet};
use ludo_table::{By, Event};
use serde::{Deserialize, Serialize};

/// What a device saw of the dice of one game: what there is to show of their proof, also by a program of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The game.
    pub game: GameId,
    /// Whether it is over, so that there is a record of it.
    pub over: bool,
    /// The rolls of the game so far.
    pub rolls: u32,
    /// The seats that play.
    pub seats: SeatSet,
    /// Those of them whose device put a number of its own into the draw.
    pub chained: SeatSet,
    /// The seat of this device's player, if they play.
    pub own: Option<Seat>,
    /// As [`OwnChecks::overtaken`](crate::OwnChecks::overtaken).
    pub overtaken: u32,
    /// The state of the dice after the last roll, `S`: the same for all who saw the same game.
    pub state: Link,
    /// The rolls that were checked here, in their order.
    pub checked: Vec<CheckedRoll>,
}

/// A roll that was checked on this device, with all that it takes to check it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedRoll {
    /// Its number in the game: 1, 2, ….
    pub roll: u32,
    /// Whose roll it is.
    pub seat: Seat,
    /// What the die shows.
    pub face: Face,
    /// The server's link of this roll.
    pub server_link: Link,
    /// The seat's link of this roll, if it came.
    pub link: Option<Link>,
    /// Who made it.
    pub by: By,
}

impl CheckedRoll {
    pub(crate) fn of(event: &Event) -> Option<Self> {
        match *event {
            Event::Rolled {
                roll,
                seat,
                face,
                server_link,
                link,
                by,
                ..
            } => Some(Self {
                roll,
                seat,
                face,
                server_link,
                link,
                by,
            }),
            _ => None,
        }
    }
}

impl crate::Client {
    /// What was seen of the dice of the game that is on, or over; nothing before its draw.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        let table = self.table()?;
        let dice = table.dice()?;
        let checks = self.checks();
        let chained = |seat: &Seat| dice.chain(*seat).is_some_and(|chain| chain.index > 0);
        Some(Seen {
            game: dice.game(),
            over: table.recorded_game() == Some(dice.game()),
            rolls: checks.rolls,
            seats: dice.seats(),
            chained: Seat::ALL.into_iter().filter(chained).collect(),
            own: checks.own.map(|own| own.seat),
            overtaken: checks.overtaken,
            state: Link(dice.state()),
            checked: self.fold.rolls.clone(),
        })
    }
}
