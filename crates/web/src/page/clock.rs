//! Time, and waiting for it.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

use super::signal::window;
use js_sys::{Date, Promise};
use ludo_table::Time;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
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

thread_local! {
    /// How many frames were waited for.
    static FRAMES: Cell<u32> = const { Cell::new(0) };
    /// Who waits for the next one.
    static WAITING: RefCell<Vec<Waker>> = const { RefCell::new(Vec::new()) };
    /// Made once, not for each frame.
    static WAKE: Closure<dyn FnMut()> = Closure::new(|| {
        FRAMES.set(FRAMES.get().wrapping_add(1));
        WAITING.take().into_iter().for_each(Waker::wake);
    });
}

/// Waits for the next frame that the browser draws. It draws none of a page that nobody sees.
pub(super) async fn frame() {
    let before = FRAMES.get();
    poll_fn(|context| {
        if FRAMES.get() != before {
            return Poll::Ready(());
        }
        let waiting = WAITING.with_borrow_mut(|waiting| {
            waiting.push(context.waker().clone());
            waiting.len()
        });
        if waiting == 1 {
            // A window always takes a function.
            let ask =
                |wake: &Closure<_>| window().request_animation_frame(wake.as_ref().unchecked_ref());
            let _ = WAKE.with(ask);
        }
        Poll::Pending
    })
    .await;
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
