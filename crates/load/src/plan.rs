use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::{LoadError, Mode, limits};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is measured.
    pub mode: Mode,
    /// The server.
    pub server: Where,
    /// Tables with four people each; for [`Mode::Start`] games that go on with two.
    pub tables: usize,
    /// [`Mode::Idle`]: sockets.
    pub sockets: usize,
    /// [`Mode::Idle`]: how many of them are at one table.
    pub sockets_per_table: usize,
    /// [`Mode::Open`]: commands a second over all tables.
    pub rate: u32,
    /// [`Mode::Human`]: from one person's turn to their command, on average. [`Mode::Start`] has no use for it.
    pub thought: Duration,
    /// What is measured, after the warm-up.
    pub length: Duration,
    /// What is not measured, before.
    pub warm_up: Duration,
    /// Whether the machine's flush and bare loop are measured too.
    pub machine: bool,
}

/// Which server.
#[derive(Clone, Debug)]
pub enum Where {
    /// One that runs.
    Running {
        /// Its address.
        address: SocketAddr,
        /// Its process, if it is on this machine.
        pid: Option<u32>,
        /// A folder on the disk that it writes to.
        folder: Option<PathBuf>,
        /// Whether it may be on another machine.
        anywhere: bool,
    },
    /// One that is started for this, with a data folder that is thrown away.
    Own {
        /// The program, `ludo`.
        program: PathBuf,
        /// Where the data folder is made; the system's folder for such things if none.
        folder: Option<PathBuf>,
        /// Whether it keeps everything in memory only.
        memory: bool,
    },
}

impl Plan {
    /// Whether all numbers are within the [limits].
    ///
    /// # Errors
    ///
    /// Names the first that is not, or says that the server is elsewhere.
    pub fn check(&self) -> Result<(), LoadError> {
        let most_tables = match self.mode {
            Mode::Start => limits::START_TABLES,
            _ => limits::TABLES,
        };
        within("the number of tables", self.tables, 1, most_tables)?;
        if self.mode == Mode::Idle {
            within("the number of sockets", self.sockets, 1, limits::SOCKETS)?;
            let most = limits::SOCKETS_PER_TABLE;
            within("sockets at a table", self.sockets_per_table, 1, most)?;
            // One more at each table is not counted.
            let tables = self.sockets.div_ceil(self.sockets_per_table);
            let all = self.sockets.saturating_add(tables);
            within("the number of sockets and tables", all, 1, limits::SOCKETS)?;
        }
        if self.mode == Mode::Open {
            within("the rate", self.rate as usize, 1, limits::RATE as usize)?;
        }
        let seconds = |length: Duration| usize::try_from(length.as_secs()).unwrap_or(usize::MAX);
        let most = usize::try_from(limits::SECONDS).unwrap_or(usize::MAX);
        within("the seconds to measure", seconds(self.length), 1, most)?;
        within("the seconds of warm-up", seconds(self.warm_up), 0, most)?;
        within("the seconds of thought", seconds(self.thought), 0, most)?;
        match &self.server {
            Where::Running {
                address,
                anywhere: false,
                ..
            } if !address.ip().is_loopback() => Err(LoadError::Elsewhere(*address)),
            Where::Running { .. } if self.mode == Mode::Start => Err(LoadError::NeedsOwn),
            _ => Ok(()),
        }
    }
}

fn within(what: &'static str, asked: usize, least: usize, most: usize) -> Result<(), LoadError> {
    if (least..=most).contains(&asked) {
        return Ok(());
    }
    let wide = |number| u64::try_from(number).unwrap_or(u64::MAX);
    Err(LoadError::Bounds {
        what,
        asked: wide(asked),
        least: wide(least),
        most: wide(most),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            mode: Mode::Open,
            server: Where::Running {
                address: ([127, 0, 0, 1], 8080).into(),
                pid: None,
                folder: None,
                anywhere: false,
            },
            tables: 10,
            sockets: 10,
            sockets_per_table: 4,
            rate: 100,
            thought: Duration::from_secs(2),
            length: Duration::from_secs(1),
            warm_up: Duration::ZERO,
            machine: false,
        }
    }

    #[test]
    fn what_is_absurd_is_refused_and_named() {
        plan().check().unwrap();
        let refused = |change: fn(&mut Plan)| {
            let mut plan = plan();
            change(&mut plan);
            plan.check().unwrap_err().to_string()
        };
        assert!(refused(|plan| plan.tables = 0).contains("tables is 0"));
        assert!(refused(|plan| plan.tables = limits::TABLES + 1).contains("from 1 to"));
        assert!(refused(|plan| plan.rate = 0).contains("rate"));
        assert!(refused(|plan| plan.rate = limits::RATE + 1).contains("rate"));
        assert!(refused(|plan| plan.length = Duration::ZERO).contains("to measure"));
        assert!(
            refused(|plan| plan.length = Duration::from_secs(limits::SECONDS + 1))
                .contains("measure")
        );
        assert!(
            refused(|plan| {
                plan.mode = Mode::Idle;
                plan.sockets = limits::SOCKETS + 1;
            })
            .contains("sockets")
        );
    }

    #[test]
    fn another_machine_is_not_loaded_by_mistake() {
        let elsewhere = |anywhere| {
            let mut plan = plan();
            plan.server = Where::Running {
                address: ([192, 0, 2, 1], 80).into(),
                pid: None,
                folder: None,
                anywhere,
            };
            plan.check()
        };
        assert!(matches!(elsewhere(false), Err(LoadError::Elsewhere(_))));
        assert!(elsewhere(true).is_ok());
    }

    #[test]
    fn a_start_needs_a_server_of_its_own() {
        let mut plan = plan();
        plan.mode = Mode::Start;
        assert!(matches!(plan.check(), Err(LoadError::NeedsOwn)));
    }
}
