use std::io;
use std::process::ExitCode;

/// Why a subcommand did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed is wrong; says what and how it should be.
    Input(String),
    /// It could not be done.
    Work(String),
    /// Reading or writing failed.
    Stream(io::Error),
}

impl Failure {
    /// Tells the person on the error stream, and the calling program by the status: 2 for wrong input, as for wrong
    /// arguments, 1 for what could not be done and for a stream that failed. A reader that has seen enough (`| head`) is no failure.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Self::Work(message) => {
                eprintln!("error: {message}");
                ExitCode::FAILURE
            }
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Stream(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}
