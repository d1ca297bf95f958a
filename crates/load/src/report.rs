use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// What was measured. What a mode does not measure is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The mode.
    pub mode: &'static str,
    /// Tables.
    pub tables: usize,
    /// Sockets.
    pub sockets: usize,
    /// How long was measured, in seconds.
    pub seconds: f64,
    /// Commands a second that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<u32>,
    /// Commands whose result came within that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<u64>,
    /// The same, each second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands_a_second: Option<f64>,
    /// The same, for each second that the server had a processor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands_a_cpu_second: Option<f64>,
    /// Messages with events that came to sockets, for each command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages_a_command: Option<f64>,
    /// Commands that were due and had no answer at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<u64>,
    /// Refusals by their code.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refused: BTreeMap<String, u64>,
    /// From the moment a command was due to its events at who gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_result: Option<Latency>,
    /// The same, to the other sockets of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_others: Option<Latency>,
    /// From sending, not from being due, to its events at who gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_sending: Option<Latency>,
    /// From the start of the process to the first HTTP answer, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_answer: Option<f64>,
    /// From the start of the process to the first welcome at a table, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_welcome: Option<f64>,
    /// From the start of the process to a welcome at the last of the tables, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_welcome: Option<f64>,
    /// What the server used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerUse>,
    /// Processor that the generator used, in per cent of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator_percent: Option<f64>,
    /// What the machine can do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
}

/// What the server used while it was measured.
#[derive(Clone, Debug, Serialize)]
pub struct ServerUse {
    /// Seconds on a processor, its own and the system's for it.
    pub cpu_seconds: f64,
    /// The same, in per cent of one processor.
    pub cpu_percent: f64,
    /// Bytes of memory at the end.
    pub resident: u64,
    /// Bytes of memory that each socket added; for idle sockets only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_a_socket: Option<f64>,
}

/// What the machine can do, measured in the same run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Machine {
    /// Appending 4 KiB to a file in the data folder and flushing it: half before the run and half after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flush: Option<Spread>,
    /// Reading a frame and writing four.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bare: Option<Bare>,
}

/// The bare loop.
#[derive(Clone, Debug, Serialize)]
pub struct Bare {
    /// Rounds a second on the processor.
    pub a_cpu_second: f64,
    /// Rounds a second.
    pub a_second: f64,
}

impl Bare {
    pub(crate) fn of(count: u64, used: Duration, length: Duration) -> Self {
        Self {
            a_cpu_second: each(count, used.as_secs_f64()),
            a_second: each(count, length.as_secs_f64()),
        }
    }
}

/// A median and what is rare, in microseconds.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// Half are below.
    pub p50: f64,
    /// 99 of 100 are below.
    pub p99: f64,
}

impl Spread {
    pub(crate) fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |part: usize| {
            times
                .get(times.len() * part / 100)
                .map(|time| micros(*time))
        };
        Some(Self {
            p50: at(50)?,
            p99: at(99)?,
        })
    }
}

/// Percentiles of latencies, in microseconds.
#[derive(Clone, Debug, Serialize)]
pub struct Latency {
    /// How many there are.
    pub count: u64,
    /// Half are below.
    pub p50: u64,
    /// 90 of 100 are below.
    pub p90: u64,
    /// 99 of 100 are below.
    pub p99: u64,
    /// 999 of 1000 are below.
    pub p999: u64,
    /// The greatest.
    pub max: u64,
}

impl Latency {
    pub(crate) fn of(histogram: &Histogram<u64>) -> Option<Self> {
        (!histogram.is_empty()).then(|| Self {
            count: histogram.len(),
            p50: histogram.value_at_quantile(0.5),
            p90: histogram.value_at_quantile(0.9),
            p99: histogram.value_at_quantile(0.99),
            p999: histogram.value_at_quantile(0.999),
            max: histogram.max(),
        })
    }
}

