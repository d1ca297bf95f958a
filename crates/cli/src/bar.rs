use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many things of a kind, on the error stream where that is a terminal.
pub(crate) fn of(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = format!(
        "{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{elapsed}}, {{eta}} to go; {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
    bar
}
