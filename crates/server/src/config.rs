use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludo_dice::SealKey;

use crate::{Bots, Brain, Clock, Entropy, Limits, Origins, limits};

/// How a server runs.
#[derive(Clone)]
pub struct Config {
    /// The addresses of its page.
    pub origins: Origins,
    /// Whether the true address of a client is in `X-Forwarded-For`: only behind a proxy that sets it.
    pub behind_proxy: bool,
    /// How long bots and the autopilot take for a roll or a move, so that people can follow.
    pub bot_pace: Duration,
    /// How long a bot may think.
    pub bot_time: Duration,
    /// Who thinks for bots.
    pub bots: Arc<dyn Bots>,
    /// The key that records of games are sealed with. Without one they have no seal.
    pub seal: Option<Arc<SealKey>>,
    /// The bounds that can be changed.
    pub limits: Limits,
    /// The time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
}

impl Config {
    /// How a server runs in earnest.
    #[must_use]
    pub fn new(origins: Origins) -> Self {
        Self {
            origins,
            behind_proxy: false,
            bot_pace: Duration::from_millis(900),
            bot_time: limits::BOT_TIME,
            bots: Arc::new(Brain),
            seal: None,
            limits: Limits::default(),
            clock: Clock::system(),
            entropy: Entropy::system(),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("origins", &self.origins)
            .field("behind_proxy", &self.behind_proxy)
            .field("bot_pace", &self.bot_pace)
            .finish_non_exhaustive()
    }
}
