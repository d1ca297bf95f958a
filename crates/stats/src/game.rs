use ludo_rules::Face;

use crate::{DiceCounts, RollKind};

/// The rolls of one game, in their order.
#[derive(Clone, Debug, Default)]
pub struct GameDice {
    counts: DiceCounts,
    last: Option<Face>,
}

impl GameDice {
    /// The next roll.
    pub fn roll(&mut self, kind: RollKind, face: Face) {
        self.counts.count_roll(kind, self.last.replace(face), face);
    }

    /// The game ended as abandoned.
    pub const fn abandon(&mut self) {
        self.counts.abandoned = 1;
    }

    /// What they count for: one game.
    #[must_use]
    pub fn counts(&self) -> DiceCounts {
        DiceCounts {
            games: 1,
            ..self.counts.clone()
        }
    }
}
