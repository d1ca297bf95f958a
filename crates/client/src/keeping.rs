//! What the device keeps, and when it stops.

use ludo_dice::GameId;
use ludo_protocol::NumberedEvent;
use ludo_table::Table;

use crate::keeper::{Holding, Keeper, STORAGE};
use crate::{Client, Effect, Evidence, Kept, Stopped};

impl Client {
    pub(crate) fn recalled(&mut self, game: GameId, kept: Option<Kept>) {
        let Some(keeper) = self
            .keeper
            .as_mut()
            .filter(|keeper| keeper.is_recalling(game))
        else {
            return;
        };
        match kept.filter(|kept| kept.game == game) {
            None => keeper.holding = Holding::Absent,
            Some(kept) => self.take(kept),
        }
    }

    pub(crate) fn remembered(&mut self, kept: Kept) {
        let expected = |keeper: &&mut Keeper| keeper.game == kept.game && keeper.writing.is_some();
        if self.keeper.as_mut().filter(expected).is_some() {
            self.take(kept);
        }
    }

    /// What is stored on this device is now known.
    fn take(&mut self, kept: Kept) {
        let (Some(keeper), Some(table)) = (&mut self.keeper, &self.fold.table) else {
            return;
        };
        let before = kept.evidence.clone();
        keeper.take(kept);
        if let Some(evidence) = before {
            let why = Stopped::Before(evidence.why.clone());
            return self.end_for_good(why, Some(evidence));
        }
        let Some(held) = keeper.held().filter(|_| keeper.game == table.game()) else {
            return;
        };
        let ahead = held.is_ahead_of(table);
        if let Err(why) = held.check(&self.fold) {
            return self.stop(why, None);
        }
        if ahead {
            // Another tab went on, or the server went back: a new line will show which.
            self.drop_line();
        }
    }

    pub(crate) fn not_remembered(&mut self, game: GameId) {
        if let Some(keeper) = self.keeper.as_mut().filter(|keeper| keeper.game == game) {
            keeper.give_up();
        }
    }

    pub(crate) fn entropy(&mut self, bytes: [u8; 32]) {
        let by = self.now() + STORAGE;
        let (Some(keeper), Some(table)) = (&mut self.keeper, &self.fold.table) else {
            return;
        };
        if keeper.game != table.game() {
            return;
        }
        if let Some(kept) = keeper.make(bytes, table.server_tip(), by) {
            self.effects.push_back(Effect::Remember(kept));
        }
    }

    /// Stops for good.
    pub(crate) fn stop(&mut self, why: Stopped, event: Option<&NumberedEvent>) {
        if self.stopped.is_some() {
            return;
        }
        let evidence = why
            .is_evidence()
            .then(|| self.keep_evidence(&why, event))
            .flatten();
        self.end_for_good(why, evidence);
    }

    /// What was seen, which is kept with the device's chain if it has one.
    pub(crate) fn keep_evidence(
        &mut self,
        why: &Stopped,
        event: Option<&NumberedEvent>,
    ) -> Option<Box<Evidence>> {
        let evidence = self.evidence(why, event)?;
        let keeper = self.keeper.as_ref();
        if let Some(kept) = keeper.and_then(|keeper| keeper.with_evidence(&evidence)) {
            self.effects.push_back(Effect::Remember(kept));
        }
        Some(Box::new(evidence))
    }

    /// Wants nothing more of what was wanted and not answered.
    pub(crate) fn give_up_wishes(&mut self) {
        self.queue.clear();
        self.plan = None;
        self.wants_begin = false;
        self.wants_seat = None;
        self.wants_roll = None;
    }

    fn end_for_good(&mut self, why: Stopped, evidence: Option<Box<Evidence>>) {
        self.wire.end();
        self.give_up_wishes();
        self.effects.push_back(Effect::Close);
        self.effects.push_back(Effect::Stopped {
            why: why.clone(),
            evidence,
        });
        self.stopped = Some(why);
    }

    fn evidence(&self, why: &Stopped, event: Option<&NumberedEvent>) -> Option<Evidence> {
        let table = self.fold.table.as_ref();
        let held = self
            .keeper
            .as_ref()
            .and_then(|keeper| Some((keeper.game, keeper.held()?)));
        let game = held.map(|(game, _)| game).or(table.map(Table::game))?;
        let tip = held.map(|(_, held)| held.server_tip);
        Some(Evidence {
            table: self.code,
            game,
            why: why.to_string(),
            server_tip: tip.or(table.map(Table::server_tip))?,
            tip: held.map(|(_, held)| held.chain.tip()),
            mark: held.map(|(_, held)| held.mark.clone()),
            seq: self.fold.seq,
            state: table.and_then(|table| serde_json::to_string(table).ok()),
            event: event.cloned().map(Box::new),
        })
    }
}
