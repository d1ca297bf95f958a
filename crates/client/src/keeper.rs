use ludo_dice::{Begin, Chain, GameId, Link, Secret, Tip};
use ludo_rules::Seat;
use ludo_table::Table;

use crate::fold::Fold;
use crate::kept::Mark;
use crate::{BeginFault, Evidence, Kept, SeatSecret, Stopped};

/// How long the device's storage may take, in milliseconds, before the game goes on without its chain.
pub(crate) const STORAGE: u64 = 8_000;

/// The device's chain for one game: where it comes from, and what its links were given for.
#[derive(Debug)]
pub(crate) struct Keeper {
    pub(crate) game: GameId,
    pub(crate) holding: Holding,
    /// Until when what is to be stored must be stored, while it is not.
    pub(crate) writing: Option<u64>,
    /// Whether this device has brought its chain. It takes the place of another device's chain only before that: the
    /// device that came last has its part, and two devices of one person do not fight.
    pub(crate) brought: bool,
    /// Whether the server would not have the chain.
    pub(crate) refused: bool,
    /// It is not brought before this.
    pub(crate) not_before: u64,
}

#[derive(Debug)]
pub(crate) enum Holding {
    Unknown,
    Recalling {
        by: u64,
    },
    Absent,
    Drawing {
        by: u64,
    },
    Held(Box<Held>),
    /// The device cannot store anything, or did not answer: no chain in this game.
    GivenUp,
}

pub(crate) struct Held {
    pub(crate) server_tip: Tip,
    pub(crate) chain: Chain,
    pub(crate) mark: Mark,
    pub(crate) stored: bool,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held")
            .field("tip", &self.chain.tip())
            .field("mark", &self.mark)
            .field("stored", &self.stored)
            .finish_non_exhaustive()
    }
}

impl Keeper {
    pub(crate) const fn new(game: GameId) -> Self {
        Self {
            game,
            holding: Holding::Unknown,
            writing: None,
            brought: false,
            refused: false,
            not_before: 0,
        }
    }

    pub(crate) const fn held(&self) -> Option<&Held> {
        match &self.holding {
            Holding::Held(held) => Some(held),
            _ => None,
        }
    }

    pub(crate) fn is_recalling(&self, game: GameId) -> bool {
        self.game == game && matches!(self.holding, Holding::Recalling { .. })
    }

    /// How far this device knows its game to have gone.
    pub(crate) fn claim(&self) -> Option<Claim> {
        Some(Claim::of(self.game, &self.held()?.mark))
    }

    /// What is kept, with why the device stopped.
    pub(crate) fn with_evidence(&self, evidence: &Evidence) -> Option<Kept> {
        let held = self
            .held()
            .filter(|held| held.stored && evidence.game == self.game)?;
        let mut kept = Kept::new(self.game, held.server_tip, &held.chain, held.mark.clone());
        kept.evidence = Some(Box::new(evidence.clone()));
        Some(kept)
    }

    /// Whether it is settled what this device brings to the game.
    pub(crate) fn is_settled(&self, shown: Option<Tip>) -> bool {
        match &self.holding {
            Holding::GivenUp => true,
            Holding::Held(held) => {
                self.refused || shown == Some(held.chain.tip()) || (self.brought && shown.is_some())
            }
            _ => false,
        }
    }

    /// When the storage's time is over.
    pub(crate) fn deadline(&self) -> Option<u64> {
        match self.holding {
            Holding::Recalling { by } | Holding::Drawing { by } => Some(by),
            _ => self.writing,
        }
    }

    pub(crate) fn give_up(&mut self) {
        self.holding = Holding::GivenUp;
        self.writing = None;
    }

    /// A new chain from entropy that was asked for; what is to be stored of it.
    pub(crate) fn make(&mut self, entropy: [u8; 32], server_tip: Tip, by: u64) -> Option<Kept> {
        let Holding::Drawing { .. } = self.holding else {
            return None;
        };
        let held = Held {
            server_tip,
            chain: Chain::new(Secret::from_entropy(entropy)),
            mark: Mark::default(),
            stored: false,
        };
        let kept = Kept::new(self.game, server_tip, &held.chain, Mark::default());
        self.holding = Holding::Held(Box::new(held));
        self.writing = Some(by);
        Some(kept)
    }

    /// Holds what another device handed over; what is to be stored of it. None if it has no part in this game.
    pub(crate) fn hand(&mut self, handed: SeatSecret, table: &Table, by: u64) -> Option<Kept> {
        let chain = Chain::new(handed.secret);
        let begin = table.begin();
        let takes_part = |begin: &Begin| has_tip(begin, chain.tip());
        if handed.roll == 0 && !begin.as_ref().is_none_or(takes_part) {
            // Another chain took its place before the game began.
            return None;
        }
        let mark = Mark {
            begin,
            roll: handed.roll,
            state: handed.state,
        };
        let server_tip = table.server_tip();
        let kept = Kept::new(self.game, server_tip, &chain, mark.clone());
        self.holding = Holding::Held(Box::new(Held {
            server_tip,
            chain,
            mark,
            stored: false,
        }));
        self.writing = Some(by);
        // It is at the table already, or another device has put its own there since.
        self.brought = true;
        Some(kept)
    }

    /// The device slept: its storage had no time to answer.
    pub(crate) const fn allow_until(&mut self, until: u64) {
        if let Holding::Recalling { by } | Holding::Drawing { by } = &mut self.holding {
            *by = until;
        }
        if let Some(by) = &mut self.writing {
            *by = until;
        }
    }

