use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a subcommand did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed is wrong; says what and how it should be.
    Input(String),
    /// It could not be done.
    Work(String),
    /// What it has to say could not be written.
    Output(io::Error),
}

impl Failure {
    /// Tells the person on the error stream, and the calling program by the status: 2 for wrong input, as for wrong
    /// arguments, 1 for what could not be done or not be said. A reader that has seen enough (`| head`) is no failure.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(message) => {
                tell(message);
                ExitCode::from(2)
            }
            Self::Work(message) => {
                tell(message);
                ExitCode::FAILURE
            }
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                tell(format_args!("the output could not be written: {error}"));
                ExitCode::FAILURE
            }
        }
    }

    /// What kept it from being done, in its own words.
    pub(crate) fn work(error: impl fmt::Display) -> Self {
        Self::Work(error.to_string())
    }
}

/// Writing is all that fails by itself: what else can't be read or opened says what it is.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Says on the error stream what is wrong. Where nobody listens there is nobody to tell, and the status says it too.
pub(crate) fn tell(error: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "error: {error}");
}
