use serde::{Deserialize, Serialize};

/// Body of the answer to `GET /api/stats/dice`: all rolls of the games that are over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceStats {
    /// Games that are over.
    pub games: u64,
    /// Those of them that ended as abandoned: everybody left, or the server did not go on.
    pub abandoned: u64,
    /// Rolls in the seats of people.
    pub people: u64,
    /// Those of them without a link of the seat's own chain.
    pub without_link: u64,
    /// All rolls.
    pub all: DiceGroup,
    /// The same, by who rolled.
    pub kinds: DiceKinds,
    /// Whether a roll depends on the one before it in its game.
    pub pairs: DiceTest,
    /// What came after a six.
    pub after_six: AfterSix,
    /// The newest weeks with games, the oldest first.
    pub weeks: Vec<DiceWeek>,
}

/// Rolls by who made them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceKinds {
    /// People, with a link of their own.
    pub linked: DiceGroup,
    /// People without one: their client brings none, or the device does not hold the secret.
    pub unlinked: DiceGroup,
    /// The table, for people who were away or out of time.
    pub auto: DiceGroup,
    /// Bots in the seats of people who left.
    pub substitute: DiceGroup,
    /// Bots in their own seats.
    pub bot: DiceGroup,
}

/// How often each face came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceGroup {
    /// How often each face came, the 1 first.
    pub faces: [u64; 6],
    /// Whether all faces are as likely.
    pub test: DiceTest,
}

/// Pearson's chi-square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceTest {
    /// The chi-square, with three decimals.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
    /// The chance that fair dice give one as great, with six decimals; nothing where the rolls are too few to tell.
    pub p: Option<f64>,
}

/// Rolls behind a six in the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AfterSix {
    /// All of them.
    pub rolls: u64,
    /// Those that were a six again.
    pub sixes: u64,
    /// As with [`DiceTest::p`], that the share of sixes is as far from a sixth.
    pub p: Option<f64>,
}

/// A week, from Monday to Sunday by UTC. A game counts where it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceWeek {
    /// Its Monday, as `2026-12-21`.
    pub from: String,
    /// Games that were over.
    pub games: u64,
    /// Those that ended as abandoned.
    pub abandoned: u64,
    /// All rolls.
    pub rolls: u64,
    /// Rolls in the seats of people.
    pub people: u64,
    /// Those of them without a link.
    pub without_link: u64,
    /// The chance that fair dice differ as much in the faces.
    pub p_faces: Option<f64>,
    /// The chance that fair dice differ as much from roll to roll.
    pub p_pairs: Option<f64>,
}
