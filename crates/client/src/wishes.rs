//! What a person wants, and the plan: from there to commands.

use ludo_protocol::{ClientMessage, ErrorCode, Saying};
use ludo_rules::{Due, Move, Seat};
use ludo_table::{Chair, Command, Name, Phase};

use crate::dice::Ready;
use crate::queue::Origin;
use crate::{Client, Effect, Intent};

/// Where somebody wants to sit.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) seat: Seat,
    pub(crate) name: Option<Name>,
    pub(crate) origin: Origin,
}

impl Client {
    pub(crate) fn intend(&mut self, intent: Intent) {
        let command = match intent {
            Intent::Sit { seat, name } => {
                let origin = Origin::Person;
                self.wants_seat = Some(Wish { seat, name, origin });
                return;
            }
            Intent::Leave => Command::Leave,
            Intent::AddBot { seat, bot } => Command::AddBot { seat, bot },
            Intent::Clear { seat } => Command::Clear { seat },
            Intent::SetOptions(options) => Command::SetOptions { options },
            Intent::Begin => {
                self.wants_begin = true;
                return;
            }
            Intent::Roll => return self.intend_roll(),
            Intent::Move(mv) => return self.intend_move(mv),
            Intent::Resign => Command::Resign,
            Intent::Return => Command::Return,
            Intent::Rematch => Command::Rematch,
            Intent::Rename(name) => Command::Rename { name },
            Intent::Say(saying) => return self.intend_say(saying),
        };
        // Pressing twice is wanting once.
        if self.queue.iter().all(|waiting| waiting.command != command) {
            self.command(command, Origin::Person);
        }
    }

    /// A word that comes late is worse than none: nothing is kept to be said when the line is back.
    fn intend_say(&mut self, saying: Saying) {
        if self.wire.is_online() {
            self.send(&ClientMessage::Say { saying });
        } else {
            let (code, wait) = (ErrorCode::Unavailable, 0);
            self.effects.push_back(Effect::Unsaid { code, wait });
        }
    }

    fn intend_roll(&mut self) {
        if self.is_acting() {
            return;
        }
        match self.my_due() {
            Ok((step, Due::Roll { .. })) => self.wants_roll = Some(step),
            Ok(_) => self.refuse("roll", ErrorCode::RollNotDue),
            Err(refusal) => self.refuse("roll", (&refusal).into()),
        }
    }

    fn intend_move(&mut self, mv: Move) {
        if self.is_acting() {
            return;
        }
        match self.my_due() {
            Ok((_, Due::Roll { .. })) => self.refuse("move", ErrorCode::MoveNotDue),
            Ok((step, _)) if self.choices().contains(&mv) => {
                self.command(Command::Move { step, mv }, Origin::Person);
            }
            Ok(_) => self.refuse("move", ErrorCode::IllegalMove),
            Err(refusal) => self.refuse("move", (&refusal).into()),
        }
    }

    pub(crate) fn pursue_plan(&mut self) {
        let (Some(plan), Some(table)) = (&self.plan, &self.fold.table) else {
            return;
        };
        // One step after the other, each when the table shows the one before.
        if self.is_waiting_for(Origin::Plan) || self.wants_seat.is_some() {
            return;
        }
        if !matches!(table.phase(), Phase::Waiting) {
            self.plan = None;
            return;
        }
        if self.my_seat().is_none() {
            let (seat, name, origin) = (plan.seat, Some(plan.name.clone()), Origin::Plan);
            self.wants_seat = Some(Wish { seat, name, origin });
            return;
        }
        if !self.is_host() {
            self.plan = None;
            return;
        }
        let open = plan
            .bots
            .iter()
            .find(|(seat, _)| matches!(table.chair(*seat), Chair::Open));
        if let Some(&(seat, bot)) = open {
            return self.command(Command::AddBot { seat, bot }, Origin::Plan);
        }
        self.wants_begin |= plan.begin;
        self.plan = None;
    }

    /// Sits down, with this device's chain where a game is being set up: whoever sits can have the game begin.
    pub(crate) fn pursue_seat(&mut self) {
        let (Some(wish), Some(table)) = (&self.wants_seat, &self.fold.table) else {
            return;
        };
        let (seat, origin) = (wish.seat, wish.origin);
        let brings = matches!(table.phase(), Phase::Waiting) && self.my_seat().is_none();
        let tip = match brings.then(|| self.prepare_chain()) {
            Some(Ready::NotYet) => return,
            Some(Ready::Tip(tip)) => Some(tip),
            Some(Ready::Never) | None => None,
        };
        let Some(Wish { name, .. }) = self.wants_seat.take() else {
            return;
        };
        let game = tip.and(self.keeper.as_mut()).map(|keeper| {
            keeper.brought = true;
            keeper.game
        });
        let command = Command::Sit {
            seat,
            name,
            game,
            tip,
        };
        if self.queue.iter().all(|waiting| waiting.command != command) {
            self.command(command, origin);
        }
    }

    /// Begins when this device's chain is there, so that it has its part in the dice.
    pub(crate) fn pursue_begin(&mut self) {
        let (true, Some(table)) = (self.wants_begin, &self.fold.table) else {
            return;
        };
        let waiting = matches!(table.phase(), Phase::Waiting);
        let preparing = waiting
            && self.my_seat().is_some_and(|seat| {
                let shown = table.chair(seat).tip();
                self.keeper
                    .as_ref()
                    .is_none_or(|keeper| !keeper.is_settled(shown))
            });
        if preparing {
            return;
        }
        self.wants_begin = false;
        if self
            .queue
            .iter()
            .all(|waiting| waiting.command != Command::Begin)
        {
            self.command(Command::Begin, Origin::Person);
        }
    }
}
