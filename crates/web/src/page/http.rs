//! Requests to the server.

use js_sys::Promise;
use ludo_protocol::{
    CreateTable, CreatedHandover, CreatedTable, ErrorBody, ErrorCode, Me, TableCode, TakeHandover,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::words::{refusal, tr};

#[wasm_bindgen]
extern "C" {
    /// `static/boot.js` has it, and at a table has asked before there was a program.
    #[wasm_bindgen(js_name = ludoSession)]
    fn ask_session() -> Promise;
}

/// Why a request was not answered as hoped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The server was not reached, or did not answer in a way that can be read.
    Unreachable,
    /// The server answered with an error.
    Answered { status: u16, code: ErrorCode },
}

impl Failure {
    /// A sentence for the person.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Unreachable => tr("error-network"),
            Self::Answered { status: 429, .. } => tr("error-too-many"),
            Self::Answered { status: 500.., .. } => tr("error-server"),
            Self::Answered { code, .. } => refusal(*code),
        }
    }
}

/// Makes sure that this browser has its cookie: without it the server would not know it again.
pub(super) async fn session() -> Result<(), Failure> {
    answer(ask_session()).await.map(drop)
}

/// Opens a table.
pub(super) async fn open_table(wanted: &CreateTable) -> Result<TableCode, Failure> {
    let response = send("POST", "/api/tables", Some(&json(wanted))).await?;
    read::<CreatedTable>(&response)
        .await
        .map(|created| created.code)
}

/// The tables of this browser.
pub(super) async fn my_tables() -> Result<Me, Failure> {
    read(&send("GET", "/api/me", None).await?).await
}

/// A code for another device of this person.
pub(super) async fn make_handover() -> Result<CreatedHandover, Failure> {
    read(&send("POST", "/api/handover", None).await?).await
}

/// Makes this browser the person whose code it is.
pub(super) async fn take_handover(code: String, replace: bool) -> Result<(), Failure> {
    let body = json(&TakeHandover { code, replace });
    send("POST", "/api/handover/take", Some(&body))
        .await
        .map(drop)
}

/// Whether there is such a table.
pub(super) async fn table_is_there(code: &TableCode) -> Result<bool, Failure> {
    // The status says it. An answer with words that nobody reads would stay on its way for ever, as browsers count.
    match send("HEAD", &format!("/api/tables/{code}"), None).await {
        Ok(_) => Ok(true),
        Err(Failure::Answered {
            status: 404 | 410, ..
        }) => Ok(false),
        Err(failure) => Err(failure),
    }
}

/// A file of the page.
pub(super) async fn text(path: &str) -> Result<String, Failure> {
    body(&send("GET", path, None).await?).await
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

async fn send(method: &str, path: &str, body: Option<&str>) -> Result<Response, Failure> {
    let request = RequestInit::new();
    request.set_method(method);
    if let Some(body) = body {
        request.set_body(&JsValue::from_str(body));
        let headers = Headers::new().map_err(|_| Failure::Unreachable)?;
        headers
            .set("content-type", "application/json")
            .map_err(|_| Failure::Unreachable)?;
        request.set_headers(&headers);
    }
    answer(super::signal::window().fetch_with_str_and_init(path, &request)).await
}

async fn answer(request: Promise) -> Result<Response, Failure> {
    let answer = JsFuture::from(request)
        .await
        .map_err(|_| Failure::Unreachable)?;
    let response: Response = answer.dyn_into().map_err(|_| Failure::Unreachable)?;
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    let code = read::<ErrorBody>(&response)
        .await
        .map_or(ErrorCode::Other, |body| body.code);
    Err(Failure::Answered { status, code })
}

async fn read<T: DeserializeOwned>(response: &Response) -> Result<T, Failure> {
    ludo_protocol::read(&body(response).await?).map_err(|_| Failure::Unreachable)
}

async fn body(response: &Response) -> Result<String, Failure> {
    let text = response.text().map_err(|_| Failure::Unreachable)?;
    let text = JsFuture::from(text)
        .await
        .map_err(|_| Failure::Unreachable)?;
    Ok(text.as_string().unwrap_or_default())
}
