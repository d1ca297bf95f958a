//! The program in the browser.

mod dom;
mod fetch;
mod parts;
mod pictures;
mod rolls;
mod screen;
mod verify;
mod words;

use ludo_client::Seen;
use ludo_rules::BySeat;
use ludo_web::Locale;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use dom::El;

/// Takes over the words of a language, which `static/proofs.js` has fetched.
#[expect(unreachable_pub, reason = "the page itself calls it, not the program")]
#[wasm_bindgen]
pub fn learn(tag: &str, text: String) {
    words::learn(Locale::from_tag(tag).unwrap_or_default(), text);
}

/// Shows the proof of a game in its place: `seen` is a [`Seen`] as JSON, `names` the names at the seats r, g, y, b, a line each.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn screen(place: Element, tag: &str, seen: &str, names: &str) {
    words::speak(Locale::from_tag(tag).unwrap_or_default());
    let mut names = names.split('\n').map(str::to_owned);
    let names = BySeat::from_fn(|_| names.next().unwrap_or_default());
    // It comes from the page beside this one, so it can be read.
    if let Ok(seen) = serde_json::from_str::<Seen>(seen) {
        screen::show(&El(place), seen, names);
    }
}

/// Opens the page where records are checked.
#[expect(unreachable_pub, reason = "as above")]
#[wasm_bindgen]
pub fn verify(place: Element, tag: &str) {
    words::speak(Locale::from_tag(tag).unwrap_or_default());
    verify::open(El(place));
}
