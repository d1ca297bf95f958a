use std::io::{self, BufWriter, Write};

use ludo_rules::{
    Deed, Due, Entry, Face, Length, Ply, Record, RuleSet, Rules, Seat, SeatSet, Tag, Termination,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::Failure;

/// Write records of games played at random.
///
/// Who begins is drawn, each roll is fair, and of the legal moves each is as likely as the others. The same arguments
/// give the same records, everywhere; a game does not depend on how many others are asked for.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The rule set: classic, modern, mensch, chinczyk, parchis, or house rules as classic+own=block.
    rules: RuleSet,
    /// The seats, letters in order: rgyb, ry.
    #[arg(value_parser = seats)]
    seats: SeatSet,
    /// How many games.
    games: u64,
    /// Other games for another number.
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Short games: every seat begins with its last two tokens home.
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = Rules::new(&arguments.rules);
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 1..=arguments.games {
        let mut chance = Chance::new(arguments.seed, number);
        let record = game(&rules, arguments, number, &mut chance)
            .map_err(|error| Failure::Work(format!("game {number}: {error}")))?;
        write!(out, "{record}")?;
    }
    out.flush()?;
    Ok(())
}

/// Seats that a game can have.
fn seats(text: &str) -> Result<SeatSet, &'static str> {
    let seats = text.parse::<SeatSet>().ok();
    seats
        .filter(|seats| seats.len() >= 2)
        .ok_or("a game needs two to four seats: letters of r, g, y, b in this order, as ry or rgyb")
}

type Error = Box<dyn std::error::Error>;

fn game(
    rules: &Rules,
    arguments: &Arguments,
    number: u64,
    chance: &mut Chance,
) -> Result<Record, Error> {
    let seats: Vec<Seat> = arguments.seats.iter().collect();
    let first = *chance.one(&seats).ok_or("nobody plays")?;
    let length = if arguments.quick {
        Length::Quick
    } else {
        Length::Whole
    };
    let start = rules.start(arguments.seats, first, length)?;

    let mut tags = vec![
        Tag::new("Event", &format!("Random games, seed {}", arguments.seed))?,
        Tag::new("Round", &number.to_string())?,
        Tag::new("Rules", &arguments.rules.to_string())?,
    ];
    for seat in seats {
        tags.push(Tag::new(Tag::player(seat), "Random")?);
        tags.push(Tag::new(Tag::kind(seat), "bot")?);
    }
    tags.push(Tag::new("First", &first.to_string())?);
    if arguments.quick {
        tags.push(Tag::new("Start", &rules.text(&start))?);
    }
    tags.push(Tag::new("Dice", "local")?);

    let mut position = start;
    let mut moves = Vec::new();
    let mut rolls = 0;
    while let Some(seat) = position.turn() {
        let roll = match position.due() {
            Due::Roll { .. } if rolls >= Record::MAX_ROLLS => break,
            Due::Roll { .. } => Some(chance.face()),
            Due::Move(_) | Due::Bonus(_) | Due::Over => None,
        };
        rolls += u32::from(roll.is_some());
        let legal = rules.moves(&position, roll)?;
        let mv = *chance.one(&legal).ok_or("no legal move")?;
        let deed = match (position.due(), roll) {
            (Due::Bonus(steps), None) => Deed::Bonus { steps, mv },
            (_, Some(face)) | (Due::Move(face), None) => Deed::Roll { face, mv: Some(mv) },
            (Due::Roll { .. } | Due::Over, None) => break,
        };
        position = rules.play(&position, roll, mv)?;
        moves.push(Entry::new(Ply { seat, deed }));
    }
    Ok(Record::of_game(tags, moves, Termination::Unfinished)?)
}

/// The randomness of one game: a stream of its own under the seed.
struct Chance(ChaCha8Rng);

impl Chance {
    fn new(seed: u64, game: u64) -> Self {
        let mut key = [0; 32];
        for (place, byte) in key.iter_mut().zip(seed.to_le_bytes()) {
            *place = byte;
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(game);
        Self(stream)
    }

    /// A number below this one, all equally likely: what would favour the small ones is drawn again.
    fn below(&mut self, limit: u32) -> Option<u32> {
        let even = u32::MAX - u32::MAX.checked_rem(limit)?;
        loop {
            let drawn = self.0.next_u32();
            if drawn < even {
                return drawn.checked_rem(limit);
            }
        }
    }

    fn one<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let index = self.below(u32::try_from(things.len()).ok()?)?;
        things.get(usize::try_from(index).ok()?)
    }

    fn face(&mut self) -> Face {
        self.one(&Face::ALL).copied().unwrap_or(Face::One)
    }
}
