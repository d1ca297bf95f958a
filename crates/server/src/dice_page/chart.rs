use std::fmt::Write;

use super::figures::Figures;
use super::words::Words;

/// How often each face came, as bars around a sixth. The numbers stand in it, and once more in words for whoever does not
/// see it.
pub(super) fn chart(faces: &[u64; 6], figures: Figures, words: &Words) -> String {
    let rolls: u64 = faces.iter().sum();
    let most = faces.iter().copied().max().unwrap_or(0).max(1);
    let label: Vec<String> = (1..)
        .zip(faces)
        .map(|(face, count)| format!("{face}: {}", figures.share(*count, rolls)))
        .collect();
    let mut svg = format!(
        "<svg viewBox=\"0 0 300 150\" role=\"img\" aria-label=\"{}. {}\">",
        words.chart_label,
        label.join("; ")
    );
    let height = |count: f64| 96.0 * count / most as f64;
    // Numbers stand on top of bars and of the broken line.
    let mut numbers = String::new();
    for (place, count) in faces.iter().enumerate() {
        let x = 10 + 48 * place;
        let tall = height(*count as f64);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x}\" y=\"{y:.1}\" width=\"40\" height=\"{tall:.1}\" rx=\"3\"/>",
            y = 126.0 - tall,
        );
        let _ = write!(
            numbers,
            "<text class=\"share\" x=\"{middle}\" y=\"{above:.1}\">{share}</text>\
             <text class=\"face\" x=\"{middle}\" y=\"144\">{face}</text>",
            above = 120.0 - tall,
            middle = x + 20,
            share = figures.percent(*count, rolls.max(1), 1),
            face = place + 1,
        );
    }
    let sixth = 126.0 - height(rolls as f64 / 6.0);
    let _ = write!(
        svg,
        "<path class=\"sixth\" d=\"M4 {sixth:.1}H296\"/><path class=\"ground\" d=\"M4 126.5H296\"/>{numbers}</svg>"
    );
    svg
}
