mod dice;

use clap::Subcommand;

use crate::Failure;

/// Statistics of a server, or of records.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    of: Of,
}

#[derive(Subcommand)]
enum Of {
    Dice(dice::Arguments),
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.of {
        Of::Dice(arguments) => dice::run(arguments),
    }
}
