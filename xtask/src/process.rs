//! Other programs: how they are started, waited for and stopped.

use std::env;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How a time-limited program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It ended by itself, well.
    Well,
    /// It ended by itself with a failure.
    Failed,
    /// The time was up and it was stopped.
    TimedOut,
}

/// The cargo that runs this program, so that the same toolchain builds everything.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Set for this program by `cargo run`; in a child they would only make its fingerprints differ.
    for name in [
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PKG_NAME",
        "CARGO_PKG_VERSION",
    ] {
        command.env_remove(name);
    }
    command
}

/// Runs a program with this one's input and output; failing is an error that names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a program quietly; its output is told only when it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{}` could not be started", shown(command)))?;
    if !output.status.success() {
        bail!(
            "`{}` failed ({})\n{}{}",
            shown(command),
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}

/// What a program prints, without the spaces around; an error when it cannot be started or fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::null())
        .output()
        .with_context(|| format!("`{}` could not be started", shown(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", shown(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a program for at most so long, then stops it and all it started.
pub(crate) fn run_for(command: &mut Command, limit: Duration) -> Result<Ended> {
    group(command);
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("`{}` could not be started", shown(command)))?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() {
                Ended::Well
            } else {
                Ended::Failed
            });
        }
        if begun.elapsed() >= limit {
            stop(&mut child);
            return Ok(Ended::TimedOut);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Becomes another program where the system can, so that its signals are its own; else waits for it.
pub(crate) fn replace_with(command: &mut Command) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let failure = command.exec();
        Err(failure).with_context(|| format!("`{}` could not be started", shown(command)))
    }
    #[cfg(not(unix))]
    run(command)
}

/// The first of these programs that stands in a folder of PATH.
pub(crate) fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    names.iter().find_map(|name| {
        env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    })
}

/// A command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

fn status(command: &mut Command) -> Result<ExitStatus> {
    command
        .status()
        .with_context(|| format!("`{}` could not be started", shown(command)))
}

#[cfg(unix)]
fn group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn group(_command: &mut Command) {}

/// Stops the child and, where there are process groups, what it started: a script that hangs in a program of its
/// own would otherwise leave that behind.
fn stop(child: &mut Child) {
    if cfg!(unix) {
        // Best effort: the group may be gone by now, and the child is killed below in any case.
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", child.id())])
            .stderr(Stdio::null())
            .status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_stopped() {
        let ended = run_for(
            Command::new("sh").args(["-c", "sleep 60; true"]),
            Duration::from_millis(100),
        )
        .unwrap();
        assert_eq!(ended, Ended::TimedOut);
    }

    #[test]
    fn a_program_that_ends_is_told_by_its_status() {
        assert_eq!(
            run_for(&mut Command::new("true"), Duration::from_secs(60)).unwrap(),
            Ended::Well
        );
        assert_eq!(
            run_for(&mut Command::new("false"), Duration::from_secs(60)).unwrap(),
            Ended::Failed
        );
    }

    #[test]
    fn a_failure_names_the_command() {
        let failure = run(Command::new("false").arg("--now"))
            .unwrap_err()
            .to_string();
        assert!(failure.contains("`false --now`"), "{failure}");
    }
}
