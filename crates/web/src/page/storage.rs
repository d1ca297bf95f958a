//! What the browser keeps: settings as text, and the secrets of games in a database that all of its tabs share.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use leptos::prelude::window;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

const DATABASE: &str = "ludo";
const VERSION: u32 = 1;
const GAMES: &str = "games";

/// A text kept under a key; nothing where the browser keeps nothing.
pub(super) fn kept(key: &str) -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// Keeps a text. A browser that refuses (private window, no room) forgets, and nothing else.
pub(super) fn keep(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, text);
    }
}

/// What was kept of a game.
pub(super) async fn game(key: &str) -> Option<String> {
    let database = open().await.ok()?;
    let request = database
        .transaction_with_str_and_mode(GAMES, IdbTransactionMode::Readonly)
        .and_then(|transaction| transaction.object_store(GAMES))
        .and_then(|store| store.get(&JsValue::from_str(key)))
        .ok()?;
    let value = done(&request).await.ok()?;
    database.close();
    value.as_string()
}

/// Keeps something of a game; comes back when it is on disk.
pub(super) async fn keep_game(key: &str, text: &str) -> Result<(), JsValue> {
    let database = open().await?;
    let transaction = database.transaction_with_str_and_mode(GAMES, IdbTransactionMode::Readwrite)?;
    let store = transaction.object_store(GAMES)?;
    let request = store.put_with_key(&JsValue::from_str(text), &JsValue::from_str(key))?;
    done(&request).await?;
    database.close();
    Ok(())
}

async fn open() -> Result<IdbDatabase, JsValue> {
    let factory = window().indexed_db()?.ok_or(JsValue::NULL)?;
    let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, VERSION)?;
    let opening = request.clone();
    let upgrade = Closure::<dyn FnMut()>::new(move || {
        if let Ok(database) = opening.result().and_then(JsCast::dyn_into::<IdbDatabase>) {
            let _ = database.create_object_store(GAMES);
        }
    });
    request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
    let result = done(&request).await?;
    request.set_onupgradeneeded(None);
    result.dyn_into()
}

/// Waits for a request of the database.
async fn done(request: &IdbRequest) -> Result<JsValue, JsValue> {
    type Handler = Closure<dyn FnMut()>;
    let handlers: Rc<Cell<Option<(Handler, Handler)>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, reject| {
        let succeeded = request.clone();
        let success = Handler::new(move || {
            let _ = resolve.call1(&JsValue::UNDEFINED, &succeeded.result().unwrap_or(JsValue::UNDEFINED));
        });
        let failure = Handler::new(move || {
            let _ = reject.call0(&JsValue::UNDEFINED);
        });
        request.set_onsuccess(Some(success.as_ref().unchecked_ref()));
        request.set_onerror(Some(failure.as_ref().unchecked_ref()));
        handlers.set(Some((success, failure)));
    });
    let result = JsFuture::from(promise).await;
    request.set_onsuccess(None);
    request.set_onerror(None);
    drop(handlers.take());
    result
}
