mod progress;

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludo_brain::{Arena, Bot, Brain, Exam, Mark, Net, Shelf, Table, Tally};
use ludo_rules::{RuleSet, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use self::progress::{Progress, Standing};
use crate::plot::{Line, Plot};
use crate::{Failure, whole};

/// How often the results so far are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

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
    #[arg(long, default_value_t = 1_600)]
    games: u64,
    /// The number of the first game: to go on where another call ended.
    #[arg(long, default_value_t = 0)]
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
    /// No games: put positions to the one player of which tables know the truth, as 2v2, and tell what its choices lose.
    #[arg(long, value_name = "AvB", requires = "tables", value_parser = counts)]
    exam: Option<(u8, u8)>,
    /// Save the results so far in this file, now and then: called again with the same arguments, it goes on from there, and with more
    /// --games it plays those that are missing.
    #[arg(long, value_name = "FILE", conflicts_with = "exam")]
    save: Option<PathBuf>,
    /// Draw how the shares came about, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn counts(text: &str) -> Result<(u8, u8), String> {
    text.split_once('v')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)))
        .ok_or_else(|| "numbers of tokens of both seats, as 2v2".into())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut brain = brain(&arguments.net)?;
    let tables = match &arguments.tables {
        Some(folder) => tables(folder)?,
        None => Vec::new(),
    };
    if let Some((mover, other)) = arguments.exam {
        return exam(arguments, &brain, &shelf(tables), mover, other);
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
    fight(arguments, &brain, &arena)
}

fn fight(arguments: &Arguments, brain: &Brain, arena: &Arena<'_>) -> Result<(), Failure> {
    let mut kinds: Vec<Bot> = Vec::new();
    for &bot in arena.players() {
        if !kinds.contains(&bot) {
            kinds.push(bot);
        }
    }
    let name = name(arguments, brain);
    let mut progress = match &arguments.save {
        Some(path) => Progress::load(path, &name, &kinds)?,
        None => Progress::new(&kinds),
    };
    let bar = bar(arguments.games, "games");
    bar.set_position(progress.games);
    bar.reset_eta();
    let every = (arguments.games / 200).max(1);
    let mut saved = Instant::now();
    while progress.games < arguments.games {
        let number = arguments.from + progress.games;
        let mut chance = stream(arguments.seed, number);
        let bout = arena.play(number, &mut chance);
        progress.rolls += u64::from(bout.rolls);
        progress.games += 1;
        let at_point = progress.games.is_multiple_of(every);
        for (kind, standing) in kinds.iter().zip(&mut progress.standings) {
            // Players of one kind count as one that has so many seats: their results hang together.
            let (mut count, mut won, mut lucky, mut place) = (0.0, 0.0, 0.0, 0.0);
            let results = arena.players().iter().zip(&bout.places).zip(&bout.luck);
            for ((bot, took), luck) in results {
                if bot == kind {
                    count += 1.0;
                    won += f64::from(u8::from(*took == Some(0)));
                    lucky += luck;
                    place += took.map_or(bout.places.len() as f64, |place| place as f64 + 1.0);
                }
            }
            standing.won.add(won / count);
            standing.adjusted.add((won - lucky) / count);
            standing.places.add(place / count);
            if at_point {
                let at = standing.won.count() as f64;
                let point = |tally: &Tally| (at, tally.mean(), tally.margin());
                let (won, adjusted) = (point(&standing.won), point(&standing.adjusted));
                standing.curve.push(won);
                standing.adjusted_curve.push(adjusted);
            }
        }
        bar.inc(1);
        if let Some(path) = &arguments.save
            && (saved.elapsed() >= SAVE_EVERY || progress.games == arguments.games)
        {
            progress.save(path, &name)?;
            saved = Instant::now();
        }
        if at_point && let Some(first) = progress.standings.first() {
            bar.set_message(format!(
                "{:.1} ± {:.1} %",
                100.0 * first.won.mean(),
                100.0 * first.won.margin()
            ));
        }
    }
    bar.finish_and_clear();
    println!(
        "{} games, {:.0} rolls each, rules {}, seed {}",
        progress.games,
        progress.rolls as f64 / progress.games.max(1) as f64,
        arguments.rules,
        arguments.seed
    );
    for (kind, standing) in kinds.iter().zip(&progress.standings) {
        let seats = arena.players().iter().filter(|bot| *bot == kind).count();
        print!(
            "{:<9} x{seats}  won {:5.2} ± {:.2} %",
            kind.name(),
            100.0 * standing.won.mean(),
            100.0 * standing.won.margin()
        );
        if arguments.luck {
            print!(
                "   without luck {:5.2} ± {:.2} %, variance {:.1} times less",
                100.0 * standing.adjusted.mean(),
                100.0 * standing.adjusted.margin(),
                standing.won.variance() / standing.adjusted.variance().max(f64::MIN_POSITIVE)
            );
        }
        println!("   mean place {:.3}", standing.places.mean());
    }
    if let Some(path) = &arguments.svg {
        draw(path, arguments, &kinds, &progress.standings)?;
    }
    Ok(())
}