    /// What is stored now, or was found there.
    pub(crate) fn take(&mut self, kept: Kept) {
        self.writing = None;
        if let Holding::Held(held) = &mut self.holding
            && held.chain.tip() == kept.tip
        {
            // Walking a chain takes a while.
            held.mark = *kept.mark;
            held.stored = true;
            return;
        }
        let chain = Chain::new(kept.secret);
        self.holding = Holding::Held(Box::new(Held {
            server_tip: kept.server_tip,
            chain,
            mark: *kept.mark,
            stored: true,
        }));
    }

    /// What is to be stored so that `mark` is remembered.
    pub(crate) fn write(&mut self, mark: Mark, by: u64) -> Option<Kept> {
        let Holding::Held(held) = &self.holding else {
            return None;
        };
        self.writing = Some(by);
        Some(Kept::new(self.game, held.server_tip, &held.chain, mark))
    }
}

impl Held {
    /// Whether the game, as far as it is known, agrees with what is remembered of it.
    pub(crate) fn check(&self, fold: &Fold) -> Result<(), Stopped> {
        let Some(table) = &fold.table else {
            return Ok(());
        };
        if self.server_tip != table.server_tip() {
            return Err(Stopped::Begin(BeginFault::ServerTip));
        }
        if let (Some(answered), Some(begin)) = (&self.mark.begin, table.begin())
            && *answered != begin
        {
            return Err(Stopped::Begin(BeginFault::Changed));
        }
        let roll = self.mark.roll;
        if roll > 0
            && table
                .begin()
                .is_some_and(|begin| !has_tip(&begin, self.chain.tip()))
        {
            return Err(Stopped::Begin(BeginFault::OwnTip));
        }
        match (fold.state_before(roll), self.mark.state) {
            (Some(seen), Some(kept)) if seen != kept => Err(Stopped::Differs { roll }),
            _ => Ok(()),
        }
    }

    /// Whether the begin shows what this device knows; it is about to be answered.
    pub(crate) fn check_begin(&self, begin: &Begin, seat: Seat) -> Result<(), Stopped> {
        let fault = if begin.server_tip != self.server_tip {
            BeginFault::ServerTip
        } else if begin.tips[seat] != Some(self.chain.tip()) {
            BeginFault::OwnTip
        } else if begin.check().is_err() {
            BeginFault::Unsound
        } else {
            return Ok(());
        };
        Err(Stopped::Begin(fault))
    }

    /// Whether what is remembered lies ahead of the table: another tab went on, or the server went back.
    pub(crate) fn is_ahead_of(&self, table: &Table) -> bool {
        Claim::of(table.game(), &self.mark).is_ahead_of(table)
    }

    /// The link of a roll.
    pub(crate) fn link_of(&self, roll: u32) -> Option<Link> {
        self.chain.link(roll.checked_add(1)?)
    }
}

/// Whether some seat has this chain in a begin.
pub(crate) fn has_tip(begin: &Begin, tip: Tip) -> bool {
    begin.tips.values().contains(&Some(tip))
}

/// How far this device knew that a game had gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    game: GameId,
    begun: bool,
    roll: u32,
}

impl Claim {
    pub(crate) const fn of(game: GameId, mark: &Mark) -> Self {
        Self {
            game,
            begun: mark.begin.is_some(),
            roll: mark.roll,
        }
    }

    pub(crate) fn is_ahead_of(&self, table: &Table) -> bool {
        let next = table.dice().map_or(0, ludo_dice::Dice::next_roll);
        self.game == table.game() && ((self.begun && table.roster().is_none()) || self.roll > next)
    }
}

#[cfg(test)]
mod tests {
    use ludo_rules::{BySeat, SeatSet};

    use super::*;

    #[test]
    fn a_begin_must_show_what_the_device_knows() {
        let chain = Chain::new(Secret::from_entropy([1; 32]));
        let mut tips = BySeat::default();
        tips[Seat::Red] = Some(chain.tip());
        let right = Begin {
            game: GameId([1; 16]),
            server_tip: Tip([2; 32]),
            tips,
            seats: SeatSet::ALL,
        };
        let held = Held {
            server_tip: Tip([2; 32]),
            chain,
            mark: Mark::default(),
            stored: true,
        };
        type Change = fn(&mut Begin);
        let fault = |change: Change| {
            let mut begin = right.clone();
            change(&mut begin);
            held.check_begin(&begin, Seat::Red).err()
        };
        assert_eq!(fault(|_| {}), None);
        let cases: [(Change, BeginFault); 4] = [
            (
                |begin| begin.server_tip = Tip([3; 32]),
                BeginFault::ServerTip,
            ),
            (|begin| begin.tips[Seat::Red] = None, BeginFault::OwnTip),
            (
                |begin| begin.tips[Seat::Red] = Some(Tip([4; 32])),
                BeginFault::OwnTip,
            ),
            (
                |begin| begin.tips[Seat::Blue] = begin.tips[Seat::Red],
                BeginFault::Unsound,
            ),
        ];
        for (change, expected) in cases {
            assert_eq!(fault(change), Some(Stopped::Begin(expected)));
        }
    }

    #[test]
    fn a_chain_is_made_only_when_it_was_asked_for() {
        let mut keeper = Keeper::new(GameId([1; 16]));
        assert!(keeper.make([1; 32], Tip([2; 32]), 9).is_none());
        keeper.holding = Holding::Drawing { by: 5 };
        assert_eq!(keeper.deadline(), Some(5));
        assert!(keeper.make([1; 32], Tip([2; 32]), 9).is_some());
        assert_eq!(keeper.deadline(), Some(9));
        assert!(
            keeper.make([3; 32], Tip([2; 32]), 9).is_none(),
            "one chain a game"
        );
    }
}
