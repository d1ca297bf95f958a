use ludo_rules::{BySeat, Seat, SeatSet};

use crate::hash::{ZEROS, hash};
use crate::wrong::{Fault, Party, WrongDice};
use crate::{GameId, Tip};

/// All that a game's dice rest on, fixed before the first link is revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Begin {
    /// The game.
    pub game: GameId,
    /// Tip of the server's chain.
    pub server_tip: Tip,
    /// Tip of each seat that has a chain.
    pub tips: BySeat<Option<Tip>>,
    /// The seats that play.
    pub seats: SeatSet,
}

impl Begin {
    /// Whether a game can begin like this: somebody plays, only players have tips, and all tips differ.
    ///
    /// # Errors
    ///
    /// If not, says whose tip is at fault.
    pub fn check(&self) -> Result<(), WrongDice> {
        if self.seats.is_empty() {
            return Err(WrongDice::at_begin(Party::Server, Fault::NoSeats));
        }
        for (seat, tip) in self.tips() {
            let party = Party::Seat(seat);
            if !self.seats.contains(seat) {
                return Err(WrongDice::at_begin(party, Fault::NotInGame));
            }
            if tip == self.server_tip {
                return Err(WrongDice::at_begin(party, Fault::SameTip(Party::Server)));
            }
            if let Some((other, _)) = self
                .tips()
                .find(|&(other, same)| other.index() < seat.index() && same == tip)
            {
                return Err(WrongDice::at_begin(
                    party,
                    Fault::SameTip(Party::Seat(other)),
                ));
            }
        }
        Ok(())
    }

    /// `G` of the scheme: one hash over all of this.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let tip = |seat: Seat| self.tips[seat].map_or(ZEROS, |tip| tip.0);
        let [red, green, yellow, blue] = Seat::ALL.map(tip);
        hash(&[
            b"ludo-game-1",
            &self.game.0,
            &self.server_tip.0,
            &red,
            &green,
            &yellow,
            &blue,
        ])
    }

    fn tips(&self) -> impl Iterator<Item = (Seat, Tip)> {
        Seat::ALL
            .into_iter()
            .filter_map(|seat| Some((seat, self.tips[seat]?)))
    }
}
