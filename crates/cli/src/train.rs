use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludo_brain::{Arena, Bot, Brain, Course, Exam, Milestone, Shelf, Tally, Trainer};
use ludo_rules::{Named, RuleSet, Rules, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::plot::{Line, Plot};
use crate::{Failure, bar, nets, tables, whole};

/// Games of self-play between two looks at the clock.
const AT_A_TIME: u64 = 20;
/// How often the state is saved.
const SAVE_EVERY: Duration = Duration::from_secs(120);
/// Points of the learning curve, at most.
const POINTS: u64 = 40;
/// Games between two of them, at least: measuring takes its time too.
const APART: u64 = 500;
/// Games that a point of the curve is measured by, for each number of seats.
const MEASURED: u64 = 1_600;
/// The most games of a course: years of them.
const MOST_GAMES: u64 = 1_000_000_000;
/// The most endgames with every game; a game has some hundred positions of its own.
const MOST_ENDGAMES: i64 = 10_000;

/// Teach a net by letting it play itself.
///
/// Writes the weights to OUT when the course is through. Stop it at will: called again with the same arguments, it goes on where it last
/// saved, and the weights are the same. docs/strength.md has the commands that made those that come with this program.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file for the weights. Beside it are OUT.state, to go on with, and OUT.svg, the learning curve.
    out: PathBuf,
    /// The rule set: classic, modern, mensch, chinczyk, parchis.
    #[arg(long, default_value = "classic", value_parser = named)]
    rules: Named,
    /// Games of self-play in all.
    #[arg(long, default_value_t = Course::default().games, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Other games, and another net, for another number.
    #[arg(long, default_value_t = Course::default().seed)]
    seed: u64,
    /// The size of the first steps, more than 0 and at most 1.
    #[arg(long, default_value_t = Course::default().rate, value_parser = rate)]
    rate: f32,
    /// How much of what came later in a game is believed, 0 to 1.
    #[arg(long, default_value_t = Course::default().lambda, value_parser = share)]
    lambda: f32,
    /// The share of games with careless players among the seats, 0 to 1.
    #[arg(long, default_value_t = Course::default().careless, value_parser = share)]
    careless: f32,
    /// Learn to do the best against others that always play at random: how far can one get? No good against anybody else.
    #[arg(long)]
    against_random: bool,
    /// Endgames to learn the truth about with every game, from --tables up to 2 v 2.
    #[arg(long, default_value_t = 0, requires = "tables", value_parser = clap::value_parser!(u32).range(..=MOST_ENDGAMES))]
    endgames: u32,
    /// A folder of endgame tables, as `ludo solve` makes them.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Begin with what this net knows.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

fn named(text: &str) -> Result<Named, String> {
    Named::from_name(text).ok_or_else(|| "one of classic, modern, mensch, chinczyk, parchis".into())
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, &'static str> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or("a number from 0 to 1")
}

fn rate(text: &str) -> Result<f32, &'static str> {
    let rate = share(text).ok();
    rate.filter(|rate| *rate > 0.0)
        .ok_or("a number above 0, at most 1")
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let course = Course {
        base: arguments.rules,
        seed: arguments.seed,
        games: arguments.games,
        rate: arguments.rate,
        lambda: arguments.lambda,
        careless: arguments.careless,
        against_random: arguments.against_random,
        endgames: arguments.endgames,
    };
    let command = command(&course, arguments);
    let beside = |ending: &str| {
        let mut path = arguments.out.clone().into_os_string();
        path.push(ending);
        PathBuf::from(path)
    };
    let (state, picture) = (beside(".state"), beside(".svg"));
    for path in [&arguments.out, &state, &picture] {
        whole::check(path)?;
    }
    let mut trainer = match fs::read(&state) {
        Ok(bytes) => Trainer::from_bytes(course.clone(), &bytes)
            .map_err(|error| Failure::Work(format!("{}: {error}", state.display())))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let trainer = Trainer::new(course.clone());
            match &arguments.from {
                Some(path) => trainer.from_net(&nets::read(path)?),
                None => trainer,
            }
        }
        Err(error) => {
            return Err(Failure::Work(format!(
                "cannot read {}: {error}",
                state.display()
            )));
        }
    };
    let shelf = match &arguments.tables {
        Some(folder) => tables::shelf(tables::read(folder)?),
        None => Shelf::default(),
    };
    if course.endgames > 0 && Exam::new(&Brain::default(), &shelf, 2, 2).is_none() {
        return Err(Failure::Input(
            "there are no tables up to 2 v 2 in that folder: make them with `ludo solve 2 2 --out DIR`".into(),
        ));
    }
    let bar = bar::of(course.games, "games");
    bar.set_position(trainer.games());
    bar.reset_eta();
    let every = (course.games / POINTS).max(APART);
    let mut last_saved = Instant::now();
    while !trainer.is_done() {
        // Not beyond the next point of the curve, so that points do not depend on where it was stopped.
        let to_point = every - trainer.games() % every;
        trainer.learn(to_point.min(AT_A_TIME), &shelf);
        bar.set_position(trainer.games());
        if trainer.games().is_multiple_of(every) || trainer.is_done() {
            measure(&mut trainer, course.base)?;
            if let Some(point) = trainer.milestones().last() {
                bar.set_message(said(point));
                if bar.is_hidden() {
                    // Whether anybody reads it is nothing to the training.
                    let _ = writeln!(io::stderr(), "{}", said_at(point));
                }
            }
        }
        if last_saved.elapsed() >= SAVE_EVERY || trainer.is_done() {
            whole::write(&state, |out| Ok(out.write_all(&trainer.to_bytes())?))?;
            last_saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    let net = trainer.net(&command);
    whole::write(&arguments.out, |out| Ok(out.write_all(&net.to_bytes())?))?;
    let curve = curve(trainer.milestones(), course.base);
    let curve = curve.svg().map_err(Failure::Work)?;
    whole::write(&picture, |out| Ok(out.write_all(curve.as_bytes())?))?;
    if let Some(point) = trainer.milestones().last() {
        writeln!(io::stdout(), "{}", said_at(point))?;
    }
    Ok(())
}

/// What made a net, as it stands in its file.
fn command(course: &Course, arguments: &Arguments) -> String {
    let mut command = format!(
        "ludo train {0}.net --rules {0} --games {1} --seed {2} --rate {3} --lambda {4} --careless {5}",
        course.base, course.games, course.seed, course.rate, course.lambda, course.careless,
    );
    if course.against_random {
        command += " --against-random";
    }
    if course.endgames > 0 {
        command += &format!(" --endgames {} --tables DIR", course.endgames);
    }
    if let Some(from) = arguments.from.as_deref().and_then(Path::file_name) {
        command += &format!(" --from {}", from.display());
    }
    command
}

fn said(point: &Milestone) -> String {
    format!(
        "{:.1} % won against three at random, {:.1} % against one",
        100.0 * point.four,
        100.0 * point.two
    )
}

fn said_at(point: &Milestone) -> String {
    format!("{} games: {}", point.games, said(point))
}

/// A point of the curve, always by the same games.
fn measure(trainer: &mut Trainer, base: Named) -> Result<(), Failure> {
    let rules = Rules::new(&RuleSet::named(base));
    let mut brain = Brain::default();
    brain.add_net(trainer.net(""));
    let share = |set: SeatSet| -> Result<f32, Failure> {
        let mut players = vec![Bot::Random; set.len()];
        if let Some(first) = players.first_mut() {
            *first = Bot::Strong;
        }
        let arena = Arena::new(&rules, &brain, set, players)
            .map_err(|error| Failure::Work(error.to_string()))?;
        let mut won = Tally::default();
        for number in 0..MEASURED {
            let mut chance = ChaCha8Rng::seed_from_u64(0);
            chance.set_stream(number);
            let bout = arena.play(number, &mut chance);
            won.add(f64::from(u8::from(bout.places.first() == Some(&Some(0)))));
        }
        Ok(won.mean() as f32)
    };
    let four = share(SeatSet::ALL)?;
    let two = share(SeatSet::new(&[Seat::Red, Seat::Yellow]))?;
    trainer.note(four, two);
    Ok(())
}

fn curve(milestones: &[Milestone], base: Named) -> Plot {
    let line = |name: &str, value: fn(&Milestone) -> f32| {
        let points: Vec<(f64, f64, f64)> = milestones
            .iter()
            .map(|point| {
                let share = f64::from(value(point));
                let margin = 1.96 * (share * (1.0 - share) / MEASURED as f64).sqrt();
                (point.games as f64, share, margin)
            })
            .collect();
        Line::with_margins(name, &points)
    };
    Plot {
        title: format!("Learning {base} by self-play"),
        across: "games of self-play".into(),
        up: "won by the net, greedy".into(),
        lines: vec![
            line("against three at random", |point| point.four),
            line("against one at random", |point| point.two),
        ],
    }
}
