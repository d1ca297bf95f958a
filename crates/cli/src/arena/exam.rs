use std::io::{self, Write};

use ludo_brain::{Brain, Exam, Mark, Shelf};

use super::{Arguments, stream};
use crate::{Failure, bar};

/// Puts the positions to each player, and prints how it did.
pub(super) fn sit(
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
    let mut out = io::stdout().lock();
    for &bot in &arguments.players {
        let bar = bar::of(arguments.games, "positions");
        let mut mark = Mark::default();
        for number in arguments.from..arguments.from + arguments.games {
            exam.ask(bot, &mut mark, &mut stream(arguments.seed, number));
            bar.inc(1);
        }
        bar.finish_and_clear();
        writeln!(
            out,
            "{:<9} {} positions {mover} v {other}: {:.1} % of the way from random to best; loses {:.5} ± {:.5} of a win a choice, at random {:.5}",
            bot.name(),
            arguments.games,
            100.0 * mark.share(),
            mark.lost.mean(),
            mark.lost.margin(),
            mark.at_random.mean()
        )?;
    }
    Ok(())
}
