//! The client's part in the dice of a game.

use ludo_dice::{Link, Tip};
use ludo_rules::{Due, Seat};
use ludo_table::{Command, Phase, Table};

use crate::keeper::{Held, Holding, Keeper, STORAGE};
use crate::kept::Mark;
use crate::queue::Origin;
use crate::{Client, Effect};

impl Client {
    /// Brings a chain to the game that is set up, and answers its begin.
    pub(crate) fn pursue_dice(&mut self) {
        let Some(table) = &self.fold.table else {
            return;
        };
        let game = table.game();
        if self.is_set_back(game) {
            return;
        }
        if self
            .keeper
            .as_ref()
            .is_none_or(|keeper| keeper.game != game)
        {
            self.keeper = Some(Keeper::new(game));
        }
        if self.take_handed() {
            return;
        }
        let (Some(you), Some(table)) = (self.you, &self.fold.table) else {
            return;
        };
        match table.phase() {
            Phase::Waiting => {
                if let Some(seat) = table.seat_of(you) {
                    self.bring_chain(table.chair(seat).tip());
                }
            }
            Phase::Drawing { .. } | Phase::Playing => {
                let Some((seat, tip)) = self.chained_seat() else {
                    return;
                };
                match self.keeper.as_ref().map(|keeper| &keeper.holding) {
                    Some(Holding::Unknown) => self.recall(),
                    Some(Holding::Held(_)) if self.is_drawing() => self.answer(seat, tip),
                    Some(Holding::Held(_)) => self.want_history(seat),
                    _ => {}
                }
            }
            Phase::Over { .. } | Phase::Closed { .. } => {}
        }
    }

    fn is_drawing(&self) -> bool {
        let phase = self.fold.table.as_ref().map(Table::phase);
        matches!(phase, Some(Phase::Drawing { .. }))
    }

    /// The seat that this person has in the game that is on, with its tip in the begin.
    fn chained_seat(&self) -> Option<(Seat, Tip)> {
        let roster = self.fold.table.as_ref()?.roster()?;
        Seat::ALL.into_iter().find_map(|seat| {
            let at_begin = roster[seat].as_ref()?;
            let mine = at_begin.member.is_some() && at_begin.member == self.you;
            Some((seat, at_begin.tip.filter(|_| mine)?))
        })
    }

    pub(crate) fn recall(&mut self) {
        let by = self.now() + STORAGE;
        if let Some(keeper) = &mut self.keeper {
            keeper.holding = Holding::Recalling { by };
            self.effects.push_back(Effect::Recall(keeper.game));
        }
    }

    /// Comes nearer to a chain for the game that is set up.
    pub(crate) fn prepare_chain(&mut self) -> Ready {
        let by = self.now() + STORAGE;
        let taking = self.is_taking();
        let Some(keeper) = self.keeper.as_mut().filter(|_| !taking) else {
            return Ready::NotYet;
        };
        match &keeper.holding {
            Holding::Unknown => self.recall(),
            Holding::Absent => {
                keeper.holding = Holding::Drawing { by };
                self.effects.push_back(Effect::MakeChain);
            }
            Holding::GivenUp => return Ready::Never,
            Holding::Held(_) if keeper.refused => return Ready::Never,
            Holding::Held(held) if held.stored => return Ready::Tip(held.chain.tip()),
            Holding::Recalling { .. } | Holding::Drawing { .. } | Holding::Held(_) => {}
        }
        Ready::NotYet
    }

    /// Makes the table show this device's chain at the seat where it shows `shown` now.
    fn bring_chain(&mut self, shown: Option<Tip>) {
        let early = |keeper: &Keeper| self.now() < keeper.not_before;
        if self.is_waiting_for(Origin::Dice) || self.keeper.as_ref().is_some_and(early) {
            return;
        }
        let Ready::Tip(tip) = self.prepare_chain() else {
            return;
        };
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        let leave = shown == Some(tip) || (shown.is_some() && keeper.brought);
        keeper.brought = true;
        if !leave {
            let game = keeper.game;
            self.command(Command::Chain { game, tip }, Origin::Dice);
        }
    }

