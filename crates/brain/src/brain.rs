use ludo_rules::{Move, Playout, Position, Rules};
use rand_core::RngCore;

use crate::chance::{below, fraction};
use crate::endgame::{Shelf, Table};
use crate::judge::Judge;
use crate::net::Net;
use crate::search::Search;
use crate::{Bot, thumb};

/// By how much the good player mistakes what a move is worth, either way, where two play: the chance of a win is 1. Where more
/// play, moves differ by less, and its mistakes are smaller too.
const BLUR: f32 = 0.04;

/// What bots think with: nets, one for each rule set that has one, and tables of endgames. Both are optional, and are
/// data that is loaded where it is needed.
///
/// ```
/// use ludo_brain::{Bot, Brain};
/// use ludo_rules::parse_position;
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let mut generator = ChaCha8Rng::seed_from_u64(1);
/// let (rules, position) = parse_position("classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -")?;
/// let mv = Brain::default().choose(Bot::Strong, &rules, &position, &mut generator);
/// assert_eq!(mv, Some("30-34xy".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Brain {
    nets: Vec<Net>,
    shelf: Shelf,
    against_random: bool,
}

impl Brain {
    /// A brain with the nets that come with this crate.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn learned() -> Self {
        let mut brain = Self::default();
        for bytes in crate::weights::ALL {
            // A test reads them all; one that could not be read would only make the bots weaker.
            if let Ok(net) = Net::from_bytes(bytes) {
                brain.add_net(net);
            }
        }
        brain
    }

    /// Adds a net, in place of one for the same rule set.
    pub fn add_net(&mut self, net: Net) {
        self.nets.retain(|other| other.base() != net.base());
        self.nets.push(net);
    }

    /// Adds a table of endgames, in place of one for the same numbers of tokens.
    pub fn add_table(&mut self, table: Table) {
        self.shelf.add(table);
    }

    /// Lets the expert suppose that the others draw their moves. With a net that learned the same, it tells how far one can get against
    /// such; people are not such.
    pub const fn suppose_random(&mut self) {
        self.against_random = true;
    }

    /// The net for a rule set, house rules included: that of the named set they start from.
    #[must_use]
    pub fn net(&self, rules: &Rules) -> Option<&Net> {
        let base = rules.rule_set().base();
        self.nets.iter().find(|net| net.base() == base)
    }

    /// The tables of endgames.
    #[must_use]
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The move of a bot where a token is to be chosen, for a roll or for bonus steps; nothing where there is no such
    /// choice (a roll is due, or the game is over).
    ///
    /// The generator is all the randomness that the bot has. It must not be the one that makes dice.
    pub fn choose<R: RngCore + ?Sized>(
        &self,
        bot: Bot,
        rules: &Rules,
        position: &Position,
        generator: &mut R,
    ) -> Option<Move> {
        let game = Playout::new(rules, *position).ok()?;
        let choice = self.choice(bot, &game, generator);
        game.moves().get(choice).copied()
    }

    /// The same by number: which of the [moves](Playout::moves) of a game it makes; 0 where there is none to choose.
    pub fn choice<R: RngCore + ?Sized>(
        &self,
        bot: Bot,
        game: &Playout<'_>,
        generator: &mut R,
    ) -> usize {
        // A lone one takes nothing from the generator.
        if game.choices() < 2 {
            return 0;
        }
        let net = self.net(game.rules());
        match (bot, net) {
            (Bot::Random, _) => below(generator, game.choices() as u32) as usize,
            (Bot::Beginner, _) => thumb::beginner(game, generator),
            (Bot::Casual, _) => thumb::casual(game, generator),
            (Bot::Simple, _) | (Bot::Good | Bot::Strong | Bot::Expert, None) => {
                thumb::simple(game, generator)
            }
            (Bot::Good, Some(net)) => blurred(net, game, generator),
            (Bot::Strong, Some(net)) => Judge::new(net).choice(game),
            (Bot::Expert, Some(net)) => Search::new(net, &self.shelf)
                .against_random(self.against_random)
                .choice(game),
        }
    }
}

/// The choice of a player that mistakes each move's worth a little.
fn blurred<R: RngCore + ?Sized>(net: &Net, game: &Playout<'_>, generator: &mut R) -> usize {
    let Some(seat) = game.position().turn() else {
        return 0;
    };
    let mut judge = Judge::new(net);
    let blur = BLUR * 2.0 / game.position().seats().len().max(2) as f32;
    let mut best = (0, f32::NEG_INFINITY);
    for choice in 0..game.choices() {
        let mut after = game.clone();
        after.choose(choice);
        let value = judge.value(&after, seat) + blur * (2.0 * fraction(generator) - 1.0);
        if value > best.1 {
            best = (choice, value);
        }
    }
    best.0
}
