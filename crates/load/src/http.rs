use std::net::SocketAddr;

use ludo_protocol::{CreatedTable, TableCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::{LoadError, limits};

/// A cookie, as it is sent back.
#[derive(Clone, Debug)]
pub(crate) struct Cookie(pub(crate) String);

/// Becomes a person.
pub(crate) async fn session(address: SocketAddr) -> Result<Cookie, LoadError> {
    let request = "POST /api/session";
    let answer = ask(address, request, "", "").await?;
    let cookie = answer.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_cookie = name.eq_ignore_ascii_case("set-cookie");
        is_cookie.then(|| value.split(';').next().map(str::trim))?
    });
    cookie
        .map(|cookie| Cookie(cookie.to_owned()))
        .ok_or_else(|| unexpected(request, &answer))
}

/// Opens a table with these options.
pub(crate) async fn open_table(
    address: SocketAddr,
    Cookie(cookie): &Cookie,
    options: &str,
) -> Result<TableCode, LoadError> {
    let request = "POST /api/tables";
    let header = format!("Cookie: {cookie}\r\nContent-Type: application/json\r\n");
    let answer = ask(
        address,
        request,
        &header,
        &format!(r#"{{"options":{options}}}"#),
    )
    .await?;
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    match serde_json::from_str::<CreatedTable>(body) {
        Ok(created) => Ok(created.code),
        Err(_) => Err(unexpected(request, &answer)),
    }
}

/// Whether the server answers that it takes requests.
pub(crate) async fn is_ready(address: SocketAddr) -> bool {
    let answer = ask(address, "GET /health/ready", "", "").await;
    answer.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// One request and the whole answer, on a connection of its own. There are a few of them, and they are not measured.
async fn ask(
    address: SocketAddr,
    request: &str,
    headers: &str,
    body: &str,
) -> Result<String, LoadError> {
    let exchange = async {
        let connected = TcpStream::connect(address).await;
        let mut stream = connected.map_err(|error| LoadError::Unreachable(address, error))?;
        let length = body.len();
        let text = format!(
            "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).await?;
        let mut answer = Vec::new();
        stream
            .take(limits::ANSWER_BYTES)
            .read_to_end(&mut answer)
            .await?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    timeout(limits::PATIENCE, exchange)
        .await
        .unwrap_or_else(|_| Err(LoadError::Protocol(format!("{request} has no answer"))))
}

fn unexpected(request: &str, answer: &str) -> LoadError {
    LoadError::Answer {
        request: request.to_owned(),
        answer: answer.chars().take(300).collect(),
    }
}
