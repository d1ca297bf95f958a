//! Stages: what is done, how long it took.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// Runs stages one after the other and remembers how long each took.
#[derive(Debug)]
pub(crate) struct Stages {
    begun: Instant,
    done: Vec<(String, Duration)>,
}

impl Stages {
    /// Nothing done yet.
    pub(crate) fn begin() -> Self {
        Self {
            begun: Instant::now(),
            done: Vec::new(),
        }
    }

    /// Runs one stage; a failure carries the stage's name and is preceded by the summary of those before it.
    pub(crate) fn run(&mut self, name: &str, job: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("== {name}");
        let begun = Instant::now();
        let outcome = job();
        let took = begun.elapsed();
        self.done.push((name.to_owned(), took));
        if outcome.is_err() {
            print!("\n{}", self.summary(false));
        }
        outcome.with_context(|| format!("stage `{name}` failed after {}", seconds(took)))
    }

    /// Ends well: prints the summary.
    pub(crate) fn end(&self) {
        print!("\n{}", self.summary(true));
    }

    fn summary(&self, well: bool) -> String {
        let widest = self
            .done
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for (index, (name, took)) in self.done.iter().enumerate() {
            let mark = if well || index + 1 < self.done.len() {
                "ok    "
            } else {
                "FAILED"
            };
            text.push_str(&format!("{mark}  {name:<widest$}  {:>8}\n", seconds(*took)));
        }
        text.push_str(&format!(
            "{}  {:<widest$}  {:>8}\n",
            if well { "ok    " } else { "FAILED" },
            "all",
            seconds(self.begun.elapsed())
        ));
        text
    }
}

/// A length of time for people: `0.4 s`, `93.0 s`.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_stage_is_named_and_marked() {
        let mut stages = Stages::begin();
        stages.run("first", || Ok(())).unwrap();
        let failure = stages
            .run("second", || anyhow::bail!("the cat sat on it"))
            .unwrap_err();
        let text = format!("{failure:#}");
        assert!(
            text.contains("stage `second` failed") && text.contains("the cat sat on it"),
            "{text}"
        );
        let summary = stages.summary(false);
        let lines: Vec<&str> = summary.lines().collect();
        assert!(
            lines[0].starts_with("ok")
                && lines[1].starts_with("FAILED")
                && lines[2].starts_with("FAILED"),
            "{summary}"
        );
    }
}
