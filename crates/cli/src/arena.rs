mod exam;
mod fight;
mod progress;

use std::path::PathBuf;

use ludo_brain::{Arena, Bot};
use ludo_rules::{RuleSet, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{Failure, nets, tables, whole};

/// The most games of one call, and the highest number that its first one can have: far more than anybody waits for.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Let bots play each other, and tell how strong they are.
///
/// Prints for each player the share of games that it won, with the interval that holds the true share 95 times of 100. Seats and
/// turns rotate, so let the number of games be a multiple of 16. The same arguments give the same games; a game depends on its number and the
/// seed only.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The players, one for each seat: random, beginner, casual, simple, good, strong, expert.
    #[arg(required = true, num_args = 1..=4)]
    players: Vec<Bot>,
    /// The rule set.
    #[arg(long, default_value = "classic")]
    rules: RuleSet,
    /// The seats, letters in order. By default ry for two players, rgy for three, rgyb for four.
    #[arg(long)]
    seats: Option<SeatSet>,
    /// How many games, or positions of an exam.
    #[arg(long, default_value_t = 1_600, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// The number of the first game: to go on where another call ended.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    from: u64,
    /// Other games for another number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Short games: every seat begins with its last two tokens home.
    #[arg(long)]
    quick: bool,
    /// Take luck out: also print the shares less what the dice gave, by the chances that the net sees. Slower, and far less noisy.
    #[arg(long)]
    luck: bool,
    /// Let experts suppose that the others draw their moves: with a net of `ludo train --against-random` it tells how far one can get
    /// against those.
    #[arg(long)]
    suppose_random: bool,
    /// Weights to play with, in place of those that come with this program.
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// A folder of endgame tables, as `ludo solve` makes them: in games for the expert, in exams for the truth only.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// No games: put positions to the one player of which tables know the truth, as 2v2, and tell what its choices lose. Of the
    /// classic game, as the tables are; the player has 2 to 4 tokens that are not home, the other 1 to 4.
    #[arg(long, value_name = "AvB", requires = "tables", value_parser = counts,
        conflicts_with_all = ["rules", "seats", "quick", "luck", "suppose_random", "save", "svg"])]
    exam: Option<(u8, u8)>,
    /// Save the results so far in this file, now and then: called again with the same arguments, it goes on from there, and with more
    /// --games it plays those that are missing.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw how the shares came about, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Tokens of the seat to move, which must have a choice, and of the other.
fn counts(text: &str) -> Result<(u8, u8), String> {
    text.split_once('v')
        .and_then(|(mover, other)| Some((mover.parse().ok()?, other.parse().ok()?)))
        .filter(|(mover, other)| (2..=4).contains(mover) && (1..=4).contains(other))
        .ok_or_else(|| {
            "numbers of tokens that are not home, 2 to 4 of the player and 1 to 4 of the other, as 2v2"
                .into()
        })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    for path in arguments.save.iter().chain(&arguments.svg) {
        whole::check(path)?;
    }
    let mut brain = nets::brain(&arguments.net)?;
    let tables = match &arguments.tables {
        Some(folder) => tables::read(folder)?,
        None => Vec::new(),
    };
    if let Some((mover, other)) = arguments.exam {
        return exam::sit(arguments, &brain, &tables::shelf(tables), mover, other);
    }
    for table in tables {
        brain.add_table(table);
    }
    if arguments.suppose_random {
        brain.suppose_random();
    }
    let rules = Rules::new(&arguments.rules);
    let seats = match (arguments.seats, arguments.players.len()) {
        (Some(seats), _) => seats,
        (None, 2) => SeatSet::new(&[Seat::Red, Seat::Yellow]),
        (None, 3) => SeatSet::new(&[Seat::Red, Seat::Green, Seat::Yellow]),
        (None, _) => SeatSet::ALL,
    };
    for &bot in &arguments.players {
        if bot.needs_net() && brain.net(&rules).is_none() {
            return Err(Failure::Input(format!(
                "{bot} needs weights for these rules: give them with --net, or make them with `ludo train`"
            )));
        }
    }
    let mut arena = Arena::new(&rules, &brain, seats, arguments.players.clone())
        .map_err(|error| Failure::Input(error.to_string()))?;
    if arguments.quick {
        arena = arena.quick();
    }
    if arguments.luck {
        let net = brain.net(&rules).ok_or_else(|| {
            Failure::Input("--luck needs weights for these rules: give them with --net".into())
        })?;
        arena = arena.judged_by(net);
    }
    fight::out(arguments, &brain, &arena)
}

/// The randomness of one game: a stream of its own under the seed.
fn stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut stream = ChaCha8Rng::seed_from_u64(seed);
    stream.set_stream(number);
    stream
}
