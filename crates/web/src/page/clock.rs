//! Time, and waiting for it.

use super::signal::window;
use js_sys::{Date, Promise};
use ludo_table::Time;
use wasm_bindgen_futures::JsFuture;

/// Now.
pub(super) fn now() -> Time {
    // Milliseconds since 1970 are a whole, positive number far below the limits of both types.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "see above"
    )]
    Time(Date::now() as u64)
}

/// Waits.
pub(super) async fn sleep(milliseconds: f64) {
    let promise = Promise::new(&mut |resolve, _| {
        #[expect(clippy::cast_possible_truncation, reason = "pauses are short")]
        let milliseconds = milliseconds as i32;
        if window()
            .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds)
            .is_err()
        {
            let _ = resolve.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    let _ = JsFuture::from(promise).await;
}
