//! What the browser keeps: settings as text, and the secrets of games in a database that all of its tabs share.

use std::cell::Cell;
use std::rc::Rc;

use super::signal::window;
use js_sys::Promise;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode};

const DATABASE: &str = "ludo";
const VERSION: u32 = 1;
const GAMES: &str = "games";

type Handler = Closure<dyn FnMut()>;

/// A text kept under a key; nothing where the browser keeps nothing.
pub(super) fn kept(key: &str) -> Option<String> {
    window()
        .local_storage()
        .ok()
        .flatten()?
        .get_item(key)
        .ok()
        .flatten()
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

/// Keeps something of a game: `merge` makes it from what is there, in one transaction, so that tabs do not overwrite each
/// other. Comes back when it is on disk.
pub(super) async fn keep_game(
    key: &str,
    merge: impl FnOnce(Option<String>) -> String,
) -> Result<(), JsValue> {
    let database = open().await?;
    let result = merge_into(&database, key, merge).await;
    database.close();
    result
}

async fn merge_into(
    database: &IdbDatabase,
    key: &str,
    merge: impl FnOnce(Option<String>) -> String,
) -> Result<(), JsValue> {
    let key = JsValue::from_str(key);
    let transaction =
        database.transaction_with_str_and_mode(GAMES, IdbTransactionMode::Readwrite)?;
    let store = transaction.object_store(GAMES)?;
    let stored = done(&store.get(&key)?).await?.as_string();
    let put = store.put_with_key(&JsValue::from_str(&merge(stored)), &key)?;
    done(&put).await?;
    committed(&transaction).await
}

/// Waits until a transaction is on disk.
async fn committed(transaction: &IdbTransaction) -> Result<(), JsValue> {
    let handlers: Rc<Cell<Option<(Handler, Handler)>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, reject| {
        let complete = Handler::new(move || {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        });
        let abort = Handler::new(move || {
            let _ = reject.call0(&JsValue::UNDEFINED);
        });
        transaction.set_oncomplete(Some(complete.as_ref().unchecked_ref()));
        transaction.set_onabort(Some(abort.as_ref().unchecked_ref()));
        handlers.set(Some((complete, abort)));
    });
    let result = JsFuture::from(promise).await;
    transaction.set_oncomplete(None);
    transaction.set_onabort(None);
    drop(handlers.take());
    result.map(drop)
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
    let handlers: Rc<Cell<Option<(Handler, Handler)>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, reject| {
        let succeeded = request.clone();
        let success = Handler::new(move || {
            let _ = resolve.call1(
                &JsValue::UNDEFINED,
                &succeeded.result().unwrap_or(JsValue::UNDEFINED),
            );
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
