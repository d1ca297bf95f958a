//! Going on from another device: giving the secret of the seat's chain to it, and taking it there.

use std::fmt;

use ludo_dice::Link;
use ludo_table::{Phase, Table};

use crate::keeper::{Holding, STORAGE};
use crate::{Client, Effect, SeatSecret};

/// What was handed over, for a type that can be printed.
pub(crate) struct Handed(pub(crate) SeatSecret);

/// Without the secret.
impl fmt::Debug for Handed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handed(..)")
    }
}

impl Client {
    /// What another device of this person needs to roll with the seat's links, to be shown to nobody else; none if this
    /// device does not hold the secret, or has not seen the whole game, or no game is set up or on.
    ///
    /// This device can go on rolling too: a link goes with the number of its roll, whoever sends it.
    #[must_use]
    pub fn seat_secret(&self) -> Option<SeatSecret> {
        let (table, seat) = self.table().zip(self.my_seat())?;
        let game = table.game();
        let keeper = self.keeper.as_ref().filter(|keeper| keeper.game == game)?;
        let held = keeper.held().filter(|held| held.stored)?;
        if self.stopped.is_some() || self.is_behind() {
            return None;
        }
        let tip = Some(held.chain.tip());
        let at = match table.phase() {
            Phase::Waiting if table.chair(seat).tip() == tip => None,
            Phase::Drawing { .. } if table.begin()?.tips[seat] == tip => None,
            Phase::Playing if self.fold.whole => {
                self.links(seat)?;
                let dice = table.dice()?;
                Some((dice.next_roll(), Link(dice.state())))
            }
            _ => return None,
        };
        Some(SeatSecret::new(game, at, &held.chain))
    }

    /// Takes up what another device handed over; whether that is still under way.
    pub(crate) fn take_handed(&mut self) -> bool {
        let by = self.now() + STORAGE;
        let (Some(handed), Some(table)) = (&self.handed, &self.fold.table) else {
            return false;
        };
        let is_on = !matches!(table.phase(), Phase::Over { .. } | Phase::Closed { .. });
        if !is_on || handed.0.game != table.game() {
            // It came too late: for another game this device makes a chain of its own.
            self.handed = None;
            return false;
        }
        let Some(keeper) = &mut self.keeper else {
            return false;
        };
        match &keeper.holding {
            Holding::Unknown => self.recall(),
            Holding::Recalling { .. } | Holding::Drawing { .. } => {}
            Holding::Held(_) | Holding::Absent | Holding::GivenUp if keeper.writing.is_some() => {}
            Holding::Held(_) | Holding::Absent | Holding::GivenUp => {
                if let Some(Handed(handed)) = self.handed.take()
                    && let Some(kept) = keeper.hand(handed, table, by)
                {
                    self.effects.push_back(Effect::Remember(kept));
                }
            }
        }
        true
    }

    /// The game that is on, if what was handed over is of it and not yet taken up.
    pub(crate) fn is_taking(&self) -> bool {
        let game = self.fold.table.as_ref().map(Table::game);
        self.handed
            .as_ref()
            .is_some_and(|handed| Some(handed.0.game) == game)
    }
}
