use std::io::{self, Write};

use ludo_rules::{Deed, Due, Face, Ply, Position, Rules, parse_position, perft};

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
    /// First a line for each first step with its share of the leaves, as `r6:0-1 12`, then an empty line.
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (rules, position) = parse_position(&arguments.position)
        .map_err(|error| Failure::Input(format!("not a position: {error}")))?;
    let mut out = io::stdout().lock();
    let total = match arguments.depth.checked_sub(1) {
        Some(deeper) if arguments.divide && !position.is_over() => {
            let mut total = 0_u64;
            for (step, next) in steps(&rules, &position) {
                let leaves = perft(&rules, &next, deeper);
                total = total.saturating_add(leaves);
                writeln!(out, "{step} {leaves}")?;
            }
            writeln!(out)?;
            total
        }
        _ => perft(&rules, &position, arguments.depth),
    };
    writeln!(out, "{total}")?;
    Ok(())
}

/// All that can happen next, with the positions after it.
fn steps(rules: &Rules, position: &Position) -> Vec<(Ply, Position)> {
    let Some(seat) = position.turn() else {
        return Vec::new();
    };
    let rolls = match position.due() {
        Due::Roll { .. } => Face::ALL.map(Some).to_vec(),
        Due::Move(_) | Due::Bonus(_) | Due::Over => vec![None],
    };
    let mut steps = Vec::new();
    for roll in rolls {
        let Ok(moves) = rules.moves(position, roll) else {
            continue;
        };
        for mv in moves {
            let deed = match (position.due(), roll) {
                (Due::Bonus(steps), _) => Deed::Bonus { steps, mv },
                (Due::Move(face), _) | (_, Some(face)) => Deed::Roll { face, mv: Some(mv) },
                (Due::Roll { .. } | Due::Over, None) => continue,
            };
            if let Ok(next) = rules.play(position, roll, mv) {
                steps.push((Ply { seat, deed }, next));
            }
        }
    }
    steps
}
