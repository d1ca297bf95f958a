//! The browser's own animations: they run beside the program, and what they end in is there already when they begin.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::element::number;
use crate::Spot;

/// A running animation.
pub(super) struct Animation(JsValue);

impl Animation {
    /// Ends it at once: the element shows its true state.
    pub(super) fn cancel(&self) {
        if let Ok(cancel) =
            Reflect::get(&self.0, &"cancel".into()).and_then(JsCast::dyn_into::<Function>)
        {
            let _ = cancel.call0(&self.0);
        }
    }
}

/// Animates an element's transform over `frames`, each with the moment from 0 to 1 at which it is reached. The first one holds
/// during `delay`. Times are in milliseconds. Nothing happens in a browser that cannot.
pub(super) fn animate(
    element: &Element,
    frames: &[(f64, String)],
    duration: f64,
    delay: f64,
    easing: &str,
) -> Option<Animation> {
    let keyframes = Array::new();
    for (offset, transform) in frames {
        keyframes.push(&object(&[
            ("offset", (*offset).into()),
            ("transform", transform.into()),
            ("easing", easing.into()),
        ]));
    }
    let options = object(&[
        ("duration", duration.into()),
        ("delay", delay.into()),
        ("fill", "backwards".into()),
    ]);
    let animate: Function = Reflect::get(element, &"animate".into())
        .ok()?
        .dyn_into()
        .ok()?;
    animate
        .call2(element, &keyframes, &options)
        .ok()
        .map(Animation)
}

fn object(entries: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (key, value) in entries {
        // A plain object takes every property.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object
}

/// The transform that puts a token on its spot.
pub(super) fn at(spot: Spot) -> String {
    format!(
        "translate({}px,{}px) scale({})",
        number(spot.x),
        number(spot.y),
        number(spot.scale)
    )
}

/// A token's way over its squares, with a small hop from each to the next.
pub(super) fn hops(from: Spot, squares: &[Spot]) -> Vec<(f64, String)> {
    let mut frames = vec![(0.0, at(from))];
    let mut last = from;
    for (step, &spot) in squares.iter().enumerate() {
        let share = |part: f64| (index(step) + part) / index(squares.len());
        let above = Spot {
            x: (last.x + spot.x) / 2.0,
            y: (last.y + spot.y) / 2.0 - 0.22,
            scale: 1.14,
        };
        frames.push((share(0.5), at(above)));
        frames.push((share(1.0), at(spot)));
        last = spot;
    }
    frames
}

/// A captured token's way home: up and over in one arc.
pub(super) fn flight(from: Spot, to: Spot) -> Vec<(f64, String)> {
    let above = Spot {
        x: (from.x + to.x) / 2.0,
        y: (from.y + to.y) / 2.0 - 0.9,
        scale: 1.35,
    };
    vec![(0.0, at(from)), (0.5, at(above)), (1.0, at(to))]
}

fn index(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
