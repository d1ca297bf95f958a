//! A table that was set back: its server has an older state of it than this client knew.

use ludo_dice::{Dice, GameId, Link};
use ludo_table::{Phase, Table};

use crate::client::LAG;
use crate::fold::Fold;
use crate::{Client, Effect, Stopped};

/// The game that this client followed when the table was set back. What its dice had shown may not be shown otherwise, and
/// it may not go on: its secrets are spent.
#[derive(Debug)]
pub(crate) struct SetBack {
    game: GameId,
    /// The rolls that were seen; none where there was no draw.
    rolls: Option<u32>,
    seen: Fold,
    /// Until then it must have ended, once the client is connected again.
    until: Option<u64>,
}

impl SetBack {
    /// Whether what the server tells now is an older state of what was seen, and nothing else.
    pub(crate) fn check(&self, fold: &Fold) -> Result<(), Stopped> {
        let Some(table) = fold
            .table
            .as_ref()
            .filter(|table| table.game() == self.game)
        else {
            return Ok(());
        };
        let Some(dice) = table.dice() else {
            return Ok(());
        };
        if self.rolls.is_none_or(|rolls| dice.rolls() > rolls) {
            // Links that were shown before the table was set back would be used once more.
            return Err(Stopped::Behind);
        }
        let roll = dice.next_roll();
        // Each state of the dice has all of those before in it.
        match self.seen.state_before(roll) {
            Some(seen) if seen != Link(dice.state()) => Err(Stopped::Differs { roll }),
            _ => Ok(()),
        }
    }
}

impl Client {
    /// The server says that it has not, or not any more, what this client knows. It may: an older state of it was restored.
    /// What was seen is kept as evidence, the person is told, and the client starts anew with what there is now; with the
    /// game that it followed it is over.
    pub(crate) fn set_back(&mut self) {
        let knew = self.asked_after.is_some_and(|after| after.seq > 0);
        let Some(game) = self.fold.table.as_ref().map(Table::game).filter(|_| knew) else {
            return self.stop(Stopped::Behind, None);
        };
        let evidence = self.keep_evidence(&Stopped::Behind, None);
        let seen = std::mem::take(&mut self.fold);
        let dice = seen.table.as_ref().and_then(Table::dice);
        self.set_back = Some(SetBack {
            game,
            rolls: dice.map(Dice::rolls),
            seen,
            until: None,
        });
        self.keeper = None;
        self.handed = None;
        self.you = None;
        self.claim = None;
        self.needs_history = false;
        self.promised = 0;
        self.lags = 0;
        self.sat.clear();
        self.asked_roll = None;
        // They were meant for another table than there is now.
        self.give_up_wishes();
        self.effects.push_back(Effect::SetBack { evidence });
        self.drop_line();
    }

    /// Whether a game is the one that cannot go on, since the table was set back.
    pub(crate) fn is_set_back(&self, game: GameId) -> bool {
        self.set_back
            .as_ref()
            .is_some_and(|set_back| set_back.game == game)
    }

    /// Whether the game that cannot go on goes on all the same, or waits to.
    fn is_going_on(&self) -> bool {
        self.fold.table.as_ref().is_some_and(|table| {
            self.is_set_back(table.game())
                && !matches!(table.phase(), Phase::Over { .. } | Phase::Closed { .. })
        })
    }

    /// A server that was set back ends the game. One that does not is to be believed no more.
    pub(crate) fn expire_set_back(&mut self) {
        let is_going_on = self.wire.is_online() && self.is_going_on();
        let now = self.now();
        let Some(set_back) = &mut self.set_back else {
            return;
        };
        if !is_going_on {
            set_back.until = None;
        } else if *set_back.until.get_or_insert(now + LAG) <= now {
            self.stop(Stopped::Behind, None);
        }
    }

    /// When the game that cannot go on must have ended.
    pub(crate) fn set_back_deadline(&self) -> Option<u64> {
        self.set_back.as_ref()?.until
    }
}