    /// Answers the begin, once on each line: whoever asks again gets the same answer.
    fn answer(&mut self, seat: Seat, tip: Tip) {
        let by = self.now() + STORAGE;
        let Some(begin) = self.fold.table.as_ref().and_then(Table::begin) else {
            return;
        };
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        let Some(held) = keeper.held().filter(|held| held.stored) else {
            return;
        };
        if held.chain.tip() != tip {
            // Another device of this person brought its chain after this one, and the table said so before the begin.
            return;
        }
        if let Err(why) = held.check_begin(&begin, seat) {
            return self.stop(why, None);
        }
        if held.mark.begin.is_none() {
            let mark = Mark {
                begin: Some(begin),
                ..held.mark.clone()
            };
            return self.write(mark, by);
        }
        let (game, link) = (keeper.game, held.chain.link(1));
        let asked = self
            .queue
            .iter()
            .any(|waiting| matches!(waiting.command, Command::Answer { .. }));
        if let Some(link) = link.filter(|_| self.answered != Some(game) && !asked) {
            self.answered = Some(game);
            self.command(Command::Answer { game, link }, Origin::Dice);
        }
    }

    fn write(&mut self, mark: Mark, by: u64) {
        if let Some(keeper) = self
            .keeper
            .as_mut()
            .filter(|keeper| keeper.writing.is_none())
            && let Some(kept) = keeper.write(mark, by)
        {
            self.effects.push_back(Effect::Remember(kept));
        }
    }

    /// A device that holds the seat's secret must have followed the game from its begin; if it was handed a later
    /// state, it asks once for all that happened.
    fn want_history(&mut self, seat: Seat) {
        let Some(table) = &self.fold.table else {
            return;
        };
        let game = table.game();
        let needed =
            !self.fold.whole && self.no_history != Some(game) && self.links(seat).is_some();
        if needed && !self.needs_history {
            self.needs_history = true;
            self.drop_line();
        }
    }

    /// The chain with which `seat` can roll, if this device holds it.
    pub(crate) fn links(&self, seat: Seat) -> Option<&Held> {
        let dice = self.fold.table.as_ref()?.dice()?;
        let tip = dice.chain(seat).filter(|_| dice.has_chain(seat))?.tip;
        let held = self.keeper.as_ref()?.held()?;
        (held.stored && held.chain.tip() == tip).then_some(held)
    }

    /// Rolls, with a link where this device has one to give. What it is given for is remembered first.
    pub(crate) fn pursue_roll(&mut self) {
        let Some(step) = self.wants_roll else { return };
        let seat = match (self.my_due(), self.my_seat()) {
            (Ok((due, Due::Roll { .. })), Some(seat)) if due == step => seat,
            // The game went on without it.
            _ => {
                self.wants_roll = None;
                return;
            }
        };
        let Some(dice) = self.fold.table.as_ref().and_then(Table::dice) else {
            return;
        };
        let (roll, state) = (dice.next_roll(), Link(dice.state()));
        if dice.has_chain(seat) && self.is_preparing() {
            return;
        }
        let game = dice.game();
        let begin = self.fold.table.as_ref().and_then(Table::begin);
        let link = match self.links(seat) {
            Some(held) if self.fold.whole => {
                if held.mark.roll > roll {
                    // Another tab of this browser saw more.
                    return self.drop_line();
                }
                if held.mark.roll < roll {
                    let mark = Mark {
                        // A device that slept through the begin was handed the secret, or its tab answered for it.
                        begin: held.mark.begin.clone().or_else(|| begin.clone()),
                        roll,
                        state: Some(state),
                    };
                    let by = self.now() + STORAGE;
                    return self.write(mark, by);
                }
                // That the state is the one that was kept was checked when either became known.
                held.link_of(roll)
            }
            _ => None,
        };
        self.wants_roll = None;
        let in_time = self.is_in_time();
        self.asked_roll = Some((game, roll)).filter(|_| in_time);
        self.command(Command::Roll { step, roll, link }, Origin::Person);
    }

    /// Whether a request that is sent now is in time for the move clock, as far as this device knows the server's.
    fn is_in_time(&self) -> bool {
        let clock = self.fold.table.as_ref().and_then(Table::clock);
        clock.is_none_or(|clock| self.server_time(self.clock.wall_at(0)) <= clock.until)
    }

    /// Whether it is not known yet what this device holds, or is being stored, or the history is being asked for.
    fn is_preparing(&self) -> bool {
        self.needs_history
            || self.is_taking()
            || self.keeper.as_ref().is_none_or(|keeper| {
                keeper.writing.is_some()
                    || matches!(keeper.holding, Holding::Unknown | Holding::Recalling { .. })
            })
    }
}

/// Whether a chain is ready to be brought.
pub(crate) enum Ready {
    NotYet,
    /// It is, with this tip.
    Tip(Tip),
    /// There will be none from this device.
    Never,
}
