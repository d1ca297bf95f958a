use std::io::{self, Write};

use ludo_rules::{parse_position, perft};

use crate::Failure;

/// Count the leaves of the game tree.
///
/// Prints the number of leaves after DEPTH steps. A step is a roll with its outcome or choice, or a due move or bonus
/// with its choice; all six rolls count, and a game that has ended is one leaf.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position, in quotes: seven fields with single spaces between them.
    position: String,
    /// Steps, 0 to 255; each makes it some eight times as long.
    depth: u8,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (rules, position) = parse_position(&arguments.position)
        .map_err(|error| Failure::Input(format!("not a position: {error}")))?;
    writeln!(
        io::stdout().lock(),
        "{}",
        perft(&rules, &position, arguments.depth)
    )?;
    Ok(())
}
