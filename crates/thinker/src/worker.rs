//! The program in the worker: what `static/thinker.js` calls.

use std::cell::RefCell;
use std::fmt::Display;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Hundredths, NoAnswer, Thinker};

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::default();
}

fn told(why: impl Display) -> JsError {
    JsError::new(&why.to_string())
}

fn ask<T>(question: impl FnOnce(&Thinker) -> Result<T, NoAnswer>) -> Result<T, JsError> {
    THINKER.with_borrow(question).map_err(told)
}

/// Takes a net over.
#[expect(
    unreachable_pub,
    reason = "the worker itself calls it, not the program"
)]
#[wasm_bindgen]
pub fn learn(net: &[u8]) -> Result<(), JsError> {
    let learned = THINKER.with_borrow_mut(|thinker| thinker.learn(net));
    learned.map(drop).map_err(told)
}

/// The name of the net that is to be handed in before a question: for a bot's move, or for chances where there is no bot.
#[expect(unreachable_pub, reason = "as above")]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a text that may be missing comes across as one's own"
)]
#[wasm_bindgen]
pub fn lacks(position: &str, bot: Option<String>) -> Result<Option<String>, JsError> {
    let lacks = ask(|thinker| thinker.lacks(position, bot.as_deref()))?;
    Ok(lacks.map(|net| net.name().to_owned()))
}

/// A bot's move.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn choose(position: &str, bot: &str, seed: &str) -> Result<String, JsError> {
    ask(|thinker| thinker.choose(position, bot, seed)).map(|mv| mv.to_string())
}

/// The chances of the first to the fourth place of the seats r, g, y, b: sixteen numbers.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn chances(position: &str) -> Result<Vec<f32>, JsError> {
    let chances = ask(|thinker| thinker.chances(position))?;
    Ok(chances.into_values().concat())
}

/// The position at which a recorded game began.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn start_of(record: &str) -> Result<String, JsError> {
    Thinker::start_of(record).map_err(told)
}

/// How the chances of a win went in a recorded game, in hundredths: those of the seats r, g, y, b at its start and after each move.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn course(record: &str) -> Result<Vec<u8>, JsError> {
    let course = ask(|thinker| thinker.course(record))?;
    let values = course.iter().flat_map(|chances| chances.0.into_values());
    Ok(values.collect())
}

/// The chances of a win of the seats r, g, y, b, in hundredths.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn hundredths(position: &str) -> Result<Vec<u8>, JsError> {
    let chances = ask(|thinker| thinker.chances(position))?;
    Ok(Hundredths::of(&chances).0.into_values().to_vec())
}
