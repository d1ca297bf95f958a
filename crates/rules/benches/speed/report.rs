use std::time::Duration;

use crate::clock::now;

/// Samples of each figure. All figures take turns, so that a slow minute of the machine is everybody's.
const SAMPLES: usize = 15;
/// The least length of a sample.
const SAMPLE: Duration = Duration::from_millis(100);

/// Something that is measured.
pub(crate) struct Figure {
    pub(crate) group: &'static str,
    pub(crate) name: String,
    /// What is counted.
    pub(crate) unit: &'static str,
    pub(crate) work: Box<dyn FnMut() -> Done>,
}

/// What was done at a time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Done {
    pub(crate) units: u64,
    /// Whole games, where it is games that are played.
    pub(crate) games: u64,
}

/// Units a second of processor time.
struct Rate {
    median: f64,
    lowest: f64,
    highest: f64,
}

fn sample(figure: &mut Figure, all: &mut Done) -> f64 {
    let begun = now();
    let mut units = 0;
    loop {
        let done = (figure.work)();
        units += done.units;
        all.units += done.units;
        all.games += done.games;
        let spent = now().saturating_sub(begun);
        if spent >= SAMPLE {
            return units as f64 / spent.as_secs_f64();
        }
    }
}

fn rate(mut samples: Vec<f64>) -> Rate {
    samples.sort_by(f64::total_cmp);
    Rate {
        median: samples[samples.len() / 2],
        lowest: samples[0],
        highest: samples[samples.len() - 1],
    }
}

/// Measures all figures and prints them, for people or as a line of JSON each.
pub(crate) fn run(mut figures: Vec<Figure>, json: bool) {
    let mut samples = vec![(Vec::new(), Done::default()); figures.len()];
    for round in 0..=SAMPLES {
        for (figure, (samples, all)) in figures.iter_mut().zip(&mut samples) {
            let rate = sample(figure, all);
            // The first round warms up.
            if round > 0 {
                samples.push(rate);
            }
        }
    }
    let mut group = "";
    for (figure, (samples, all)) in figures.iter().zip(samples) {
        let rate = rate(samples);
        let games = rate.median * all.games as f64 / all.units as f64;
        if json {
            println!(
                "{{\"group\":\"{}\",\"name\":\"{}\",\"unit\":\"{}\",\"median\":{:.0},\"lowest\":{:.0},\
                 \"highest\":{:.0},\"games\":{games:.0}}}",
                figure.group, figure.name, figure.unit, rate.median, rate.lowest, rate.highest
            );
            continue;
        }
        if group != figure.group {
            group = figure.group;
            println!(
                "\n{group}: million {} a CPU second, median (lowest to highest of {SAMPLES})",
                figure.unit
            );
        }
        print!(
            "  {:<33} {:>7.2}  ({:.2} to {:.2})",
            figure.name,
            rate.median / 1e6,
            rate.lowest / 1e6,
            rate.highest / 1e6
        );
        if games > 0.0 {
            print!("  {:.1} thousand games", games / 1e3);
        }
        println!();
    }
}
