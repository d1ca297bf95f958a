use leptos::html;
use leptos::prelude::*;
use ludo_rules::Face;

use super::animate::animate;
use super::stage::{Die as Shown, Stage};
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
#[component]
pub(super) fn Die(stage: Stage) -> impl IntoView {
    let shown = stage.die;
    let cube = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let Shown::Landing(face) = shown.get() else {
            return;
        };
        let (Some(cube), Some(speed)) = (cube.get_untracked(), super::prefs::speed()) else {
            return;
        };
        animate(
            &cube,
            &landing(face),
            super::stage::LANDING / speed,
            0.0,
            "linear",
        );
    });
    let face = move || match shown.get() {
        Shown::Rest(face) => Some(face.get()),
        Shown::Blank | Shown::Tumbling | Shown::Landing(_) => None,
    };
    let front = move || match shown.get() {
        Shown::Rest(face) | Shown::Landing(face) => face.get(),
        Shown::Blank | Shown::Tumbling => 0,
    };
    let label = move || match shown.get() {
        Shown::Rest(face) => tr_with("die-face", &[("face", face.get().into())]),
        Shown::Blank => tr("die-empty"),
        Shown::Tumbling | Shown::Landing(_) => tr("die-rolling"),
    };
    view! {
        <div
            class="die"
            class:tumbling=move || shown.get() == Shown::Tumbling
            data-testid="die"
            data-face=face
            data-show=front
            role="img"
            aria-label=label
        >
            <div class="cube" node_ref=cube>
                {["f1", "f2", "f3", "f4", "f5", "f6"].map(|face| view! { <i class=face></i> }).collect_view()}
            </div>
        </div>
    }
}

/// The way of the cube to rest: it falls, turns over twice, slower and slower, and ends in the very pose of its face.
fn landing(face: Face) -> Vec<(f64, String)> {
    let front = FRONT[usize::from(face.get() - 1) % 6];
    let pose = |lift: f64, x: f64, y: f64, z: f64| {
        format!(
            "translateY({lift}px) rotateZ({}deg) rotateX({x}deg) rotateY({y}deg) {front}",
            z - 4.0
        )
    };
    vec![
        (0.0, pose(-12.0, 540.0, 400.0, 40.0)),
        (0.3, pose(0.0, 300.0, 230.0, -18.0)),
        (0.5, pose(-7.0, 170.0, 120.0, 12.0)),
        (0.72, pose(0.0, 50.0, 40.0, -5.0)),
        (0.86, pose(-2.0, 12.0, 12.0, 2.0)),
        (1.0, pose(0.0, 0.0, 0.0, 0.0)),
    ]
}
