use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ludo_brain::{Arena, Brain};
use ludo_rules::Rules;

use super::progress::{Progress, Standing};
use super::{Arguments, stream};
use crate::plot::{Line, Plot};
use crate::{Failure, bar, whole};

/// How often the results so far are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);
/// Points of a curve, some more where games came later.
const POINTS: u64 = 200;

/// Plays the games that are missing, and prints how they ended.
pub(super) fn out(arguments: &Arguments, brain: &Brain, arena: &Arena<'_>) -> Result<(), Failure> {
    let name = name(arguments, brain);
    let mut progress = match &arguments.save {
        Some(path) => Progress::load(path, &name, arena.players())?,
        None => Progress::new(arena.players()),
    };
    let bar = bar::of(arguments.games, "games");
    bar.set_position(progress.games);
    bar.reset_eta();
    let every = (arguments.games / POINTS).max(1);
    let mut saved = Instant::now();
    while progress.games < arguments.games {
        let number = arguments.from + progress.games;
        let bout = arena.play(number, &mut stream(arguments.seed, number));
        progress.add(&bout, arena.players());
        bar.inc(1);
        if progress.games.is_multiple_of(every) {
            progress.mark();
            if let Some(first) = progress.standings.first() {
                let (won, off) = (first.won.mean(), first.won.margin());
                bar.set_message(format!("{:.1} ± {:.1} %", 100.0 * won, 100.0 * off));
            }
        }
        if let Some(path) = &arguments.save
            && (saved.elapsed() >= SAVE_EVERY || progress.games == arguments.games)
        {
            progress.save(path, &name)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    // Where one of them cannot be written, the other is there all the same.
    let told = tell(&mut io::stdout().lock(), arguments, arena, &progress);
    if let Some(path) = &arguments.svg {
        draw(path, arguments, &progress.standings)?;
    }
    Ok(told?)
}

fn tell(
    out: &mut impl Write,
    arguments: &Arguments,
    arena: &Arena<'_>,
    progress: &Progress,
) -> io::Result<()> {
    writeln!(
        out,
        "{} games, {:.0} rolls each, rules {}, seed {}",
        progress.games,
        progress.rolls as f64 / progress.games.max(1) as f64,
        arguments.rules,
        arguments.seed
    )?;
    for standing in &progress.standings {
        let kind = standing.kind;
        let seats = arena.players().iter().filter(|bot| **bot == kind).count();
        write!(
            out,
            "{:<9} x{seats}  won {:5.2} ± {:.2} %",
            kind.name(),
            100.0 * standing.won.mean(),
            100.0 * standing.won.margin()
        )?;
        if arguments.luck {
            write!(
                out,
                "   without luck {:5.2} ± {:.2} %, variance {:.1} times less",
                100.0 * standing.adjusted.mean(),
                100.0 * standing.adjusted.margin(),
                standing.won.variance() / standing.adjusted.variance().max(f64::MIN_POSITIVE)
            )?;
        }
        writeln!(out, "   mean place {:.3}", standing.places.mean())?;
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

fn draw(path: &Path, arguments: &Arguments, standings: &[Standing]) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for standing in standings {
        let kind = standing.kind;
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
    whole::write(path, |out| Ok(out.write_all(picture.as_bytes())?))
}
