use ludo_rules::Face;

use super::animate::animate;
use super::element::{El, effect, html};
use super::icon::{TICK, icon};
use super::live::Live;
use super::prefs::speed;
use super::stage::{Die, LANDING, Stage};
use super::words::{tr, tr_with};

/// The orientation of the cube that turns each face to the front.
const FRONT: [&str; 6] = [
    "",
    "rotateX(90deg)",
    "rotateY(-90deg)",
    "rotateY(90deg)",
    "rotateX(-90deg)",
    "rotateY(180deg)",
];

/// The die. It tumbles without showing a face, and comes to rest on the one that was rolled.
pub(super) fn die(stage: Stage) -> El {
    let shown = stage.die;
    let cube = html("div")
        .class("cube")
        .child(["f1", "f2", "f3", "f4", "f5", "f6"].map(|face| html("i").class(face)));
    let falling = cube.raw().clone();
    effect(move || {
        if let (Die::Landing(face), Some(speed)) = (shown.get(), speed()) {
            animate(&falling, &landing(face), LANDING / speed, 0.0, "linear");
        }
    });
    let face = move || match shown.get() {
        Die::Rest(face) => Some(face.get().to_string()),
        Die::Blank | Die::Tumbling | Die::Landing(_) => None,
    };
    let front = move || match shown.get() {
        Die::Rest(face) | Die::Landing(face) => Some(face.get().to_string()),
        Die::Blank | Die::Tumbling => Some("0".to_owned()),
    };
    let label = move || {
        Some(match shown.get() {
            Die::Rest(face) => tr_with("die-face", &[("face", face.get().into())]),
            Die::Blank => tr("die-empty"),
            Die::Tumbling | Die::Landing(_) => tr("die-rolling"),
        })
    };
    html("div")
        .class("die")
        .live_class("tumbling", move || shown.get() == Die::Tumbling)
        .testid("die")
        .live_attr("data-face", face)
        .live_attr("data-show", front)
        .attr("role", "img")
        .live_attr("aria-label", label)
        .child(cube)
}

/// A quiet mark beside a die at rest: this device has checked the roll. Words for it are in the log, and in the proof.
pub(super) fn checked(live: Live) -> El {
    let good = move || {
        let checks = live.checks();
        let rests = matches!(live.stage.die.get(), Die::Rest(_));
        rests && checks.rolls > 0 && checks.checked == checks.rolls
    };
    html("span")
        .class("checked")
        .testid("die-checked")
        .attr("aria-hidden", "true")
        .live_class("good", good)
        .live_attr("title", || Some(tr("proof-tick")))
        .child(icon(TICK))
}

/// The way of the cube to rest: it falls, turns over twice, slower and slower, and ends in the very pose of its face.
fn landing(face: Face) -> Vec<(f64, String)> {
    let front = FRONT
        .get(usize::from(face.get()).wrapping_sub(1))
        .copied()
        .unwrap_or_default();
    let pose = |lift: i32, x: i32, y: i32, z: i32| {
        format!(
            "translateY({lift}px) rotateZ({}deg) rotateX({x}deg) rotateY({y}deg) {front}",
            z - 4
        )
    };
    vec![
        (0.0, pose(-12, 540, 400, 40)),
        (0.3, pose(0, 300, 230, -18)),
        (0.5, pose(-7, 170, 120, 12)),
        (0.72, pose(0, 50, 40, -5)),
        (0.86, pose(-2, 12, 12, 2)),
        (1.0, pose(0, 0, 0, 0)),
    ]
}
