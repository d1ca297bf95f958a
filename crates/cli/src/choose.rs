use std::io::{self, BufReader, BufWriter};

use ludo_brain::{Bot, Brain};
use ludo_rules::{Playout, parse_position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::{Failure, lines};

/// Say which moves bots choose.
///
/// Reads lines {"pos", "bot", "seed"} and answers each with a line {"choices", "move"}, or {"error"}. The position is one
/// where a move is to be chosen, the seed 64 hexadecimal digits, which are all the randomness that the bot has. Tables at
/// a server and the page's worker choose the same by the same seed.
#[derive(clap::Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<(), Failure> {
    let brain = Brain::learned();
    let out = BufWriter::new(io::stdout().lock());
    lines::answer_each(BufReader::new(io::stdin().lock()), out, |line| {
        line.and_then(|line| choose(&brain, line))
            .unwrap_or_else(|error| Answer::Refused { error })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    pos: String,
    bot: String,
    seed: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Chosen {
        choices: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Refused {
        error: String,
    },
}

fn choose(brain: &Brain, line: &[u8]) -> Result<Answer, String> {
    let question: Question = serde_json::from_slice(line)
        .map_err(|error| format!("not a line {{\"pos\", \"bot\", \"seed\"}}: {error}"))?;
    let (rules, position) = parse_position(&question.pos).map_err(|error| error.to_string())?;
    let bot: Bot = question
        .bot
        .parse()
        .map_err(|error: ludo_brain::BotError| error.to_string())?;
    let seed = seed(&question.seed).ok_or("a seed has 64 hexadecimal digits")?;
    let game = Playout::new(&rules, position).map_err(|error| error.to_string())?;
    let mv = brain
        .choose(bot, &rules, &position, &mut ChaCha8Rng::from_seed(seed))
        .ok_or("no move is to be chosen in this position")?;
    Ok(Answer::Chosen {
        choices: game.choices(),
        mv: mv.to_string(),
    })
}

fn seed(digits: &str) -> Option<[u8; 32]> {
    let mut seed = [0; 32];
    if digits.len() != 2 * seed.len() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(seed)
}