pub(crate) fn each(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        count as f64 / seconds
    } else {
        0.0
    }
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mode,
            tables,
            sockets,
            seconds,
            ..
        } = self;
        writeln!(
            f,
            "{mode}: {tables} tables, {sockets} sockets, {seconds:.1} s"
        )?;
        let mut row = |name: &str, value: Option<String>| match value {
            Some(value) => writeln!(f, "  {name:<36}{value}"),
            None => Ok(()),
        };
        let whole = |number: f64| format!("{number:.0}");
        row(
            "commands asked for a second",
            self.rate.map(|rate| rate.to_string()),
        )?;
        row("commands a second", self.commands_a_second.map(whole))?;
        row(
            "commands a server CPU second",
            self.commands_a_cpu_second.map(whole),
        )?;
        row(
            "messages a command",
            self.messages_a_command.map(|number| format!("{number:.2}")),
        )?;
        row(
            "unanswered",
            self.unanswered.map(|number| number.to_string()),
        )?;
        for (code, count) in &self.refused {
            row(&format!("refused, {code}"), Some(count.to_string()))?;
        }
        let latency = |latency: &Latency| {
            let Latency {
                p50,
                p90,
                p99,
                p999,
                max,
                ..
            } = latency;
            format!("p50 {p50}  p90 {p90}  p99 {p99}  p99.9 {p999}  max {max} µs")
        };
        row("due to result", self.to_result.as_ref().map(latency))?;
        row(
            "due to the other sockets",
            self.to_others.as_ref().map(latency),
        )?;
        row("sent to result", self.from_sending.as_ref().map(latency))?;
        let in_seconds = |seconds: f64| format!("{seconds:.3} s");
        row("start to first answer", self.first_answer.map(in_seconds))?;
        row("start to first welcome", self.first_welcome.map(in_seconds))?;
        row(
            "start to welcome at the last table",
            self.last_welcome.map(in_seconds),
        )?;
        if let Some(server) = &self.server {
            row(
                "server CPU",
                Some(format!(
                    "{:.2} s, {:.1} %",
                    server.cpu_seconds, server.cpu_percent
                )),
            )?;
            row(
                "server memory",
                Some(format!("{:.1} MB", server.resident as f64 / 1e6)),
            )?;
            row("server bytes a socket", server.bytes_a_socket.map(whole))?;
        }
        row(
            "generator CPU",
            self.generator_percent
                .map(|percent| format!("{percent:.1} %")),
        )?;
        if let Some(Machine { flush, bare }) = &self.machine {
            let flush_row =
                |spread: &Spread| format!("p50 {:.0}  p99 {:.0} µs", spread.p50, spread.p99);
            row(
                "the machine's flush of 4 KiB",
                flush.as_ref().map(flush_row),
            )?;
            let ratio = |to: &Option<Latency>| {
                let (to, flush) = (to.as_ref()?, flush.as_ref()?);
                let (middle, rare) = (to.p50 as f64 / flush.p50, to.p99 as f64 / flush.p99);
                Some(format!("p50 {middle:.2}  p99 {rare:.2} times"))
            };
            row("due to result, in flushes", ratio(&self.to_result))?;
            let bare_row = |bare: &Bare| {
                format!(
                    "{:.0} a CPU second, {:.0} a second",
                    bare.a_cpu_second, bare.a_second
                )
            };
            row(
                "bare loop, 1 read and 4 writes",
                bare.as_ref().map(bare_row),
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let times = (1..=100).rev().map(Duration::from_micros).collect();
        let spread = Spread::of(times).unwrap();
        assert_eq!((spread.p50, spread.p99), (51.0, 100.0));
        assert!(Spread::of(Vec::new()).is_none());
    }

    #[test]
    fn what_was_not_measured_is_not_shown() {
        let report = Report {
            mode: "idle",
            ..Report::default()
        };
        assert_eq!(report.to_string().lines().count(), 1);
        let json = serde_json::to_string(&report).unwrap();
        assert!(!json.contains("null"), "{json}");
    }
}
