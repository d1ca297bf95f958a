use std::sync::LazyLock;

use ludo_brain::Bot;
use ludo_rules::{Move, Position, Rules};
use ludo_table::BotKind;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Who thinks for the bots at the tables.
///
/// Whatever goes wrong in here (no answer, an illegal one, a panic, too long a thought), the table goes on with the
/// autopilot's move.
pub trait Bots: Send + Sync + 'static {
    /// The move that a bot makes where one is to be chosen. `seed` is all the randomness that it has.
    fn choose(
        &self,
        bot: BotKind,
        rules: &Rules,
        position: &Position,
        seed: [u8; 32],
    ) -> Option<Move>;
}

/// The bots of `ludo-brain`, with the nets that come with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Brain;

/// Read once, at the first move of a bot; all tables share it.
static LEARNED: LazyLock<ludo_brain::Brain> = LazyLock::new(ludo_brain::Brain::learned);

impl Bots for Brain {
    fn choose(
        &self,
        bot: BotKind,
        rules: &Rules,
        position: &Position,
        seed: [u8; 32],
    ) -> Option<Move> {
        let bot = match bot {
            BotKind::Random => Bot::Random,
            BotKind::Beginner => Bot::Beginner,
            BotKind::Casual => Bot::Casual,
            BotKind::Simple => Bot::Simple,
            BotKind::Good => Bot::Good,
            BotKind::Strong => Bot::Strong,
            BotKind::Expert => Bot::Expert,
        };
        LEARNED.choose(bot, rules, position, &mut ChaCha8Rng::from_seed(seed))
    }
}