/// What a fight is called by what decides its games: two with one name are the same, but for their number of games.
fn name(arguments: &Arguments, brain: &Brain) -> String {
    let mut name = format!(
        "{} rules {} from {} seed {}",
        arguments
            .players
            .iter()
            .map(|bot| bot.name())
            .collect::<Vec<_>>()
            .join(" "),
        arguments.rules,
        arguments.from,
        arguments.seed
    );
    if let Some(seats) = arguments.seats {
        name += &format!(" seats {seats}");
    }
    for (said, what) in [
        (arguments.quick, " quick"),
        (arguments.luck, " luck"),
        (arguments.suppose_random, " suppose-random"),
    ] {
        if said {
            name += what;
        }
    }
    if let Some(net) = brain.net(&Rules::new(&arguments.rules)) {
        name += &format!(" net {:?}", net.made_by());
    }
    for table in brain.shelf().tables() {
        let (one, other) = table.counts();
        name += &format!(" table {one}v{other}");
    }
    name
}

fn draw(
    path: &Path,
    arguments: &Arguments,
    kinds: &[Bot],
    standings: &[Standing],
) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for (kind, standing) in kinds.iter().zip(standings) {
        lines.push(Line::with_margins(kind.name(), &standing.curve));
        if arguments.luck {
            let name = format!("{kind}, without luck");
            lines.push(Line::with_margins(&name, &standing.adjusted_curve));
        }
    }
    let players: Vec<&str> = arguments.players.iter().map(|bot| bot.name()).collect();
    let plot = Plot {
        title: format!("{} at {}", players.join(", "), arguments.rules),
        across: "games".into(),
        up: "won, with 95 % interval".into(),
        lines,
    };
    let picture = plot.svg().map_err(Failure::Work)?;
    whole::write(path, |out| out.write_all(picture.as_bytes()))
}

fn exam(
    arguments: &Arguments,
    brain: &Brain,
    truth: &Shelf,
    mover: u8,
    other: u8,
) -> Result<(), Failure> {
    let exam = Exam::new(brain, truth, mover, other).ok_or_else(|| {
        Failure::Input(format!(
            "there are no tables up to {mover} v {other} in that folder: make them with `ludo solve {mover} {other} --out DIR`"
        ))
    })?;
    for &bot in &arguments.players {
        let bar = bar(arguments.games, "positions");
        let mut mark = Mark::default();
        for number in arguments.from..arguments.from + arguments.games {
            exam.ask(bot, &mut mark, &mut stream(arguments.seed, number));
            bar.inc(1);
        }
        bar.finish_and_clear();
        println!(
            "{:<9} {} positions {mover} v {other}: {:.1} % of the way from random to best; loses {:.5} ± {:.5} of a win a choice, at random {:.5}",
            bot.name(),
            arguments.games,
            100.0 * mark.share(),
            mark.lost.mean(),
            mark.lost.margin(),
            mark.at_random.mean()
        );
    }
    Ok(())
}

/// The randomness of one game: a stream of its own under the seed.
fn stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut stream = ChaCha8Rng::seed_from_u64(seed);
    stream.set_stream(number);
    stream
}

pub(crate) fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = format!(
        "{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{elapsed}}, {{eta}} to go; {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
    bar
}

/// A net in a file.
pub(crate) fn net(path: &Path) -> Result<Net, Failure> {
    let cannot = |error: String| Failure::Work(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| cannot(error.to_string()))?;
    Net::from_bytes(&bytes).map_err(|error| cannot(error.to_string()))
}

/// The nets that come with the program, those in files in their place.
fn brain(nets: &[PathBuf]) -> Result<Brain, Failure> {
    let mut brain = Brain::learned();
    for path in nets {
        brain.add_net(net(path)?);
    }
    Ok(brain)
}

/// The endgame tables of a folder.
pub(crate) fn tables(folder: &Path) -> Result<Vec<Table>, Failure> {
    let cannot =
        |error: std::io::Error| Failure::Work(format!("cannot read {}: {error}", folder.display()));
    let mut tables = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_none_or(|extension| extension != "end") {
            continue;
        }
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            file => file.map_err(cannot)?,
        };
        let table = Table::read(BufReader::new(file))
            .map_err(|error| Failure::Work(format!("{}: {error}", path.display())))?;
        tables.push(table);
    }
    Ok(tables)
}

pub(crate) fn shelf(tables: Vec<Table>) -> Shelf {
    let mut shelf = Shelf::default();
    for table in tables {
        shelf.add(table);
    }
    shelf
}
