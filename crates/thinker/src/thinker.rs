use std::iter::once;

use ludo_brain::{Bot, Brain, Net, Places};
use ludo_rules::{BySeat, Move, Named, Playout, Position, Record, Rules, parse_position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{Hundredths, NoAnswer};

/// A brain that is asked by text.
#[derive(Debug, Default)]
pub struct Thinker {
    brain: Brain,
}

impl Thinker {
    /// Bytes of the longest text that is read as a position; the longest there is has about half as many.
    pub const MAX_POSITION: usize = 512;

    /// Bytes of the longest text that is read as the record of a game; games of thousands of moves have less.
    pub const MAX_RECORD: usize = 256 * 1024;

    /// Takes a net over, in place of one for the same rules.
    ///
    /// # Errors
    /// Where the bytes are not a net, or damaged.
    pub fn learn(&mut self, net: &[u8]) -> Result<Named, NoAnswer> {
        let net = Net::from_bytes(net).map_err(NoAnswer::Net)?;
        let base = net.base();
        self.brain.add_net(net);
        Ok(base)
    }

    /// The net that a question about this position needs and that is not here: for `bot` to move or, without one, for chances.
    ///
    /// # Errors
    /// Where the text is not a position, or names no bot.
    pub fn lacks(&self, position: &str, bot: Option<&str>) -> Result<Option<Named>, NoAnswer> {
        let (rules, _) = read(position)?;
        let needed = bot.map_or(Ok(true), |bot| Ok(named(bot)?.needs_net()))?;
        let there = self.brain.net(&rules).is_some();
        Ok((needed && !there).then(|| rules.rule_set().base()))
    }

    /// The move of a bot. `seed` is all the randomness that it has: 64 hexadecimal digits.
    ///
    /// # Errors
    /// Where the question is not one, or the bot's net is not here: it would be another bot without it.
    pub fn choose(&self, position: &str, bot: &str, seed: &str) -> Result<Move, NoAnswer> {
        let (rules, position) = read(position)?;
        let bot = named(bot)?;
        let mut chance = ChaCha8Rng::from_seed(read_seed(seed).ok_or(NoAnswer::Seed)?);
        if bot.needs_net() {
            self.net(&rules)?;
        }
        self.brain
            .choose(bot, &rules, &position, &mut chance)
            .ok_or(NoAnswer::NoChoice)
    }

    /// The chances of each place for each seat. Where a move is to be chosen they are those after the best one, as the net sees it.
    ///
    /// # Errors
    /// Where the text is not a position, or the net for its rules is not here.
    pub fn chances(&self, position: &str) -> Result<BySeat<Places>, NoAnswer> {
        let (rules, position) = read(position)?;
        let net = self.net(&rules)?;
        // Rules and position are of one text, and the net is for such.
        let lacking = || NoAnswer::NoNet(rules.rule_set().base());
        let mut game = Playout::new(&rules, position).map_err(|_| lacking())?;
        // A player that looks no further takes nothing from it.
        let mut chance = ChaCha8Rng::from_seed([0; 32]);
        while game.choices() > 0 {
            game.choose(self.brain.choice(Bot::Strong, &game, &mut chance));
        }
        net.chances(game.position()).ok_or_else(lacking)
    }

    /// How the chances of a win went in a game: at its start and after each move.
    ///
    /// # Errors
    /// Where the text is not the record of a game, or the net for its rules is not here.
    pub fn course(&self, record: &str) -> Result<Vec<Hundredths>, NoAnswer> {
        let record = read_record(record)?;
        let net = self.net(&Rules::new(&record.rule_set()))?;
        let after = record.positions().map(|(_, position)| position);
        let positions: Vec<Position> = once(*record.start()).chain(after).collect();
        let chances = net.chances_of_all(&positions);
        Ok(chances.iter().flatten().map(Hundredths::of).collect())
    }

    /// The position at which a recorded game began, as a text.
    ///
    /// # Errors
    /// Where the text is not the record of a game.
    pub fn start_of(record: &str) -> Result<String, NoAnswer> {
        Ok(read_record(record)?.start().to_string())
    }

    fn net(&self, rules: &Rules) -> Result<&Net, NoAnswer> {
        let net = self.brain.net(rules);
        net.ok_or_else(|| NoAnswer::NoNet(rules.rule_set().base()))
    }
}

fn read(text: &str) -> Result<(Rules, Position), NoAnswer> {
    let (length, most) = (text.len(), Thinker::MAX_POSITION);
    if length > most {
        return Err(NoAnswer::Long { length, most });
    }
    parse_position(text).map_err(NoAnswer::Position)
}

fn read_record(text: &str) -> Result<Record, NoAnswer> {
    let (length, most) = (text.len(), Thinker::MAX_RECORD);
    if length > most {
        return Err(NoAnswer::Long { length, most });
    }
    text.parse().map_err(NoAnswer::Record)
}

fn named(bot: &str) -> Result<Bot, NoAnswer> {
    bot.parse().map_err(NoAnswer::Bot)
}

fn read_seed(digits: &str) -> Option<[u8; 32]> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let pairs: &[[u8; 2]; 32] = pairs.try_into().ok()?;
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let mut seed = [0; 32];
    for (byte, &[high, low]) in seed.iter_mut().zip(pairs) {
        *byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
    }
    Some(seed)
}
