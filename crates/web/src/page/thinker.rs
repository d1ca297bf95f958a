//! What the page asks of the program that thinks, which is in a worker of its own (`static/think.js`).

use super::signal::*;
use ludo_rules::Move;
use wasm_bindgen::prelude::*;

use super::live::Live;

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it.
    #[wasm_bindgen(js_name = ludoThink, catch)]
    async fn think(ask: &str, position: &str, bot: &str) -> Result<JsValue, JsValue>;
}

/// What it thought of a table. Nothing is asked before somebody wants it.
#[derive(Clone, Copy)]
pub(super) struct Thoughts {
    /// A hint: the move, and the number of the last event that the board showed then.
    pub(super) hint: RwSignal<Option<(u64, Move)>>,
    /// The chances of a win by seat, in hundredths.
    pub(super) chances: RwSignal<Option<[u8; 4]>>,
}

impl Thoughts {
    pub(super) fn new() -> Self {
        Self {
            hint: RwSignal::new(None),
            chances: RwSignal::new(None),
        }
    }
}

/// The position on the board, as a text.
pub(super) fn position(live: Live) -> Option<String> {
    let scene = live.stage.scene;
    let text = scene.try_with(|scene| scene.as_ref().map(|scene| scene.position.to_string()));
    text.flatten()
}

/// An answer; none where it could not be had.
pub(super) async fn answer(ask: &str, position: &str, bot: &str) -> Option<String> {
    think(ask, position, bot).await.ok()?.as_string()
}
