use std::fmt;
use std::str::FromStr;

use ludo_rules::{Move, Position, Rules};
use rand_core::RngCore;

use crate::evaluation::outlook;

/// The kinds of bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Draws one of the legal moves, each as likely as the others.
    Random,
    /// Captures, keeps safe, gets home: takes the move after which it likes the board best, one step ahead.
    #[default]
    Simple,
}

impl Bot {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Random, Self::Simple];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Simple => "simple",
        }
    }

    /// The move of this bot where a token is to be chosen, for a roll or for bonus steps; nothing where there is no
    /// such choice (a roll is due, or the game is over).
    ///
    /// The generator decides between moves that the bot likes equally. It must not be the one that makes dice.
    pub fn choose<R: RngCore + ?Sized>(
        self,
        rules: &Rules,
        position: &Position,
        generator: &mut R,
    ) -> Option<Move> {
        let moves = rules.moves(position, None).ok()?;
        match self {
            Self::Random => pick(&moves, generator),
            Self::Simple => {
                let mut best: Vec<Move> = Vec::with_capacity(moves.len());
                let mut most = i32::MIN;
                for &mv in &moves {
                    let Ok(after) = rules.play(position, None, mv) else {
                        continue;
                    };
                    let liked = outlook(rules, position, &after);
                    if liked > most {
                        best.clear();
                        most = liked;
                    }
                    if liked == most {
                        best.push(mv);
                    }
                }
                pick(&best, generator)
            }
        }
    }
}

/// One of the moves, each as likely as the others. A lone one takes nothing from the generator.
fn pick<R: RngCore + ?Sized>(moves: &[Move], generator: &mut R) -> Option<Move> {
    let count = match moves {
        [] | [_] => return moves.first().copied(),
        _ => u32::try_from(moves.len()).ok()?,
    };
    // Numbers over the last whole multiple would favour the first moves.
    let limit = u32::MAX - u32::MAX % count;
    let drawn = loop {
        let drawn = generator.next_u32();
        if drawn < limit {
            break drawn % count;
        }
    };
    moves.get(usize::try_from(drawn).ok()?).copied()
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not the name of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotError;

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown bot; there are random and simple")
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(name: &str) -> Result<Self, BotError> {
        Self::ALL
            .into_iter()
            .find(|bot| bot.name() == name)
            .ok_or(BotError)
    }
}
