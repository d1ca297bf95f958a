use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{COOKIE, HeaderMap, ORIGIN, SET_COOKIE};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use ludo_protocol::{
    CreateTable, CreatedTable, ErrorBody, Me, ServerMessage, TableCode, TableSummary,
};
use ludo_table::Options;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::host::error;

/// What asks a server over HTTP: a browser with its cookie, or a program.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    /// `ludo=…`
    pub(crate) cookie: Option<String>,
    pub(crate) origin: Option<String>,
    /// The name that it believes the server has; its address if none.
    pub(crate) host: Option<String>,
    /// Where a proxy says that it comes from.
    pub(crate) from: Option<String>,
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn error(&self) -> ErrorBody {
        error(&self.body)
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Browser {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookie: None,
            origin: Some(format!("http://{address}")),
            host: None,
            from: None,
        }
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .unwrap();
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path).header(
            "host",
            self.host
                .clone()
                .unwrap_or_else(|| self.address.to_string()),
        );
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(origin) = self.origin.as_ref().filter(|_| method != "GET") {
            request = request.header(ORIGIN, origin);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request
            .body(Full::new(Bytes::copy_from_slice(body)))
            .unwrap();
        let (parts, body) = sender.send_request(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.request("POST", path, &[], body).await
    }

    /// Gets the cookie and keeps it.
    pub(crate) async fn log_in(&mut self) {
        let answer = self.post("/api/session", b"").await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
        if let Some(cookie) = answer.headers.get(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(pair.to_owned());
        }
    }

    pub(crate) async fn open_table(&self, options: Options) -> Result<TableCode, Answer> {
        let body = serde_json::to_vec(&CreateTable { options }).unwrap();
        let answer = self.post("/api/tables", &body).await;
        if answer.status != StatusCode::CREATED {
            return Err(answer);
        }
        let CreatedTable { code } = serde_json::from_slice(&answer.body).unwrap();
        Ok(code)
    }

    pub(crate) async fn me(&self) -> Me {
        serde_json::from_slice(&self.get("/api/me").await.body).unwrap()
    }

    pub(crate) async fn summary(&self, code: TableCode) -> TableSummary {
        serde_json::from_slice(&self.get(&format!("/api/tables/{code}")).await.body).unwrap()
    }

    /// Connects to a table; the status if the server does not switch to WebSocket.
    pub(crate) async fn socket(
        &self,
        code: TableCode,
        after: Option<u64>,
    ) -> Result<Socket, StatusCode> {
        let after = after.map_or(String::new(), |after| format!("?after={after}"));
        self.socket_at(&format!("/api/tables/{code}/socket{after}"))
            .await
    }

    pub(crate) async fn socket_at(&self, path: &str) -> Result<Socket, StatusCode> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .unwrap();
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert(COOKIE, cookie.parse().unwrap());
        }
        if let Some(origin) = &self.origin {
            request
                .headers_mut()
                .insert(ORIGIN, origin.parse().unwrap());
        }
        if let Some(from) = &self.from {
            let from = from.parse().unwrap();
            request.headers_mut().insert("x-forwarded-for", from);
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(Socket {
                socket,
                seen: Vec::new(),
            }),
            Err(Error::Http(response)) => Err(response.status()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// After this a test is told that what it waits for does not come. No test depends on how long it is.
const PATIENCE: Duration = Duration::from_secs(120);

/// An open WebSocket.
pub(crate) struct Socket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that came, word by word.
    pub(crate) seen: Vec<String>,
}

impl Socket {
    pub(crate) async fn send(&mut self, frame: Message) {
        // A server that has closed the connection is found out when reading.
        let _ = self.socket.send(frame).await;
    }

    /// The next message; after the last one, the code with which the connection was closed (1006: without one).
    pub(crate) async fn next(&mut self) -> Result<ServerMessage, u16> {
        // The server's pings are no answer: whoever waits for one still waits.
        let until = Instant::now() + PATIENCE;
        loop {
            let heard = timeout_at(until, self.socket.next()).await;
            match heard.unwrap_or_else(|_| panic!("nothing comes, after {:?}", self.seen.last())) {
                Some(Ok(Message::Text(text))) => {
                    self.seen.push(text.to_string());
                    let message = serde_json::from_str(&text);
                    return Ok(message.unwrap_or_else(|error| panic!("{error}: {text}")));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// The next text as it comes; none after the last one.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn close(&mut self) {
        let _ = self.socket.close(None).await;
    }
}
